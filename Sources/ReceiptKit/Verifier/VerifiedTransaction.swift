public import ReceiptFields

/// A StoreKit 2 transaction that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedTransaction: Sendable, Hashable {
    /// The verified contents.
    public let transaction: TransactionPayload
    /// The checks that the verifier made, and with which certificates.
    public let verification: Verification
    /// SHA-256 of the JWS signing input (header and payload): the key under which to store the evidence. The JWS's bytes won't do, because ECDSA signatures are malleable.
    public let contentDigest: ContentDigest

    /// Every field of ``transaction``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<TransactionPayload, Value>) -> Value {
        transaction[keyPath: field]
    }
}
