internal import Crypto
internal import ReceiptFields

/// The identity of a piece of evidence: the SHA-256 hash of the signed content. Evidence with another signature over the same content has
/// the same digest, so you can use the digest as the key of stored evidence.
public struct ContentDigest: Hashable, Sendable {
    /// The 32 bytes of the hash.
    public let bytes: [UInt8]

    init(_ hash: SignedHash) {
        switch hash {
        case .computed(let hash): bytes = Array(hash)
        case .content(let content): bytes = Array(SHA256.hash(data: content))
        }
    }

    package init(of content: [UInt8]) { self.init(.content(content[...])) }

    /// Creates the digest of content that wasn't signed as one piece: SHA-256(kind ‖ 0 ‖ parts), with the kind's raw value as in JSON. No
    /// JWS and no receipt begins with such a kind and a zero byte, so no other content has the same digest.
    init(_ kind: VerifiedEvidence.Kind, _ parts: [UInt8]...) {
        self.init(of: Array(kind.rawValue.utf8) + [0] + parts.joined())
    }

    /// Creates a digest from the 64 hexadecimal digits of its ``description``. Nil if the string is anything else.
    public init?(_ hexadecimal: String) {
        guard let bytes = SHA256Digest.bytes(hexadecimal: hexadecimal) else { return nil }
        self.bytes = bytes
    }
}

extension ContentDigest: CustomStringConvertible {
    /// The hash as 64 lowercase hexadecimal digits.
    public var description: String { SafeText.hex(bytes) }
}

/// The SHA-256 hash of the signed content. A signature with another hash function, such as SHA-1, is verified without this hash. The hash
/// is then computed each time it is requested.
enum SignedHash: Hashable, Sendable {
    case computed(SHA256Digest)
    case content(ArraySlice<UInt8>)
}
