internal import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Decides whether to believe receipts. Make one and keep it: it remembers the chains it has checked.
///
/// Verification is synchronous, does no I/O and never reads the clock. A verifier may be used from many threads at once.
///
/// ```swift
/// let verifier = ReceiptVerifier(
///     policy: ReceiptPolicy(bundleIdentifier: "com.example.app", device: .unchecked))
/// let receipt = try verifier.verify(bytes, at: Date())
/// ```
public struct ReceiptVerifier: Sendable {
    /// What receipts must satisfy.
    public let policy: ReceiptPolicy
    private let chains = ChainCache()

    /// A verifier that demands what `policy` says.
    public init(policy: ReceiptPolicy) { self.policy = policy }

    /// How many signers the cache holds.
    var rememberedSigners: Int { chains.count }

    /// Verifies a receipt.
    ///
    /// - Parameters:
    ///   - bytes: the receipt, DER or BER: `[UInt8]`, `Data`, or another collection.
    ///   - now: the time of verification. The certificates are judged at the receipt's creation date instead.
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(_ bytes: some Collection<UInt8>, at now: Date) throws(VerificationError) -> VerifiedReceipt {
        let limit = policy.limits.maximumInputSize
        guard bytes.count <= limit else {
            throw .malformed(FormatError(.limitExceeded(.input, allowed: limit), offset: 0))
        }
        let receipt = try wellFormed { () throws(FormatError) in
            try SignedReceipt(Array(bytes), limits: policy.limits)
        }
        return try verify(receipt, at: now)
    }

    /// Verifies a receipt that came as base64 text, with or without line breaks, in the standard alphabet.
    ///
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(base64 text: String, at now: Date) throws(VerificationError) -> VerifiedReceipt {
        let receipt = try wellFormed { () throws(FormatError) in
            try SignedReceipt(base64: text, limits: policy.limits)
        }
        return try verify(receipt, at: now)
    }

    /// Verifies a receipt whose container was read before.
    ///
    /// Of the limits it was read with and those of the policy, the lower ones hold: so a call can have limits of its own.
    ///
    /// - Throws: ``VerificationError``, the first check that failed.
    public func verify(_ receipt: SignedReceipt, at now: Date) throws(VerificationError) -> VerifiedReceipt {
        let receipt = try wellFormed { () throws(FormatError) in try receipt.lowered(to: policy.limits) }
        // The date decides at which time the chain is judged. Nobody vouches for it yet; the signature does, later.
        let created = try wellFormed { () throws(FormatError) in
            try AppReceipt.creationDate(in: receipt.content, limits: receipt.limits, spent: receipt.spent)
        }
        let signerCertificate = try receipt.signerCertificate()
        let digest = try DigestAlgorithm(receipt.signer)
        if digest == .sha1 { try policy.sha1.check(.receipt, created) }
        let signer = try trustedSigner(of: receipt, signerCertificate, created)
        guard digest.isValid(receipt.bytes[receipt.signer.signature], for: receipt.content, signer.key) else {
            throw .signatureInvalid
        }
        try receipt.checkUnused(besides: signer)
        let contents = try wellFormed { () throws(FormatError) in try receipt.unverified }
        try policy.check(contents, at: now)
        return VerifiedReceipt(
            asIfVerified: contents,
            VerifiedReceipt.Verification(
                trustAnchor: signer.anchor, trust: policy.trust.identity, signer: signer.signer, digest: digest,
                isDeviceChecked: policy.device != .unchecked, date: now))
    }

    // MARK: The chain

    private func trustedSigner(
        of receipt: SignedReceipt, _ signer: CertificateOutline, _ created: Date
    ) throws(VerificationError) -> TrustedSigner {
        let signerBytes = receipt.bytes[signer.whole]
        // Nothing of the policy is taken before the cache was asked: all threads would count how often it is in use.
        if policy.trust.isXcode {
            return try remembered(signerBytes, [], created) { () throws(VerificationError) in
                try validated(receipt, signer, nil, created)
            }
        }
        let intermediate = try receipt.intermediateCertificate(of: signer)
        return try remembered(signerBytes, receipt.bytes[intermediate.whole], created) {
            () throws(VerificationError) in try validated(receipt, signer, intermediate, created)
        }
    }

    private func validated(
        _ receipt: SignedReceipt, _ signer: CertificateOutline, _ intermediate: CertificateOutline?, _ created: Date
    ) throws(VerificationError) -> TrustedSigner {
        switch (policy.trust.mode, intermediate) {
        case (.xcode(let certificates), _): try validated(receipt, signer, certificates, created)
        case (.roots(let roots), let intermediate?): try validated(receipt, signer, intermediate, roots, created)
        case (.roots, nil): throw .issuerCertificateMissing
        }
    }

    /// The signer from the cache, or else what `validate` finds, which is remembered.
    private func remembered(
        _ signer: ArraySlice<UInt8>, _ intermediate: ArraySlice<UInt8>, _ created: Date,
        _ validate: () throws(VerificationError) -> TrustedSigner
    ) throws(VerificationError) -> TrustedSigner {
        if let known = chains.signer(signer, intermediate, at: created) {
            if known.usesSHA1 { try policy.sha1.check(.certificate, created) }
            return known
        }
        let trusted = try validate()
        chains.remember(trusted)
        return trusted
    }

    private func validated(
        _ receipt: SignedReceipt, _ signerOutline: CertificateOutline, _ intermediateOutline: CertificateOutline,
        _ roots: [ChainCertificate], _ created: Date
    ) throws(VerificationError) -> TrustedSigner {
        let signer = try EncodedCertificate(receipt.bytes, signerOutline, .signer)
        let intermediate = try EncodedCertificate(receipt.bytes, intermediateOutline, .intermediate)
        let selection = try RootSelection(for: intermediate, among: roots, at: created)
        let root = selection.root
        let demands = ChainDemands.receipt(policy)
        try demands.check(signer: signer, intermediate: intermediate, root: root, at: created)
        let chain = try CertificateChain(signer: signer, intermediate: intermediate, root: root)
        try demands.check(chain)
        try chain.validate(at: created)
        return TrustedSigner(
            signerBytes: Array(signer.bytes), intermediateBytes: Array(intermediate.bytes),
            key: try chain.signer.rsaKey(.signer), validities: chain.all.map(\.1.validity),
            preferred: selection.preferred, usesSHA1: signer.isSignedWithSHA1 || intermediate.isSignedWithSHA1,
            signer: signer.fingerprint, anchor: root.fingerprint)
    }

    /// The mode for Xcode's receipts: the signer is a certificate that the caller gave, byte for byte.
    private func validated(
        _ receipt: SignedReceipt, _ signerOutline: CertificateOutline, _ certificates: [ChainCertificate],
        _ created: Date
    ) throws(VerificationError) -> TrustedSigner {
        let signer = receipt.bytes[signerOutline.whole]
        guard let certificate = certificates.first(where: { $0.bytes == signer }) else {
            throw .notXcodeCertificate(Fingerprint(of: signer))
        }
        try ChainDemands.receipt(policy).checkDistrust(certificate.encoded, .signer)
        try certificate.validity.check(created, .signer)
        return TrustedSigner(
            signerBytes: Array(certificate.bytes), intermediateBytes: [], key: try certificate.rsaKey(.signer),
            validities: [certificate.validity], preferred: [], usesSHA1: false,
            signer: certificate.fingerprint, anchor: certificate.fingerprint)
    }

    private func wellFormed<T>(_ read: () throws(FormatError) -> T) throws(VerificationError) -> T {
        do throws(FormatError) { return try read() } catch { throw .malformed(error) }
    }
}
