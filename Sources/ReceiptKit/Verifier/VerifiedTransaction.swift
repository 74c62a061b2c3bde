public import ReceiptFields

/// A StoreKit 2 transaction that satisfied a policy. Only ``ReceiptVerifier`` creates one, so a value of this type proves that the verifier
/// accepted it.
@dynamicMemberLookup
public struct VerifiedTransaction: Sendable, Hashable {
    let checked: Checked<TransactionPayload>

    /// The verified contents.
    public var transaction: TransactionPayload { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }
    /// The SHA-256 hash of the JWS signing input (header and payload). Use this hash as the key of stored evidence; the bytes of the JWS
    /// don't identify the evidence, because ECDSA signatures are malleable.
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``transaction``, as a property of this value.
    public subscript<Value>(dynamicMember field: KeyPath<TransactionPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedTransaction: Evidence, Encodable, JSONObject, EvidencePiece {
    /// This transaction as ``VerifiedEvidence/transaction(_:)``.
    public var evidence: VerifiedEvidence { .transaction(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.transaction, self.bundleIdentifier, self.environment, raw: self.rawEnvironment)
    }

    package var payloads: [any DecodedPayload] { [transaction] }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transaction", transaction)
    }
}
