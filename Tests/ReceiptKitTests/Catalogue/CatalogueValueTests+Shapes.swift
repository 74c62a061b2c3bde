import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// What is too much or too little in an element, and texts that are none.
extension CatalogueValueTests {
    static let shapes: [CatalogueCase] = [
        .attribute(
            "DER-12 a byte behind an attribute's value",
            TestAttribute(2, value: TestDER.utf8String("com.example.app") + [0]),
            .malformed(
                .trailingBytes(1), .of(TestDER.utf8String("com.example.app") + [0], plus: 17),
                AttributePath.receipt(.bundleIdentifier))
        ),
        .content(
            "DER-12 a byte behind the payload",
            .malformed(
                .trailingBytes(1),
                .of(Subject.receipt.payload.encoded + [0], plus: Subject.receipt.payload.encoded.count))
        ) { Subject.receipt.payload.encoded + [0] },
        CatalogueCase(
            testDescription: "DER-12 a byte behind the container",
            bytes: { try TestAuthority.standard.sign(Subject.receipt) + [0] },
            verdict: .malformed(.trailingBytes(1), .fromEnd(1))),
        attribute(
            "DER-13 an attribute of four parts", TestDER.sequence([TestDER.integer(99), one, empty, TestDER.null]),
            .trailingBytes(2), plus: 10),
        .chain(
            "DER-13 a certificate of four parts", .malformed(.trailingBytes(2), .of(TestDER.null + intermediateStart))
        ) { $0.signer.additionalFields = TestDER.null },
        .signer("DER-13 a part more in SignerInfo", .malformed(.trailingBytes(2), .fromEnd(2))) {
            $0.additionalFields = TestDER.null
        },
        .container("DER-13 a part more in SignedData", .malformed(.trailingBytes(2), .fromEnd(2))) {
            $0.additionalFields = TestDER.null
        },
        attribute(
            "DER-14 an attribute without value", TestDER.sequence([TestDER.integer(99), one]),
            .truncated(needed: 2, available: 0), plus: 8),
        attribute(
            "DER-14 an attribute with a type alone", TestDER.sequence([TestDER.integer(99)]),
            .truncated(needed: 2, available: 0), plus: 5),
        attribute("DER-14 an empty attribute", TestDER.sequence([]), .truncated(needed: 2, available: 0), plus: 2),
    ]

    private static let intermediateStart: [UInt8] = {
        do { return Array(try Attack.chain.certificates[1].encoded().prefix(8)) } catch { return [] }
    }()
    static let signerInfos: [UInt8] = [0x31, 0x82]

    // MARK: Texts

    private static func text(_ name: String, _ octets: [UInt8]) -> CatalogueCase {
        let value = TestDER.element(0x0C, octets)
        return .attribute(
            name, TestAttribute(2, value: value),
            .malformed(.invalidString(octets), .of(value), AttributePath.receipt(.bundleIdentifier)))
    }

    static let texts: [CatalogueCase] = [
        text("DER-29 invalid UTF-8", [0x61, 0xFF]), text("DER-29 the overlong C0 80", [0xC0, 0x80]),
        text("DER-29 a surrogate", [0xED, 0xA0, 0x80]),
        text("DER-29 a character cut off", [0xE2, 0x82]), text("DER-29 a stray continuation", [0x80]),
        .attribute(
            "DER-29 a BMPString of odd length", TestAttribute(2, value: [0x1E, 0x03, 0x00, 0x61, 0x00]),
            .malformed(
                .unexpectedTag(expected: 0x0C, found: 0x1E), .of([0x1E, 0x03, 0x00, 0x61, 0x00]),
                AttributePath.receipt(.bundleIdentifier))),
        .attribute(
            "DER-29 a BMPString", TestAttribute(2, value: [0x1E, 0x02, 0x00, 0x61]),
            .malformed(
                .unexpectedTag(expected: 0x0C, found: 0x1E), .of([0x1E, 0x02, 0x00, 0x61]),
                AttributePath.receipt(.bundleIdentifier))),
    ]
}
