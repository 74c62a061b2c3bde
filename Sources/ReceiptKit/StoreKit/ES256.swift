internal import Crypto

/// ECDSA on P-256 with SHA-256, as a JWS has it: the signature is r and s, 32 octets each (RFC 7518 section 3.4).
enum ES256 {
    /// Whether `key` made `signature` over `text`.
    static func isValid(_ signature: [UInt8], for text: ArraySlice<UInt8>, _ key: P256.Signing.PublicKey) -> Bool {
        do {
            return key.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature), for: SHA256.hash(data: text))
        } catch {
            return false
        }
    }
}
