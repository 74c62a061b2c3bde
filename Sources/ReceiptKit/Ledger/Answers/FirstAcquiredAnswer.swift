internal import OrderedCollections
public import ReceiptFields

/// Whether the customer first acquired the app before a version of it, and how that is known.
@nonexhaustive
public enum FirstAcquiredAnswer: Hashable, Sendable {
    /// Before: the version first acquired is older.
    case before(originalAppVersion: String)
    /// Not before: the version first acquired is the same or newer.
    case notBefore(originalAppVersion: String)
    /// Not known.
    case unknown(Reason)

    /// Why it is not known.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The evidence is not from the App Store: in sandbox the version is always 1.0.
        case environment(StoreEnvironment)
        /// No receipt says (attribute 19 is absent), and there is no app transaction.
        case absent
        /// The evidence says something that is not numbers with dots between them.
        case notDottedNumbers(String)
        /// The version that was asked about is not numbers with dots between them.
        case invalidVersion(String)
        /// The evidence of a merged ledger gives different answers: on iOS it is a build number, on macOS a version, and two
        /// customers have two histories. The versions, the oldest evidence first.
        case contradiction([String])
    }

    /// Yes, no, or nil if it is not known.
    public var isBefore: Bool? {
        switch self {
        case .before: true
        case .notBefore: false
        case .unknown: nil
        }
    }
}

extension PurchaseLedger {
    /// Whether the customer first acquired the app before a version of it: for apps that customers paid for once, before they became free.
    ///
    /// Compares the version that was first acquired, which receipts (attribute 19) and app transactions state, with a version,
    /// both as numbers between dots: `9` is before `10`, and `1.0` the same as `1`. On iOS and its relatives it is the build
    /// number (`CFBundleVersion`), on macOS the version (`CFBundleShortVersionString`): give the one of the platform, which
    /// ``originalPlatform`` may name.
    ///
    /// If the ledger has several receipts or app transactions, all must give the same answer; otherwise it is
    /// ``FirstAcquiredAnswer/Reason-swift.enum/contradiction(_:)``.
    ///
    /// - Parameter appVersion: the first version that does not count as before.
    public func firstAcquired(before appVersion: String) -> FirstAcquiredAnswer {
        guard let limit = DottedNumbers(appVersion) else { return .unknown(.invalidVersion(appVersion)) }
        guard environment == .production else {
            return .unknown(.environment(environment))
        }
        let versions = originalAppVersions
        var answers: Set<Bool> = []
        for version in versions {
            guard let original = DottedNumbers(version) else { return .unknown(.notDottedNumbers(version)) }
            answers.insert(original < limit)
        }
        guard let version = versions.first, let isBefore = answers.first else { return .unknown(.absent) }
        guard answers.count == 1 else { return .unknown(.contradiction(versions)) }
        return isBefore ? .before(originalAppVersion: version) : .notBefore(originalAppVersion: version)
    }

    /// The versions of the app that were first acquired, as ``sources`` state them: each once, that of the oldest evidence first.
    package var originalAppVersions: [String] {
        OrderedSet(storage.sources.lazy.compactMap { $0.originalAppVersion.map(ByteString.init) }).map(\.string)
    }
}

extension FirstAcquiredAnswer {
    /// Returns true if a string is a version that ``PurchaseLedger/firstAcquired(before:)`` can compare.
    package static func isVersion(_ text: String) -> Bool { DottedNumbers(text) != nil }
}

extension FirstAcquiredAnswer: CustomStringConvertible {
    /// One line: the answer, and the version that shows it.
    public var description: String {
        switch self {
        case .before(let version): "purchased before, with version \(Escaped.text(version))"
        case .notBefore(let version): "not purchased before, but with version \(Escaped.text(version))"
        case .unknown(let reason): "not known: \(reason)"
        }
    }
}

extension FirstAcquiredAnswer.Reason: CustomStringConvertible {
    /// One line that says why.
    public var description: String {
        switch self {
        case .environment(let environment): "evidence of environment \(environment) does not say"
        case .absent: "no evidence says which version was first acquired"
        case .notDottedNumbers(let version):
            "the version first acquired, \(Escaped.text(version)), is not numbers separated by dots"
        case .invalidVersion(let version):
            "the version asked about, \(Escaped.text(version)), is not numbers separated by dots"
        case .contradiction(let versions):
            "the evidences disagree: " + versions.prefix(8).map { Escaped.text($0) }.joined(separator: ", ")
        }
    }
}
