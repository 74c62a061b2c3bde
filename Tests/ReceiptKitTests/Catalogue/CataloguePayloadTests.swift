import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests values that a signed payload must not have, and meaningless values that are kept.
@Suite("Catalogue: the payload")
struct CataloguePayloadTests {
    @Test("Payloads", arguments: repeated + environments + identifiers + texts + shapes + purchases)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    @Test("Dates and devices", arguments: dates + device)
    func values(_ row: CatalogueCase) throws { try row.check() }

    static func path(_ type: Int64) -> FieldPath {
        let number = AttributeType(rawValue: type)
        return type > 1_700 ? FieldPath.inPurchase(0, number) : FieldPath.receipt(number)
    }

    /// A receipt with one purchase that has one attribute replaced. The error has the position of its value.
    static func value(_ name: String, _ attribute: TestAttribute, _ reason: FormatError.Reason) -> CatalogueCase {
        let encoded = attribute.encoded
        let header = encoded.count - attribute.value.count
        return .payload(name, .malformed(reason, .of(encoded, plus: header), path(attribute.type))) { payload in
            payload.onlyPurchase { row in if attribute.type > 1_700 { row.set(attribute) } }
            if attribute.type < 1_700 { payload.set(attribute) }
        }
    }

    // MARK: Attributes

    @Test(
        "PAY-04, PAY-05, PAY-07, PAY-08, PAY-10, PAY-11, PAY-20, DEV-01, DEV-04 an attribute missing, empty, malformed or repeated",
        arguments: FieldCase.all)
    func field(_ field: FieldCase) throws {
        let policy = try Subject.policy {
            try $0.set(environments: [.sandbox])
            $0.device = .unchecked
        }
        let verifier = ReceiptVerifier(policy: policy)
        var signed = try Attack.signed([])
        for (payload, error) in field.refusals {
            signed.content = payload
            try signed.sign(with: Attack.chain.signer.key)
            let bytes = signed.encoded
            let start = try UnverifiedReceipt(bytes).content.startIndex
            let expected = FormatError(error.reason, path: error.path, offset: start + error.offset)
            do throws(VerificationError) {
                let receipt = try verifier.verify(bytes, at: Subject.now).receipt
                #expect(field.rule == .lenient)
                #expect(receipt.diagnostics == [expected])
                #expect(field.isNil(receipt))
            } catch {
                #expect(field.rule != .lenient)
                #expect(error == .malformed(expected))
            }
        }
    }

    static let repeated: [CatalogueCase] = [
        .payload(
            "PAY-04 of two creation dates the second, where the chain was checked at the first",
            .malformed(.repeatedAttribute, .of(late.encoded), path(12))
        ) { $0.attributes.append(late) },
        .payload(
            "PAY-04 of two creation dates the chain is checked at the first",
            .refused(
                .certificateExpired(
                    .signer, notAfter: Attack.chain.signer.notAfter, created: Attack.chain.signer.notAfter + 1))
        ) { $0.attributes.insert(late, at: 0) },
        .payload("PAY-04 unknown attributes as often as they come", .accepted) {
            $0.attributes += [TestAttribute](repeating: TestAttribute(99, value: [1]), count: 50)
        },
    ]

    /// A second after the signer certificate expires.
    private static let late = TestAttribute.date(12, Attack.chain.signer.notAfter + 1)

    // MARK: Environment and identifier

    private static func environment(_ name: String) -> CatalogueCase {
        .attribute(
            "PAY-03 \(name)", .utf8(0, name),
            .refused(.environmentMismatch(found: StoreEnvironment(rawValue: name), accepted: [.production])))
    }

    static let environments: [CatalogueCase] = [
        environment("ProductionSandbox"), environment("ProductionVPPSandbox"), environment("Sandbox"),
        environment("Xcode"), environment("PRODUCTION"), environment("ProductionVpp"), environment("VPP"),
        environment("production"), environment("Production "), environment("Production\u{301}"),
        environment("Prod\u{FF55}ction"),
    ]

    private static func bundle(_ name: String, _ found: String, expected: String) -> CatalogueCase {
        CatalogueCase.attribute(
            name, .utf8(2, found), .refused(.bundleIdentifierMismatch(found: found, accepted: [expected]))
        ).with {
            $0.bundleIdentifiers = [expected]
            $0.device = .unchecked
        }
    }

    static let identifiers: [CatalogueCase] = [
        bundle("PAY-01 a receipt of another app", "com.example.free", expected: "com.example.app"),
        bundle("PAY-06 another case", "com.example.App", expected: "com.example.app"),
        bundle("PAY-06 a letter too few", "com.example.ap", expected: "com.example.app"),
        bundle("PAY-06 a part too many", "com.example.app.evil", expected: "com.example.app"),
        bundle("PAY-06 a space in front", " com.example.app", expected: "com.example.app"),
        bundle("PAY-06 a point at the end", "com.example.app.", expected: "com.example.app"),
        bundle("PAY-06 a joiner of no width", "com.example.app\u{200D}", expected: "com.example.app"),
        bundle("PAY-06 a combining accent", "com.example.app\u{301}", expected: "com.example.app"),
        bundle(
            "PAY-06 the same letter composed and decomposed", "com.example.caf\u{E9}",
            expected: "com.example.cafe\u{301}"),
        bundle("PAY-06 decomposed and composed", "com.example.cafe\u{301}", expected: "com.example.caf\u{E9}"),
        bundle("PAY-06 the Kelvin sign", "com.example.\u{212A}", expected: "com.example.K"),
        value(
            "PAY-06 a NUL and more behind it", .utf8(2, "com.example.app\0.evil"),
            .invalidString(Array("com.example.app\0.evil".utf8))),
    ]

    // MARK: Strings

    static let texts: [CatalogueCase] = [
        .payload(
            "PAY-07 a text of a megabyte",
            .malformed(
                .limitExceeded(.attribute, allowed: 65_536), .first(Array(megabyte.encoded.prefix(40))), path(3))
        ) { $0.set(megabyte) },
        .attribute("PAY-07 an empty text where it is optional", .utf8(19, ""), .accepted),
        .payload("PAY-18 a version like a number with an exponent", .accepted) { $0.set(.utf8(3, "1e9999")) },
        .payload("PAY-18 a version in full-width digits", .accepted) { $0.set(.utf8(3, "\u{FF11}.0")) },
        value("PAY-18 a version with a NUL", .utf8(3, "1.0\0"), .invalidString(Array("1.0\0".utf8))),
        value(
            "PAY-18 a version of ten thousand parts", .utf8(3, String(repeating: "1.", count: 10_000)),
            .limitExceeded(.string, allowed: 1_024)),
        CatalogueCase.attribute(
            "PAY-18 versions are compared as they are written", .utf8(3, "1.0"),
            .refused(.appVersionMismatch(found: "1.0", expected: "1"))
        ).with { $0.appVersion = "1" },
        CatalogueCase.attribute(
            "PAY-18 full-width digits are not digits", .utf8(3, "\u{FF11}"),
            .refused(.appVersionMismatch(found: "\u{FF11}", expected: "1"))
        ).with { $0.appVersion = "1" },
    ]

    private static let megabyte = TestAttribute.utf8(3, String(repeating: "a", count: 1 << 20))
}
