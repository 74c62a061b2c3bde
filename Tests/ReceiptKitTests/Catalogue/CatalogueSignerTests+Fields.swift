import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// SignerInfo with a missing field, or with one of another form.
extension CatalogueSignerTests {
    /// A signer info with one field replaced by these bytes, malformed at this offset in them.
    private static func field(
        _ name: String, _ field: TestSignerInfo.Field, _ octets: [UInt8], _ reason: FormatError.Reason, plus: Int = 0
    ) -> CatalogueCase {
        .signer(name, .malformed(reason, .of(octets, plus: plus))) { $0.rawFields[field] = octets }
    }

    /// A signer info without one of its fields. The error is this many bytes before the end.
    private static func without(
        _ name: String, _ field: TestSignerInfo.Field, _ reason: FormatError.Reason, fromEnd: Int
    ) -> CatalogueCase {
        .signer(name, .malformed(reason, .fromEnd(fromEnd))) { $0.rawFields[field] = [] }
    }

    private static let empty = TestDER.sequence([])
    /// The size of the signature with its header, at the end.
    private static let signatureSize = 4 + 256

    static let fields: [CatalogueCase] = [
        field(
            "CMS-22 named by its key, in constructed form", .identifier, TestDER.context(0, TestDER.octetString([1])),
            .unexpectedTag(expected: 0x30, found: 0xA0)),
        field(
            "CMS-22 named by its issuer alone", .identifier, TestDER.sequence([empty]),
            .truncated(needed: 2, available: 0), plus: 4),
        field(
            "CMS-22 the serial number before the issuer", .identifier, TestDER.sequence([TestDER.integer(7), empty]),
            .unexpectedTag(expected: 0x30, found: 0x02), plus: 2),
        field(
            "DER-13 NULL behind issuer and serial number", .identifier,
            TestDER.sequence([empty, TestDER.integer(7), TestDER.null]), .trailingBytes(2), plus: 7),
        without(
            "DER-14 no digest algorithm", .digestAlgorithm, .unexpectedTag(expected: 0x30, found: 0x04),
            fromEnd: signatureSize),
        without(
            "DER-14 no signature algorithm", .signatureAlgorithm, .unexpectedTag(expected: 0x30, found: 0x04),
            fromEnd: signatureSize),
        without("CMS-25 no signature", .signature, .truncated(needed: 2, available: 0), fromEnd: 0),
        .signer(
            "CMS-15 signed attributes in primitive form",
            .malformed(
                .unexpectedTag(expected: 0x30, found: 0x80), .of([0x80, 0x00] + TestAlgorithm.rsaEncryption.encoded))
        ) { $0.rawFields[.signedAttributes] = [0x80, 0x00] },
        .signer(
            "CMS-26 the field of unsigned attributes of indefinite length", .malformed(.unsignedAttributes, .fromEnd(4))
        ) {
            $0.rawFields[.unsignedAttributes] = [0xA1, 0x80, 0, 0]
        },
        .signer("CMS-26 the field of unsigned attributes in primitive form", .malformed(.trailingBytes(2), .fromEnd(2)))
        {
            $0.rawFields[.unsignedAttributes] = [0x81, 0x00]
        },
    ]
}
