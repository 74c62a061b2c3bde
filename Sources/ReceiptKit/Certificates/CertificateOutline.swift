package import ReceiptFields

/// The positions of those parts of an X.509 certificate that identify it and its issuer.
///
/// ```
/// Certificate ::= SEQUENCE { tbsCertificate TBSCertificate, signatureAlgorithm AlgorithmIdentifier, signature BIT STRING }
/// TBSCertificate ::= SEQUENCE { version [0] EXPLICIT Version DEFAULT v1, serialNumber INTEGER,
///     signature AlgorithmIdentifier, issuer Name, validity Validity, subject Name, … }
/// ```
/// RFC 5280 section 4.1. These are only the parts needed to find a certificate by its bytes and to verify its issuer's signature. Names are
/// compared as encoded, so two spellings of a name are two names. swift-certificates decodes everything else, and only after the issuer's
/// signature is verified.
package struct CertificateOutline: Hashable, Sendable {
    package let whole: Range<Int>
    /// The TBSCertificate with its header, the bytes that the issuer signed.
    package let signedPart: Range<Int>
    /// The TBSCertificate without its header.
    let signedFields: Range<Int>
    /// The encoded version: 0 for version 1, 2 for version 3.
    package let version: Int64
    /// The content bytes of the serial number.
    package let serialNumber: Range<Int>
    /// The AlgorithmIdentifier inside the signed part, with its header.
    package let innerAlgorithm: Range<Int>
    /// The issuer's name, with its header.
    package let issuer: Range<Int>
    /// The content bytes of the validity, which has two times.
    package let validity: Range<Int>
    /// The subject's name, with its header.
    package let subject: Range<Int>
    /// The SubjectPublicKeyInfo with its header. Nil if something else follows the subject.
    let subjectPublicKeyInfo: Range<Int>?
    /// The AlgorithmIdentifier next to the signature, with its header.
    package let outerAlgorithm: Range<Int>
    /// The number of unused bits that the signature's BIT STRING states.
    package let unusedSignatureBits: UInt8
    /// The bytes of the signature, without the byte that states the number of unused bits.
    package let signature: Range<Int>
}

extension CertificateOutline {
    /// Parses bytes that contain exactly one certificate.
    package init(of certificate: [UInt8]) throws(FormatError) {
        let all = certificate[...]
        var reader = DERReader(all.span, limits: ReceiptLimits())
        self = try reader.certificateOutline(maximumSize: .max)
        try reader.finish()
    }

    /// Returns the certificate with its SubjectPublicKeyInfo replaced by another one, so that swift-certificates can decode the
    /// certificate. Nil if the certificate has no SubjectPublicKeyInfo.
    package func replacingKey(of source: [UInt8], with key: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let own = subjectPublicKeyInfo else { return nil }
        let fields = source[signedFields.lowerBound..<own.lowerBound] + key
        let signedPart = Self.sequence(fields + source[own.upperBound..<signedFields.upperBound])
        return Self.sequence(signedPart + source[signedFields.upperBound..<whole.upperBound])
    }

    private static func sequence(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        if content.count >= 0x80 { length.insert(0x80 | UInt8(truncatingIfNeeded: length.count), at: 0) }
        return [DERTag.sequence.rawValue] + length + content
    }
}

extension DERReader {
    /// Reads the outline of the next certificate. Throws if it is larger than `maximumSize`.
    mutating func certificateOutline(maximumSize: Int) throws(FormatError) -> CertificateOutline {
        let start = position
        return try within(.sequence) { (reader) throws(FormatError) in
            guard reader.end - start <= maximumSize else {
                throw reader.fault(.limitExceeded(.certificateSize, allowed: maximumSize), at: start)
            }
            let whole = start..<reader.end
            let signedStart = reader.position
            var (fieldsStart, version, key): (Int, Int64, Range<Int>?) = (signedStart, 0, nil)
            let (serialNumber, innerAlgorithm, issuer, validity, subject) =
                try reader.within(.sequence) { (reader) throws(FormatError) in
                    fieldsStart = reader.position
                    if reader.nextTag == .context0 {
                        version = try reader.within(.context0) { (reader) throws(FormatError) in try reader.integer() }
                    }
                    let fields = (
                        try reader.element(.integer), try reader.whole(.sequence), try reader.whole(.sequence),
                        try reader.element(.sequence), try reader.whole(.sequence)
                    )
                    if reader.nextTag == .sequence { key = try reader.whole(.sequence) }
                    while !reader.isAtEnd { _ = try reader.anyElement() }
                    return fields
                }
            let signedPart = signedStart..<reader.position
            let outerAlgorithm = try reader.whole(.sequence)
            let signature = try reader.element(.bitString)
            guard !signature.isEmpty else { throw reader.fault(.invalidValue, at: signature.lowerBound) }
            return CertificateOutline(
                whole: whole, signedPart: signedPart, signedFields: fieldsStart..<signedPart.upperBound,
                version: version, serialNumber: serialNumber, innerAlgorithm: innerAlgorithm, issuer: issuer,
                validity: validity, subject: subject, subjectPublicKeyInfo: key, outerAlgorithm: outerAlgorithm,
                unusedSignatureBits: reader[signature.lowerBound],
                signature: (signature.lowerBound + 1)..<signature.upperBound)
        }
    }

    /// Reads the next element, and returns its range including the header.
    mutating func whole(_ tag: DERTag) throws(FormatError) -> Range<Int> {
        let start = position
        _ = try element(tag)
        return start..<position
    }
}
