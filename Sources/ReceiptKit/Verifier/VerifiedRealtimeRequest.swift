public import ReceiptFields

/// A request of the Retention Messaging API that satisfied a policy.
///
/// It names a subscription of your app and proves no purchase, so it is no ``Evidence`` and no part of a ledger.
@dynamicMemberLookup
public struct VerifiedRealtimeRequest: Sendable, Hashable {
    let checked: Checked<RealtimeRequestPayload>

    /// The verified contents.
    public var realtimeRequest: RealtimeRequestPayload { checked.payload }
    /// The checks that the verifier made, and with which certificates.
    public var verification: Verification { checked.verification }
    /// SHA-256 of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``realtimeRequest``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<RealtimeRequestPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}
