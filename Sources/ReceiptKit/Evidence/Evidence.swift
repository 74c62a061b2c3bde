/// Verified evidence of purchases: what a ``PurchaseLedger`` can be made of.
///
/// Every type that a ``ReceiptVerifier`` returns conforms, except ``VerifiedRenewalInfo``, which names no purchase by itself.
public protocol Evidence: Sendable {
    /// The evidence, as a case of its kind.
    var evidence: VerifiedEvidence { get }
}
