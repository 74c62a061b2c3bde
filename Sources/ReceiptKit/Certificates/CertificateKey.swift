package import ReceiptFields

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
        let octets = content.dropFirst(modulus.lowerBound).prefix(modulus.count).drop { $0 == 0 }
        self = .rsa(bits: octets.count * 8 - (octets.first?.leadingZeroBitCount ?? 0))
    }

    /// Whether this is a certificate, as far as its outline goes, and its key another than RSA of these sizes.
    static func isUnsuitable(inCertificate bytes: [UInt8]) -> Bool {
        do throws(FormatError) {
            guard case .rsa(let bits) = try CertificateKey(inCertificate: bytes) else { return true }
            return !sizes.contains(bits)
        } catch { return false }
    }
}
