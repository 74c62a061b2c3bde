internal import CryptoExtras
internal import ReceiptEssentials
internal import SwiftASN1
internal import X509

/// A certificate that is trusted, by the caller, or verified, by its issuer's signature. Only
/// such a certificate is decoded.
package struct VerifiedCertificate: Sendable {
    let encoded: UnverifiedCertificate
    let certificate: Certificate
    /// The key of a signer, if it is too short to stand in `certificate`.
    private let shortKey: _RSA.Signing.PublicKey?

    /// Decodes a certificate whose issuer's signature holds; given its issuer, also one whose key is RSA of 1024 bits.
    ///
    /// Apple signed transaction receipts of version 2 with such keys until 2016, and swift-certificates reads no certificate that has one. So it
    /// gets the certificate with its issuer's key instead. What it then reads of validity and extensions is what the issuer signed, and no check
    /// needs the key.
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

    /// A certificate in DER that the caller trusts.
    package init(
        trusted bytes: [UInt8], _ position: VerificationError.ChainPosition = .root
    ) throws(VerificationError) {
        self = try VerifiedCertificate(issuerChecked: UnverifiedCertificate(derEncoded: bytes, position))
    }

    /// In bits.
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

    /// Whether this certificate's key made the other's signature (RFC 5280 section 6.1.3 (a)(1)).
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

/// When a certificate is valid: both instants included (RFC 5280 section 4.1.2.5).
package struct Validity: Sendable {
    let notBefore: Date
    let notAfter: Date

    /// On seconds, since `>=` of `Date` holds for a date that is not a number.
    func contains(_ date: Date) -> Bool {
        hasBegun(by: date) && date.timeIntervalSince1970 <= notAfter.timeIntervalSince1970
    }

    func hasBegun(by date: Date) -> Bool { date.timeIntervalSince1970 >= notBefore.timeIntervalSince1970 }
}
