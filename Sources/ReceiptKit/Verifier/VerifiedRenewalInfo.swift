public import ReceiptFields

/// A StoreKit 2 renewal info that satisfied a policy, beside what binds it to an app.
@dynamicMemberLookup
public struct VerifiedRenewalInfo: Sendable, Hashable {
    /// The verified contents.
    public let renewalInfo: RenewalInfoPayload
    /// The checks that the verifier made, and with which certificates.
    public let verification: Verification
    /// SHA-256 of the JWS signing input (header and payload).
    public let contentDigest: ContentDigest

    /// Every field of ``renewalInfo``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<RenewalInfoPayload, Value>) -> Value {
        renewalInfo[keyPath: field]
    }
}
