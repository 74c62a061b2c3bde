package import Crypto
package import CryptoExtras
package import ReceiptFields
internal import X509

/// The key that created a signature: RSA for receipts, P-256 for StoreKit 2's JWS.
package enum SigningKey: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)

    /// The kind of keys that the certificates of a chain have.
    package enum Kind: Hashable, Sendable {
        /// RSA keys of 2048 to 4096 bits.
        case rsa
        /// The signer's key is on P-256, and the keys of its issuers are on P-256 or P-384.
        case ecdsa
        /// An RSA signer key of exactly this many bits. The issuers' keys are RSA of 2048 to 4096 bits.
        case transactionReceipt(bits: Int)

        /// True if a signer certificate is decoded even if its key has only 1024 bits. The verifier can then accept the key, or throw the
        /// error about keys.
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

/// The key of a certificate that swift-certificates doesn't decode at all, because its key is RSA of 1024 bits. The error needs this key.
///
/// ```
/// SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
/// RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }
/// ```
/// RFC 5280 section 4.1, RFC 8017 section A.1.1.
package enum CertificateKey {
    case rsa(bits: Int)
    case other

    /// The permitted sizes of RSA keys, in bits.
    static let sizes = 2_048...4_096

    /// Decodes the key of a certificate. Apart from the key, only the certificate's outline is parsed.
    package init(inCertificate bytes: [UInt8]) throws(FormatError) {
        let bytes = Array(bytes[try CertificateOutline(of: bytes).subject.upperBound...])
        let all = bytes[...]
        var reader = DERReader(all.span, limits: ReceiptLimits())
        let (algorithm, bits) = try reader.within(.sequence) { (reader) throws(FormatError) in
            (try reader.algorithmIdentifier(of: bytes), try reader.element(.bitString))
        }
        guard algorithm.algorithm == .rsaEncryption else {
            self = .other
            return
        }
        // The first byte of a BIT STRING is the number of unused bits, here 0.
        let content = all[bits].dropFirst()
        var key = DERReader(content.span, limits: ReceiptLimits())
        let (modulus, _) = try key.within(.sequence) { (key) throws(FormatError) in
            (try key.element(.integer), try key.element(.integer))
        }
        let number = content.part(modulus).drop { $0 == 0 }
        self = .rsa(bits: number.count * 8 - (number.first?.leadingZeroBitCount ?? 0))
    }

    /// Returns true if the bytes have the outline of a certificate, and its key isn't RSA of a permitted size.
    static func isUnsuitable(inCertificate bytes: [UInt8]) -> Bool {
        do throws(FormatError) {
            guard case .rsa(let bits) = try CertificateKey(inCertificate: bytes) else { return true }
            return !sizes.contains(bits)
        } catch { return false }
    }
}
