import ReceiptFields
import TestSupport

/// What stands behind a structure or beside it, and the bag of certificates.
extension ContainerShapeTests {
    static func surplus(_ change: (inout SampleContainer) -> Void) -> SampleContainer {
        var container = good
        change(&container)
        return container
    }

    static let ends: [ContainerCase] = [
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

    static let certificate = SampleContainer.certificate(serial: 7)

    static let parameters: [ContainerCase] = [
        TLV.sequence(), TLV.octets([1]), [0x05, 0x01, 0x00], TLV.element(0x30, [0x30]), TLV.utf8("x"),
    ].map { parameters in
        let algorithm = TLV.sequence(TLV.oid(2, 16, 840, 1, 101, 3, 4, 2, 1), parameters)
        return ContainerCase(
            "CMS-07 parameters \(parameters) in digestAlgorithms", good.with(.digestAlgorithms, TLV.set(algorithm)),
            .digestAlgorithms, at: .digestAlgorithms)
    }

    static let junk: [ContainerCase] = [
        TLV.null, TLV.octets([1]), TLV.set(), TLV.element(0x80), TLV.context(4),
    ].map {
        ContainerCase(
            "CMS-21 \($0) in the bag, which is no choice", bag(certificate, $0),
            .unexpectedTag(expected: 0x30, found: $0[0]),
            at: .certificates, plus: 2 + certificate.count)
    }

    static func bag(_ elements: [UInt8]...) -> SampleContainer {
        good.with(.certificates, TLV.element(0xA0, joining: elements))
    }

    static let certificates: [ContainerCase] =
        [
            ContainerCase(
                "CMS-21 eleven",
                good.with(.certificates, TLV.element(0xA0, joining: [[UInt8]](repeating: certificate, count: 11))),
                .limitExceeded(.certificates, allowed: 10), at: .certificates, plus: 4 + 10 * certificate.count),
            ContainerCase(
                "CMS-21 ten thousand others",
                good.with(
                    .certificates, TLV.element(0xA0, joining: [[UInt8]](repeating: TLV.context(1), count: 10_000))),
                .certificateChoice, at: .certificates, plus: 4),
            ContainerCase(
                "CMS-21 over 8 KiB", bag(certificate, SampleContainer.certificate(serial: 9, padding: 8_200)),
                .limitExceeded(.certificateSize, allowed: 8_192), at: .certificates, plus: 4 + certificate.count),
            ContainerCase(
                "CMS-21 another choice behind ten certificates",
                good.with(
                    .certificates,
                    TLV.element(0xA0, joining: [[UInt8]](repeating: certificate, count: 10) + [TLV.context(1)])),
                .limitExceeded(.certificates, allowed: 10), at: .certificates, plus: 4 + 10 * certificate.count),
            ContainerCase(
                "DER-08 indefinite bag", good.with(.certificates, TLV.indefinite(0xA0, certificate)),
                .invalidLength(.indefinite), at: .certificates),
            ContainerCase(
                "DER-08 indefinite certificate", bag(TLV.indefinite(0x30)), .invalidLength(.indefinite),
                at: .certificates,
                plus: 2),
            ContainerCase(
                "DER-17 primitive bag", good.with(.certificates, TLV.element(0x80, certificate)),
                .unexpectedTag(expected: 0x31, found: 0x80), at: .certificates),
            ContainerCase(
                "empty certificate", bag(TLV.sequence()), .truncated(needed: 2, available: 0), at: .certificates,
                plus: 4),
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
                "version beside another element",
                bag(TLV.sequence(TLV.sequence(TLV.context(0, TLV.integer(2), TLV.null)))),
                .trailingBytes(2), at: .certificates, plus: 11),
            ContainerCase(
                "no serial number",
                bag(TLV.sequence(TLV.sequence(TLV.context(0, TLV.integer(2)), SampleContainer.rsa))),
                .unexpectedTag(expected: 0x02, found: 0x30), at: .certificates, plus: 11),
            ContainerCase(
                "CMS-27 revocation lists", good.with(.revocationLists, TLV.context(1, TLV.sequence(TLV.null))), .crls,
                at: .revocationLists),
            ContainerCase(
                "CMS-27 no revocation list", good.with(.revocationLists, TLV.context(1)), .crls, at: .revocationLists),
        ]
        + (UInt8(0)...3).map { choice in
            ContainerCase(
                "CMS-21 CertificateChoices [\(choice)]", bag(certificate, TLV.context(choice, TLV.null)),
                .certificateChoice,
                at: .certificates, plus: 2 + certificate.count)
        }

    static let tbs = TLV.sequence(
        TLV.integer(7), SampleContainer.rsa, TLV.sequence(), TLV.sequence(), TLV.sequence(), TLV.sequence())
}
