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

    private static func path(_ type: Int64) -> AttributePath {
        let number = AttributeType(rawValue: Int(type))
        return type > 1_700 ? AttributePath(.purchase, purchase: 0, purchaseAttribute: number) : AttributePath(number)
    }

    /// A receipt with one purchase, one attribute of which was replaced. The error is said of its value.
    private static func value(_ name: String, _ attribute: TestAttribute, _ reason: FormatError.Reason) -> CatalogueCase
    {
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

    private static func original(_ type: Int64) -> TestAttribute {
        Subject.receipt.payload.first(type) ?? TestAttribute(type, value: [])
    }
    private static func without(_ type: Int64) -> [UInt8] { Attack.payload { $0.remove(type) }.encoded }
    private static let repeatedValue: [UInt8] = [0xAB, 0xCD]
    private static func repeated(_ type: Int64) -> [UInt8] { TestAttribute(type, value: repeatedValue).encoded }
    private static func row(_ change: (inout TestAttributeSet) -> Void) -> TestAttributeSet {
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
        environment("ProductionSandbox"), environment("ProductionVPP"), environment("ProductionVPPSandbox"),
        environment("Xcode"), environment("PRODUCTION"),
    ]

    private static func bundle(_ name: String, _ found: String, expected: String) -> CatalogueCase {
        CatalogueCase.attribute(
            name, .utf8(2, found), .refused(.bundleIdentifierMismatch(found: found, expected: expected))
        ).with {
            $0.bundleIdentifier = expected
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

    // MARK: Dates and numbers

    private static let badDates = [
        "2024-02-30T12:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01T12:00:60Z", "2024-05-01T12:00:00+99:99",
        "0000-05-01T12:00:00Z",
        "99999-05-01T12:00:00Z", "2024-05-01T12:00:00Zgarbage", " 2024-05-01T12:00:00Z", "٢٠٢٤-05-01T12:00:00Z",
        "2024-05-01t12:00:00z",
        "2007-12-31T23:59:59Z", "4002-01-01T00:00:00Z", "+2024-05-01T12:00:00Z",
    ]

    static let dates: [CatalogueCase] =
        ([12, 21, 1704, 1706, 1708, 1712] as [Int64]).flatMap { type in
            badDates.map { value("PAY-08 attribute \(type): \($0)", .ia5(type, $0), .invalidDate(Array($0.utf8))) }
        }
        + ([12, 1704] as [Int64]).map { value("PAY-08 attribute \($0) empty", .ia5($0, ""), .emptyAttribute) }
        + ([18, 21, 1706, 1708, 1712] as [Int64]).map {
            .attribute("PAY-08 attribute \($0) empty is none", .ia5($0, ""), .accepted)
        }
        + ["2024-05-01T12:00:00.5Z", "2024-05-01T14:00:00+0200", "2024-05-01T14:00:00+02:00"].map {
            .attribute("PAY-08 \($0)", .ia5(12, $0), .accepted)
        }
        + [
            value(
                "PAY-20 a plus sign in the seconds", .ia5(12, "2024-05-01T12:00:+5Z"),
                .invalidDate(Array("2024-05-01T12:00:+5Z".utf8))),
            value(
                "PAY-20 a space in the hours", .ia5(1704, "2024-05-01T 2:00:00Z"),
                .invalidDate(Array("2024-05-01T 2:00:00Z".utf8))),
            .attribute("PAY-09 an original purchase after the creation", .date(18, .utc(2025, 1, 1)), .accepted),
            .attribute("PAY-09 an expiration before the purchase", .date(1708, .utc(2010, 1, 1)), .accepted),
            .attribute("PAY-09 a cancellation before the purchase", .date(1712, .utc(2010, 1, 1)), .accepted),
            .attribute(
                "PAY-09 created in the far future", .date(12, .utc(2034, 1, 1)),
                .refused(.createdInFuture(created: .utc(2034, 1, 1), now: Subject.now))),
        ]

    private static func number(_ name: String, _ type: Int64, _ number: Int64) -> CatalogueCase {
        value(name, .integer(type, number), .numberOutOfRange(number))
    }

    static let numbers: [CatalogueCase] = [
        number("PAY-10 quantity 0", 1701, 0), number("PAY-10 quantity -1", 1701, -1),
        number("PAY-10 quantity 2^31", 1701, 1 << 31),
        number("PAY-10 quantity 2^63 - 1", 1701, .max),
        value(
            "PAY-10 quantity 2^64",
            TestAttribute(1701, value: TestDER.integer(octets: [1] + [UInt8](repeating: 0, count: 8))), .invalidInteger),
        value("PAY-10 quantity without octets", TestAttribute(1701, value: [0x02, 0x00]), .invalidInteger),
        .attribute("PAY-10 quantity 2^31 - 1", .integer(1701, Int64(Int32.max)), .accepted),
        number("PAY-11 introductory price 2", 1719, 2), number("PAY-11 introductory price -1", 1719, -1),
        value(
            "PAY-11 line item 2^63",
            TestAttribute(1711, value: TestDER.integer(octets: [0, 0x80] + [UInt8](repeating: 0, count: 7))),
            .invalidInteger),
        number("PAY-11 line item -1", 1711, -1),
        .attribute("PAY-11 the undocumented trial flag 2 is none", .integer(1713, 2), .accepted),
    ]

    // MARK: Shapes

    private static func set(_ name: String, _ reason: FormatError.Reason, _ octets: [UInt8]) -> CatalogueCase {
        .content(name, .malformed(reason, .of(octets))) { octets }
    }

    private static func purchase(_ name: String, _ value: [UInt8], _ reason: FormatError.Reason, plus: Int = 0)
        -> CatalogueCase
    {
        .payload(
            name, .malformed(reason, .of(value + [0xA0, 0x82], plus: plus), AttributePath(.purchase, purchase: 2))
        ) {
            $0.attributes.append(TestAttribute(17, value: value))
        }
    }

    private static let wholeReceipt: [UInt8] = {
        do { return try TestAuthority.standard.sign(Subject.receipt) } catch { return [] }
    }()
    private static let one = TestDER.integer(1)
    private static let longValue = TestAttribute(1702, value: TestDER.utf8String("a") + [0])

    static let shapes: [CatalogueCase] = [
        set(
            "PAY-12 a SEQUENCE of attributes", .unexpectedTag(expected: 0x31, found: 0x30),
            TestDER.element(0x30, Subject.receipt.payload.attributes.flatMap(\.encoded))),
        .content("PAY-12 an empty SET", .malformed(.missingAttribute, .of([0x31, 0x00, 0xA0, 0x82]), path(12))) {
            [0x31, 0x00]
        },
        .payload(
            "PAY-12 an attribute that is a SET",
            .malformed(
                .unexpectedTag(expected: 0x30, found: 0x31), .of(TestDER.set([one, one, TestDER.octetString([])])))
        ) {
            $0.attributes.append(CatalogueElementTests.raw(TestDER.set([one, one, TestDER.octetString([])])))
        },
        .payload(
            "PAY-12 a value that is a text",
            .malformed(.unexpectedTag(expected: 0x04, found: 0x0C), .of(TestDER.utf8String("value")))
        ) {
            $0.attributes.append(CatalogueElementTests.raw(TestDER.sequence([one, one, TestDER.utf8String("value")])))
        },
        .payload(
            "PAY-12 a constructed value",
            .malformed(.unexpectedTag(expected: 0x04, found: 0x24), .of([0x24, 0x02, 0x04, 0x00]))
        ) {
            $0.attributes.append(CatalogueElementTests.raw(TestDER.sequence([one, one, [0x24, 0x02, 0x04, 0x00]])))
        },
        value("PAY-12 an empty value", TestAttribute(2, value: []), .truncated(needed: 2, available: 0)),
        .payload(
            "PAY-12 a byte behind a value",
            .malformed(.trailingBytes(1), .of(longValue.encoded, plus: longValue.encoded.count - 1), path(1702))
        ) { $0.onlyPurchase { $0.set(longValue) } },
        purchase(
            "PAY-14 a purchase that is the whole receipt", wholeReceipt, .unexpectedTag(expected: 0x31, found: 0x30)),
        purchase(
            "PAY-14 a purchase in an OCTET STRING", TestDER.octetString([0x31, 0x00]),
            .unexpectedTag(expected: 0x31, found: 0x04)),
        .payload("PAY-14 attributes of a purchase at the top, and of the receipt in a purchase", .accepted) { payload in
            payload.attributes += [.utf8(1702, "com.example.other"), TestAttribute(1703, value: [0xFF])]
            payload.editFirstPurchase { $0.append(.utf8(2, "com.example.other")) }
        },
    ]

    // MARK: Many purchases

    private static let smallest = TestAttributeSet([
        .integer(1701, 1), .utf8(1702, "p"), .utf8(1703, "1"), .ia5(1704, "2024-05-01T12:00:00Z"),
    ])

    static let purchases: [CatalogueCase] = [
        .payload(
            "PAY-13 20,001 purchases",
            .malformed(
                .limitExceeded(.purchases, allowed: 20_000), .of(lastPurchase),
                AttributePath(.purchase, purchase: 20_000))
        ) { payload in
            payload.remove(17)
            payload.attributes.append(CatalogueElementTests.raw(manyPurchases))
        },
        .payload(
            "PAY-13 a purchase of a megabyte",
            .malformed(
                .limitExceeded(.attribute, allowed: 65_536), .first(Array(bigPurchase.prefix(12))),
                AttributePath(.purchase))
        ) {
            $0.attributes.append(CatalogueElementTests.raw(bigPurchase))
        },
        .payload("PAY-13 a hundred thousand unknown attributes", .accepted) {
            $0.attributes.append(CatalogueElementTests.raw(manyUnknown))
        },
        // As in front of the creation date: 67 elements up to there, and four in each.
        .payload(
            "PAY-13 more unknown attributes than there may be elements",
            .malformed(
                .limitExceeded(.elements, allowed: 100_000),
                .first(Array(manyUnknown.prefix(50)), plus: 24_983 * 10 + 2))
        ) {
            $0.attributes.insert(CatalogueElementTests.raw(manyUnknown), at: 0)
        }.with { $0.limits.maximumElements = 100_000 },
        .payload("PAY-17 hostile octets in unknown attributes", .accepted) { payload in
            for octets in [
                [], [0x30, 0x80], [0x02, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x1F], [UInt8](repeating: 0xFF, count: 65_536),
            ] as [[UInt8]] {
                payload.attributes.append(TestAttribute(99, value: octets))
            }
        },
    ]

    private static let lastPurchase = TestAttribute(17, set: smallest).encoded
    private static let manyPurchases = Array([[UInt8]](repeating: lastPurchase, count: 20_001).joined())
    private static let bigPurchase = TestAttribute(17, value: [UInt8](repeating: 0x31, count: 1 << 20)).encoded
    private static let manyUnknown = Array(
        [[UInt8]](repeating: TestAttribute(99, value: []).encoded, count: 100_000).joined())

    // MARK: The device

    private static func deviceIs(_ name: String, _ device: DeviceCheck, _ error: VerificationError) -> CatalogueCase {
        CatalogueCase.payload(name, .refused(error)) { _ in }.with { $0.device = device }
    }

    private static func hash(_ count: Int) -> CatalogueCase {
        value(
            "DEV-01 a device hash of \(count) octets", TestAttribute(5, value: [UInt8](repeating: 7, count: count)),
            .wrongSize(expected: 20, found: count))
    }

    private static let uuid = TestReceipt.exampleDevice
    /// The first three fields of a UUID in the byte order of some systems.
    private static let swapped = [3, 2, 1, 0, 5, 4, 7, 6].map { uuid[$0] } + uuid[8...]

    static let device: [CatalogueCase] =
        [hash(0), hash(19), hash(21), hash(32)]
        + [0, 5, 7, 15, 17, 36].map {
            deviceIs(
                "DEV-03 an identifier of \($0) octets", .macAddress([UInt8](repeating: 1, count: $0)),
                .deviceIdentifierSize($0))
        }
        + [
            .payload("DEV-01 no device hash", .malformed(.missingAttribute, .of(without(5)), path(5))) { $0.remove(5) },
            deviceIs(
                "DEV-03 the identifier as text", .macAddress(Array("3F27583E-3E39-4865-A9F2-98256C105CDF".utf8)),
                .deviceIdentifierSize(36)),
            deviceIs("DEV-03 the identifier in another byte order", .macAddress(swapped), .deviceMismatch),
            deviceIs("DEV-03 the address of another interface", .macAddress([0, 1, 2, 3, 4, 5]), .deviceMismatch),
            deviceIs(
                "PAY-02 another device", .identifierForVendor(Subject.uuid([UInt8](repeating: 9, count: 16))),
                .deviceMismatch),
            value("DEV-04 an empty opaque value", TestAttribute(4, version: 2, value: []), .emptyAttribute),
            .payload(
                "DEV-04 an opaque value of a megabyte",
                .malformed(
                    .limitExceeded(.attribute, allowed: 65_536), .first(Array(bigOpaque.encoded.prefix(20))), path(4))
            ) { $0.set(bigOpaque) },
        ]

    private static let bigOpaque = TestAttribute(4, version: 2, value: [UInt8](repeating: 0x77, count: 1 << 20))
}
