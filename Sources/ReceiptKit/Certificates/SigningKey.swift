package import Crypto
package import CryptoExtras
internal import X509

/// The key that signed: RSA for receipts, P-256 for StoreKit 2's JWS.
package enum SigningKey: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)

    /// Which keys the certificates of a chain have.
    package enum Kind: Hashable, Sendable {
        /// RSA of 2048 to 4096 bits.
        case rsa
        /// The signer's on P-256, its issuers' on P-256 or P-384.
        case ecdsa
        /// The signer's RSA of exactly as many bits, its issuers' RSA of 2048 to 4096 bits.
        case transactionReceipt(bits: Int)

        /// Whether a signer is decoded though its key has 1024 bits: to take it, or to say what is wrong with it.
        var mayBeShort: Bool { if case .transactionReceipt = self { true } else { false } }

        func checkIssuer(_ issuer: VerifiedCertificate) throws(VerificationError) {
            guard isIssuer(issuer) else { throw .certificateKey(issuer.position) }
        }

        func isIssuer(_ issuer: VerifiedCertificate) -> Bool {
            let key = issuer.certificate.publicKey
            return switch self {
            case .rsa, .transactionReceipt:
                _RSA.Signing.PublicKey(key).map { CertificateKey.sizes.contains($0.keySizeInBits) } ?? false
            case .ecdsa: P256.Signing.PublicKey(key) != nil || P384.Signing.PublicKey(key) != nil
            }
        }

        package func signingKey(of signer: VerifiedCertificate) throws(VerificationError) -> SigningKey {
            switch self {
            case .rsa:
                if let key = signer.rsaKey, CertificateKey.sizes.contains(key.keySizeInBits) { return .rsa(key) }
            case .ecdsa:
                if let key = P256.Signing.PublicKey(signer.certificate.publicKey) { return .p256(key) }
            case .transactionReceipt(let bits):
                if let key = signer.rsaKey, key.keySizeInBits == bits { return .rsa(key) }
            }
            throw .certificateKey(.signer)
        }
    }
}
