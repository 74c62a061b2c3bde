internal import Crypto
internal import ReceiptFields

/// The SHA-256 hash that identifies a certificate, a key or a set of trusted certificates. A certificate's is the hash of its DER encoding, a
/// key's that of its SubjectPublicKeyInfo.
public struct Fingerprint: Hashable, Sendable {
    /// The 32 bytes of the hash.
    public let bytes: [UInt8]

    /// The fingerprint of a certificate in DER, or of other bytes.
    public init(of bytes: some Sequence<UInt8>) { self.bytes = Array(SHA256.hash(data: Array(bytes))) }

    /// The fingerprint of the key in a certificate, as ``ReceiptPolicy/distrustedKeys`` takes it: that of the SubjectPublicKeyInfo as the
    /// certificate encodes it (RFC 5280 section 4.1). Nil if the bytes are not a certificate in DER.
    ///
    /// The certificate isn't verified.
    public init?(ofKeyIn certificate: some Sequence<UInt8>) {
        let bytes = Array(certificate)
        do throws(FormatError) {
            guard let key = try CertificateRanges(of: bytes).subjectPublicKeyInfo else { return nil }
            self.init(of: bytes[key])
        } catch { return nil }
    }

    /// A fingerprint from 64 hexadecimal digits, with or without colons; nil if the text is anything else.
    public init?(_ hexadecimal: String) {
        guard let bytes = SHA256Digest.bytes(hexadecimal: hexadecimal) else { return nil }
        self.bytes = bytes
    }
}

extension Fingerprint: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public var description: String { Escaped.hex(bytes) }
}

extension SHA256Digest {
    /// The 32 bytes of a hash that is written as 64 hexadecimal digits, with or without colons; nil if the text is anything else.
    static func bytes(hexadecimal text: String) -> [UInt8]? {
        guard let bytes = Escaped.bytes(hexadecimal: text, separators: ":"), bytes.count == 32 else { return nil }
        return bytes
    }
}
