/// Verified evidence of purchases: what a ``PurchaseLedger`` can be made of.
///
/// Every type that a ``ReceiptVerifier`` returns conforms, except ``VerifiedRenewalInfo`` and ``VerifiedRealtimeRequest``, which name no
/// purchase by themselves.
public protocol Evidence: Sendable {
    /// The evidence, as a case of its kind.
    var evidence: VerifiedEvidence { get }
}
