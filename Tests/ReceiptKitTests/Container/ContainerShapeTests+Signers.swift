import ReceiptFields
import TestSupport

/// What a signer may not look like.
extension ContainerShapeTests {
    static let signers: [ContainerCase] = [
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
            "CMS-26 unsigned attributes", signer: signer.with(.unsignedAttributes, TLV.context(1, TLV.null)),
            .unsignedAttributes, at: .unsignedAttributes),
        ContainerCase(
            "CMS-26 unsigned attributes, none", signer: signer.with(.unsignedAttributes, TLV.context(1)),
            .unsignedAttributes, at: .unsignedAttributes),
        ContainerCase(
            "CMS-26 unsigned attributes, indefinite", signer: signer.with(.unsignedAttributes, TLV.indefinite(0xA1)),
            .unsignedAttributes, at: .unsignedAttributes),
        ContainerCase(
            "CMS-26 primitive", signer: signer.with(.unsignedAttributes, [0x81, 0]), .trailingBytes(2),
            at: .unsignedAttributes),
        ContainerCase(
            "DER-13 behind the signature", signer: signer.with(.surplus, TLV.null), .trailingBytes(2), at: .surplus),
    ]
}
