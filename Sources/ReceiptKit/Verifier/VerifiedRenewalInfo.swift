public import ReceiptFields

/// A StoreKit 2 renewal info that satisfied a policy, beside what binds it to an app.
@dynamicMemberLookup
public struct VerifiedRenewalInfo: Sendable, Hashable {
    let checked: Checked<RenewalInfoPayload>

    /// The verified contents.
    public var renewalInfo: RenewalInfoPayload { checked.payload }
    /// The checks that the verifier made, and with which certificates.
    public var verification: Verification { checked.verification }
    /// SHA-256 of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``renewalInfo``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<RenewalInfoPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}
