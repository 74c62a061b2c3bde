internal import ReceiptFields

/// An OBJECT IDENTIFIER as its content bytes (X.690 section 8.19), compared byte by byte. This library's readers use it.
///
/// swift-asn1's `ASN1ObjectIdentifier` is used only for the extensions of certificates, because swift-certificates decodes the extensions
/// and finds them by values of that type. Such a value doesn't give access to its bytes, so converting between the two types would mean
/// encoding again.
package struct OID: Hashable, Sendable {
    package let octets: [UInt8]

    private init(_ octets: [UInt8]) { self.octets = octets }

    package init(_ octets: ArraySlice<UInt8>) { self.octets = Array(octets) }

    // RFC 5652 sections 4 and 5.1
    static let data = OID([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
    static let signedData = OID([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    // RFC 8017 appendix A and C
    static let rsaEncryption = OID([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])
    static let sha1WithRSAEncryption = OID([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05])
    static let sha256WithRSAEncryption = OID([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B])
    // RFC 3370 section 2.1, RFC 5754 section 2.2
    static let sha1 = OID([0x2B, 0x0E, 0x03, 0x02, 0x1A])
    static let sha256 = OID([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01])
}

extension OID: CustomStringConvertible {
    /// The arcs, separated by dots. The reader accepts at most 64 bytes, so this is short.
    package var description: String {
        var arcs: [UInt64] = []
        var arc: UInt64 = 0
        for octet in octets {
            arc = arc << 7 | UInt64(octet & 0x7F)
            if octet & 0x80 == 0 {
                if arcs.isEmpty {
                    let first = min(arc / 40, 2)
                    arcs = [first, arc - first * 40]
                } else {
                    arcs.append(arc)
                }
                arc = 0
            }
        }
        return arcs.map(String.init).joined(separator: ".")
    }
}

extension DERReader {
    /// Reads an OBJECT IDENTIFIER of at most 64 bytes, with arcs below 2^63.
    package mutating func objectIdentifier() throws(FormatError) -> Range<Int> {
        let start = position
        let content = try element(.objectIdentifier)
        guard !content.isEmpty, content.count <= 64 else { throw fault(.invalidValue, at: start) }
        var arcLength = 0
        for index in content {
            if arcLength == 0, self[index] == 0x80 { throw fault(.invalidValue, at: start) }
            arcLength += 1
            guard arcLength <= 9 else { throw fault(.invalidValue, at: start) }
            if self[index] & 0x80 == 0 { arcLength = 0 }
        }
        guard arcLength == 0 else { throw fault(.invalidValue, at: start) }
        return content
    }
}
