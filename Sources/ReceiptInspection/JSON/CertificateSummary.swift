package import ReceiptEssentials
package import ReceiptFields
internal import ReceiptKit
internal import SwiftASN1
internal import X509

/// What `inspect` shows of a certificate.
package struct CertificateSummary {
    /// Its place in the receipt or JWS, from 1.
    package let position: Int
    package let fingerprint: String
    /// The fingerprint of the key, as a policy distrusts it. Nil if the certificate has none.
    package let keyFingerprint: String?
    /// Nil if the certificate cannot be read.
    package let details: Details?

    package struct Details {
        package let subject: String
        package let issuer: String
        package let serialNumber: String
        package let notBefore: Date
        package let notAfter: Date
        package let signatureAlgorithm: String
        /// The kind and size of the key.
        package let key: String
        package let markers: [String]
    }

    /// What is in the certificates of a receipt or JWS, in file order.
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
                serialNumber: Escaped.hex(certificate.serialNumber.bytes),
                notBefore: certificate.notValidBefore, notAfter: certificate.notValidAfter,
                signatureAlgorithm: "\(certificate.signatureAlgorithm)".split(separator: ".").last.map(String.init)
                    ?? "",
                key: shortKey ?? Self.key(certificate),
                markers: certificate.extensions.map(\.oid.description).filter { $0.hasPrefix("1.2.840.113635.100.6.") })
        } catch {
            details = nil
        }
    }

    /// Such as `P256` or `RSA2048`.
    private static func key(_ certificate: Certificate) -> String {
        "\(certificate.publicKey)".split(separator: ".").first.map(String.init) ?? ""
    }
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
