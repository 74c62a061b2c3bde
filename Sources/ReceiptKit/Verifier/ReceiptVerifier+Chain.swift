internal import ReceiptEssentials
internal import ReceiptFields

/// Validation of the certificates in evidence up to a root certificate that the policy trusts, and the cache of validated chains.
extension ReceiptVerifier {
    /// Returns the signer of a chain of three certificates, from the cache if possible.
    ///
    /// - Parameter encoded: parses the signer and intermediate certificates. Evaluated only if the cache doesn't contain the chain.
    func trustedSigner(
        _ signer: ArraySlice<UInt8>, _ intermediate: ArraySlice<UInt8>, _ keys: SigningKey.Kind, at date: Date,
        encoded: @autoclosure () throws(VerificationError) -> (UnverifiedCertificate, UnverifiedCertificate)
    ) throws(VerificationError) -> TrustedSigner {
        if let known = rememberedSigner(signer, intermediate, keys, at: date) {
            if known.usesSHA1 { try policy.sha1.check(.certificate, date) }
            return known
        }
        let (signer, intermediate) = try encoded()
        let trusted = try validated(signer, intermediate, policy.trust.roots(for: keys), keys, at: date)
        remember(trusted)
        return trusted
    }

    private func rememberedSigner(
        _ signer: ArraySlice<UInt8>, _ intermediate: ArraySlice<UInt8>, _ keys: SigningKey.Kind, at date: Date
    ) -> TrustedSigner? {
        if let known = chains.signer(signer, intermediate, keys, at: date) { return known }
        return keys == .ecdsa ? judgedChains.signer(signer, intermediate, keys, at: date) : nil
    }

    /// Adds a chain to the cache before the signer's signature is checked.
    private func remember(_ signer: TrustedSigner) {
        (signer.keys == .ecdsa ? judgedChains : chains).remember(signer)
    }

    /// Returns the signer in the mode for Xcode, where it must equal, byte for byte, one of the certificates that the caller supplied.
    func trustedXcodeSigner(
        _ signer: ArraySlice<UInt8>, _ keys: SigningKey.Kind, at date: Date
    ) throws(VerificationError) -> TrustedSigner {
        if let known = rememberedSigner(signer, [], keys, at: date) { return known }
        guard case .xcode(let certificates) = policy.trust.mode,
            let certificate = certificates.first(where: { $0.bytes == signer })
        else {
            throw .notXcodeCertificate(Fingerprint(of: signer))
        }
        try AppStoreChainPolicy(keys, policy).checkDistrust(certificate.encoded)
        try certificate.checkValidity(at: date)
        let trusted = TrustedSigner(
            signerBytes: Array(certificate.bytes), intermediateBytes: [], key: try keys.signingKey(of: certificate),
            keys: keys, validities: [certificate.validity], preferred: [], usesSHA1: false,
            signer: certificate.fingerprint, anchor: certificate.fingerprint)
        remember(trusted)
        return trusted
    }

    private func validated(
        _ signer: UnverifiedCertificate, _ intermediate: UnverifiedCertificate, _ roots: [VerifiedCertificate],
        _ keys: SigningKey.Kind, at date: Date
    ) throws(VerificationError) -> TrustedSigner {
        let selection = try RootSelection(for: intermediate, among: roots, at: date)
        let root = selection.root
        let demands = AppStoreChainPolicy(keys, policy)
        try demands.check(signer: signer, intermediate: intermediate, root: root, at: date)
        let chain = try CertificateChain(
            signer: signer, intermediate: intermediate, root: root, allowsShortKey: keys.mayBeShort)
        try demands.check(chain)
        try chain.validate(at: date)
        return TrustedSigner(
            signerBytes: Array(signer.bytes), intermediateBytes: Array(intermediate.bytes),
            key: try keys.signingKey(of: chain.signer), keys: keys, validities: chain.all.map(\.validity),
            preferred: selection.preferred, usesSHA1: signer.isSignedWithSHA1 || intermediate.isSignedWithSHA1,
            signer: signer.fingerprint, anchor: root.fingerprint)
    }
}
