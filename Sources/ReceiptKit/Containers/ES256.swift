package import Crypto

/// ECDSA on P-256 with SHA-256, in the form of a JWS: the signature consists of r and s, 32 bytes each (RFC 7518 section 3.4).
package enum ES256 {
    /// Returns true if `key` created `signature` over the text with this hash.
    package static func isValid(_ signature: [UInt8], for hash: SHA256Digest, _ key: P256.Signing.PublicKey) -> Bool {
        do {
            return key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: hash)
        } catch {
            return false
        }
    }
}
