import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests values that their ASN.1 types don't allow, in places where a receipt has such a value: the payload, the
/// container, a certificate.
@Suite("Catalogue: values")
struct CatalogueValueTests {
    @Test("Values", arguments: types + integers + identifiers + bits + shapes)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    // MARK: Primitive and constructed

    private static func algorithm(_ name: String, _ algorithm: [UInt8], _ verdict: CatalogueCase.Verdict)
        -> CatalogueCase
    {
        .signer(name, verdict) { $0.rawFields[.signatureAlgorithm] = algorithm }
    }

    private static let unreadable = CatalogueCase.Verdict.refused(.malformedCertificate(.signer))
    private static let plainRSA = VerificationError.unsupportedAlgorithm(
        digest: "2.16.840.1.101.3.4.2.1", signature: "1.2.840.113549.1.1.1")
    private static let rsa = TestAlgorithm.rsaEncryption.identifier

    /// The signer certificate with one extension that is given in full.
    private static func `extension`(_ name: String, _ octets: [UInt8], _ verdict: CatalogueCase.Verdict = unreadable)
        -> CatalogueCase
    {
        .chain(name, verdict) { chain in
            chain.signer.extensions.remove(basicConstraints)
            let others = chain.signer.extensions.map(\.encoded)
            chain.signer.rawFields[.extensions] = TestDER.context(3, TestDER.sequence(others + [octets]))
        }
    }

    private static let basicConstraints: TestOID = [2, 5, 29, 19]

    /// Extension ::= SEQUENCE { extnID, critical BOOLEAN, extnValue OCTET STRING }
    private static func constraints(critical: [UInt8] = TestDER.boolean(true), value: [UInt8] = TestDER.sequence([]))
        -> [UInt8]
    {
        TestDER.sequence([TestDER.objectIdentifier(basicConstraints), critical, TestDER.octetString(value)])
    }

    private static let empty = TestDER.octetString([])

