internal import ReceiptFields

/// Where the parts of an X.509 certificate lie that say which certificate it is and who issued it.
///
/// ```
/// Certificate ::= SEQUENCE { tbsCertificate TBSCertificate, signatureAlgorithm AlgorithmIdentifier, signature BIT STRING }
/// TBSCertificate ::= SEQUENCE { version [0] EXPLICIT Version DEFAULT v1, serialNumber INTEGER,
///     signature AlgorithmIdentifier, issuer Name, validity Validity, subject Name, … }
/// ```
/// RFC 5280 section 4.1. Only what it takes to find a certificate by its bytes and to check its issuer's signature: names are
/// compared as they are encoded, so that two spellings of a name are two names. Everything else is read by swift-certificates,
/// and only when the issuer's signature was found to hold.
package struct CertificateOutline: Hashable, Sendable {
    /// The whole certificate.
    package let whole: Range<Int>
    /// The TBSCertificate with its header: the octets that the issuer signed.
    package let signedPart: Range<Int>
    /// 0 for version 1, 2 for version 3.
    package let version: Int64
    /// Content octets of the serial number.
    package let serialNumber: Range<Int>
    /// The AlgorithmIdentifier inside the signed part, with its header.
    package let innerAlgorithm: Range<Int>
    /// The issuer's name, with its header.
    package let issuer: Range<Int>
    /// Content octets of the validity: two times.
    package let validity: Range<Int>
    /// The subject's name, with its header.
    package let subject: Range<Int>
    /// The AlgorithmIdentifier beside the signature, with its header.
    package let outerAlgorithm: Range<Int>
    /// Unused bits that the signature's BIT STRING claims to have.
    package let unusedSignatureBits: UInt8
    /// The signature's octets, without the one that counts the unused bits.
    package let signature: Range<Int>
}

extension DERReader {
    /// Reads the outline of the next certificate, unless it is larger than `maximumSize`.
    mutating func certificateOutline(maximumSize: Int) throws(FormatError) -> CertificateOutline {
        let start = position
        let certificate = try enter(.sequence)
        guard end - start <= maximumSize else {
            throw fault(.limitExceeded(.certificateSize, allowed: maximumSize), at: start)
        }
        let signedStart = position
        let signed = try enter(.sequence)
        var version: Int64 = 0
        if nextTag == .context0 {
            let explicit = try enter(.context0)
            version = try integer()
            try leave(explicit)
        }
        let serialNumber = try element(.integer)
        let innerAlgorithm = try whole(.sequence)
        let issuer = try whole(.sequence)
        let validity = try element(.sequence)
        let subject = try whole(.sequence)
        while !isAtEnd { _ = try anyElement() }
        try leave(signed)
        let signedPart = signedStart..<position
        let outerAlgorithm = try whole(.sequence)
        let signature = try element(.bitString)
        guard !signature.isEmpty else { throw fault(.invalidValue, at: signature.lowerBound) }
        let unusedBits = self[signature.lowerBound]
        try leave(certificate)
        return CertificateOutline(
            whole: start..<position, signedPart: signedPart, version: version, serialNumber: serialNumber,
            innerAlgorithm: innerAlgorithm, issuer: issuer, validity: validity, subject: subject,
            outerAlgorithm: outerAlgorithm, unusedSignatureBits: unusedBits,
            signature: (signature.lowerBound + 1)..<signature.upperBound)
    }

    /// The next element with its header.
    private mutating func whole(_ tag: DERTag) throws(FormatError) -> Range<Int> {
        let start = position
        _ = try element(tag)
        return start..<position
    }
}
