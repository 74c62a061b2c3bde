internal import ReceiptFields

/// The one signer of a receipt.
///
/// ```
/// SignerInfo ::= SEQUENCE {
///     version CMSVersion, sid SignerIdentifier, digestAlgorithm DigestAlgorithmIdentifier,
///     signedAttrs [0] IMPLICIT SignedAttributes OPTIONAL, signatureAlgorithm SignatureAlgorithmIdentifier,
///     signature SignatureValue, unsignedAttrs [1] IMPLICIT UnsignedAttributes OPTIONAL }
/// SignerIdentifier ::= CHOICE { issuerAndSerialNumber IssuerAndSerialNumber, subjectKeyIdentifier [0] SubjectKeyIdentifier }
/// IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber CertificateSerialNumber }
/// ```
/// RFC 5652 sections 5.3 and 10.2.4. App Store receipts have neither signed nor unsigned attributes. Signed ones are refused:
/// the content of a receipt is itself a SET, so a signature over it could be presented as one over attributes, beside
/// content of somebody's choice. Unsigned ones are refused because anyone could add them to a genuine receipt.
package struct SignerInfo: Hashable, Sendable {
    /// The issuer's name, with its header.
    package let issuer: Range<Int>
    /// Content octets of the serial number.
    package let serialNumber: Range<Int>
    package let digestAlgorithm: AlgorithmIdentifier
    package let signatureAlgorithm: AlgorithmIdentifier
    package let signature: Range<Int>
}

extension DERReader {
    mutating func signerInfo(of bytes: [UInt8]) throws(FormatError) -> SignerInfo {
        let frame = try enter(.sequence)
        let versionStart = position
        let version = try integer()
        if nextTag == .subjectKeyIdentifier { throw fault(.unsupportedSignerIdentifier, at: position) }
        guard version == 1 else { throw fault(.unsupportedVersion(version), at: versionStart) }
        let identifier = try enter(.sequence)
        let issuerStart = position
        _ = try element(.sequence)
        let issuer = issuerStart..<position
        let serialNumber = try element(.integer)
        try leave(identifier)
        let digestAlgorithm = try algorithmIdentifier(of: bytes)
        if nextTag == .context0 { throw fault(.signedAttributes, at: position) }
        let signatureAlgorithm = try algorithmIdentifier(of: bytes)
        let signature = try element(.octetString)
        if nextTag == .context1 { throw fault(.unsignedAttributes, at: position) }
        try leave(frame)
        return SignerInfo(
            issuer: issuer, serialNumber: serialNumber, digestAlgorithm: digestAlgorithm,
            signatureAlgorithm: signatureAlgorithm, signature: signature)
    }
}
