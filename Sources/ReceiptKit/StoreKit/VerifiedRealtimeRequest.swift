public import ReceiptFields

/// A request of the Retention Messaging API that satisfied a policy.
///
/// It names a subscription of your app and proves no purchase, so it is no ``Evidence`` and no ledger takes it.
@dynamicMemberLookup
public struct VerifiedRealtimeRequest: Sendable, Hashable {
    /// What the request says.
    public let realtimeRequest: RealtimeRequestPayload
    /// What was checked, and with what.
    public let verification: VerifiedReceipt.Verification
    /// SHA-256 of the JWS signing input (header and payload).
    public let contentDigest: ContentDigest

    /// Every field of ``realtimeRequest``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<RealtimeRequestPayload, Value>) -> Value {
        realtimeRequest[keyPath: field]
    }
}
