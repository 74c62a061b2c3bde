public import ReceiptFields

extension VerifiedEvidence {
    /// Which kind of evidence it is.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word as it stands in JSON, such as `transaction`.
        public let rawValue: String

        /// A kind by its word in JSON.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An app receipt.
        public static let appReceipt = Kind(rawValue: "appReceipt")
        /// A StoreKit 2 transaction.
        public static let transaction = Kind(rawValue: "transaction")
        /// A transaction and its renewal info.
        public static let subscriptionStatus = Kind(rawValue: "subscriptionStatus")
        /// A StoreKit 2 app transaction.
        public static let appTransaction = Kind(rawValue: "appTransaction")
        /// A notification of the App Store's server.
        public static let notification = Kind(rawValue: "notification")
        /// An iOS 6 transaction receipt.
        public static let transactionReceipt = Kind(rawValue: "transactionReceipt")
        /// A list.
        public static let list = Kind(rawValue: "list")
    }

    /// Which kind of evidence it is.
    public var kind: Kind {
        switch self {
        case .appReceipt: .appReceipt
        case .transaction: .transaction
        case .subscriptionStatus: .subscriptionStatus
        case .appTransaction: .appTransaction
        case .notification: .notification
        case .transactionReceipt: .transactionReceipt
        case .list: .list
        }
    }

    /// The pieces of a list, in its order; of anything else the evidence itself, alone.
    public var elements: [VerifiedEvidence] {
        guard case .list(let evidence) = self else { return [self] }
        return evidence.flatMap(\.elements)
    }

    /// What names the evidence: the key under which to store it. Nil for a list, whose ``elements`` have one each.
    ///
    /// Different contents have different digests. The same content has the same, whatever bytes it came in.
    public var contentDigest: ContentDigest? {
        switch self {
        case .appReceipt(let receipt): receipt.contentDigest
        case .transaction(let transaction): transaction.contentDigest
        case .subscriptionStatus(let status): status.contentDigest
        case .appTransaction(let appTransaction): appTransaction.contentDigest
        case .notification(let notification): notification.contentDigest
        case .transactionReceipt(let receipt): receipt.contentDigest
        case .list: nil
        }
    }

    /// The bundle identifier of the app that it is of. Nil for a list that is empty or spans several apps.
    public var bundleIdentifier: String? {
        switch self {
        case .appReceipt(let receipt): receipt.bundleIdentifier
        case .transaction(let transaction): transaction.bundleIdentifier
        case .subscriptionStatus(let status): status.transaction.bundleIdentifier
        case .appTransaction(let appTransaction): appTransaction.bundleIdentifier
        case .notification(let notification): notification.bundleIdentifier
        case .transactionReceipt(let receipt): receipt.bundleIdentifier
        case .list(let evidence): Self.common(evidence.map { $0.bundleIdentifier.map(ExactText.init) })?.string
        }
    }

    /// The environment that issued it; of an iOS 6 transaction receipt the one that it claims. Nil for a list that is empty or spans
    /// several environments.
    public var environment: ReceiptEnvironment? {
        switch self {
        case .appReceipt(let receipt): receipt.environment
        case .transaction(let transaction): transaction.environment
        case .subscriptionStatus(let status): status.transaction.environment
        case .appTransaction(let appTransaction): appTransaction.environment
        case .notification(let notification): notification.environment
        case .transactionReceipt(let receipt): receipt.claimedEnvironment
        case .list(let evidence): Self.common(evidence.map(\.environment))
        }
    }

    /// The environment in the evidence's own text, such as `ProductionSandbox`. Nil where evidence has none that was signed: lists, iOS 6
    /// transaction receipts, and notifications of an external purchase.
    public var rawEnvironment: String? {
        switch self {
        case .appReceipt(let receipt): receipt.rawEnvironment
        case .transaction(let transaction): transaction.rawEnvironment
        case .subscriptionStatus(let status): status.transaction.rawEnvironment
        case .appTransaction(let appTransaction): appTransaction.rawEnvironment
        case .notification(let notification): notification.rawEnvironment
        case .transactionReceipt, .list: nil
        }
    }

    /// Whether the app was bought through the Volume Purchase Program, which only app receipts tell. Nil for anything else, and where
    /// the receipt's environment is unknown.
    public var isVolumePurchase: Bool? {
        guard case .appReceipt(let receipt) = self else { return nil }
        return receipt.isVolumePurchase
    }

    /// What all values are, or nil if they differ.
    private static func common<Value: Equatable>(_ values: [Value?]) -> Value? {
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

extension VerifiedEvidence.Kind: CustomStringConvertible {
    /// The word as it stands in JSON.
    public var description: String { rawValue }
}
