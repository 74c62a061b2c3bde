public import ReceiptFields

/// A StoreKit 2 transaction that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedTransaction: Sendable, Hashable {
    let checked: Checked<TransactionPayload>

    /// The verified contents.
    public var transaction: TransactionPayload { checked.payload }
    /// The checks that the verifier made, and with which certificates.
    public var verification: Verification { checked.verification }
    /// SHA-256 of the JWS signing input (header and payload): the key under which to store the evidence. The JWS's bytes won't do, because
    /// ECDSA signatures are malleable.
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``transaction``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<TransactionPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedTransaction: Evidence, Encodable, JSONObject, EvidencePiece {
    /// ``VerifiedEvidence/transaction(_:)``
    public var evidence: VerifiedEvidence { .transaction(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.transaction, self.bundleIdentifier, self.environment, raw: self.rawEnvironment)
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transaction", transaction)
    }
}
