/// A signer info of the container, with the signature.
///
/// ```
/// SignerInfo ::= SEQUENCE {
///     version INTEGER, sid SignerIdentifier, digestAlgorithm AlgorithmIdentifier,
///     signedAttrs [0] IMPLICIT SET OF Attribute OPTIONAL, signatureAlgorithm AlgorithmIdentifier,
///     signature OCTET STRING, unsignedAttrs [1] IMPLICIT SET OF Attribute OPTIONAL }
/// ```
/// (RFC 5652 §5.3)
package struct TestSignerInfo: Hashable, Sendable {
    /// The way in which the signer certificate is identified.
    package enum Identifier: Hashable, Sendable {
        /// By the encoded name of its issuer and the content bytes of its serial number.
        case issuerAndSerialNumber(issuer: [UInt8], serialNumber: [UInt8])
        /// By its key identifier, `[0] IMPLICIT OCTET STRING`.
        case subjectKeyIdentifier([UInt8])
    }

    /// The fields of SignerInfo, in the order of the grammar.
    package enum Field: Hashable, Sendable, CaseIterable {
        /// The fields, with the grammar's names.
        case version, identifier, digestAlgorithm, signedAttributes, signatureAlgorithm, signature, unsignedAttributes
    }

    /// The version: 1 by default, whatever the identifier.
    package var version: Int64 = 1
    package var identifier: Identifier
    package var digestAlgorithm: TestAlgorithm
    /// The content bytes of `[0]`, or nil to omit it, as in every genuine receipt.
    package var signedAttributes: [UInt8]?
    package var signatureAlgorithm: TestAlgorithm
    /// The hash function that the signature actually uses.
    package var signatureDigest: TestDigest
    package var signature: [UInt8] = []
    /// The content bytes of `[1]`, or nil to omit it.
    package var unsignedAttributes: [UInt8]?
    /// Complete encodings to write instead of the normal fields. An empty encoding omits the field.
    package var rawFields: [Field: [UInt8]] = [:]
    /// Bytes after the last field, inside SignerInfo.
    package var additionalFields: [UInt8] = []

    /// Creates a signer info with a certificate's issuer and serial number, without attributes or a signature.
    package init(certificate: TestCertificate, digest: TestDigest, signatureAlgorithm: TestAlgorithm = .rsaEncryption) {
        identifier = .issuerAndSerialNumber(
            issuer: certificate.issuer.encoded, serialNumber: certificate.serialNumber)
        digestAlgorithm = digest.algorithm
        self.signatureAlgorithm = signatureAlgorithm
        signatureDigest = digest
    }

    /// Returns the content bytes of signed attributes as in most CMS messages: content-type and message-digest, in DER
    /// order.
    package static func signedAttributes(
        contentType: TestOID = .data, content: [UInt8], digest: TestDigest
    ) -> [UInt8] {
        func attribute(_ type: TestOID, _ value: [UInt8]) -> [UInt8] {
            TestDER.sequence([TestDER.objectIdentifier(type), TestDER.set([value])])
        }
        let attributes = [
            attribute(.contentTypeAttribute, TestDER.objectIdentifier(contentType)),
            attribute(.messageDigestAttribute, TestDER.octetString(digest.hash(content))),
        ]
        return TestDER.concatenated(TestDER.sorted(attributes))
    }

    /// Computes the signature over the content, or, if there are signed attributes, over these as a SET OF (RFC 5652
    /// §5.4).
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    package mutating func sign(content: [UInt8], with key: TestKey) throws(TestKitError) {
        let message = signedAttributes.map { TestDER.element(0x31, $0) } ?? content
        signature = try key.signature(over: message, digest: signatureDigest)
    }

    package var encoded: [UInt8] {
        let name =
            switch identifier {
            case .issuerAndSerialNumber(let issuer, let serialNumber):
                TestDER.sequence([issuer, TestDER.integer(octets: serialNumber)])
            case .subjectKeyIdentifier(let identifier):
                TestDER.element(0x80, identifier)
            }
        let fields: [(field: Field, encoded: [UInt8])] = [
            (.version, TestDER.integer(version)), (.identifier, name), (.digestAlgorithm, digestAlgorithm.encoded),
            (.signedAttributes, signedAttributes.map { TestDER.context(0, $0) } ?? []),
            (.signatureAlgorithm, signatureAlgorithm.encoded), (.signature, TestDER.octetString(signature)),
            (.unsignedAttributes, unsignedAttributes.map { TestDER.context(1, $0) } ?? []),
        ]
        return TestDER.element(0x30, fields.flatMap { rawFields[$0.field] ?? $0.encoded } + additionalFields)
    }
}
