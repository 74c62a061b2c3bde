import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests signed attributes. App Store receipts have none. Signed attributes have the same form as a receipt's payload,
/// so one could be passed off as the other. A container with signed attributes is rejected before its signature is
/// checked.
@Suite("Catalogue: signed attributes")
struct CatalogueSignedAttributesTests {
    private static let content = Subject.receipt.payload.encoded
    private static let digest = TestDER.octetString(TestDigest.sha256.hash(content))

    private static func attribute(_ type: TestOID, _ values: [UInt8]...) -> [UInt8] {
        TestDER.sequence([TestDER.objectIdentifier(type), TestDER.set(values)])
    }

    private static let contentType = attribute(.contentTypeAttribute, TestDER.objectIdentifier(.data))
    private static let messageDigest = attribute(.messageDigestAttribute, digest)
    private static let signingTime: TestOID = [1, 2, 840, 113_549, 1, 9, 5]
    private static let countersignature: TestOID = [1, 2, 840, 113_549, 1, 9, 6]
    private static func time(_ text: String) -> [UInt8] { TestDER.element(0x17, Array(text.utf8)) }

    /// A receipt with a signature over these attributes, as RFC 5652 section 5.4 requires.
    private static func attributes(_ name: String, _ attributes: [UInt8]...) -> CatalogueCase {
        let field = TestDER.context(0, TLV.concatenated(attributes))
        return .signer(name, signing: true, .malformed(.signedAttributes, .of(field))) {
            $0.signedAttributes = TLV.concatenated(attributes)
        }
    }

    static let shapes: [CatalogueCase] = [
        attributes("CMS-10 content type and digest, in order", contentType, messageDigest),
        attributes("CMS-13 no digest", contentType),
        attributes(
            "CMS-13 a wrong digest", contentType,
            attribute(.messageDigestAttribute, TestDER.octetString([UInt8](repeating: 7, count: 32)))),
        attributes(
            "CMS-13 two digests, the right one first", contentType, messageDigest,
            attribute(.messageDigestAttribute, TestDER.octetString([UInt8](repeating: 7, count: 32)))),
        attributes(
            "CMS-13 two digests, the right one second", contentType,
            attribute(.messageDigestAttribute, TestDER.octetString([UInt8](repeating: 7, count: 32))), messageDigest),
        attributes("CMS-13 a digest with two values", contentType, attribute(.messageDigestAttribute, digest, digest)),
        attributes(
            "CMS-13 a digest as UTF8String", contentType,
            attribute(.messageDigestAttribute, TestDER.utf8String("digest"))),
        attributes("CMS-13 a digest without value", contentType, attribute(.messageDigestAttribute)),
        attributes(
            "CMS-13 a digest cut off", contentType,
            attribute(.messageDigestAttribute, TestDER.octetString(Array(digest.dropFirst(2).dropLast())))),
        attributes("CMS-14 no content type", messageDigest),
        attributes(
            "CMS-14 another content type", attribute(.contentTypeAttribute, TestDER.objectIdentifier(.envelopedData)),
            messageDigest),
        attributes("CMS-14 the content type twice", contentType, contentType, messageDigest),
        attributes("CMS-15 no attributes in the field"),
        attributes("CMS-15 not sorted", messageDigest, contentType),
        attributes(
            "CMS-15 an attribute of indefinite length", contentType,
            [0x30, 0x80] + messageDigest.dropFirst(2) + [0, 0]),
        attributes(
            "CMS-16 a countersignature", contentType, messageDigest, attribute(countersignature, TestDER.sequence([]))),
        attributes(
            "CMS-16 two signing times", contentType, messageDigest, attribute(signingTime, time("240501120000Z")),
            attribute(signingTime, time("240501120001Z"))),
        attributes(
            "CMS-16 an invalid signing time", contentType, messageDigest, attribute(signingTime, time("241301250000Z"))),
        attributes("CMS-16 a signing time", contentType, attribute(signingTime, time("240501120000Z")), messageDigest),
    ]

    /// A receipt with valid attributes and a signature over something else.
    private static func signature(_ name: String, over message: [UInt8]) -> CatalogueCase {
        let attributes = contentType + messageDigest
        return .signer(name, .malformed(.signedAttributes, .of(TestDER.context(0, attributes)))) {
            $0.signedAttributes = attributes
            $0.signature = try Attack.chain.signer.key.signature(over: message, digest: .sha256)
        }
    }

    static let signatures: [CatalogueCase] = [
        signature("CMS-11 the signature is over the content, beside attributes", over: content),
        signature(
            "CMS-15 the signature is over the attributes with the tag [0]",
            over: TestDER.context(0, contentType + messageDigest)),
        signature(
            "CMS-15 the signature is over the attributes in another order",
            over: TestDER.element(0x31, messageDigest + contentType)),
        .signer("CMS-12 the attributes that were signed are taken out", .refused(.signatureInvalid)) {
            $0.signature = try Attack.chain.signer.key.signature(
                over: TestDER.element(0x31, contentType + messageDigest), digest: .sha256)
        },
        .signer(
            "CMS-15 the field as [0] of indefinite length",
            .malformed(.signedAttributes, .of([0xA0, 0x80] + contentType))
        ) {
            $0.rawFields[.signedAttributes] = [0xA0, 0x80] + contentType + messageDigest + [0, 0]
        },
        .signer(
            "CMS-15 the field as SET",
            .malformed(.unexpectedTag(expected: 0x30, found: 0x31), .of(TestDER.element(0x31, contentType)))
        ) {
            $0.rawFields[.signedAttributes] = TestDER.element(0x31, contentType)
        },
        .signer(
            "CMS-16 a countersignature among the unsigned attributes",
            .malformed(.unsignedAttributes, .fromEnd(2 + attribute(countersignature, TestDER.sequence([])).count))
        ) {
            $0.unsignedAttributes = attribute(countersignature, TestDER.sequence([]))
        },
    ]

    @Test("Attributes", arguments: shapes + signatures)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    @Test("CMS-09 signed attributes as content: the signature is valid, but the content isn't a receipt")
    func attributesAsContent() throws {
        var signed = try Attack.signed(Self.content)
        signed.signers[0].signedAttributes = Self.contentType + Self.messageDigest
        try signed.sign(with: Attack.chain.signer.key)
        signed.signers[0].signedAttributes = nil
        signed.content = TestDER.element(0x31, Self.contentType + Self.messageDigest)
        let bytes = signed.encoded
        try CatalogueCase(
            testDescription: "", bytes: { bytes },
            verdict: .malformed(.unexpectedTag(expected: 0x02, found: 0x06), .of(Self.contentType, plus: 2))
        ).check()
    }

    @Test("CMS-10 the signed content of a genuine receipt as signed attributes, with other content")
    func contentAsAttributes() throws {
        let genuine = try TestAuthority.standard.issue(Subject.receipt).signedData
        var forged = genuine
        let payload = Subject.receipt.with {
            $0.purchases = [.nonConsumable("com.example.everything", on: Attack.created)]
        }
        forged.content = payload.payload.encoded
        // The tag 0x31 becomes 0xA0; the signed bytes are the same, according to RFC 5652 section 5.4.
        let content = try #require(genuine.content)
        let field = [0xA0] + content.dropFirst()
        forged.signers[0].rawFields[.signedAttributes] = field
        let bytes = forged.encoded
        try CatalogueCase(
            testDescription: "", bytes: { bytes }, verdict: .malformed(.signedAttributes, .of(field))
        ).check()
    }
}
