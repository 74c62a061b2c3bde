package import Crypto
package import CryptoExtras
package import ReceiptFields
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

/// The key of a certificate that swift-certificates rejects as a whole, as it does for RSA of 1024 bits: to say what is wrong.
///
/// ```
/// SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
/// RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }
/// ```
/// RFC 5280 section 4.1, RFC 8017 section A.1.1.
package enum CertificateKey {
    case rsa(bits: Int)
    case other

    /// RSA in bits.
    static let sizes = 2_048...4_096

    /// Reads the key of a certificate, and of all else no more than its outline.
    package init(inCertificate bytes: [UInt8]) throws(FormatError) {
        let bytes = Array(bytes[try CertificateRanges(of: bytes).subject.upperBound...])
        let all = bytes[...]
        var reader = DERReader(all.span, limits: ReceiptLimits())
        let (algorithm, bits) = try reader.within(.sequence) { (reader) throws(FormatError) in
            (try reader.algorithmIdentifier(of: bytes), try reader.element(.bitString))
        }
        guard algorithm.algorithm == .rsaEncryption else {
            self = .other
            return
        }
        // The first byte of a BIT STRING tells how many bits are unused, here none.
        let content = all[bits].dropFirst()
        var key = DERReader(content.span, limits: ReceiptLimits())
        let (modulus, _) = try key.within(.sequence) { (key) throws(FormatError) in
            (try key.element(.integer), try key.element(.integer))
        }
        let number = content.part(modulus).drop { $0 == 0 }
        self = .rsa(bits: number.count * 8 - (number.first?.leadingZeroBitCount ?? 0))
    }

    /// Whether this is a certificate, as far as its outline goes, and its key another than RSA of these sizes.
    static func isUnsuitable(inCertificate bytes: [UInt8]) -> Bool {
        do throws(FormatError) {
            guard case .rsa(let bits) = try CertificateKey(inCertificate: bytes) else { return true }
            return !sizes.contains(bits)
        } catch { return false }
    }
}
