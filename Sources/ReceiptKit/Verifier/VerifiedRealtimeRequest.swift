public import ReceiptFields

/// A request of the Retention Messaging API that satisfied a policy.
///
/// It names a subscription of your app but proves no purchase, so it isn't ``Evidence`` and can't be added to a ledger.
@dynamicMemberLookup
public struct VerifiedRealtimeRequest: Sendable, Hashable {
    let checked: Checked<RealtimeRequestPayload>

    /// The verified contents.
    public var realtimeRequest: RealtimeRequestPayload { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }
    /// The SHA-256 hash of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``realtimeRequest``, as a property of this value.
    public subscript<Value>(dynamicMember field: KeyPath<RealtimeRequestPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}
