internal import SwiftASN1
internal import X509

/// swift-certificates reads no certificate whose RSA key is shorter than 2048 bits. The signers of transaction receipts had such keys
/// until 2016.
extension CertificateSummary {
    /// The certificate, and what its key is if that is such a key: another one stands in its place then.
    static func certificate(_ bytes: [UInt8]) throws -> (Certificate, shortKey: String?) {
        do { return (try Certificate(derEncoded: bytes), nil) } catch {
            guard let (readable, bits) = try replacingShortKey(bytes) else { throw error }
            return (try Certificate(derEncoded: readable), "RSA\(bits)")
        }
    }

    /// Nil if the key is another one.
    private static func replacingShortKey(_ bytes: [UInt8]) throws -> (certificate: [UInt8], bits: Int)? {
        let whole = try elements(of: DER.parse(bytes))
        guard let signedPart = whole.first else { return nil }
        let fields = try elements(of: signedPart)
        // TBSCertificate: version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo (RFC 5280 section 4.1).
        let place = 6
        guard fields.count > place, let bits = try rsaKeySize(fields[place]), bits < 2_048 else { return nil }
        var der = DER.Serializer()
        der.appendConstructedNode(identifier: .sequence) { der in
            der.appendConstructedNode(identifier: .sequence) { der in
                for field in fields[..<place] { der.serialize(field) }
                der.serializeRawBytes(anyKey)
                for field in fields[(place + 1)...] { der.serialize(field) }
            }
            for part in whole.dropFirst() { der.serialize(part) }
        }
        return (der.serializedBytes, bits)
    }

    /// The size of the key in a SubjectPublicKeyInfo in bits, or nil if it is no RSA key.
    private static func rsaKeySize(_ info: ASN1Node) throws -> Int? {
        let parts = try elements(of: info)
        guard parts.count == 2, let algorithm = try elements(of: parts[0]).first,
            try ASN1ObjectIdentifier(derEncoded: algorithm) == [1, 2, 840, 113549, 1, 1, 1],
            let modulus = try elements(of: DER.parse(ASN1BitString(derEncoded: parts[1]).bytes)).first
        else { return nil }
        let octets = try ArraySlice<UInt8>(derEncoded: modulus).drop { $0 == 0 }
        return octets.count * 8 - (octets.first?.leadingZeroBitCount ?? 0)
    }

    private static func elements(of node: ASN1Node) throws -> [ASN1Node] {
        try DER.sequence(node, identifier: .sequence) { nodes in
            var all: [ASN1Node] = []
            while let next = nodes.next() { all.append(next) }
            return all
        }
    }

    /// An Ed25519 key of zeros (RFC 8410 section 4): any key that can be read will do.
    private static let anyKey: [UInt8] =
        [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + [UInt8](repeating: 0, count: 32)
}
