public import ReceiptFields

/// A StoreKit 2 app transaction that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedAppTransaction: Sendable, Hashable {
    /// The verified contents.
    public let appTransaction: AppTransactionPayload
    /// The checks that the verifier made, and with which certificates.
    public let verification: Verification
    /// SHA-256 of the JWS signing input (header and payload).
    public let contentDigest: ContentDigest

    /// Every field of ``appTransaction``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<AppTransactionPayload, Value>) -> Value {
        appTransaction[keyPath: field]
    }
}
