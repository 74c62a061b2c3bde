public import ReceiptFields

/// An iOS 6 transaction receipt that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
///
/// Its environment is not signed: see ``claimedEnvironment``.
@dynamicMemberLookup
public struct VerifiedTransactionReceipt: Sendable, Hashable {
    let checked: Checked<TransactionReceiptPayload>
    /// The environment that the receipt claims, or production if it claims none. The policy accepts it, but Apple doesn't sign it: a
    /// receipt of sandbox can be made to say this too.
    public let claimedEnvironment: StoreEnvironment

    /// The verified contents.
    public var transactionReceipt: TransactionReceiptPayload { checked.payload }
    /// The checks that the verifier made, and with which certificates.
    public var verification: Verification { checked.verification }

    /// The identity of the evidence. The receipt's bytes won't do, since much of them is not signed.
    ///
    /// SHA-256 of the text `transactionReceipt`, a zero byte, the SHA-256 of the signed bytes, and the claimed environment's word, which
    /// decides what the receipt is worth: `Production` or `Sandbox`.
    public var contentDigest: ContentDigest {
        ContentDigest(.transactionReceipt, checked.contentDigest.bytes, Array(claimedEnvironment.rawValue.utf8))
    }

    /// Every field of ``transactionReceipt``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<TransactionReceiptPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedTransactionReceipt: Evidence, Encodable, JSONObject, EvidencePiece {
    /// ``VerifiedEvidence/transactionReceipt(_:)``
    public var evidence: VerifiedEvidence { .transactionReceipt(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.transactionReceipt, self.bundleIdentifier, claimedEnvironment, raw: nil)
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transactionReceipt", transactionReceipt)
        try sink.member("claimedEnvironment", claimedEnvironment.rawValue)
    }
}