    static let types: [CatalogueCase] = [
        algorithm(
            "DER-16 a constructed OBJECT IDENTIFIER",
            TestDER.sequence([TestDER.element(0x26, TestDER.objectIdentifier(rsa))]),
            .malformed(.unexpectedTag(expected: 0x06, found: 0x26), .of([0x26, 0x0B]))),
        algorithm(
            "DER-16 a constructed NULL", TestDER.sequence([TestDER.objectIdentifier(rsa), [0x25, 0x00]]),
            .refused(plainRSA)),
        `extension`(
            "DER-16 a constructed BOOLEAN", constraints(critical: TestDER.element(0x21, TestDER.boolean(true)))),
        .chain(
            "DER-16 a constructed BIT STRING",
            .malformed(.unexpectedTag(expected: 0x03, found: 0x23), .of([0x23, 0x04, 0x03, 0x02, 0x00, 0x01]))
        ) {
            $0.signer.rawFields[.signature] = TestDER.element(0x23, TestDER.bitString([1]))
        },
        .content("DER-17 a primitive SET", .malformed(.unexpectedTag(expected: 0x31, found: 0x11), .of(primitiveSet))) {
            primitiveSet
        },
        .container(
            "DER-17 a primitive [0]",
            .malformed(.unexpectedTag(expected: 0xA0, found: 0x80), .of(primitiveContent, plus: 13))
        ) { $0.rawFields[.encapsulatedContent] = primitiveContent },
        .container(
            "DER-17 a primitive SET of signers",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x11), .of([0x11, 0x82]))
        ) { $0.rawFields[.signers] = TestDER.element(0x11, $0.signers[0].encoded) },
        .content(
            "DER-22 a SEQUENCE for the payload's SET",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x30), .of([0x30, 0x00, 0xA0]))
        ) { [0x30, 0x00] },
        .content(
            "DER-22 [APPLICATION 17] for the SET",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x71), .of([0x71, 0x00]))
        ) { [0x71, 0x00] },
        .content(
            "DER-22 [0] for the SET", .malformed(.unexpectedTag(expected: 0x31, found: 0xA0), .of([0xA0, 0x00, 0xA0]))
        ) { [0xA0, 0x00] },
    ]

    private static let primitiveSet = TestDER.element(0x11, Subject.receipt.payload.attributes.flatMap(\.encoded))
    private static let primitiveContent = TestDER.sequence([
        TestDER.objectIdentifier(.data), TestDER.element(0x80, TestDER.octetString([0x31, 0x00])),
    ])

    // MARK: Integers

    static let integers: [CatalogueCase] = [
        .container("DER-18 a version of a megabyte", .malformed(.invalidInteger, .of([0x02, 0x83]))) {
            $0.rawFields[.version] = TestDER.integer(octets: [UInt8](repeating: 1, count: 1 << 20))
        },
        .payload("DER-19 type 2^62 and version 2^31 - 1", .accepted) {
            $0.attributes.append(TestAttribute(1 << 62, version: Int64(Int32.max), value: [1]))
        },
    ]

    // MARK: Object identifiers

    /// The content type, and the signature's algorithm, with these identifier bytes.
    private static func identifier(_ name: String, _ octets: [UInt8]) -> [CatalogueCase] {
        let element = TestDER.element(0x06, octets)
        let type = CatalogueCase(
            testDescription: name, bytes: { TestDER.sequence([element, CatalogueContainerTests.explicit]) },
            verdict: .malformed(.invalidValue, .first(Array(element.prefix(20)))))
        let algorithm = CatalogueCase.signer(name, .malformed(.invalidValue, .of(element))) {
            $0.rawFields[.signatureAlgorithm] = TestDER.sequence([element, TestDER.null])
        }
        return [type, algorithm]
    }

    /// An unknown content type, which the error contains.
    private static func contentType(_ text: String, _ octets: [UInt8]) -> CatalogueCase {
        CatalogueCase(
            testDescription: "DER-20 \(octets.count) bytes, which are well-formed: \(text.prefix(10))",
            bytes: { TestDER.sequence([TestDER.element(0x06, octets), CatalogueContainerTests.explicit]) },
            verdict: .malformed(.unsupportedContentType(text), .at(4)))
    }

    static let identifiers: [CatalogueCase] =
        identifier("DER-20 no bytes", []) + identifier("DER-20 a first arc that begins with 80", [0x80, 0x01])
        + identifier("DER-20 an arc that begins with 80", [0x2A, 0x80, 0x01])
        + identifier("DER-20 an arc cut off", [0x2A, 0x86])
        + identifier("DER-20 an arc above 2^63", [0x2A] + [UInt8](repeating: 0xFF, count: 9) + [0x7F])
        + [
            contentType("0.39.1", [0x27, 0x01]), contentType("1.0.1", [0x28, 0x01]),
            contentType("2.0.1", [0x50, 0x01]),
            contentType("2.999", [0x88, 0x37]),
            contentType("0" + String(repeating: ".1", count: 64), [UInt8](repeating: 0x01, count: 64)),
        ]
        + identifier("DER-20 65 bytes", [UInt8](repeating: 0x01, count: 65))
        + identifier("DER-20 a megabyte", [UInt8](repeating: 0x81, count: 1 << 20))
        + identifier("DER-20 a hundred thousand arcs", [UInt8](repeating: 0x01, count: 100_000))
        + [
            `extension`(
                "DER-20 an arc cut off in a certificate",
                TestDER.sequence([TestDER.element(0x06, [0x2A, 0x86]), empty]))
        ]

    // MARK: BOOLEAN, NULL, BIT STRING, SET OF

    private static let twoNames = TestDER.sequence([
        TestDER.set([
            TestDER.sequence([TestDER.objectIdentifier([2, 5, 4, 11]), TestDER.utf8String("b")]),
            TestDER.sequence([TestDER.objectIdentifier([2, 5, 4, 3]), TestDER.utf8String("a")]),
        ])
    ])

    private static func keyUsage(_ name: String, _ value: [UInt8]) -> CatalogueCase {
        .chain(name, unreadable) { $0.signer.put(TestExtension([2, 5, 29, 15], isCritical: true, value: value)) }
    }

    static let bits: [CatalogueCase] = [
        `extension`("DER-23 a critical flag of 01", constraints(critical: [0x01, 0x01, 0x01])),
        `extension`("DER-23 a critical flag of two bytes", constraints(critical: [0x01, 0x02, 0xFF, 0xFF])),
        `extension`("DER-23 an empty critical flag", constraints(critical: [0x01, 0x00])),
        `extension`("DER-23 the authority's flag of 01", constraints(value: TestDER.sequence([[0x01, 0x01, 0x01]]))),
        algorithm(
            "DER-23 NULL with content", TestDER.sequence([TestDER.objectIdentifier(rsa), [0x05, 0x01, 0x00]]),
            .refused(plainRSA)),
        .chain("DER-23 NULL with content in a certificate", unreadable) {
            for field in [TestCertificate.Field.signatureAlgorithm, .outerSignatureAlgorithm] {
                $0.signer.rawFields[field] = TestDER.sequence([
                    TestDER.objectIdentifier(TestAlgorithm.sha256WithRSAEncryption.identifier), [0x05, 0x01, 0x00],
                ])
            }
        },
        .chain("DER-23 eight unused bits in the signature", unreadable) { $0.signer.signatureUnusedBits = 8 },
        .chain("DER-23 one unused bit in the signature", unreadable) { $0.signer.signatureUnusedBits = 1 },
        .chain("DER-23 unused bits of an empty signature", unreadable) {
            $0.signer.rawFields[.signature] = [0x03, 0x01, 0x07]
        },
        .chain(
            "DER-23 a signature without its byte of unused bits",
            .malformed(.invalidValue, .of([0x03, 0x00, 0x30], plus: 2))
        ) { $0.signer.rawFields[.signature] = [0x03, 0x00] },
        keyUsage("DER-23 key usage with eight unused bits", [0x03, 0x02, 0x08, 0x80]),
        keyUsage("DER-23 key usage with unused bits that are set", [0x03, 0x02, 0x07, 0xFF]),
        keyUsage("DER-23 key usage of no bytes, with unused bits", [0x03, 0x01, 0x07]),
        .chain("DER-24 a name whose SET is not sorted", unreadable) { $0.signer.rawFields[.subject] = twoNames },
        .payload("DER-24 a payload that is not sorted", .accepted) { $0.attributes.reverse() },
        `extension`("DER-12 a byte behind basic constraints", constraints(value: TestDER.sequence([]) + [0])),
        `extension`("DER-12 NULL inside basic constraints", constraints(value: TestDER.sequence([TestDER.null]))),
        .chain("DER-12 a byte behind the key usage", unreadable) {
            $0.signer.put(
                TestExtension([2, 5, 29, 15], isCritical: true, value: TestDER.bitString([0x80], unusedBits: 7) + [0]))
        },
        .chain(
            "DER-12 a byte behind the signer's certificate",
            .malformed(.truncated(needed: 2, available: 1), .of([0x00] + signerInfos))
        ) { $0.root?.trailingBytes = [0] },
    ]
}

extension TestAttributeSet {
    /// Keeps only one purchase and changes it.
    mutating func onlyPurchase(_ change: (inout TestAttributeSet) -> Void) {
        while attributes.filter({ $0.type == 17 }).count > 1, let index = attributes.lastIndex(where: { $0.type == 17 })
        {
            attributes.remove(at: index)
        }
        editFirstPurchase(change)
    }
}
