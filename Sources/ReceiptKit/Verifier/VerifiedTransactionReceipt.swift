public import ReceiptFields

/// An iOS 6 transaction receipt that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
///
/// Its environment is not signed: see ``claimedEnvironment``.
@dynamicMemberLookup
public struct VerifiedTransactionReceipt: Sendable, Hashable {
    /// The verified contents.
    public let transactionReceipt: TransactionReceiptPayload
    /// The environment that the receipt claims to be of, production if it does not say. The policy accepts it, but it is not signed: a
    /// receipt of sandbox can be made to say this too.
    public let claimedEnvironment: StoreEnvironment
    /// The checks that the verifier made, and with which certificates.
    public let verification: Verification
    /// SHA-256 of the bytes that were signed.
    let signedDigest: ContentDigest

    /// The identity of the evidence. The receipt's bytes won't do, since much of them is not signed.
    ///
    /// SHA-256 of the text `transactionReceipt`, a zero byte, the SHA-256 of the signed bytes, and the claimed environment's word, which
    /// decides what the receipt is worth: `Production` or `Sandbox`.
    public var contentDigest: ContentDigest {
        ContentDigest(.transactionReceipt, signedDigest.bytes, Array(claimedEnvironment.rawValue.utf8))
    }

    /// For the verifier. `RuleTests` sees to it that nothing else here uses it, by the label.
    package init(
        unchecked transactionReceipt: TransactionReceiptPayload, claimedEnvironment: StoreEnvironment,
        _ verification: Verification, signedDigest: ContentDigest
    ) {
        self.transactionReceipt = transactionReceipt
        self.claimedEnvironment = claimedEnvironment
        self.verification = verification
        self.signedDigest = signedDigest
    }

    /// Every field of ``transactionReceipt``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<TransactionReceiptPayload, Value>) -> Value {
        transactionReceipt[keyPath: field]
    }
}

extension VerifiedTransactionReceipt: Evidence, Encodable, JSONObject {
    /// ``VerifiedEvidence/transactionReceipt(_:)``
    public var evidence: VerifiedEvidence { .transactionReceipt(self) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.identity(claimedEnvironment.rawValue, self.bundleIdentifier, contentDigest)
        try sink.member("transactionReceipt", transactionReceipt)
        try sink.member("claimedEnvironment", claimedEnvironment.rawValue)
        try sink.member("verification", verification)
    }
}
