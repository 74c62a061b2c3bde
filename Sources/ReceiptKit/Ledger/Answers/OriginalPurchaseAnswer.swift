public import ReceiptFields

/// Whether the customer first acquired the app before a version of it, and how that is known.
@nonexhaustive
public enum OriginalPurchaseAnswer: Hashable, Sendable {
    /// Before: the version first acquired is older.
    case before(originalAppVersion: String)
    /// Not before: the version first acquired is the same or newer.
    case notBefore(originalAppVersion: String)
    /// Not known.
    case unknown(Reason)

    /// Why it is not known.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The receipt is not from the App Store: in sandbox the attribute is always 1.0.
        case environment(ReceiptEnvironment)
        /// The receipt does not say (attribute 19 is absent).
        case absent
        /// The receipt says something that is not numbers with dots between them.
        case notDottedNumbers(String)
        /// The version that was asked about is not numbers with dots between them.
        case invalidVersion(String)
        /// The receipts of a merged ledger give different answers: on iOS the attribute is a build number, on macOS a version,
        /// and two customers have two histories. The versions, the oldest receipt's first.
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
    /// Whether the customer first acquired the app before a version of it: for apps that were paid for once.
    ///
    /// Compares attribute 19, the version that was first acquired, with a version, both as numbers between dots: `9` is before
    /// `10`, and `1.0` the same as `1`. On iOS and its relatives attribute 19 is the build number (`CFBundleVersion`), on
    /// macOS the version (`CFBundleShortVersionString`): give the one of the platform the receipt is from.
    ///
    /// In a merged ledger the receipts that have the attribute must agree on the answer. Those without it do not count.
    ///
    /// - Parameter appVersion: the first version that does not count as before.
    public func wasPurchased(before appVersion: String) -> OriginalPurchaseAnswer {
        guard let limit = DottedNumbers(appVersion) else { return .unknown(.invalidVersion(appVersion)) }
        guard environment == .production || environment == .volumePurchase else {
            return .unknown(.environment(environment))
        }
        let versions = storage.originalAppVersions
        var answers: Set<Bool> = []
        for version in versions {
            guard let original = DottedNumbers(version) else { return .unknown(.notDottedNumbers(version)) }
            answers.insert(original < limit)
        }
        guard let version = versions.first, let isBefore = answers.first else { return .unknown(.absent) }
        guard answers.count == 1 else { return .unknown(.contradiction(versions)) }
        return isBefore ? .before(originalAppVersion: version) : .notBefore(originalAppVersion: version)
    }
}
