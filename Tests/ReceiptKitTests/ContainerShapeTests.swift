import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

/// A container with one defect, and the refusal it has to meet.
struct ContainerCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let error: FormatError

    init(
        _ rule: String, _ container: SampleContainer, _ reason: FormatError.Reason, at offset: (SampleContainer) -> Int
    ) {
        testDescription = rule
        bytes = container.encoding
        error = FormatError(reason, offset: offset(container))
    }

    init(
        _ rule: String, _ container: SampleContainer, _ reason: FormatError.Reason, at part: SampleContainer.Part,
        plus: Int = 0
    ) {
        self.init(rule, container, reason) { $0.start(part) + plus }
    }

    init(
        _ rule: String, signer: SampleSigner, _ reason: FormatError.Reason, at part: SampleContainer.SignerPart,
        plus: Int = 0
    ) {
        self.init(rule, SampleContainer().with(signer: signer), reason) {
            $0.start(.signers) + signer.start(part) + plus
        }
    }
}

@Suite("Container: one defect each")
struct ContainerShapeTests {
    private static let good = SampleContainer()
    private static let signer = SampleSigner()
    private static let payload = SampleSet.receipt.encoding

    private static func typed(_ type: [UInt8]) -> SampleContainer {
        var container = good
        container.contentType = type
        return container
    }

