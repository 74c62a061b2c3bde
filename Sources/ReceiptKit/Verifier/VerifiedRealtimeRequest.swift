public import ReceiptFields

/// A request of the Retention Messaging API that satisfied a policy.
///
/// It names a subscription of your app and proves no purchase, so it is no ``Evidence`` and no part of a ledger.
@dynamicMemberLookup
public struct VerifiedRealtimeRequest: Sendable, Hashable {
    /// The verified contents.
    public let realtimeRequest: RealtimeRequestPayload
    /// The checks that the verifier made, and with which certificates.
    public let verification: Verification
    /// SHA-256 of the JWS signing input (header and payload).
    public let contentDigest: ContentDigest

    /// Every field of ``realtimeRequest``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<RealtimeRequestPayload, Value>) -> Value {
        realtimeRequest[keyPath: field]
    }
}
