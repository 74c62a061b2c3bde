import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the container around content, certificates and signer.
@Suite("Catalogue: the container")
struct CatalogueContainerTests {
    @Test("Containers", arguments: types + outer + contents + certificateSets + junk + unused + signatures + order)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    // MARK: Content type and content

    private static func type(_ name: String, _ type: TestOID) -> CatalogueCase {
        .container(name, .malformed(.unsupportedContentType(type.description), .at(4))) { $0.outerContentType = type }
    }

    private static let wrapped = TestDER.objectIdentifier(.data)

    private static func content(_ name: String, _ verdict: CatalogueCase.Verdict, _ encapsulated: [UInt8])
        -> CatalogueCase
    {
        .container(name, verdict) { $0.rawFields[.encapsulatedContent] = encapsulated }
    }

    private static func encapsulated(_ content: [UInt8], type: TestOID = .data, tag: UInt8 = 0xA0) -> [UInt8] {
        TestDER.sequence([TestDER.objectIdentifier(type), TestDER.element(tag, content)])
    }

    static let payload = Subject.receipt.payload.encoded

    static let types: [CatalogueCase] = [
        type("CMS-01 data", .data), type("CMS-01 envelopedData", .envelopedData),
        type("CMS-01 signedAndEnvelopedData", [1, 2, 840, 113_549, 1, 7, 4]),
        type("CMS-01 compressedData", [1, 2, 840, 113_549, 1, 9, 16, 1, 9]),
        type("CMS-01 authenticatedData", [1, 2, 840, 113_549, 1, 9, 16, 1, 2]),
        type("CMS-01 encryptedData", [1, 2, 840, 113_549, 1, 7, 6]),
        type("CMS-01 an identifier with arcs of several bytes", [2, 999, 0, 1 << 56]),
    ]

    // MARK: ContentInfo

    /// A container with this ContentInfo.
    private static func contentInfo(
        _ name: String, _ reason: FormatError.Reason, _ place: CatalogueCase.Place, _ octets: [UInt8]
    ) -> CatalogueCase {
        CatalogueCase(
            testDescription: name, bytes: { TestDER.element(0x30, octets) }, verdict: .malformed(reason, place))
    }

    private static let signedDataType = TestDER.objectIdentifier(.signedData)
    /// `[0]` of a valid receipt's ContentInfo, which contains SignedData.
    static let explicit: [UInt8] = {
        do { return Array(try Attack.signed(payload).encoded.dropFirst(4 + signedDataType.count)) } catch { return [] }
    }()

    static let outer: [CatalogueCase] = [
        contentInfo("CMS-01 no content type", .unexpectedTag(expected: 0x06, found: 0xA0), .at(4), explicit),
        contentInfo(
            "DER-16 a constructed content type", .unexpectedTag(expected: 0x06, found: 0x26), .at(4),
            TestDER.element(0x26, signedDataType) + explicit),
        contentInfo(
            "DER-22 [1] for ContentInfo's [0]", .unexpectedTag(expected: 0xA0, found: 0xA1), .at(15),
            signedDataType + [0xA1] + explicit.dropFirst()),
        contentInfo(
            "DER-17 ContentInfo's [0], primitive", .unexpectedTag(expected: 0xA0, found: 0x80), .at(15),
            signedDataType + [0x80] + explicit.dropFirst()),
        contentInfo(
            "DER-13 NULL in ContentInfo, behind [0]", .trailingBytes(2), .fromEnd(2),
            signedDataType + explicit + TestDER.null),
        contentInfo(
            "DER-13 NULL in [0], behind SignedData", .trailingBytes(2), .fromEnd(2),
            signedDataType + TestDER.element(0xA0, explicit.dropFirst(4) + TestDER.null)),
    ]

