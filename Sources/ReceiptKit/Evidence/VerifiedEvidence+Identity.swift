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

    /// The kind, and what evidence of that kind says it is of: bundle identifier, environment, and the environment's own text.
    private var identity: (kind: Kind, app: String?, environment: StoreEnvironment?, rawEnvironment: String?) {
        switch self {
        case .appReceipt(let one): (.appReceipt, one.bundleIdentifier, one.environment, one.rawEnvironment)
        case .transaction(let one): (.transaction, one.bundleIdentifier, one.environment, one.rawEnvironment)
        case .subscriptionStatus(let status):
            (
                .subscriptionStatus, status.transaction.bundleIdentifier, status.transaction.environment,
                status.transaction.rawEnvironment
            )
        case .appTransaction(let one): (.appTransaction, one.bundleIdentifier, one.environment, one.rawEnvironment)
        case .notification(let one): (.notification, one.bundleIdentifier, one.environment, one.rawEnvironment)
        case .transactionReceipt(let one): (.transactionReceipt, one.bundleIdentifier, one.claimedEnvironment, nil)
        case .list(let all):
            (
                .list, Self.common(all.map { $0.bundleIdentifier.map(ByteString.init) })?.string,
                Self.common(all.map(\.environment)), nil
            )
        }
    }

    /// Which kind of evidence it is.
    public var kind: Kind { identity.kind }

    /// The bundle identifier of the app that it is of. Nil for a list that is empty or spans several apps.
    public var bundleIdentifier: String? { identity.app }

    /// The environment that issued it; of an iOS 6 transaction receipt the one that it claims. Nil for a list that is empty or spans
    /// several environments.
    public var environment: StoreEnvironment? { identity.environment }

    /// The environment in the evidence's own text, such as `ProductionSandbox`. Nil where evidence has none that was signed: lists, iOS 6
    /// transaction receipts, and notifications of an external purchase.
    public var rawEnvironment: String? { identity.rawEnvironment }

    /// The pieces of a list, in its order; of anything else the evidence itself, alone.
    public var elements: [VerifiedEvidence] {
        guard case .list(let evidence) = self else { return [self] }
        return evidence.flatMap(\.elements)
    }

    /// The identity of the evidence: the key under which to store it. Nil for a list, whose ``elements`` have one each.
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
