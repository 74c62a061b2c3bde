package import ReceiptFields

/// The PKCS#7 container of a receipt, as far as it was read: its parts and their positions.
///
/// ```
/// ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT ANY DEFINED BY contentType }
/// SignedData ::= SEQUENCE {
///     version CMSVersion, digestAlgorithms SET OF DigestAlgorithmIdentifier, encapContentInfo EncapsulatedContentInfo,
///     certificates [0] IMPLICIT CertificateSet OPTIONAL, crls [1] IMPLICIT RevocationInfoChoices OPTIONAL,
///     signerInfos SET OF SignerInfo }
/// EncapsulatedContentInfo ::= SEQUENCE { eContentType OBJECT IDENTIFIER, eContent [0] EXPLICIT OCTET STRING OPTIONAL }
/// CertificateChoices ::= CHOICE { certificate Certificate, extendedCertificate [0] …, v1AttrCert [1] …, v2AttrCert [2] …, other [3] … }
/// ```
/// RFC 5652 sections 3, 5.1, 5.2 and 10.2. Apple writes DER. Xcode writes BER, with indefinite lengths from ContentInfo down to the OCTET
/// STRING, which is constructed. No genuine receipt has crls, or anything but X.509 certificates in the certificate set. No signature
/// covers these parts, so an attacker could add them to a genuine receipt; therefore they are rejected.
package struct UnverifiedSignedData: Sendable {
    /// The signed bytes. If they are encoded in one piece, this is a slice of the receipt, and its indices are offsets in the receipt.
    package private(set) var content: ArraySlice<UInt8>?
    /// The nesting depth of the content, for the limit on depth.
    private var contentDepth = 0
    package private(set) var certificates: [CertificateOutline] = []
    package private(set) var signer: SignerInfo?

    package init() {}

    /// Reads the container. If this initializer throws an error, the parts read before the error are kept for diagnosis.
    package mutating func read(
        _ reader: inout DERReader, of bytes: [UInt8], limits: ReceiptLimits
    ) throws(FormatError) {
        try reader.withinEnvelope(.sequence) { (reader, _) throws(FormatError) in
            try reader.expectContentType(.signedData, in: bytes)
            try reader.withinEnvelope(.context0) { (reader, _) throws(FormatError) in
                try reader.withinEnvelope(.sequence) { (reader, _) throws(FormatError) in
                    try readSignedData(&reader, bytes, limits)
                }
            }
        }
        try reader.finish()
    }

    private mutating func readSignedData(
        _ reader: inout DERReader, _ bytes: [UInt8], _ limits: ReceiptLimits
    ) throws(FormatError) {
        let start = reader.position
        let version = try reader.integer()
        guard version == 1 else { throw reader.fault(.unsupportedVersion(version), at: start) }
        let digestAlgorithmsStart = reader.position
        let digestAlgorithm = try reader.onlyDigestAlgorithm(of: bytes)
        (content, contentDepth) = try reader.encapsulatedContent(of: bytes)
        if reader.nextTag == .context0 { try readCertificates(&reader, limits) }
        if reader.nextTag == .context1 { throw reader.fault(.crls, at: reader.position) }
        let signer = try reader.onlySigner(of: bytes)
        guard digestAlgorithm == signer.digestAlgorithm.algorithm else {
            throw reader.fault(.digestAlgorithms, at: digestAlgorithmsStart)
        }
        self.signer = signer
    }

    /// Returns the elements and the depth with which a reader of the content starts, once `reader` has read the container.
    package func spent(_ reader: borrowing DERReader) -> DERReader.Spent {
        DERReader.Spent(elements: reader.spent.elements, depth: contentDepth)
    }

    /// extendedCertificate, v1AttrCert, v2AttrCert, other
    private static let otherChoices: [DERTag] = [.context0, .context1, .context2, .context3]

    private mutating func readCertificates(
        _ reader: inout DERReader, _ limits: ReceiptLimits
    ) throws(FormatError) {
        certificates.reserveCapacity(3)
        try reader.within(.context0) { (reader) throws(FormatError) in
            while !reader.isAtEnd {
                let start = reader.position
                guard certificates.count < limits.maximumCertificates else {
                    throw reader.fault(.limitExceeded(.certificates, allowed: limits.maximumCertificates), at: start)
                }
                if let tag = reader.nextTag, Self.otherChoices.contains(tag) {
                    throw reader.fault(.certificateChoice, at: start)
                }
                certificates.append(try reader.certificateOutline(maximumSize: limits.maximumCertificateSize))
            }
        }
    }
}

extension DERReader {
    fileprivate mutating func expectContentType(_ expected: OID, in bytes: [UInt8]) throws(FormatError) {
        let start = position
        let type = try objectIdentifier()
        guard bytes[type].elementsEqual(expected.octets) else {
            throw fault(.unsupportedContentType(OID(bytes[type]).description), at: start)
        }
    }

    /// Reads digestAlgorithms. It must have one entry, because there is one signer. The parameters must be absent or NULL.
    fileprivate mutating func onlyDigestAlgorithm(of bytes: [UInt8]) throws(FormatError) -> OID {
        let start = position
        return try within(.set) { (reader) throws(FormatError) in
            guard !reader.isAtEnd else { throw reader.fault(.digestAlgorithms, at: start) }
            let only = try reader.algorithmIdentifier(of: bytes)
            guard reader.isAtEnd, only.hasPlainParameters else { throw reader.fault(.digestAlgorithms, at: start) }
            return only.algorithm
        }
    }

    fileprivate mutating func onlySigner(of bytes: [UInt8]) throws(FormatError) -> SignerInfo {
        let start = position
        return try within(.set) { (reader) throws(FormatError) in
            guard !reader.isAtEnd else { throw reader.fault(.missingSigner, at: start) }
            let only = try reader.signerInfo(of: bytes)
            guard reader.isAtEnd else { throw reader.fault(.severalSigners, at: reader.position) }
            return only
        }
    }

    /// Reads eContent. Returns the content of its OCTET STRING, or the joined pieces of a constructed one (X.690 section 8.7), and the
    /// nesting depth inside the OCTET STRING.
    fileprivate mutating func encapsulatedContent(
        of bytes: [UInt8]
    ) throws(FormatError) -> (content: ArraySlice<UInt8>, depth: Int) {
        try withinEnvelope(.sequence) { (reader, encapsulated) throws(FormatError) in
            try reader.expectContentType(.data, in: bytes)
            guard !reader.isAtEnd(of: encapsulated) else { throw reader.fault(.missingContent, at: reader.position) }
            return try reader.withinEnvelope(.context0) { (reader, _) throws(FormatError) in
                guard reader.nextTag == .constructedOctetString else {
                    return (bytes[try reader.element(.octetString)], reader.spent.depth + 1)
                }
                return try reader.withinEnvelope(.constructedOctetString) { (reader, pieces) throws(FormatError) in
                    (try reader.joinedPieces(of: bytes, in: pieces), reader.spent.depth + 1)
                }
            }
        }
    }

    private mutating func joinedPieces(of bytes: [UInt8], in frame: Frame) throws(FormatError) -> ArraySlice<UInt8> {
        guard !isAtEnd(of: frame) else { return [] }
        let first = try element(.octetString)
        if isAtEnd(of: frame) { return bytes[first] }
        var joined = Array(bytes[first])
        try appendPieces(of: frame, to: &joined)
        return joined[...]
    }
}
