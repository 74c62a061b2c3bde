import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests elements that DER doesn't allow. Each is used once as the last attribute of a signed payload, which is read
/// after the signature check, and once as the unsigned parameters of an algorithm, which are read with the container.
@Suite("Catalogue: tags and lengths")
struct CatalogueElementTests {
    @Test("As an attribute of the payload", arguments: RefusedBytes.elements + RefusedBytes.attributes)
    func inPayload(_ element: RefusedBytes) throws {
        try CatalogueCase.payload(
            element.testDescription,
            .malformed(element.error.reason, .of(element.bytes + Self.behindContent, plus: element.error.offset))
        ) { $0.attributes.append(Self.raw(element.bytes)) }.check()
    }

    @Test("As parameters of the signature's algorithm", arguments: RefusedBytes.elements)
    func inContainer(_ element: RefusedBytes) throws {
        try CatalogueCase.signer(
            element.testDescription, .malformed(element.error.reason, .of(element.bytes + Self.behindParameters))
        ) {
            $0.signatureAlgorithm.parameters = element.bytes
        }.check()
    }

    /// The tag of `[0] certificates`, which comes after the content.
    private static let behindContent: [UInt8] = [0xA0, 0x82]
    /// The header of the signature's OCTET STRING, which comes after its algorithm.
    private static let behindParameters: [UInt8] = [0x04, 0x82, 0x01, 0x00]

    static func raw(_ octets: [UInt8]) -> TestAttribute {
        var attribute = TestAttribute(0, value: [])
        attribute.rawEncoding = octets
        return attribute
    }

    // MARK: The envelope

    private static let xcodeShaped: [UInt8] = {
        do { return try Attack.signed(Subject.receipt.payload.encoded, envelope: .ber(chunkSize: 200)).encoded } catch {
            return []
        }
    }()

