package import ReceiptFields

/// Verified evidence of purchases: what a ``PurchaseLedger`` can be made of.
///
/// Every type that a ``ReceiptVerifier`` returns conforms, except ``VerifiedRenewalInfo``, which belongs to the transaction it came with, and
/// ``VerifiedRealtimeRequest``, which is a question.
public protocol Evidence: Sendable {
    /// The evidence, as a case of its kind.
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
    /// A notification of the App Store's server.
    case notification(VerifiedNotification)
    /// An iOS 6 transaction receipt.
    case transactionReceipt(VerifiedTransactionReceipt)
    /// The evidence in a response of the App Store Server API, in its order.
    case list([VerifiedEvidence])
}

/// The article *Command line and JSON* explains the members. Each piece by itself is encoded the same way, without `kind`. Verified evidence
/// cannot be decoded: only the verifier makes it.
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
