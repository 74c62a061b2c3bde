internal import OrderedCollections
public import ReceiptFields

/// An answer that states whether the customer first acquired the app before a version of it, with the version that shows it.
@nonexhaustive
public enum FirstAcquiredAnswer: Hashable, Sendable {
    /// The version first acquired is older.
    case before(originalAppVersion: String)
    /// The version first acquired is the same or newer.
    case notBefore(originalAppVersion: String)
    /// The question can't be answered.
    case unknown(Reason)

    /// The reason why the answer is unknown.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The evidence isn't from the production environment. In sandbox the version is always 1.0.
        case environment(StoreEnvironment)
        /// No receipt states the version (attribute 19 is absent), and there is no app transaction.
        case absent
        /// The evidence states a version that isn't numbers separated by dots.
        case notDottedNumbers(String)
        /// The version passed as an argument isn't numbers separated by dots.
        case invalidVersion(String)
        /// The merged evidence gives different answers. The version is a build number on iOS but a version on macOS, or the evidence is of
        /// two customers. The associated value contains the versions, and begins with the version in the oldest evidence.
        case contradiction([String])
    }

    /// True or false, or nil if the answer is unknown.
    public var isBefore: Bool? {
        switch self {
        case .before: true
        case .notBefore: false
        case .unknown: nil
        }
    }
}

extension PurchaseLedger {
    /// Returns whether the customer first acquired the app before a version of it. Use it for an app that was once paid and became free.
    ///
    /// The method compares `appVersion` with the version first acquired, which receipts (attribute 19) and app transactions state. Both are
    /// compared as numbers separated by dots: `9` is before `10`, and `1.0` is the same as `1`. On iOS and its relatives the version is the
    /// build number (`CFBundleVersion`), on macOS the version (`CFBundleShortVersionString`). Pass the one for the platform, which
    /// ``originalPlatform`` may name.
    ///
    /// If the ledger has several receipts or app transactions, all must give the same answer; otherwise the answer is
    /// ``FirstAcquiredAnswer/Reason-swift.enum/contradiction(_:)``.
    ///
    /// - Parameter appVersion: the first version that isn't before.
    public func firstAcquired(before appVersion: String) -> FirstAcquiredAnswer {
        guard let limit = AppVersion(appVersion) else { return .unknown(.invalidVersion(appVersion)) }
        guard environment == .production else {
            return .unknown(.environment(environment))
        }
        let versions = originalAppVersions
        var answers: Set<Bool> = []
        for version in versions {
            guard let original = AppVersion(version) else { return .unknown(.notDottedNumbers(version)) }
            answers.insert(original < limit)
        }
        guard let version = versions.first, let isBefore = answers.first else { return .unknown(.absent) }
        guard answers.count == 1 else { return .unknown(.contradiction(versions)) }
        return isBefore ? .before(originalAppVersion: version) : .notBefore(originalAppVersion: version)
    }

    /// The versions of the app that were first acquired, as ``sources`` state them, without duplicates. The one of the oldest evidence
    /// comes first.
    package var originalAppVersions: [String] {
        OrderedSet(storage.sources.lazy.compactMap { $0.originalAppVersion.map(ByteString.init) }).map(\.string)
    }
}

extension FirstAcquiredAnswer {
    /// Returns true if a string is a version that ``PurchaseLedger/firstAcquired(before:)`` can compare.
    package static func isVersion(_ text: String) -> Bool { AppVersion(text) != nil }
}

extension FirstAcquiredAnswer: CustomStringConvertible {
    /// One line: the answer and the version that shows it.
    public var description: String {
        switch self {
        case .before(let version): "purchased before, with version \(SafeText.quoted(version))"
        case .notBefore(let version): "not purchased before, but with version \(SafeText.quoted(version))"
        case .unknown(let reason): "not known: \(reason)"
        }
    }
}

extension FirstAcquiredAnswer.Reason: CustomStringConvertible {
    /// One line: the reason.
    public var description: String {
        switch self {
        case .environment(let environment): "evidence of environment \(environment) does not say"
        case .absent: "no evidence says which version was first acquired"
        case .notDottedNumbers(let version):
            "the version first acquired, \(SafeText.quoted(version)), is not numbers separated by dots"
        case .invalidVersion(let version):
            "the version asked about, \(SafeText.quoted(version)), is not numbers separated by dots"
        case .contradiction(let versions):
            "the evidence disagrees: " + versions.prefix(8).map { SafeText.quoted($0) }.joined(separator: ", ")
        }
    }
}
