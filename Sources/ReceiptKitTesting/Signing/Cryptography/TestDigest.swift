import Crypto

/// The hash functions that the kit can sign with.
public enum TestDigest: CaseIterable, Hashable, Sendable {
    /// SHA-1: receipts until 2024, and every device hash.
    case sha1
    /// SHA-256: receipts since 2023.
    case sha256
    /// SHA-384: certificates for StoreKit 2's JWS. No receipt uses it.
    case sha384
    /// SHA-512, which no receipt uses.
    case sha512

    func value(of bytes: [UInt8]) -> any Digest {
        switch self {
        case .sha1: Insecure.SHA1.hash(data: bytes)
        case .sha256: SHA256.hash(data: bytes)
        case .sha384: SHA384.hash(data: bytes)
        case .sha512: SHA512.hash(data: bytes)
        }
    }

    package func hash(_ bytes: [UInt8]) -> [UInt8] { Array(value(of: bytes)) }

    /// The identifiers of the hash function, and of RSA and ECDSA signatures with it.
    private var algorithms: (hash: TestAlgorithm, rsa: TestAlgorithm, ecdsa: TestAlgorithm) {
        switch self {
        case .sha1: (.sha1, .sha1WithRSAEncryption, .ecdsaWithSHA1)
        case .sha256: (.sha256, .sha256WithRSAEncryption, .ecdsaWithSHA256)
        case .sha384: (.sha384, .sha384WithRSAEncryption, .ecdsaWithSHA384)
        case .sha512: (.sha512, .sha512WithRSAEncryption, .ecdsaWithSHA512)
        }
    }

    package var algorithm: TestAlgorithm { algorithms.hash }

    package var signatureAlgorithm: TestAlgorithm { algorithms.rsa }

    package var ecdsaAlgorithm: TestAlgorithm { algorithms.ecdsa }
}

extension TestDigest {
    /// Computes HMAC: hash(outer key, hash(inner key, message)). The inner and the outer key are the given key, padded with zeros to the
    /// hash's block size, with each byte XORed with 36 or 5c (RFC 2104).
    func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let blockSize = self == .sha1 || self == .sha256 ? 64 : 128
        let short = key.count > blockSize ? hash(key) : key
        let block = short + [UInt8](repeating: 0, count: blockSize - short.count)
        return hash(block.map { $0 ^ 0x5c } + hash(block.map { $0 ^ 0x36 } + message))
    }
}
