internal import Crypto
internal import CryptoExtras
internal import X509

/// The key that signed: RSA for receipts, P-256 for StoreKit 2's tokens.
enum SigningKey: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)

    var kind: Kind {
        switch self {
        case .rsa: .rsa
        case .p256: .ecdsa
        }
    }

    /// Which keys the certificates of a chain have.
    enum Kind: Sendable {
        /// RSA of 2048 to 4096 bits.
        case rsa
        /// The signer's on P-256, its issuers' on P-256 or P-384.
        case ecdsa

        func checkIssuer(_ issuer: ChainCertificate, _ position: ChainPosition) throws(VerificationError) {
            guard isIssuer(issuer) else { throw .certificateKey(position) }
        }

        func isIssuer(_ issuer: ChainCertificate) -> Bool {
            let key = issuer.certificate.publicKey
            return switch self {
            case .rsa: _RSA.Signing.PublicKey(key).map { CertificateKey.sizes.contains($0.keySizeInBits) } ?? false
            case .ecdsa: P256.Signing.PublicKey(key) != nil || P384.Signing.PublicKey(key) != nil
            }
        }

        func signingKey(of signer: ChainCertificate) throws(VerificationError) -> SigningKey {
            let key = signer.certificate.publicKey
            switch self {
            case .rsa:
                if let key = _RSA.Signing.PublicKey(key), CertificateKey.sizes.contains(key.keySizeInBits) {
                    return .rsa(key)
                }
            case .ecdsa:
                if let key = P256.Signing.PublicKey(key) { return .p256(key) }
            }
            throw .certificateKey(.signer)
        }
    }
}
