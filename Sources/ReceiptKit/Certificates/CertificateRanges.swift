package import ReceiptFields

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
package struct CertificateRanges: Hashable, Sendable {
    package let whole: Range<Int>
    /// The TBSCertificate with its header: the bytes that the issuer signed.
    package let signedPart: Range<Int>
    /// The same without the header.
    let signedFields: Range<Int>
    /// 0 for version 1, 2 for version 3.
    package let version: Int64
    /// Content bytes of the serial number.
    package let serialNumber: Range<Int>
    /// The AlgorithmIdentifier inside the signed part, with its header.
    package let innerAlgorithm: Range<Int>
    /// The issuer's name, with its header.
    package let issuer: Range<Int>
    /// Content bytes of the validity: two times.
    package let validity: Range<Int>
    /// The subject's name, with its header.
    package let subject: Range<Int>
    /// SubjectPublicKeyInfo with its header, or nil if something else follows the subject.
    let subjectPublicKeyInfo: Range<Int>?
    /// The AlgorithmIdentifier beside the signature, with its header.
    package let outerAlgorithm: Range<Int>
    /// Unused bits that the signature's BIT STRING claims to have.
    package let unusedSignatureBits: UInt8
    /// The signature's bytes, without the one that counts the unused bits.
    package let signature: Range<Int>
}

extension CertificateRanges {
    /// Reads a certificate of its own, to its last byte.
    package init(of certificate: [UInt8]) throws(FormatError) {
        let all = certificate[...]
        var reader = DERReader(all.span, limits: ReceiptLimits())
        self = try reader.certificateOutline(maximumSize: .max)
        try reader.finish()
    }

    /// The certificate with another SubjectPublicKeyInfo in the place of its own, so that swift-certificates reads it. Nil if it has none.
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
    /// Reads the outline of the next certificate, unless it is larger than `maximumSize`.
    mutating func certificateOutline(maximumSize: Int) throws(FormatError) -> CertificateRanges {
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
            return CertificateRanges(
                whole: whole, signedPart: signedPart, signedFields: fieldsStart..<signedPart.upperBound,
                version: version, serialNumber: serialNumber, innerAlgorithm: innerAlgorithm, issuer: issuer,
                validity: validity, subject: subject, subjectPublicKeyInfo: key, outerAlgorithm: outerAlgorithm,
                unusedSignatureBits: reader[signature.lowerBound],
                signature: (signature.lowerBound + 1)..<signature.upperBound)
        }
    }

    /// The next element with its header.
    mutating func whole(_ tag: DERTag) throws(FormatError) -> Range<Int> {
        let start = position
        _ = try element(tag)
        return start..<position
    }
}
