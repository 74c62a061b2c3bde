internal import Crypto
internal import ReceiptFields

/// The SHA-256 hash that identifies a certificate, a key or a set of trusted certificates. For a certificate it is the hash of its DER
/// encoding, and for a key the hash of its SubjectPublicKeyInfo.
public struct Fingerprint: Hashable, Sendable {
    /// The 32 bytes of the hash.
    public let bytes: [UInt8]

    /// Creates the fingerprint of a certificate in DER, or of other bytes.
    public init(of bytes: some Sequence<UInt8>) { self.bytes = Array(SHA256.hash(data: Array(bytes))) }

    /// Creates the fingerprint of the key in a certificate, for ``ReceiptPolicy/distrustedKeys``: the hash of the SubjectPublicKeyInfo as
    /// the certificate encodes it (RFC 5280 section 4.1). Nil if the bytes aren't a certificate in DER.
    ///
    /// The certificate isn't verified.
    public init?(ofKeyIn certificate: some Sequence<UInt8>) {
        let bytes = Array(certificate)
        do throws(FormatError) {
            guard let key = try CertificateOutline(of: bytes).subjectPublicKeyInfo else { return nil }
            self.init(of: bytes[key])
        } catch { return nil }
    }

    /// Creates a fingerprint from 64 hexadecimal digits, with or without colons. Nil if the string is anything else.
    public init?(_ hexadecimal: String) {
        guard let bytes = SHA256Digest.bytes(hexadecimal: hexadecimal) else { return nil }
        self.bytes = bytes
    }
}

extension Fingerprint: CustomStringConvertible {
    /// The hash as 64 lowercase hexadecimal digits.
    public var description: String { SafeText.hex(bytes) }
}

extension SHA256Digest {
    /// Returns the 32 bytes of a hash written as 64 hexadecimal digits, with or without colons. Nil if the string is anything else.
    static func bytes(hexadecimal text: String) -> [UInt8]? {
        guard let bytes = SafeText.bytes(hexadecimal: text, separators: ":"), bytes.count == 32 else { return nil }
        return bytes
    }
}
