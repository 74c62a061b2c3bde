package import ReceiptEssentials

/// A certificate under construction: change anything, then get its bytes.
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
        /// The fields of TBSCertificate, with the grammar's names.
        case version, serialNumber, signatureAlgorithm, issuer, validity, subject, subjectPublicKeyInfo, extensions
        /// The algorithm and the signature after TBSCertificate.
        case outerSignatureAlgorithm, signature
    }

    /// The version: 1, 2 or 3. Version 1 is the grammar's default and therefore omitted.
    package var version: Int64 = 3
    /// The content bytes of the serial number, most significant first.
    package var serialNumber: [UInt8]
    /// The algorithm identifier inside TBSCertificate.
    package var signatureAlgorithm: TestAlgorithm
    /// The algorithm identifier next to the signature.
    package var outerSignatureAlgorithm: TestAlgorithm
    /// The hash function that the signature actually uses.
    package var signatureDigest: TestDigest
    package var issuer: TestName
    /// The first second of the validity period.
    package var notBefore: Date
    /// The last second of the validity period.
    package var notAfter: Date
    package var subject: TestName
    /// The subject's key pair. The certificate contains the public key.
    package var key: TestKey
    /// The key pair that signs: the issuer's, or the subject's own.
    package var issuerKey: TestKey
    /// An encoded SubjectPublicKeyInfo that replaces the key's own.
    package var subjectPublicKeyInfo: [UInt8]?
    /// The extensions, in order. If there are none, the field is omitted.
    package var extensions: [TestExtension]
    /// A signature that replaces the computed one.
    package var signature: [UInt8]?
    /// The number of unused bits in the signature's BIT STRING.
    package var signatureUnusedBits: UInt8 = 0
    /// Complete encodings to write instead of the normal fields. An empty encoding omits the field.
    package var rawFields: [Field: [UInt8]] = [:]
    /// Bytes after the signature, inside the certificate's SEQUENCE.
    package var additionalFields: [UInt8] = []
    /// Bytes after the certificate.
    package var trailingBytes: [UInt8] = []

    /// Creates a certificate that is issued by another one or self-signed.
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

    /// The encoded TBSCertificate, which the signature covers.
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

    /// Signs the certificate and returns it as DER.
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

    /// Changes the hash function of the signature, and both algorithm identifiers.
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
