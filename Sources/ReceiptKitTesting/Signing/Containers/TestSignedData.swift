/// The container of a receipt. Every field can be set, and nothing is checked.
///
/// ```
/// ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT ANY }
/// SignedData ::= SEQUENCE {
///     version INTEGER, digestAlgorithms SET OF AlgorithmIdentifier, encapContentInfo EncapsulatedContentInfo,
///     certificates [0] IMPLICIT SET OF Certificate OPTIONAL, crls [1] IMPLICIT SET OF CRL OPTIONAL,
///     signerInfos SET OF SignerInfo }
/// EncapsulatedContentInfo ::= SEQUENCE { eContentType OBJECT IDENTIFIER, eContent [0] EXPLICIT OCTET STRING OPTIONAL }
/// ```
/// (RFC 5652 §3, §5.1, §5.2)
package struct TestSignedData: Hashable, Sendable {
    package enum Envelope: Hashable, Sendable {
        /// DER, as from Apple's servers.
        case der
        /// BER, as from Xcode: indefinite lengths, and the content as a constructed OCTET STRING in chunks of this
        /// size, or in one chunk.
        case ber(chunkSize: Int? = nil)
    }

    /// The fields of SignedData, in the order of the grammar.
    package enum Field: Hashable, Sendable, CaseIterable {
        /// The fields, with the grammar's names.
        case version, digestAlgorithms, encapsulatedContent, certificates, revocationLists, signers
    }

    package var outerContentType: TestOID = .signedData
    package var version: Int64 = 1
    /// The digest algorithms listed before the content.
    package var digestAlgorithms: [TestAlgorithm] = []
    package var contentType: TestOID = .data
    /// The content, or nil for a detached signature.
    package var content: [UInt8]?
    package var envelope: Envelope = .der
    /// The certificate set: encoded certificates, in order. If there are none, the field is omitted.
    package var certificates: [[UInt8]] = []
    /// The content bytes of `crls [1]`, or nil to omit it.
    package var revocationLists: [UInt8]?
    /// The signers. Genuine receipts have one.
    package var signers: [TestSignerInfo] = []
    /// Complete encodings to write instead of the normal fields. An empty encoding omits the field.
    package var rawFields: [Field: [UInt8]] = [:]
    /// Bytes after the last field, inside SignedData.
    package var additionalFields: [UInt8] = []
    /// Bytes after the ContentInfo.
    package var trailingBytes: [UInt8] = []

    /// Creates an empty container.
    init() {}

    /// Creates a container whose content is not signed yet: see ``sign(with:)``.
    ///
    /// - Throws: ``TestKitError/signingFailed``, if a certificate of the chain cannot be signed.
    package init(
        content: [UInt8], chain: TestChain, digest: TestDigest, signatureAlgorithm: TestAlgorithm = .rsaEncryption,
        envelope: Envelope = .der
    ) throws(TestKitError) {
        self.content = content
        self.envelope = envelope
        digestAlgorithms = [digest.algorithm]
        for certificate in chain.certificates { certificates.append(try certificate.encoded()) }
        signers = [
            TestSignerInfo(certificate: chain.signer, digest: digest, signatureAlgorithm: signatureAlgorithm)
        ]
    }

    /// Computes the signature of every signer with this key.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    package mutating func sign(with key: TestKey) throws(TestKitError) {
        for index in signers.indices { try signers[index].sign(content: content ?? [], with: key) }
    }

    package var encoded: [UInt8] {
        let bag = TestDER.concatenated(certificates)
        let fields: [(field: Field, encoded: [UInt8])] = [
            (.version, TestDER.integer(version)),
            (.digestAlgorithms, TestDER.set(digestAlgorithms.map(\.encoded))),
            (
                .encapsulatedContent,
                wrap(0x30, TestDER.objectIdentifier(contentType) + (content.map { wrap(0xa0, octetString($0)) } ?? []))
            ),
            (.certificates, bag.isEmpty ? [] : TestDER.context(0, bag)),
            (.revocationLists, revocationLists.map { TestDER.context(1, $0) } ?? []),
            (.signers, TestDER.set(signers.map(\.encoded))),
        ]
        let signedData = wrap(0x30, fields.flatMap { rawFields[$0.field] ?? $0.encoded } + additionalFields)
        return wrap(0x30, TestDER.objectIdentifier(outerContentType) + wrap(0xa0, signedData)) + trailingBytes
    }

    /// Encodes an element of the envelope: with a definite length in DER; in BER with an indefinite one and
    /// end-of-contents (X.690 §8.1.3.6).
    private func wrap(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        envelope == .der ? TestDER.element(tag, content) : [tag, 0x80] + content + [0x00, 0x00]
    }

    private func octetString(_ content: [UInt8]) -> [UInt8] {
        guard case .ber(let chunkSize) = envelope else { return TestDER.octetString(content) }
        let size = max(1, chunkSize ?? content.count)
        let chunks = stride(from: 0, to: content.count, by: size).flatMap { start in
            TestDER.octetString(Array(content[start..<min(start + size, content.count)]))
        }
        return wrap(0x24, chunks)
    }
}
