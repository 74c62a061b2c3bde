package import ReceiptEssentials
package import ReceiptFields
internal import ReceiptKit
internal import SwiftASN1
internal import X509

/// The properties of a certificate that `inspect` shows.
package struct CertificateSummary {
    /// The certificate's position in the receipt or JWS, from 1.
    package let position: Int
    package let fingerprint: String
    /// The fingerprint of the public key, in the form of a policy's distrusted keys, or nil if the key cannot be read.
    package let keyFingerprint: String?
    /// The certificate's fields, or nil if it cannot be read.
    package let details: Details?

    package struct Details {
        package let subject: String
        package let issuer: String
        package let serialNumber: String
        package let notBefore: Date
        package let notAfter: Date
        package let signatureAlgorithm: String
        /// The kind and size of the key, such as `P256` or `RSA2048`.
        package let key: String
        package let markers: [String]
    }

    /// Returns a summary of each certificate of a receipt or JWS, in file order.
    package static func all(_ certificates: [[UInt8]]) -> [CertificateSummary] {
        certificates.enumerated().map { CertificateSummary($1, position: $0 + 1) }
    }

    private init(_ bytes: [UInt8], position: Int) {
        self.position = position
        fingerprint = Fingerprint(of: bytes).description
        keyFingerprint = Fingerprint(ofKeyIn: bytes)?.description
        do {
            let (certificate, shortKey) = try Self.certificate(bytes)
            details = Details(
                subject: "\(certificate.subject)", issuer: "\(certificate.issuer)",
                serialNumber: SafeText.hex(certificate.serialNumber.bytes),
                notBefore: certificate.notValidBefore, notAfter: certificate.notValidAfter,
                signatureAlgorithm: String("\(certificate.signatureAlgorithm)".split(separator: ".").last ?? ""),
                key: shortKey ?? String("\(certificate.publicKey)".prefix { $0 != "." }),
                markers: certificate.extensions.map(\.oid.description).filter { $0.hasPrefix("1.2.840.113635.100.6.") })
        } catch {
            details = nil
        }
    }

    /// Reads a certificate. Signers of transaction receipts had RSA keys of less than 2048 bits until 2016, and swift-certificates rejects
    /// those. Therefore such a certificate is read with another key in place of the certificate's own, and `shortKey` describes the
    /// original key. Only certificates of version 3 are handled, because Apple issued none of version 1.
    private static func certificate(_ bytes: [UInt8]) throws -> (Certificate, shortKey: String?) {
        do { return (try Certificate(derEncoded: bytes), nil) } catch {
            let outline = try CertificateOutline(of: bytes)
            guard outline.version > 0, case .rsa(let bits) = try CertificateKey(inCertificate: bytes), bits < 2_048,
                let readable = outline.replacingKey(of: bytes, with: anyKey)
            else { throw error }
            return (try Certificate(derEncoded: readable), "RSA\(bits)")
        }
    }

    /// An Ed25519 key of zeros (RFC 8410 section 4), as the replacement for a short key. Any readable key would do.
    private static let anyKey: ArraySlice<UInt8> =
        [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + [UInt8](repeating: 0, count: 32)
}

extension CertificateSummary: JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("position", position)
        if let details {
            try sink.member("subject", details.subject)
            try sink.member("issuer", details.issuer)
            try sink.member("serialNumber", details.serialNumber)
            try sink.member("notBefore", details.notBefore)
            try sink.member("notAfter", details.notAfter)
            try sink.member("signatureAlgorithm", details.signatureAlgorithm)
            try sink.member("key", details.key)
            try sink.list("markers", details.markers)
        }
        try sink.member("sha256", fingerprint)
        try sink.member("keySHA256", keyFingerprint)
    }
}
