import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

@Suite("Container: one defect each")
struct ContainerShapeTests {
    static let good = SampleContainer()
    static let signer = SampleSigner()
    static let payload = SampleSet.receipt.encoding

    static func typed(_ type: [UInt8]) -> SampleContainer {
        var container = good
        container.contentType = type
        return container
    }

    static let contentTypes: [ContainerCase] = [
        ContainerCase("CMS-01 data", typed(SampleContainer.dataType), .unsupportedContentType("1.2.840.113549.1.7.1")) {
            $0.contentTypeStart
        },
        ContainerCase(
            "CMS-01 envelopedData", typed(TLV.oid(1, 2, 840, 113549, 1, 7, 3)),
            .unsupportedContentType("1.2.840.113549.1.7.3")
        ) { $0.contentTypeStart },
        ContainerCase(
            "CMS-01 signedAndEnvelopedData", typed(TLV.oid(1, 2, 840, 113549, 1, 7, 4)),
            .unsupportedContentType("1.2.840.113549.1.7.4")
        ) { $0.contentTypeStart },
        ContainerCase(
            "CMS-01 compressedData", typed(TLV.oid(1, 2, 840, 113549, 1, 9, 16, 1, 9)),
            .unsupportedContentType("1.2.840.113549.1.9.16.1.9")
        ) { $0.contentTypeStart },
        ContainerCase(
            "CMS-01 authenticatedData", typed(TLV.oid(1, 2, 840, 113549, 1, 9, 16, 1, 2)),
            .unsupportedContentType("1.2.840.113549.1.9.16.1.2")
        ) { $0.contentTypeStart },
        ContainerCase(
            "CMS-01 arcs 0.39 and 2.999", typed(TLV.oid(2, 999, 0, UInt64(1) << 56)),
            .unsupportedContentType("2.999.0.72057594037927936")
        ) { $0.contentTypeStart },
        ContainerCase("DER-20 empty OID", typed([0x06, 0x00]), .invalidValue) { $0.contentTypeStart },
        ContainerCase("DER-20 leading 0x80", typed([0x06, 0x03, 0x2A, 0x80, 0x01]), .invalidValue) {
            $0.contentTypeStart
        },
        ContainerCase("DER-20 unfinished arc", typed([0x06, 0x02, 0x2A, 0x86]), .invalidValue) { $0.contentTypeStart },
        ContainerCase(
            "DER-20 arc beyond 2^63", typed([0x06, 0x0B, 0x2A] + [UInt8](repeating: 0xFF, count: 9) + [0x7F]),
            .invalidValue
        ) { $0.contentTypeStart },
        ContainerCase("DER-20 65 octets", typed(TLV.element(0x06, [UInt8](repeating: 1, count: 65))), .invalidValue) {
            $0.contentTypeStart
        },
        ContainerCase(
            "DER-20 a million octets", typed(TLV.element(0x06, [UInt8](repeating: 1, count: 1_000_000))), .invalidValue
        ) { $0.contentTypeStart },
        ContainerCase(
            "DER-16 constructed OID", typed(TLV.element(0x26, SampleContainer.signedDataType)),
            .unexpectedTag(expected: 0x06, found: 0x26)
        ) { $0.contentTypeStart },
        ContainerCase("a payload alone", typed([]), .unexpectedTag(expected: 0x06, found: 0xA0)) {
            $0.contentTypeStart
        },
    ]

    static let digestAlgorithms: [ContainerCase] = [
        ContainerCase("CMS-05 none", good.with(.digestAlgorithms, TLV.set()), .digestAlgorithms, at: .digestAlgorithms),
        ContainerCase(
            "CMS-05 the same twice",
            good.with(.digestAlgorithms, TLV.set(SampleContainer.sha256, SampleContainer.sha256)), .digestAlgorithms,
            at: .digestAlgorithms),
        ContainerCase(
            "CMS-05 both", good.with(.digestAlgorithms, TLV.set(SampleContainer.sha1, SampleContainer.sha256)),
            .digestAlgorithms, at: .digestAlgorithms),
        ContainerCase(
            "CMS-05 another than the signer's", good.with(.digestAlgorithms, TLV.set(SampleContainer.sha1)),
            .digestAlgorithms, at: .digestAlgorithms),
        ContainerCase(
            "CMS-05 a hundred thousand",
            good.with(
                .digestAlgorithms,
                TLV.element(0x31, joining: [[UInt8]](repeating: SampleContainer.sha256, count: 100_000))),
            .digestAlgorithms, at: .digestAlgorithms),
        ContainerCase(
            "CMS-05 not a SET", good.with(.digestAlgorithms, TLV.sequence(SampleContainer.sha256)),
            .unexpectedTag(expected: 0x31, found: 0x30), at: .digestAlgorithms),
        ContainerCase(
            "CMS-05 missing", good.with(.digestAlgorithms, []), .unexpectedTag(expected: 0x31, found: 0x30),
            at: .digestAlgorithms),
        ContainerCase(
            "CMS-05 not an AlgorithmIdentifier", good.with(.digestAlgorithms, TLV.set(TLV.oid(1, 3, 14, 3, 2, 26))),
            .unexpectedTag(expected: 0x30, found: 0x06), at: .digestAlgorithms, plus: 2),
        ContainerCase(
            "CMS-07 parameters twice",
            good.with(.digestAlgorithms, TLV.set(TLV.sequence(TLV.oid(1, 3, 14, 3, 2, 26), TLV.null, TLV.null))),
            .trailingBytes(2),
            at: .digestAlgorithms, plus: 13),
        ContainerCase(
            "DER-08 indefinite", good.with(.digestAlgorithms, TLV.indefinite(0x31, SampleContainer.sha256)),
            .invalidLength(.indefinite), at: .digestAlgorithms),
    ]

