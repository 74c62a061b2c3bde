public import ReceiptFields

/// A StoreKit 2 renewal info that satisfied a policy, verified together with the transaction or notification that ties it to an app.
@dynamicMemberLookup
public struct VerifiedRenewalInfo: Sendable, Hashable {
    let checked: Checked<RenewalInfoPayload>

    /// The verified contents.
    public var renewalInfo: RenewalInfoPayload { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }
    /// The SHA-256 hash of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``renewalInfo``, as a property of this value.
    public subscript<Value>(dynamicMember field: KeyPath<RenewalInfoPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}
