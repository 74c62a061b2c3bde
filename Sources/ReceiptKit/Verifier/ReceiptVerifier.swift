public import ReceiptEssentials
internal import ReceiptFields

/// Verifies receipts, transactions and notifications under one policy. Create one and keep it: it caches the chains that it has validated.
///
/// Verification is synchronous, does no I/O and never reads the clock. A verifier may be used from several threads at once.
///
/// ```swift
/// let verifier = ReceiptVerifier(
///     policy: ReceiptPolicy(
///         bundleIdentifier: "com.example.app", device: .unchecked))
/// let receipt = try verifier.verify(bytes, at: Date())
/// ```
public struct ReceiptVerifier: Sendable {
    /// The policy that evidence must satisfy.
    public let policy: ReceiptPolicy
    let chains = ChainCache()
    /// The chains of JWS, cached before a signature is checked.
    let judgedChains = ChainCache(capacity: ChainCache.judgedCapacity)

    /// Creates a verifier with a policy.
    public init(policy: ReceiptPolicy) { self.policy = policy }

    package var rememberedSigners: Int { chains.count }
    package var judgedSigners: Int { judgedChains.count }

    /// Verifies a receipt.
    ///
    /// - Parameters:
    ///   - bytes: the receipt in DER or BER: `[UInt8]`, `Data`, or another collection.
    ///   - now: the time of verification. The certificates must have been valid on the receipt's creation date instead.
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(_ bytes: some Collection<UInt8>, at now: Date) throws(VerificationError) -> VerifiedReceipt {
        let limit = policy.limits.maximumInputSize
        guard bytes.count <= limit else {
            throw .malformed(FormatError(.limitExceeded(.input, allowed: limit), offset: 0))
        }
        return try verify(wellFormed(try UnverifiedReceipt(Array(bytes), limits: policy.limits)), at: now)
    }

    /// Verifies a receipt in base64, with or without line breaks, in the standard alphabet.
    ///
    /// - Throws: ``VerificationError`` for the first check that fails.
    public func verify(base64 text: String, at now: Date) throws(VerificationError) -> VerifiedReceipt {
        try verify(wellFormed(try UnverifiedReceipt(base64: text, limits: policy.limits)), at: now)
    }

    /// Verifies a receipt whose container is already parsed. Of the limits that it was parsed with and the policy's limits, the lower ones
    /// apply.
    package func verify(_ receipt: UnverifiedReceipt, at now: Date) throws(VerificationError) -> VerifiedReceipt {
        let receipt = try wellFormed(try receipt.lowered(to: policy.limits))
        // The date determines when the certificates must have been valid. This date is unverified until the signature is checked.
        let created = try wellFormed(
            try AppReceipt.creationDate(in: receipt.content, limits: receipt.limits, spent: receipt.spent))
        let signerCertificate = try receipt.signerCertificate()
        let digest = try DigestAlgorithm(receipt.signer)
        if digest == .sha1 { try policy.sha1.check(.receipt, created) }
        let signer = try trustedSigner(of: receipt, signerCertificate, created)
        let signed = try AuthenticContents(receipt, digest, by: signer)
        try receipt.checkUnused(besides: signer)
        return VerifiedReceipt(checked: try checked(signed, at: now))
    }

    private func trustedSigner(
        of receipt: UnverifiedReceipt, _ signer: CertificateOutline, _ created: Date
    ) throws(VerificationError) -> TrustedSigner {
        let signerBytes = receipt.bytes[signer.whole]
        if policy.trust.isXcode { return try trustedXcodeSigner(signerBytes, .rsa, at: created) }
        let intermediate = try receipt.intermediateCertificate(of: signer)
        return try trustedSigner(
            signerBytes, receipt.bytes[intermediate.whole], .rsa, at: created,
            encoded: (
                try UnverifiedCertificate(receipt.bytes, signer, .signer),
                try UnverifiedCertificate(receipt.bytes, intermediate, .intermediate)
            ))
    }

    /// Returns the result of `read`, and throws its error as a ``VerificationError``.
    func wellFormed<T>(_ read: @autoclosure () throws(FormatError) -> T) throws(VerificationError) -> T {
        do throws(FormatError) { return try read() } catch { throw .malformed(error) }
    }
}
