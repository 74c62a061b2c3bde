import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// What a rightly signed payload may not say, and what of it is kept though it makes no sense.
@Suite("Catalogue: the payload")
struct CataloguePayloadTests {
    @Test("Payloads", arguments: mandatory + environments + identifiers + texts + shapes + purchases)
    func refused(_ row: CatalogueCase) throws { try row.check() }

    @Test("Dates and numbers", arguments: dates + numbers + device)
    func values(_ row: CatalogueCase) throws { try row.check() }

    static func path(_ type: Int64) -> AttributePath {
        let number = AttributeType(rawValue: type)
        return type > 1_700 ? AttributePath.inPurchase(0, number) : AttributePath.receipt(number)
    }

    /// A receipt with one purchase, one attribute of which was replaced. The error is said of its value.
    static func value(_ name: String, _ attribute: TestAttribute, _ reason: FormatError.Reason) -> CatalogueCase {
        let encoded = attribute.encoded
        let header = encoded.count - attribute.value.count
        return .payload(name, .malformed(reason, .of(encoded, plus: header), path(attribute.type))) { payload in
            payload.onlyPurchase { row in if attribute.type > 1_700 { row.set(attribute) } }
            if attribute.type < 1_700 { payload.set(attribute) }
        }
    }

    // MARK: Missing and repeated

    static let mandatory: [CatalogueCase] =
        ([0, 2, 3, 4, 5, 12] as [Int64]).flatMap { type -> [CatalogueCase] in
            [
                .payload("PAY-05 no attribute \(type)", .malformed(.missingAttribute, .of(without(type)), path(type))) {
                    $0.remove(type)
                },
                .payload(
                    "PAY-04 attribute \(type) twice, the same",
                    .malformed(.repeatedAttribute, .of(original(type).encoded), path(type))
                ) {
                    $0.attributes.append(original(type))
                },
                .payload(
                    "PAY-04 attribute \(type) twice, the second empty",
                    .malformed(.repeatedAttribute, .of(TestAttribute(type, value: []).encoded), path(type))
                ) {
                    $0.attributes.append(TestAttribute(type, value: []))
                },
            ]
        }
        + ([1701, 1702, 1703, 1704] as [Int64]).flatMap { type -> [CatalogueCase] in
            [
                .payload(
                    "PAY-05 no attribute \(type)",
                    .malformed(.missingAttribute, .of(row { $0.remove(type) }.encoded, plus: 4), path(type))
                ) { payload in
                    payload.onlyPurchase { $0.remove(type) }
                },
                .payload(
                    "PAY-04 attribute \(type) twice", .malformed(.repeatedAttribute, .of(repeated(type)), path(type))
                ) { payload in
                    payload.onlyPurchase { row in
                        row.order = .asGiven
                        row.append(TestAttribute(type, value: repeatedValue))
                    }
                },
            ]
        }
        + [
            .payload(
                "PAY-04 attribute 19 twice",
                .malformed(.repeatedAttribute, .of(TestAttribute.utf8(19, "2").encoded), path(19))
            ) { $0.attributes.append(.utf8(19, "2")) },
            .payload(
                "PAY-04 attribute 21 twice",
                .malformed(.repeatedAttribute, .of(TestAttribute.ia5(21, "").encoded), path(21))
            ) {
                $0.attributes += [.date(21, .utc(2099, 1, 1)), .ia5(21, "")]
            },
            .payload("PAY-04 unknown attributes as often as they come", .accepted) {
                $0.attributes += [TestAttribute](repeating: TestAttribute(99, value: [1]), count: 50)
            },
        ]

    static func original(_ type: Int64) -> TestAttribute {
        Subject.receipt.payload.first(type) ?? TestAttribute(type, value: [])
    }
    static func without(_ type: Int64) -> [UInt8] { Attack.payload { $0.remove(type) }.encoded }
    private static let repeatedValue: [UInt8] = [0xAB, 0xCD]
    private static func repeated(_ type: Int64) -> [UInt8] { TestAttribute(type, value: repeatedValue).encoded }
    static func row(_ change: (inout TestAttributeSet) -> Void) -> TestAttributeSet {
        var copy = TestAttributeSet([])
        _ = Attack.payload {
            $0.onlyPurchase {
                change(&$0)
                copy = $0
            }
        }
        return copy
    }

    // MARK: Environment and identifier

    private static func environment(_ name: String) -> CatalogueCase {
        .attribute(
            "PAY-03 \(name)", .utf8(0, name),
            .refused(.environmentMismatch(found: ReceiptEnvironment(rawValue: name), accepted: [.production])))
    }

    static let environments: [CatalogueCase] = [
        environment("ProductionSandbox"), environment("ProductionVPPSandbox"), environment("Sandbox"),
        environment("Xcode"), environment("PRODUCTION"), environment("ProductionVpp"), environment("VPP"),
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

    // MARK: Texts

    static let texts: [CatalogueCase] =
        ([0, 2, 3] as [Int64]).map { value("PAY-07 attribute \($0) empty", .utf8($0, ""), .emptyAttribute) }
        + ([1702, 1703] as [Int64]).map { value("PAY-07 attribute \($0) empty", .utf8($0, ""), .emptyAttribute) }
        + ([0, 2, 3, 19, 1702, 1703, 1705] as [Int64]).flatMap { type -> [CatalogueCase] in
            [
                value(
                    "PAY-07 attribute \(type) not UTF-8",
                    TestAttribute(type, value: TestDER.element(0x0C, [0x61, 0xC3, 0x28])),
                    .invalidString([0x61, 0xC3, 0x28])),
                value(
                    "PAY-07 attribute \(type) with a line feed", .utf8(type, "a\nb"), .invalidString(Array("a\nb".utf8))
                ),
                value(
                    "PAY-07 attribute \(type) as IA5String", .ia5(type, "a"),
                    .unexpectedTag(expected: 0x0C, found: 0x16)),
                value(
                    "PAY-07 attribute \(type) of 1,025 octets", .utf8(type, String(repeating: "a", count: 1_025)),
                    .limitExceeded(.string, allowed: 1_024)),
            ]
        }
        + ([12, 1704, 1708, 1712] as [Int64]).map {
            value(
                "PAY-07 attribute \($0) as UTF8String", .utf8($0, "2024-05-01T12:00:00Z"),
                .unexpectedTag(expected: 0x16, found: 0x0C))
        }
        + [
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
                "PAY-18 full-width digits are no digits", .utf8(3, "\u{FF11}"),
                .refused(.appVersionMismatch(found: "\u{FF11}", expected: "1"))
            ).with { $0.appVersion = "1" },
        ]

    private static let megabyte = TestAttribute.utf8(3, String(repeating: "a", count: 1 << 20))
}
