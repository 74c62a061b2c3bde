internal import Crypto
internal import ReceiptFields

/// A name for people, lists and tables: a SHA-256 hash. Of a certificate it is that of its DER encoding; of a key that of its
/// SubjectPublicKeyInfo; of a receipt that of what was signed, ``VerifiedReceipt/contentDigest``.
public struct Fingerprint: Hashable, Sendable {
    /// The 32 octets of the hash.
    public let bytes: [UInt8]

    /// The fingerprint of a certificate in DER, or of other octets.
    public init(of octets: some Sequence<UInt8>) { bytes = Array(SHA256.hash(data: Array(octets))) }

    /// The fingerprint of the key in a certificate, as ``ReceiptPolicy/distrustedKeys`` takes it: that of the SubjectPublicKeyInfo as the
    /// certificate encodes it (RFC 5280 section 4.1). Nil if the bytes are not a certificate in DER.
    ///
    /// The certificate isn't verified.
    public init?(ofKeyIn certificate: some Sequence<UInt8>) {
        let bytes = Array(certificate)
        let all = bytes[...]
        var reader = DERReader(all.span, limits: ReceiptLimits())
        do throws(FormatError) {
            let outline = try reader.certificateOutline(maximumSize: .max)
            try reader.finish()
            guard let key = outline.subjectPublicKeyInfo(in: bytes) else { return nil }
            self.init(of: key)
        } catch { return nil }
    }

    init(_ hash: SHA256Digest) { bytes = Array(hash) }

    /// Of content that was not signed as one piece: SHA-256(kind ‖ 0 ‖ parts), the kind as it stands in JSON. No JWS and no receipt
    /// begins with such a label, so that no other content has the same digest.
    init(_ kind: VerifiedEvidence.Kind, _ parts: [UInt8]...) {
        bytes = Array(SHA256.hash(data: Array(kind.rawValue.utf8) + [0] + parts.joined()))
    }

    /// A fingerprint from 64 hexadecimal digits, with or without colons; nil if the text is anything else.
    public init?(_ hexadecimal: String) {
        var digits: [UInt8] = []
        for character in hexadecimal.utf8 where character != UInt8(ascii: ":") {
            guard let digit = Self.digit(character) else { return nil }
            digits.append(digit)
        }
        guard digits.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - 55
        default: nil
        }
    }
}

extension Fingerprint: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public var description: String { Escaped.hex(bytes) }
}
