import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Payloads that are built otherwise, and purchases by the thousand.
extension CataloguePayloadTests {
    private static func set(_ name: String, _ reason: FormatError.Reason, _ octets: [UInt8]) -> CatalogueCase {
        .content(name, .malformed(reason, .of(octets))) { octets }
    }

    private static func purchase(_ name: String, _ value: [UInt8], _ reason: FormatError.Reason, plus: Int = 0)
        -> CatalogueCase
    {
        .payload(
            name, .malformed(reason, .of(value + [0xA0, 0x82], plus: plus), AttributePath.purchase(2))
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
                AttributePath.purchase(20_000))
        ) { payload in
            payload.remove(17)
            payload.attributes.append(CatalogueElementTests.raw(manyPurchases))
        },
        .payload(
            "PAY-13 a purchase of a megabyte",
            .malformed(
                .limitExceeded(.attribute, allowed: 65_536), .first(Array(bigPurchase.prefix(12))),
                AttributePath.receipt(.purchase))
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
}
