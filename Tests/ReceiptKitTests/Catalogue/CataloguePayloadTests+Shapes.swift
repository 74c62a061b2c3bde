import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport

/// Payloads with another structure, and thousands of purchases.
extension CataloguePayloadTests {
    private static func set(_ name: String, _ reason: FormatError.Reason, _ octets: [UInt8]) -> CatalogueCase {
        .content(name, .malformed(reason, .of(octets))) { octets }
    }

    /// A third purchase with this value.
    private static func purchase(
        _ name: String, _ value: [UInt8], _ reason: FormatError.Reason, plus: Int = 0, _ type: AttributeType? = nil
    ) -> CatalogueCase {
        let attribute = TestAttribute(17, value: value).encoded
        return .payload(
            name,
            .malformed(
                reason, .of(attribute + [0xA0, 0x82], plus: attribute.count - value.count + plus),
                type.map { FieldPath.inPurchase(2, $0) } ?? FieldPath.purchase(2))
        ) { $0.attributes.append(TestAttribute(17, value: value)) }
    }

    private static let inner = smallest.encoded
    private static let good = Subject.receipt.payload.encoded

    static let shapes: [CatalogueCase] = [
        set(
            "PAY-12 a SEQUENCE of attributes", .unexpectedTag(expected: 0x31, found: 0x30),
            TestDER.element(0x30, Subject.receipt.payload.attributes.flatMap(\.encoded))),
        .content("PAY-12 an empty SET", .malformed(.missingAttribute, .of([0x31, 0x00, 0xA0, 0x82]), path(12))) {
            [0x31, 0x00]
        },
        .content(
            "PAY-12 two SETs", .malformed(.trailingBytes(2), .of(good + [0x31, 0x00], plus: good.count))
        ) { good + [0x31, 0x00] },
        purchase(
            "PAY-14 a purchase that is the whole receipt", Attack.valid, .unexpectedTag(expected: 0x31, found: 0x30)),
        purchase(
            "PAY-14 a purchase in an OCTET STRING", TestDER.octetString(inner),
            .unexpectedTag(expected: 0x31, found: 0x04)),
        purchase(
            "PAY-14 a purchase in a SEQUENCE", TestDER.sequence([inner]), .unexpectedTag(expected: 0x31, found: 0x30)),
        purchase("PAY-14 a purchase without bytes", [], .truncated(needed: 2, available: 0)),
        purchase("PAY-14 a byte behind a purchase", inner + [0], .trailingBytes(1), plus: inner.count),
        purchase("PAY-14 two purchases in one", inner + inner, .trailingBytes(inner.count), plus: inner.count),
        purchase(
            "PAY-14 a purchase in a SET", TestDER.set([inner]), .unexpectedTag(expected: 0x30, found: 0x31),
            plus: TestDER.set([inner]).count - inner.count),
        purchase(
            "PAY-14 the receipt's attributes as a purchase", good, .missingAttribute, plus: 4,
            AttributeType(rawValue: 1701)),
        .content(
            "PAY-12 an OCTET STRING with the SET inside",
            .malformed(.unexpectedTag(expected: 0x31, found: 0x04), .of(TestDER.octetString(good)))
        ) { TestDER.octetString(good) },
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
                FieldPath.purchase(20_000))
        ) { payload in
            payload.remove(17)
            payload.attributes.append(CatalogueElementTests.raw(manyPurchases))
        },
        .payload(
            "PAY-13 a purchase of a megabyte",
            .malformed(
                .limitExceeded(.attribute, allowed: 65_536), .first(Array(bigPurchase.prefix(12))),
                FieldPath.receipt(.purchase))
        ) {
            $0.attributes.append(CatalogueElementTests.raw(bigPurchase))
        },
        .payload("PAY-13 a hundred thousand unknown attributes", .accepted) {
            $0.attributes.append(CatalogueElementTests.raw(manyUnknown))
        },
        // As before the creation date: 67 elements up to there, and four in each.
        .payload(
            "PAY-13 more unknown attributes than there may be elements",
            .malformed(
                .limitExceeded(.elements, allowed: 100_000),
                .first(Array(manyUnknown.prefix(50)), plus: 24_983 * 10 + 2))
        ) {
            $0.attributes.insert(CatalogueElementTests.raw(manyUnknown), at: 0)
        }.with { $0.limits.maximumElements = 100_000 },
        far("PAY-17 the creation date behind unknown attributes of 64 KiB each", .accepted, 64 << 10),
        far(
            "PAY-17 unknown attributes of a byte more than 64 KiB",
            .malformed(
                .limitExceeded(.attribute, allowed: 64 << 10),
                .first(Array(unknown(203, (64 << 10) + 1).encoded.prefix(20))),
                path(203)), (64 << 10) + 1),
        .payload("PAY-17 hostile bytes in unknown attributes", .accepted) { payload in
            for octets in [
                [], [0x30, 0x80], [0x02, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x1F], [UInt8](repeating: 0xFF, count: 65_536),
            ] as [[UInt8]] {
                payload.attributes.append(TestAttribute(99, value: octets))
            }
        },
    ]

    private static func unknown(_ type: Int64, _ size: Int) -> TestAttribute {
        TestAttribute(type, value: [UInt8](repeating: 0x30, count: size))
    }

    /// Four unknown attributes of this size before all others.
    private static func far(_ name: String, _ verdict: CatalogueCase.Verdict, _ size: Int) -> CatalogueCase {
        .payload(name, verdict) {
            $0.attributes.insert(contentsOf: (200..<204).reversed().map { unknown($0, size) }, at: 0)
        }
    }

    private static let lastPurchase = TestAttribute(17, set: smallest).encoded
    private static let manyPurchases = [UInt8](copies: 20_001, of: lastPurchase)
    private static let bigPurchase = TestAttribute(17, value: [UInt8](repeating: 0x31, count: 1 << 20)).encoded
    private static let manyUnknown = [UInt8](copies: 100_000, of: TestAttribute(99, value: []).encoded)
}
