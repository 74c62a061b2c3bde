internal import Crypto
internal import ReceiptFields

/// The identity of a piece of evidence: the SHA-256 hash of what was signed. Evidence with another signature over the same content has the
/// same digest, so that it can be the key under which you store evidence.
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

    /// Of content that was not signed as one piece: SHA-256(kind ‖ 0 ‖ parts), the kind as it stands in JSON. No JWS and no receipt
    /// begins with such a label, so that no other content has the same digest.
    init(_ kind: VerifiedEvidence.Kind, _ parts: [UInt8]...) {
        self.init(of: Array(kind.rawValue.utf8) + [0] + parts.joined())
    }

    /// A digest from the 64 hexadecimal digits of its ``description``; nil if the text is anything else.
    public init?(_ hexadecimal: String) {
        guard let bytes = SHA256Digest.bytes(hexadecimal: hexadecimal) else { return nil }
        self.bytes = bytes
    }
}

extension ContentDigest: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public var description: String { Escaped.hex(bytes) }
}

/// The SHA-256 hash of what was signed. If the signature didn't need it, as one with SHA-1, it is computed whenever it is asked for.
enum SignedHash: Hashable, Sendable {
    case computed(SHA256Digest)
    case content(ArraySlice<UInt8>)
}
