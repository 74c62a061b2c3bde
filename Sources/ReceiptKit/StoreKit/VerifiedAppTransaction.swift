public import ReceiptFields

/// A StoreKit 2 app transaction that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedAppTransaction: Sendable, Hashable {
    /// What the app transaction says.
    public let appTransaction: AppTransactionPayload
    /// What was checked, and with what.
    public let verification: VerifiedReceipt.Verification
    /// SHA-256 of the JWS signing input (header and payload).
    public let contentDigest: ContentDigest

    /// Every field of ``appTransaction``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<AppTransactionPayload, Value>) -> Value {
        appTransaction[keyPath: field]
    }
}
