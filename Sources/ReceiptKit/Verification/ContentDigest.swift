internal import Crypto
internal import ReceiptFields

/// What names a receipt: the SHA-256 hash of the octets that were signed.
///
/// The bytes of a receipt are no identity. The same signed content can be written into other containers, with another
/// certificate beside it or in BER, and the signature holds in all of them. Their content digest is the same: use it as the key
/// of a table or a cache, and to find out that the same receipt came twice.
public struct ContentDigest: Hashable, Sendable {
    /// The 32 octets of the hash.
    public let bytes: [UInt8]

    package init(of content: ArraySlice<UInt8>) { bytes = Array(SHA256.hash(data: content)) }
}

extension ContentDigest: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public var description: String { Escaped.hex(bytes) }
}