    static let versions: [ContainerCase] =
        ([0, 2, 3, 4, 5, 1 << 40, -1, .min] as [Int64]).flatMap { version in
            [
                ContainerCase(
                    "CMS-24 SignedData version \(version)", good.with(.version, TLV.integer(version)),
                    .unsupportedVersion(version), at: .version),
                ContainerCase(
                    "CMS-24 SignerInfo version \(version)", signer: signer.with(.version, TLV.integer(version)),
                    .unsupportedVersion(version), at: .version),
            ]
        } + [
            ContainerCase(
                "CMS-24 version of nine octets", good.with(.version, TLV.element(0x02, [1, 0, 0, 0, 0, 0, 0, 0, 1])),
                .invalidInteger, at: .version),
            ContainerCase(
                "CMS-24 version missing", good.with(.version, []), .unexpectedTag(expected: 0x02, found: 0x31),
                at: .version),
        ]

    static let contents: [ContainerCase] = [
        ContainerCase(
            "CMS-17 detached", good.with(.content, TLV.sequence(SampleContainer.dataType)), .missingContent,
            at: .content, plus: 13),
        ContainerCase(
            "CMS-17 detached, indefinite", good.with(.content, TLV.indefinite(0x30, SampleContainer.dataType)),
            .missingContent, at: .content, plus: 13),
        ContainerCase(
            "CMS-17 [0] without content", good.with(.content, SampleContainer.encapsulated()),
            .truncated(needed: 2, available: 0), at: .content, plus: 15),
        ContainerCase(
            "CMS-18 two elements in [0]",
            good.with(.content, SampleContainer.encapsulated(TLV.octets([1]), TLV.octets([2]))), .trailingBytes(3),
            at: .content, plus: 18),
        ContainerCase(
            "CMS-18 a SET instead of its OCTET STRING",
            good.with(.content, SampleContainer.encapsulated(TLV.set(TLV.null))),
            .unexpectedTag(expected: 0x04, found: 0x31), at: .content, plus: 15),
        ContainerCase(
            "CMS-18 eContentType signedData",
            good.with(.content, TLV.sequence(SampleContainer.signedDataType, TLV.context(0, TLV.octets([])))),
            .unsupportedContentType("1.2.840.113549.1.7.2"), at: .content, plus: 2),
        ContainerCase(
            "CMS-18 [1] instead of [0]",
            good.with(.content, TLV.sequence(SampleContainer.dataType, TLV.context(1, TLV.octets([])))),
            .unexpectedTag(expected: 0xA0, found: 0xA1), at: .content, plus: 13),
        ContainerCase(
            "DER-17 primitive [0]",
            good.with(.content, TLV.sequence(SampleContainer.dataType, TLV.element(0x80, TLV.octets([])))),
            .unexpectedTag(expected: 0xA0, found: 0x80), at: .content, plus: 13),
        ContainerCase(
            "DER-13 something behind [0]",
            good.with(.content, TLV.sequence(SampleContainer.dataType, TLV.context(0, TLV.octets([])), TLV.null)),
            .trailingBytes(2), at: .content, plus: 17),
        ContainerCase(
            "DER-15 chunk that is no OCTET STRING",
            good.with(.content, SampleContainer.encapsulated(TLV.element(0x24, TLV.octets([1]), TLV.utf8("x")))),
            .unexpectedTag(expected: 0x04, found: 0x0C), at: .content, plus: 20),
        ContainerCase(
            "DER-15 chunk in chunk",
            good.with(.content, SampleContainer.encapsulated(TLV.element(0x24, TLV.element(0x24, TLV.octets([1]))))),
            .unexpectedTag(expected: 0x04, found: 0x24), at: .content, plus: 17),
        ContainerCase(
            "DER-15 indefinite chunk",
            good.with(.content, SampleContainer.encapsulated([0x24, 0x80, 0x24, 0x80, 0, 0, 0, 0])),
            .invalidLength(.indefinite), at: .content, plus: 17),
        ContainerCase(
            "DER-11 indefinite primitive chunk",
            good.with(.content, SampleContainer.encapsulated([0x24, 0x80, 0x04, 0x80, 0, 0, 0, 0])),
            .invalidLength(.indefinite), at: .content, plus: 17),
        ContainerCase(
            "DER-11 indefinite primitive content",
            good.with(.content, SampleContainer.encapsulated([0x04, 0x80, 0, 0])), .invalidLength(.indefinite),
            at: .content, plus: 15),
        ContainerCase(
            "DER-07 length not minimal", good.with(.content, SampleContainer.encapsulated([0x04, 0x81, 0x01, 0x00])),
            .invalidLength(.notMinimal), at: .content, plus: 15),
    ]
    @Test(
        "Refused",
        arguments: contentTypes + digestAlgorithms + versions + contents + signers + ends + certificates + parameters
            + junk)
    func refused(_ refusal: ContainerCase) {
        #expect(throws: refusal.error) { try SignedReceipt(refusal.bytes) }
    }
}
