public import ReceiptFields

/// A StoreKit 2 app transaction that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedAppTransaction: Sendable, Hashable {
    let checked: Checked<AppTransactionPayload>

    /// The verified contents.
    public var appTransaction: AppTransactionPayload { checked.payload }
    /// The checks that the verifier made, and with which certificates.
    public var verification: Verification { checked.verification }
    /// SHA-256 of the JWS signing input (header and payload).
    public var contentDigest: ContentDigest { checked.contentDigest }

    /// Every field of ``appTransaction``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<AppTransactionPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedAppTransaction: Evidence, Encodable, JSONObject, EvidencePiece {
    /// ``VerifiedEvidence/appTransaction(_:)``
    public var evidence: VerifiedEvidence { .appTransaction(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.appTransaction, self.bundleIdentifier, self.environment, raw: self.rawEnvironment)
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("appTransaction", appTransaction)
    }
}
