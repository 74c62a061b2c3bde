public import ReceiptFields

/// An iOS 6 transaction receipt that satisfied a policy. Only ``ReceiptVerifier`` creates one, so a value of this type proves that the
/// verifier accepted it.
///
/// Its environment isn't signed. See ``claimedEnvironment``.
@dynamicMemberLookup
public struct VerifiedTransactionReceipt: Sendable, Hashable {
    let checked: Checked<TransactionReceiptPayload>
    /// The environment that the receipt claims, or production if it claims none. The policy accepts it, but Apple doesn't sign it, so
    /// anyone can change a sandbox receipt to claim production.
    public let claimedEnvironment: StoreEnvironment

    /// The verified contents.
    public var transactionReceipt: TransactionReceiptPayload { checked.payload }
    /// The facts that the verifier established.
    public var verification: Verification { checked.verification }

    /// The identity of the evidence. The bytes of the receipt don't identify the evidence, because many of them aren't signed.
    ///
    /// It is the SHA-256 hash of the string `transactionReceipt`, a zero byte, the SHA-256 hash of the signed bytes, and the raw value of
    /// the claimed environment: `Production` or `Sandbox`. The environment is included because it determines what the receipt is worth.
    public var contentDigest: ContentDigest {
        ContentDigest(.transactionReceipt, checked.contentDigest.bytes, Array(claimedEnvironment.rawValue.utf8))
    }

    /// Every field of ``transactionReceipt``, as a property of this value.
    public subscript<Value>(dynamicMember field: KeyPath<TransactionReceiptPayload, Value>) -> Value {
        checked.payload[keyPath: field]
    }
}

extension VerifiedTransactionReceipt: Evidence, Encodable, JSONObject, EvidencePiece {
    /// This receipt as ``VerifiedEvidence/transactionReceipt(_:)``.
    public var evidence: VerifiedEvidence { .transactionReceipt(self) }

    package var identity: EvidenceIdentity {
        EvidenceIdentity(.transactionReceipt, self.bundleIdentifier, claimedEnvironment, raw: nil)
    }

    package func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transactionReceipt", transactionReceipt)
        try sink.member("claimedEnvironment", claimedEnvironment.rawValue)
    }
}
