internal import CryptoExtras
internal import ReceiptFields

/// An RSA key of 1024 bits, as Apple signed transaction receipts of version 2 with until 2016.
///
/// swift-certificates reads no certificate with such a key. So it is given the certificate with another key in the place of its own:
/// that of its issuer, whose signature over the real one was found to hold before. What it then reads of validity and extensions is
/// what was signed, and no check needs the key.
struct ShortKey: Sendable {
    /// In bits.
    static let size = 1_024

    let key: _RSA.Signing.PublicKey

    /// The key of a certificate, or nil if it is another than RSA of this size.
    init?(of certificate: UnverifiedCertificate) {
        guard let encoded = certificate.subjectPublicKeyInfo else { return nil }
        do {
            key = try _RSA.Signing.PublicKey(unsafeDERRepresentation: Array(encoded))
        } catch {
            return nil
        }
        guard key.keySizeInBits == Self.size else { return nil }
    }
}
