package import ReceiptFields

/// Verified evidence of purchases, from which a ``PurchaseLedger`` can be created.
///
/// Every type that a ``ReceiptVerifier`` returns conforms, with two exceptions: ``VerifiedRenewalInfo``, which belongs to the transaction
/// it came with, and ``VerifiedRealtimeRequest``, which isn't evidence but a request for a message.
public protocol Evidence: Sendable {
    /// The evidence, as the case for its kind.
    var evidence: VerifiedEvidence { get }
}

/// Verified evidence of purchases, of any kind.
@nonexhaustive
public enum VerifiedEvidence: Sendable, Hashable {
    /// An app receipt.
    case appReceipt(VerifiedReceipt)
    /// A StoreKit 2 transaction.
    case transaction(VerifiedTransaction)
    /// A transaction and its renewal info.
    case subscriptionStatus(VerifiedSubscriptionStatus)
    /// A StoreKit 2 app transaction.
    case appTransaction(VerifiedAppTransaction)
    /// A server notification from the App Store.
    case notification(VerifiedNotification)
    /// An iOS 6 transaction receipt.
    case transactionReceipt(VerifiedTransactionReceipt)
    /// The evidence in a response from the App Store Server API, in its order.
    case list([VerifiedEvidence])
}

extension VerifiedEvidence {
    /// The kind of a piece of evidence.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The raw value, as in JSON, such as `transaction`.
        public let rawValue: String

        /// Creates a kind from its raw value.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An app receipt.
        public static let appReceipt = Kind(rawValue: "appReceipt")
        /// A StoreKit 2 transaction.
        public static let transaction = Kind(rawValue: "transaction")
        /// A transaction and its renewal info.
        public static let subscriptionStatus = Kind(rawValue: "subscriptionStatus")
        /// A StoreKit 2 app transaction.
        public static let appTransaction = Kind(rawValue: "appTransaction")
        /// A server notification from the App Store.
        public static let notification = Kind(rawValue: "notification")
        /// An iOS 6 transaction receipt.
        public static let transactionReceipt = Kind(rawValue: "transactionReceipt")
        /// A list of evidence.
        public static let list = Kind(rawValue: "list")
    }

    /// The evidence as a single piece. Nil for a list.
    package var piece: (any EvidencePiece)? {
        switch self {
        case .appReceipt(let one): one
        case .transaction(let one): one
        case .subscriptionStatus(let one): one
        case .appTransaction(let one): one
        case .notification(let one): one
        case .transactionReceipt(let one): one
        case .list: nil
        }
    }
}

/// The article *Command line and JSON* explains the members. Each piece on its own is encoded the same way, without `kind`. Verified
/// evidence can't be decoded, because only the verifier creates it.
extension VerifiedEvidence: Evidence, Encodable, JSONObject {
    /// The evidence itself.
    public var evidence: VerifiedEvidence { self }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("kind", kind.rawValue)
        try piece?.writeMembers(to: &sink)
        guard case .list(let evidence) = self else { return }
        try sink.member("environment", environment?.rawValue)
        try sink.member("bundleID", bundleIdentifier)
        try sink.list("evidence", evidence)
    }
}
