internal import CryptoExtras
internal import ReceiptEssentials
internal import SwiftASN1
internal import X509

/// A certificate that the caller trusts, or whose issuer's signature was verified. Only such certificates are decoded.
package struct VerifiedCertificate: Sendable {
    let encoded: UnverifiedCertificate
    let certificate: Certificate
    /// The key of a signer, if the key is too short for `certificate` to contain it.
    private let shortKey: _RSA.Signing.PublicKey?

    /// Decodes a certificate whose issuer's signature was verified. If the issuer is passed, the key of the certificate may be RSA of 1024
    /// bits.
    ///
    /// Apple signed transaction receipts of version 2 with such keys until 2016, and swift-certificates decodes no certificate that has
    /// one. Therefore, the issuer's key replaces the short key in the certificate that is passed to swift-certificates. The decoded
    /// validity and extensions are still those that the issuer signed, and no check uses the replaced key.
    init(
        issuerChecked encoded: UnverifiedCertificate, shortKeyIssuedBy issuer: UnverifiedCertificate? = nil
    ) throws(VerificationError) {
        self.encoded = encoded
        var decoded = encoded.bytes
        shortKey = issuer == nil ? nil : Self.shortKey(of: encoded)
        if let issuer, shortKey != nil {
            guard let key = issuer.subjectPublicKeyInfo, let replaced = encoded.replacingKey(with: key) else {
                throw .malformedCertificate(encoded.position)
            }
            decoded = replaced
        }
        do { certificate = try Certificate(derEncoded: decoded) } catch {
            throw .malformedCertificate(encoded.position)
        }
    }

    /// Decodes a DER certificate that the caller trusts.
    package init(
        trusted bytes: [UInt8], _ position: VerificationError.ChainPosition = .root
    ) throws(VerificationError) {
        self = try VerifiedCertificate(issuerChecked: UnverifiedCertificate(derEncoded: bytes, position))
    }

    /// The size of a short key, in bits.
    static let shortKeySize = 1_024

    private static func shortKey(of certificate: UnverifiedCertificate) -> _RSA.Signing.PublicKey? {
        guard let encoded = certificate.subjectPublicKeyInfo else { return nil }
        do {
            let key = try _RSA.Signing.PublicKey(unsafeDERRepresentation: Array(encoded))
            return key.keySizeInBits == shortKeySize ? key : nil
        } catch { return nil }
    }

    package var bytes: ArraySlice<UInt8> { encoded.bytes }
    package var fingerprint: Fingerprint { encoded.fingerprint }
    var subject: ArraySlice<UInt8> { encoded.subject }
    var position: VerificationError.ChainPosition { encoded.position }
    var rsaKey: _RSA.Signing.PublicKey? { shortKey ?? _RSA.Signing.PublicKey(certificate.publicKey) }
    var validity: Validity { Validity(notBefore: certificate.notValidBefore, notAfter: certificate.notValidAfter) }

    /// Returns true if this certificate's key created the other certificate's signature (RFC 5280 section 6.1.3 (a)(1)).
    func hasSigned(_ other: UnverifiedCertificate) -> Bool {
        certificate.publicKey.isValidSignature(
            other.signature, for: other.signedPart, signatureAlgorithm: other.signatureAlgorithm)
    }

    func checkValidity(at date: Date) throws(VerificationError) {
        let validity = validity
        if validity.contains(date) { return }
        throw validity.hasBegun(by: date)
            ? .certificateExpired(position, notAfter: validity.notAfter, created: date)
            : .certificateNotYetValid(position, notBefore: validity.notBefore, created: date)
    }
}

/// The validity period of a certificate, both instants included (RFC 5280 section 4.1.2.5).
package struct Validity: Sendable {
    let notBefore: Date
    let notAfter: Date

    /// Returns true if the certificate is valid at a date. It compares seconds, because `>=` of `Date` is true for a date that is not a
    /// number.
    func contains(_ date: Date) -> Bool {
        hasBegun(by: date) && date.timeIntervalSince1970 <= notAfter.timeIntervalSince1970
    }

    func hasBegun(by date: Date) -> Bool { date.timeIntervalSince1970 >= notBefore.timeIntervalSince1970 }
}
