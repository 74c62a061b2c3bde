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
    /// The evidence in a response of the App Store Server API, in its order.
    case list([VerifiedEvidence])
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