    @Test(
        "DER-06, DER-09 a receipt cut off at every byte: the error is for the outermost incomplete element",
        arguments: [TestSignedData.Envelope.der, .ber(chunkSize: 200)])
    func truncated(_ envelope: TestSignedData.Envelope) throws {
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, envelope: envelope).encoded
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        _ = try verifier.verify(bytes, at: Subject.now)
        for count in bytes.indices {
            let cut = bytes.prefix(count)
            let error = verificationError { _ = try verifier.verify(cut, at: Subject.now) }
            let (needed, available, offset) = Cut.missing(in: Array(cut))
            let reason = FormatError.Reason.truncated(needed: needed, available: available)
            #expect(error == .malformed(FormatError(count == 0 ? .emptyInput : reason, offset: offset)), "\(count)")
        }
    }

    /// A receipt in BER whose last bytes are replaced: the ends of SignedData, `[0]` and ContentInfo.
    private static func ends(_ name: String, _ reason: FormatError.Reason, fromEnd: Int, _ octets: [UInt8])
        -> CatalogueCase
    {
        CatalogueCase(
            testDescription: name, bytes: { xcodeShaped.dropLast(6) + octets },
            verdict: .malformed(reason, .fromEnd(fromEnd)))
    }

    static let envelopes: [CatalogueCase] = [
        ends("DER-09 no end-of-contents at all", .truncated(needed: 2, available: 0), fromEnd: 0, []),
        ends("DER-09 one of three", .truncated(needed: 2, available: 0), fromEnd: 0, [0, 0]),
        ends("DER-09 half of the last", .truncated(needed: 2, available: 1), fromEnd: 1, [0, 0, 0, 0, 0]),
        ends("DER-12 one too many", .trailingBytes(2), fromEnd: 2, [UInt8](repeating: 0, count: 8)),
        ends("DER-12 NULL behind", .trailingBytes(2), fromEnd: 2, [0, 0, 0, 0, 0, 0, 5, 0]),
        ends(
            "DER-13 NULL in ContentInfo, behind [0]", .unexpectedTag(expected: 0, found: 5), fromEnd: 4,
            [0, 0, 0, 0, 5, 0, 0, 0]),
        ends(
            "DER-13 NULL in [0], behind SignedData", .unexpectedTag(expected: 0, found: 5), fromEnd: 6,
            [0, 0, 5, 0, 0, 0, 0, 0]),
        ends(
            "DER-13 NULL in SignedData, behind signerInfos", .unexpectedTag(expected: 0, found: 5), fromEnd: 8,
            [5, 0, 0, 0, 0, 0, 0, 0]),
        ends(
            "DER-10 end-of-contents with a length", .unexpectedTag(expected: 0, found: 0), fromEnd: 2,
            [0, 0, 0, 0, 0, 1]),
        .content(
            "DER-10 end-of-contents inside the payload's definite SET",
            .malformed(.invalidTag(0), .of([0x31, 0x02, 0x00, 0x00], plus: 2))
        ) { [0x31, 0x02, 0x00, 0x00] },
        .content("DER-08 a payload of indefinite length", .malformed(.invalidLength(.indefinite), .of([0x31, 0x80]))) {
            [0x31, 0x80] + Subject.receipt.payload.attributes.flatMap(\.encoded) + [0, 0]
        },
        .container(
            "DER-08 a certificate of indefinite length",
            .malformed(.invalidLength(.indefinite), .of([0x30, 0x80, 0x30, 0x82]))
        ) {
            $0.certificates[0] = [0x30, 0x80] + $0.certificates[0].dropFirst(4) + [0, 0]
        },
        .container(
            "DER-08 a certificate set of indefinite length",
            .malformed(.invalidLength(.indefinite), .of([0xA0, 0x80, 0x30, 0x82]))
        ) {
            $0.rawFields[.certificates] = TLV.indefinite(0xA0, TLV.concatenated($0.certificates))
        },
        .container(
            "DER-08 signerInfos of indefinite length",
            .malformed(.invalidLength(.indefinite), .of([0x31, 0x80, 0x30, 0x82]))
        ) {
            $0.rawFields[.signers] = [0x31, 0x80] + $0.signers[0].encoded + [0, 0]
        },
        .attribute(
            "DER-08 a value of indefinite length", TestAttribute(17, value: [0x31, 0x80, 0, 0]),
            .malformed(.invalidLength(.indefinite), .of([0x31, 0x80, 0, 0]), FieldPath.purchase(0))),
        CatalogueCase(
            testDescription: "CMS-19 in several pieces an error's place counts from the start of the content",
            bytes: {
                var payload = Subject.receipt.payload
                payload.tag = 0x30
                return try Attack.signed(payload.encoded, envelope: .ber(chunkSize: 10)).encoded
            }, verdict: .malformed(.unexpectedTag(expected: 0x31, found: 0x30), .at(0))),
        chunks("DER-15 a chunk that is a text", .unexpectedTag(expected: 0x04, found: 0x0C), [0x0C, 0x01, 0x41]),
        chunks(
            "DER-15 chunks nested fifty deep", .unexpectedTag(expected: 0x04, found: 0x24),
            (0..<50).reduce([]) { inner, _ in TestDER.element(0x24, inner) }),
        chunks("DER-15 a chunk of indefinite length", .invalidLength(.indefinite), [0x24, 0x80, 0, 0]),
        chunks("DER-11 a primitive chunk of indefinite length", .invalidLength(.indefinite), [0x04, 0x80, 0, 0]),
        chunks(
            "DER-03 24 80, a thousand times", .invalidLength(.indefinite),
            [UInt8](copies: 1_000, of: [0x24, 0x80])),
        CatalogueCase(
            testDescription: "DER-15 no chunk at all",
            bytes: {
                var signed = try Attack.signed([])
                signed.rawFields[.encapsulatedContent] = TestDER.sequence([
                    TestDER.objectIdentifier(.data), TestDER.element(0xA0, [0x24, 0x00]),
                ])
                return signed.encoded
            }, verdict: .malformed(.truncated(needed: 2, available: 0), .at(0))),
        CatalogueCase(
            testDescription: "DER-15 no chunk at all, in BER",
            bytes: { try Attack.signed([], envelope: .ber()).encoded },
            verdict: .malformed(.truncated(needed: 2, available: 0), .at(0))),
        CatalogueCase(
            testDescription: "DER-15 two empty chunks",
            bytes: {
                var signed = try Attack.signed([])
                signed.rawFields[.encapsulatedContent] = TestDER.sequence([
                    TestDER.objectIdentifier(.data), TestDER.element(0xA0, [0x24, 0x04, 0x04, 0x00, 0x04, 0x00]),
                ])
                return signed.encoded
            }, verdict: .malformed(.truncated(needed: 2, available: 0), .at(0))),
    ]

    /// Content with the signed bytes in a first chunk, followed by these.
    private static func chunks(_ name: String, _ reason: FormatError.Reason, _ octets: [UInt8]) -> CatalogueCase {
        .container(name, .malformed(reason, .of(octets))) {
            let chunks = TestDER.element(0x24, TestDER.octetString(Subject.receipt.payload.encoded) + octets)
            $0.rawFields[.encapsulatedContent] = TestDER.sequence([
                TestDER.objectIdentifier(.data), TestDER.element(0xA0, chunks),
            ])
        }
    }

    @Test("The envelope", arguments: envelopes + nesting)
    func envelope(_ row: CatalogueCase) throws { try row.check() }

    // MARK: Nesting and element counts

    private static func bytes(_ name: String, _ reason: FormatError.Reason, at offset: Int, _ octets: [UInt8])
        -> CatalogueCase
    {
        CatalogueCase(testDescription: name, bytes: { octets }, verdict: .malformed(reason, .at(offset)))
    }

    /// This many nested elements, each of definite length.
    private static func nested(_ tag: UInt8, _ count: Int) -> [UInt8] {
        // Built from the inside, in reverse.
        var octets: [UInt8] = []
        for _ in 0..<count {
            octets += TestDER.length(octets.count).reversed()
            octets.append(tag)
        }
        return octets.reversed()
    }

    /// 67 elements are read up to the payload's SET, including it. Each attribute has four.
    static let nesting: [CatalogueCase] = [
        bytes(
            "DER-03 30 80, a hundred thousand times", .invalidLength(.indefinite), at: 2,
            [UInt8](copies: 100_000, of: [0x30, 0x80])),
        .chain("DER-03 a hundred SEQUENCEs in each other", .refused(.malformedCertificate(.signer))) {
            $0.signer.subjectPublicKeyInfo = nested(0x30, 100)
        },
        .chain("DER-03 two hundred [0] in each other", .refused(.malformedCertificate(.intermediate))) {
            $0.intermediate?.subjectPublicKeyInfo = nested(0xA0, 200)
        },
        .chain("DER-03 30 80 in a certificate", .refused(.malformedCertificate(.signer))) {
            $0.signer.subjectPublicKeyInfo = TestDER.sequence([[0x30, 0x80, 0, 0]])
        },
        .container(
            "DER-03, CMS-27 a thousand SEQUENCEs in each other as revocation lists",
            .malformed(.crls, .of(TestDER.context(1, nested(0x30, 1_000))))
        ) { $0.revocationLists = nested(0x30, 1_000) },
        .payload("DER-03 a bomb in an unknown attribute stays shut", .accepted) {
            $0.attributes.append(TestAttribute(99, value: nested(0x30, 10_000)))
        },
        .payload("DER-04 purchases in purchases, forty deep", .accepted) { payload in
            var row = TestAttributeSet([], order: .asGiven)
            for _ in 0..<40 { row = TestAttributeSet([TestAttribute(17, set: row)], order: .asGiven) }
            payload.editFirstPurchase { $0.append(TestAttribute(17, set: row)) }
        },
        .container(
            "DER-02, CMS-27 NULLs as revocation lists", .malformed(.crls, .of(TestDER.context(1, nulls(30_000))))
        ) { $0.revocationLists = nulls(30_000) },
        .chain("DER-02 NULLs in a certificate", .refused(.malformedCertificate(.signer))) {
            $0.signer.subjectPublicKeyInfo = TestDER.sequence([nulls(256)])
        },
        .payload(
            "DER-02 attributes in front of the creation date",
            .malformed(.limitExceeded(.elements, allowed: 3_000), .first(Array(many.prefix(50)), plus: 733 * 10 + 2))
        ) { payload in
            payload.attributes.insert(
                contentsOf: [TestAttribute](repeating: TestAttribute(99, value: []), count: 2_000), at: 0)
        }.with { $0.limits.maximumElements = 3_000 },
    ]

    private static let many = [UInt8](copies: 2_000, of: TestAttribute(99, value: []).encoded)

    private static func nulls(_ count: Int) -> [UInt8] {
        [UInt8](copies: count, of: TestDER.null)
    }
}