    static let contents: [CatalogueCase] = [
        .container("CMS-17 no content", .malformed(.missingContent, .of(wrapped, plus: wrapped.count))) {
            $0.content = nil
        },
        .container("CMS-17 no content, in BER", .malformed(.missingContent, .of(wrapped, plus: wrapped.count))) {
            $0.envelope = .ber()
            $0.content = nil
        },
        content(
            "CMS-17 no content, in BER within DER", .malformed(.missingContent, .of(wrapped, plus: wrapped.count)),
            [0x30, 0x80] + wrapped + [0, 0]),
        content(
            "CMS-17 an empty [0]", .malformed(.truncated(needed: 2, available: 0), .of([0xA0, 0x00], plus: 2)),
            encapsulated([])),
        .content(
            "CMS-18 empty content",
            .malformed(.truncated(needed: 2, available: 0), .of([0xA0, 0x02, 0x04, 0x00], plus: 4))
        ) { [] },
        content(
            "CMS-18 two elements in [0]",
            .malformed(.trailingBytes(2), .of(payload + [0x05, 0x00], plus: payload.count)),
            encapsulated(TestDER.octetString(payload) + TestDER.null)),
        content(
            "CMS-18 the SET itself, not in an OCTET STRING",
            .malformed(.unexpectedTag(expected: 0x04, found: 0x31), .of(payload)), encapsulated(payload)),
        content(
            "CMS-18 content of the type signedData",
            .malformed(.unsupportedContentType("1.2.840.113549.1.7.2"), .of(TestDER.objectIdentifier(.signedData))),
            encapsulated(TestDER.octetString(payload), type: .signedData)),
        content(
            "CMS-18 content of an unknown type",
            .malformed(.unsupportedContentType("1.2.3.4"), .of(TestDER.objectIdentifier([1, 2, 3, 4]))),
            encapsulated(TestDER.octetString(payload), type: [1, 2, 3, 4])),
        content(
            "CMS-18 [1] for [0]",
            .malformed(.unexpectedTag(expected: 0xA0, found: 0xA1), .of(wrapped, plus: wrapped.count)),
            encapsulated(TestDER.octetString(payload), tag: 0xA1)),
        content(
            "DER-13 NULL behind the content's [0]",
            .malformed(.trailingBytes(2), .of(payload + TestDER.null, plus: payload.count)),
            TestDER.sequence([wrapped, TestDER.element(0xA0, TestDER.octetString(payload)), TestDER.null])),
        content(
            "DER-11 primitive content of indefinite length",
            .malformed(.invalidLength(.indefinite), .of([0x04, 0x80, 0, 0])), encapsulated([0x04, 0x80, 0, 0])),
        content(
            "DER-07 content with a length of two bytes where one would do",
            .malformed(.invalidLength(.notMinimal), .of([0x04, 0x81, 0x01, 0x00])),
            encapsulated([0x04, 0x81, 0x01, 0x00])),
    ]

    // MARK: Unused parts

    /// The beginning of signerInfos, after the certificate set.
    static let signerSet: [UInt8] = {
        do { return Array(TestDER.set([try Attack.signed(payload).signers[0].encoded]).prefix(8)) } catch { return [] }
    }()

    private static let megabyte = TestDER.octetString([UInt8](repeating: 0xAA, count: 1 << 20))
    private static let nested: [UInt8] = (0..<40).reduce([]) { inner, _ in TestDER.context(1, inner) }

    static let unused: [CatalogueCase] = [
        attributes("CMS-26 no unsigned attribute", []),
        attributes("CMS-26 a megabyte of unsigned attributes", megabyte),
        attributes("CMS-26 unsigned attributes nested beyond the limit", nested),
        attributes("CMS-26 unsigned attributes that end too early", [0x30, 0x02, 0x05]),
        attributes("CMS-26 unsigned attributes of indefinite length", [0x30, 0x80, 0, 0]),
        lists("CMS-27 no revocation list", []), lists("CMS-27 two megabytes of revocation lists", megabyte + megabyte),
        lists("CMS-27 revocation lists that end too early", [0x04, 0x05]),
        lists("CMS-27 revocation lists nested beyond the limit", nested),
    ]

    private static func attributes(_ name: String, _ octets: [UInt8]) -> CatalogueCase {
        .signer(name, .malformed(.unsignedAttributes, .fromEnd(TestDER.context(1, octets).count))) {
            $0.unsignedAttributes = octets
        }
    }

    private static func lists(_ name: String, _ octets: [UInt8]) -> CatalogueCase {
        .container(name, .malformed(.crls, .of(TestDER.context(1, octets) + signerSet))) { $0.revocationLists = octets }
    }

    // MARK: Signatures, and checks before them

