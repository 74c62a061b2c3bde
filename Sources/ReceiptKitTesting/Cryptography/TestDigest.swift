import Crypto

/// A hash function that the kit can sign with.
public enum TestDigest: String, CaseIterable, Hashable, Sendable {
    /// SHA-1: receipts until 2024, and the device hash always.
    case sha1
    /// SHA-256: receipts since 2023.
    case sha256
    /// SHA-384: certificates of StoreKit 2's JWS. No receipt uses it.
    case sha384
    /// SHA-512, which no receipt uses.
    case sha512

    package func hash(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }

    /// The algorithm identifier of the hash alone.
    package var algorithm: TestAlgorithm {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    /// The algorithm identifier of an RSA signature over this hash.
    package var signatureAlgorithm: TestAlgorithm {
        switch self {
        case .sha1: .sha1WithRSAEncryption
        case .sha256: .sha256WithRSAEncryption
        case .sha384: .sha384WithRSAEncryption
        case .sha512: .sha512WithRSAEncryption
        }
    }

    /// The algorithm identifier of an ECDSA signature over this hash.
    package var ecdsaAlgorithm: TestAlgorithm {
        switch self {
        case .sha1: .ecdsaWithSHA1
        case .sha256: .ecdsaWithSHA256
        case .sha384: .ecdsaWithSHA384
        case .sha512: .ecdsaWithSHA512
        }
    }
}

extension TestDigest {
    /// HMAC: hash(outer key, hash(inner key, message)), where the keys are the key, padded with zeros to a block of the hash, each byte
    /// xor 5c or 36 (RFC 2104).
    func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let blockSize = self == .sha1 || self == .sha256 ? 64 : 128
        let short = key.count > blockSize ? hash(key) : key
        let block = short + [UInt8](repeating: 0, count: blockSize - short.count)
        return hash(block.map { $0 ^ 0x5c } + hash(block.map { $0 ^ 0x36 } + message))
    }
}
