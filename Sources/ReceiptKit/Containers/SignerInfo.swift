internal import ReceiptFields

/// The signer info of a receipt, which has exactly one.
///
/// ```
/// SignerInfo ::= SEQUENCE {
///     version CMSVersion, sid SignerIdentifier, digestAlgorithm DigestAlgorithmIdentifier,
///     signedAttrs [0] IMPLICIT SignedAttributes OPTIONAL, signatureAlgorithm SignatureAlgorithmIdentifier,
///     signature SignatureValue, unsignedAttrs [1] IMPLICIT UnsignedAttributes OPTIONAL }
/// SignerIdentifier ::= CHOICE { issuerAndSerialNumber IssuerAndSerialNumber, subjectKeyIdentifier [0] SubjectKeyIdentifier }
/// IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber CertificateSerialNumber }
/// ```
/// RFC 5652 sections 5.3 and 10.2.4. App Store receipts have neither signed nor unsigned attributes, and both are rejected. Signed
/// attributes are rejected because the content of a receipt is itself a SET: an attacker could present a signature over that content as a
/// signature over attributes, together with other content of the attacker's choice. Unsigned attributes are rejected because anyone could
/// add them to a genuine receipt.
package struct SignerInfo: Hashable, Sendable {
    /// The issuer's name, with its header.
    package let issuer: Range<Int>
    /// The content bytes of the serial number.
    package let serialNumber: Range<Int>
    package let digestAlgorithm: AlgorithmIdentifier
    package let signatureAlgorithm: AlgorithmIdentifier
    package let signature: Range<Int>
}

extension DERReader {
    mutating func signerInfo(of bytes: [UInt8]) throws(FormatError) -> SignerInfo {
        try within(.sequence) { (reader) throws(FormatError) in
            let start = reader.position
            let version = try reader.integer()
            if reader.nextTag == .subjectKeyIdentifier {
                throw reader.fault(.unsupportedSignerIdentifier, at: reader.position)
            }
            guard version == 1 else { throw reader.fault(.unsupportedVersion(version), at: start) }
            let (issuer, serialNumber) = try reader.within(.sequence) { (reader) throws(FormatError) in
                (try reader.whole(.sequence), try reader.element(.integer))
            }
            let digestAlgorithm = try reader.algorithmIdentifier(of: bytes)
            if reader.nextTag == .context0 { throw reader.fault(.signedAttributes, at: reader.position) }
            let signatureAlgorithm = try reader.algorithmIdentifier(of: bytes)
            let signature = try reader.element(.octetString)
            if reader.nextTag == .context1 { throw reader.fault(.unsignedAttributes, at: reader.position) }
            return SignerInfo(
                issuer: issuer, serialNumber: serialNumber, digestAlgorithm: digestAlgorithm,
                signatureAlgorithm: signatureAlgorithm, signature: signature)
        }
    }
}