    static let signatures: [CatalogueCase] =
        [
            .signer(
                "CMS-25 a constructed signature",
                .malformed(.unexpectedTag(expected: 0x04, found: 0x24), .of([0x24, 0x03, 0x04, 0x01, 0x01]))
            ) {
                $0.rawFields[.signature] = [0x24, 0x03, 0x04, 0x01, 0x01]
            },
            .signer("CMS-25 the modulus as signature", .refused(.signatureInvalid)) { $0.signature = modulus },
            .signer("CMS-25 a zero in front of the signature", .refused(.signatureInvalid)) {
                $0.signature.insert(0, at: 0)
            },
            .signer("CMS-25 all zeros", .refused(.signatureInvalid)) {
                $0.signature = [UInt8](repeating: 0, count: 256)
            },
            .signer("CMS-25 all ones", .refused(.signatureInvalid)) {
                $0.signature = [UInt8](repeating: 255, count: 256)
            },
            CatalogueCase(
                testDescription: "CMS-19 a signature over the chunks with their headers",
                bytes: {
                    var signed = try Attack.signed(payload, envelope: .ber(chunkSize: 100))
                    let chunks = stride(from: 0, to: payload.count, by: 100).flatMap {
                        TestDER.octetString(Array(payload[$0..<min($0 + 100, payload.count)]))
                    }
                    signed.signers[0].signature = try Attack.chain.signer.key.signature(over: chunks, digest: .sha256)
                    return signed.encoded
                }, verdict: .refused(.signatureInvalid)),
            .signer("CMS-19 a signature over the content with its OCTET STRING", .refused(.signatureInvalid)) {
                $0.signature = try Attack.chain.signer.key.signature(
                    over: TestDER.octetString(payload), digest: .sha256)
            },
            mislabelled("SIG-07 a SHA-256 signature under the name of SHA-1", .sha256, named: .sha1),
            mislabelled("SIG-07 a SHA-1 signature under the name of SHA-256", .sha1, named: .sha256),
        ]
        + [0, 1, 128, 255, 257, 512].map { length in
            .signer("CMS-25 a signature of \(length) bytes", .refused(.signatureInvalid)) {
                $0.signature = Array(($0.signature + $0.signature).prefix(length))
            }
        }

    private static func mislabelled(_ name: String, _ digest: TestDigest, named: TestDigest) -> CatalogueCase {
        .container(name, .refused(.signatureInvalid)) {
            $0.digestAlgorithms = [named.algorithm]
            $0.signers[0].digestAlgorithm = named.algorithm
            $0.signers[0].signatureDigest = digest
            try $0.sign(with: Attack.chain.signer.key)
        }
    }

    private static let modulus = Array(Attack.chain.signer.key.publicKey.dropFirst(9).prefix(256))

    private static func changed(_ name: String, _ change: @escaping @Sendable (inout TestAttributeSet) -> Void)
        -> CatalogueCase
    {
        .container(name, .refused(.signatureInvalid)) { $0.content = Attack.payload(change).encoded }
    }

    /// The signature is invalid, and other faults aren't noticed, because they are checked only after the signature.
    static let order: [CatalogueCase] = [
        changed("CMS-30 another app") { $0.set(.utf8(2, "com.example.other")) },
        changed("CMS-30 another environment") { $0.set(.utf8(0, "ProductionSandbox")) },
        changed("CMS-30 a bundle identifier that is not a text") { $0.set(TestAttribute(2, value: [0xFF])) },
        changed("CMS-30 a purchase that is not a SET") { $0.attributes.append(TestAttribute(17, value: [0xFF])) },
        changed("CMS-30 an attribute that is not a SEQUENCE") {
            var broken = TestAttribute(99, value: [])
            broken.rawEncoding = [0xFF, 0xFF]
            $0.attributes.append(broken)
        },
        changed("CMS-30 another creation date: what judged the chain is confirmed by the signature") {
            $0.set(.date(12, .utc(2024, 6, 1)))
        },
        changed("CMS-30 a second creation date") { $0.attributes.append(.date(12, .utc(2024, 6, 1))) },
        changed("CMS-30 a creation date in the future") { $0.set(.date(12, .utc(2030, 1, 1))) },
    ]

    // MARK: One key in two certificates

    @Test("CMS-29 a developer's key in two certificates, one of them with the marker but issued by an untrusted issuer")
    func keyTwice() throws {
        let intermediate = try #require(Attack.chain.intermediate)
        let genuine = TestCertificate.developer(issuedBy: intermediate)
        var marked = Attack.chain.signer
        (marked.key, marked.issuerKey) = (.developer, .untrustedIntermediate)
        marked.put(.subjectKeyIdentifier(TestKey.developer.keyIdentifier))
        marked.serialNumber = [0x22]
        for (signer, error) in [
            (genuine, VerificationError.notReceiptSigner(try Attack.fingerprint(genuine))),
            (marked, .certificateSignature(.signer)),
        ] {
            for certificates in [[genuine, marked], [marked, genuine]] {
                var signed = try TestSignedData(
                    content: Self.payload, chain: TestChain(signer: signer, intermediate: intermediate), digest: .sha256
                )
                signed.certificates = try (certificates + [intermediate]).map { try $0.encoded() }
                try signed.sign(with: .developer)
                #expect(try Attack.error(signed.encoded) == error)
            }
        }
    }

    @Test("CMS-29 the receipt names the genuine signer certificate, but another key in the certificate set signed")
    func keyOfAnother() throws {
        let intermediate = try #require(Attack.chain.intermediate)
        var signed = try Attack.signed(Self.payload)
        signed.certificates.insert(try TestCertificate.developer(issuedBy: intermediate).encoded(), at: 0)
        try signed.sign(with: .developer)
        #expect(try Attack.error(signed.encoded) == .signatureInvalid)
    }
}
