package import ReceiptEssentials

/// A certificate that is not yet issued: change any one thing, then ask for its bytes.
///
/// ```
/// Certificate ::= SEQUENCE { tbsCertificate TBSCertificate, signatureAlgorithm AlgorithmIdentifier, signature BIT STRING }
/// TBSCertificate ::= SEQUENCE {
///     version [0] EXPLICIT INTEGER DEFAULT v1, serialNumber INTEGER, signature AlgorithmIdentifier, issuer Name,
///     validity SEQUENCE { notBefore Time, notAfter Time }, subject Name, subjectPublicKeyInfo SubjectPublicKeyInfo,
///     extensions [3] EXPLICIT SEQUENCE OF Extension OPTIONAL }
/// ```
/// (RFC 5280 §4.1)
package struct TestCertificate: Equatable, Sendable {
    /// The fields of a certificate, in the order of the grammar.
    package enum Field: Hashable, Sendable, CaseIterable {
        /// As the grammar names them.
        case version, serialNumber, signatureAlgorithm, issuer, validity, subject, subjectPublicKeyInfo, extensions
        /// The algorithm and the signature outside what is signed.
        case outerSignatureAlgorithm, signature
    }

    /// 1, 2 or 3. Version 1 is the default of the grammar and is left out.
    package var version: Int64 = 3
    /// The content bytes of the serial number, most significant first.
    package var serialNumber: [UInt8]
    /// The algorithm named inside what is signed.
    package var signatureAlgorithm: TestAlgorithm
    /// The algorithm named beside the signature.
    package var outerSignatureAlgorithm: TestAlgorithm
    /// The hash that is really signed.
    package var signatureDigest: TestDigest
    package var issuer: TestName
    /// The first second of validity.
    package var notBefore: Date
    /// The last second of validity.
    package var notAfter: Date
    package var subject: TestName
    /// The subject's key pair. The public half goes into the certificate.
    package var key: TestKey
    /// The key pair that signs: the issuer's, or the subject's own.
    package var issuerKey: TestKey
    /// The encoded SubjectPublicKeyInfo, if it is not to be the key's.
    package var subjectPublicKeyInfo: [UInt8]?
    /// The extensions, in order. With none, the field is left out.
    package var extensions: [TestExtension]
    /// The signature, if it is not to be computed.
    package var signature: [UInt8]?
    /// The unused bits that the signature's BIT STRING claims.
    package var signatureUnusedBits: UInt8 = 0
    /// The whole encoding of a field, if it is not to be made of the other properties; empty leaves the field out.
    package var rawFields: [Field: [UInt8]] = [:]
    /// Bytes after the signature, inside the certificate's SEQUENCE.
    package var additionalFields: [UInt8] = []
    /// Bytes after the certificate.
    package var trailingBytes: [UInt8] = []

    /// A certificate that another one issued, or that issued itself.
    package init(
        serialNumber: [UInt8], issuedBy issuer: TestCertificate? = nil, subject: TestName, key: TestKey,
        notBefore: Date, notAfter: Date, digest: TestDigest = .sha256, extensions: [TestExtension]
    ) {
        self.serialNumber = serialNumber
        self.issuer = issuer?.subject ?? subject
        issuerKey = issuer?.key ?? key
        self.subject = subject
        self.key = key
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.extensions = extensions
        signatureDigest = digest
        signatureAlgorithm = issuerKey.signatureAlgorithm(digest)
        outerSignatureAlgorithm = signatureAlgorithm
    }

    /// The encoded TBSCertificate: what is signed.
    package var toBeSigned: [UInt8] {
        let fields: [(field: Field, encoded: [UInt8])] = [
            (.version, version == 1 ? [] : TestDER.context(0, TestDER.integer(version - 1))),
            (.serialNumber, TestDER.integer(octets: serialNumber)),
            (.signatureAlgorithm, signatureAlgorithm.encoded),
            (.issuer, issuer.encoded),
            (.validity, TestDER.sequence([TestDate.certificate(notBefore), TestDate.certificate(notAfter)])),
            (.subject, subject.encoded),
            (.subjectPublicKeyInfo, subjectPublicKeyInfo ?? key.subjectPublicKeyInfo),
            (.extensions, extensions.isEmpty ? [] : TestDER.context(3, TestDER.sequence(extensions.map(\.encoded)))),
        ]
        return TestDER.element(0x30, fields.flatMap { rawFields[$0.field] ?? $0.encoded })
    }

    /// The certificate as DER, signed.
    package func encoded() throws(TestKitError) -> [UInt8] {
        let toBeSigned = toBeSigned
        let signature =
            if let signature { signature } else {
                try issuerKey.signature(over: toBeSigned, digest: signatureDigest)
            }
        let fields: [[UInt8]] = [
            toBeSigned,
            rawFields[.outerSignatureAlgorithm] ?? outerSignatureAlgorithm.encoded,
            rawFields[.signature] ?? TestDER.bitString(signature, unusedBits: signatureUnusedBits),
            additionalFields,
        ]
        return TestDER.sequence(fields) + trailingBytes
    }

    package func pem() throws(TestKitError) -> String { TestText.pem("CERTIFICATE", try encoded()) }

    /// Signs with another hash, and says so in both places.
    package mutating func setDigest(_ digest: TestDigest) {
        signatureDigest = digest
        signatureAlgorithm = issuerKey.signatureAlgorithm(digest)
        outerSignatureAlgorithm = signatureAlgorithm
    }
}

extension TestCertificate: CustomStringConvertible {
    package var description: String {
        let names = subject.relativeNames.flatMap(\.self).map(\.value).joined(separator: ", ")
        return "certificate \(TestText.hexadecimal(serialNumber)) of \(names)"
    }
}