    private static let contentTypes: [ContainerCase] = [
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

    private static let digestAlgorithms: [ContainerCase] = [
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

    private static let versions: [ContainerCase] =
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

    private static let contents: [ContainerCase] = [
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

    private static let signers: [ContainerCase] = [
        ContainerCase("CMS-02 nobody", good.with(.signers, TLV.set()), .missingSigner, at: .signers),
        ContainerCase(
            "CMS-02 no signerInfos", good.with(.signers, []), .truncated(needed: 2, available: 0), at: .signers),
        ContainerCase(
            "CMS-03 the same twice", good.with(.signers, TLV.set(signer.encoding, signer.encoding)), .severalSigners,
            at: .signers, plus: 4 + signer.encoding.count),
        ContainerCase(
            "CMS-03 good and bad",
            good.with(.signers, TLV.set(signer.encoding, signer.with(.signature, TLV.octets([])).encoding)),
            .severalSigners, at: .signers,
            plus: 4 + signer.encoding.count),
        ContainerCase(
            "CMS-03 five hundred",
            good.with(.signers, TLV.element(0x31, joining: [[UInt8]](repeating: signer.encoding, count: 500))),
            .severalSigners, at: .signers,
            plus: 5 + signer.encoding.count),
        ContainerCase(
            "CMS-04 SEQUENCE", good.with(.signers, TLV.sequence(signer.encoding)),
            .unexpectedTag(expected: 0x31, found: 0x30), at: .signers),
        ContainerCase(
            "CMS-04 SignerInfo without its SET", good.with(.signers, signer.encoding),
            .unexpectedTag(expected: 0x31, found: 0x30), at: .signers),
        ContainerCase(
            "DER-08 indefinite SET", good.with(.signers, TLV.indefinite(0x31, signer.encoding)),
            .invalidLength(.indefinite), at: .signers),
        ContainerCase(
            "CMS-10 signed attributes",
            signer: signer.with(
                .signedAttributes,
                TLV.context(0, TLV.sequence(TLV.oid(1, 2, 840, 113549, 1, 9, 4), TLV.set(TLV.octets([]))))),
            .signedAttributes, at: .signedAttributes),
        ContainerCase(
            "CMS-10 the payload as signed attributes",
            signer: signer.with(.signedAttributes, [0xA0] + payload.dropFirst()), .signedAttributes,
            at: .signedAttributes),
        ContainerCase(
            "CMS-10 empty signed attributes", signer: signer.with(.signedAttributes, TLV.context(0)), .signedAttributes,
            at: .signedAttributes),
        ContainerCase(
            "CMS-15 signed attributes as a SET", signer: signer.with(.signedAttributes, TLV.set()),
            .unexpectedTag(expected: 0x30, found: 0x31), at: .signedAttributes),
        ContainerCase(
            "CMS-15 signed attributes, primitive", signer: signer.with(.signedAttributes, [0x80, 0]),
            .unexpectedTag(expected: 0x30, found: 0x80), at: .signedAttributes),
        ContainerCase(
            "CMS-22 subject key identifier",
            signer: signer.with(.version, TLV.integer(3)).with(.identifier, TLV.element(0x80, [1, 2, 3])),
            .unsupportedSignerIdentifier, at: .identifier),
        ContainerCase(
            "CMS-22 subject key identifier, version 1", signer: signer.with(.identifier, TLV.element(0x80, [1, 2, 3])),
            .unsupportedSignerIdentifier, at: .identifier),
        ContainerCase(
            "CMS-22 [0] constructed", signer: signer.with(.identifier, TLV.context(0, TLV.octets([1]))),
            .unexpectedTag(expected: 0x30, found: 0xA0), at: .identifier),
        ContainerCase(
            "CMS-22 issuer alone", signer: signer.with(.identifier, TLV.sequence(TLV.sequence())),
            .truncated(needed: 2, available: 0), at: .identifier, plus: 4),
        ContainerCase(
            "CMS-22 serial number first",
            signer: signer.with(.identifier, TLV.sequence(TLV.integer(7), TLV.sequence())),
            .unexpectedTag(expected: 0x30, found: 0x02), at: .identifier, plus: 2),
        ContainerCase(
            "DER-13 three parts",
            signer: signer.with(.identifier, TLV.sequence(TLV.sequence(), TLV.integer(7), TLV.null)), .trailingBytes(2),
            at: .identifier, plus: 7),
        ContainerCase(
            "digestAlgorithm missing", signer: signer.with(.digestAlgorithm, []),
            .unexpectedTag(expected: 0x30, found: 0x04), at: .signature),
        ContainerCase(
            "signatureAlgorithm missing", signer: signer.with(.signatureAlgorithm, []),
            .unexpectedTag(expected: 0x30, found: 0x04), at: .signature),
        ContainerCase(
            "CMS-05 digest that digestAlgorithms lacks",
            good.with(signer: signer.with(.digestAlgorithm, SampleContainer.sha1)), .digestAlgorithms,
            at: .digestAlgorithms),
        ContainerCase(
            "CMS-25 signature constructed", signer: signer.with(.signature, TLV.element(0x24, TLV.octets([1]))),
            .unexpectedTag(expected: 0x04, found: 0x24), at: .signature),
        ContainerCase(
            "CMS-25 signature missing", signer: signer.with(.signature, []), .truncated(needed: 2, available: 0),
            at: .signature),
        ContainerCase(
            "CMS-26 unsigned attributes, broken", signer: signer.with(.unsignedAttributes, TLV.context(1, [0x30])),
            .truncated(needed: 2, available: 1), at: .unsignedAttributes, plus: 2),
        ContainerCase(
            "CMS-26 unsigned attributes, indefinite", signer: signer.with(.unsignedAttributes, TLV.indefinite(0xA1)),
            .invalidLength(.indefinite), at: .unsignedAttributes),
        ContainerCase(
            "CMS-26 nested bomb",
            signer: signer.with(.unsignedAttributes, (0..<40).reduce([]) { inner, _ in TLV.context(1, inner) }),
            .limitExceeded(.depth, allowed: 32), at: .unsignedAttributes, plus: 54),
        ContainerCase(
            "CMS-26 primitive", signer: signer.with(.unsignedAttributes, [0x81, 0]), .trailingBytes(2),
            at: .unsignedAttributes),
        ContainerCase(
            "DER-13 behind the unsigned attributes",
            signer: signer.with(.unsignedAttributes, TLV.context(1)).with(.surplus, TLV.null), .trailingBytes(2),
            at: .surplus),
        ContainerCase(
            "DER-13 behind the signature", signer: signer.with(.surplus, TLV.null), .trailingBytes(2), at: .surplus),
    ]

    private static func surplus(_ change: (inout SampleContainer) -> Void) -> SampleContainer {
        var container = good
        change(&container)
        return container
    }

    private static let ends: [ContainerCase] = [
        ContainerCase("DER-12 a byte behind", surplus { $0.surplus.behind = [0] }, .trailingBytes(1)) {
            $0.encoding.count - 1
        },
        ContainerCase("DER-12 a newline behind", surplus { $0.surplus.behind = [0x0A] }, .trailingBytes(1)) {
            $0.encoding.count - 1
        },
        ContainerCase(
            "DER-12 another container behind", surplus { $0.surplus.behind = good.encoding },
            .trailingBytes(good.encoding.count)
        ) { $0.encoding.count - good.encoding.count },
        ContainerCase(
            "DER-12 behind, indefinite",
            surplus {
                $0.isIndefinite = true
                $0.surplus.behind = [0, 0]
            }, .trailingBytes(2)
        ) { $0.encoding.count - 2 },
        ContainerCase(
            "DER-13 third element of ContentInfo", surplus { $0.surplus.inContentInfo = TLV.null }, .trailingBytes(2)
        ) { $0.encoding.count - 2 },
        ContainerCase(
            "DER-13 the same, indefinite",
            surplus {
                $0.isIndefinite = true
                $0.surplus.inContentInfo = TLV.null
            }, .unexpectedTag(expected: 0, found: 5)
        ) { $0.encoding.count - 4 },
        ContainerCase("DER-13 second element in [0]", surplus { $0.surplus.inExplicit = TLV.null }, .trailingBytes(2)) {
            $0.encoding.count - 2
        },
        ContainerCase(
            "DER-13 the same, indefinite [0]",
            surplus {
                $0.isIndefinite = true
                $0.surplus.inExplicit = TLV.null
            }, .unexpectedTag(expected: 0, found: 5)
        ) { $0.encoding.count - 6 },
        ContainerCase("DER-13 behind signerInfos", good.with(.surplus, TLV.null), .trailingBytes(2), at: .surplus),
        ContainerCase(
            "DER-13 behind signerInfos, indefinite",
            surplus {
                $0.isIndefinite = true
                $0[.surplus] = TLV.null
            }, .unexpectedTag(expected: 0, found: 5), at: .surplus),
        ContainerCase(
            "DER-22 [1] instead of [0]", surplus { $0.contentTag = 0xA1 }, .unexpectedTag(expected: 0xA0, found: 0xA1)
        ) { $0.contentTypeStart + 11 },
        ContainerCase(
            "DER-17 primitive [0]", surplus { $0.contentTag = 0x80 }, .unexpectedTag(expected: 0xA0, found: 0x80)
        ) { $0.contentTypeStart + 11 },
    ]

    private static let certificate = SampleContainer.certificate(serial: 7)

    private static let parameters: [ContainerCase] = [
        TLV.sequence(), TLV.octets([1]), [0x05, 0x01, 0x00], TLV.element(0x30, [0x30]), TLV.utf8("x"),
    ].map { parameters in
        let algorithm = TLV.sequence(TLV.oid(2, 16, 840, 1, 101, 3, 4, 2, 1), parameters)
        return ContainerCase(
            "CMS-07 parameters \(parameters) in digestAlgorithms", good.with(.digestAlgorithms, TLV.set(algorithm)),
            .digestAlgorithms, at: .digestAlgorithms)
    }

    private static let junk: [ContainerCase] = [
        TLV.null, TLV.octets([1]), TLV.set(), TLV.element(0x80), TLV.context(4),
    ].map {
        ContainerCase(
            "CMS-21 \($0) in the bag, which is no choice", bag(certificate, $0),
            .unexpectedTag(expected: 0x30, found: $0[0]),
            at: .certificates, plus: 2 + certificate.count)
    }

    private static func bag(_ elements: [UInt8]...) -> SampleContainer {
        good.with(.certificates, TLV.element(0xA0, joining: elements))
    }

    private static let certificates: [ContainerCase] = [
        ContainerCase(
            "CMS-21 eleven",
            good.with(.certificates, TLV.element(0xA0, joining: [[UInt8]](repeating: certificate, count: 11))),
            .limitExceeded(.certificates, allowed: 10), at: .certificates, plus: 4 + 10 * certificate.count),
        ContainerCase(
            "CMS-21 ten thousand others",
            good.with(.certificates, TLV.element(0xA0, joining: [[UInt8]](repeating: TLV.context(1), count: 10_000))),
            .limitExceeded(.certificates, allowed: 10), at: .certificates, plus: 4 + 20),
        ContainerCase(
            "CMS-21 over 8 KiB", bag(certificate, SampleContainer.certificate(serial: 9, padding: 8_200)),
            .limitExceeded(.certificateSize, allowed: 8_192), at: .certificates, plus: 4 + certificate.count),
        ContainerCase(
            "CMS-21 another choice, broken", bag(TLV.context(1, [0x30])), .truncated(needed: 2, available: 1),
            at: .certificates, plus: 4),
        ContainerCase(
            "DER-08 indefinite bag", good.with(.certificates, TLV.indefinite(0xA0, certificate)),
            .invalidLength(.indefinite), at: .certificates),
        ContainerCase(
            "DER-08 indefinite certificate", bag(TLV.indefinite(0x30)), .invalidLength(.indefinite), at: .certificates,
            plus: 2),
        ContainerCase(
            "DER-17 primitive bag", good.with(.certificates, TLV.element(0x80, certificate)),
            .unexpectedTag(expected: 0x31, found: 0x80), at: .certificates),
        ContainerCase(
            "empty certificate", bag(TLV.sequence()), .truncated(needed: 2, available: 0), at: .certificates, plus: 4),
        ContainerCase(
            "certificate without a signature", bag(TLV.sequence(tbs, SampleContainer.rsa)),
            .truncated(needed: 2, available: 0), at: .certificates, plus: 4 + tbs.count + SampleContainer.rsa.count),
        ContainerCase(
            "certificate with an empty signature", bag(TLV.sequence(tbs, SampleContainer.rsa, [0x03, 0x00])),
            .invalidValue, at: .certificates, plus: 6 + tbs.count + SampleContainer.rsa.count),
        ContainerCase(
            "DER-13 a fourth element", bag(TLV.sequence(tbs, SampleContainer.rsa, TLV.bits([1]), TLV.null)),
            .trailingBytes(2), at: .certificates, plus: 8 + tbs.count + SampleContainer.rsa.count),
        ContainerCase(
            "version beside another element", bag(TLV.sequence(TLV.sequence(TLV.context(0, TLV.integer(2), TLV.null)))),
            .trailingBytes(2), at: .certificates, plus: 11),
        ContainerCase(
            "no serial number", bag(TLV.sequence(TLV.sequence(TLV.context(0, TLV.integer(2)), SampleContainer.rsa))),
            .unexpectedTag(expected: 0x02, found: 0x30), at: .certificates, plus: 11),
        ContainerCase(
            "CMS-27 revocation lists, broken", good.with(.revocationLists, TLV.context(1, [0x04, 0x05])),
            .truncated(needed: 7, available: 2), at: .revocationLists, plus: 2),
    ]

    private static let tbs = TLV.sequence(
        TLV.integer(7), SampleContainer.rsa, TLV.sequence(), TLV.sequence(), TLV.sequence(), TLV.sequence())

    @Test(
        "Refused",
        arguments: contentTypes + digestAlgorithms + versions + contents + signers + ends + certificates + parameters
            + junk)
    func refused(_ refusal: ContainerCase) {
        #expect(throws: refusal.error) { try SignedReceipt(refusal.bytes) }
    }
}
