import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Dates, numbers, and the device.
extension CataloguePayloadTests {
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

    // MARK: The device

    private static func deviceIs(_ name: String, _ octets: [UInt8], _ error: VerificationError) -> CatalogueCase {
        CatalogueCase.payload(name, .refused(error)) { _ in }.with { $0.device = try Subject.device(octets) }
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
        + [
            .payload("DEV-01 no device hash", .malformed(.missingAttribute, .of(without(5)), path(5))) { $0.remove(5) },
            deviceIs("DEV-03 the identifier in another byte order", swapped, .deviceMismatch),
            deviceIs("DEV-03 the address of another interface", [0, 1, 2, 3, 4, 5], .deviceMismatch),
            deviceIs("PAY-02 another device", [UInt8](repeating: 9, count: 16), .deviceMismatch),
            value("DEV-04 an empty opaque value", TestAttribute(4, version: 2, value: []), .emptyAttribute),
            .payload(
                "DEV-04 an opaque value of a megabyte",
                .malformed(
                    .limitExceeded(.attribute, allowed: 65_536), .first(Array(bigOpaque.encoded.prefix(20))), path(4))
            ) { $0.set(bigOpaque) },
        ]

    private static let bigOpaque = TestAttribute(4, version: 2, value: [UInt8](repeating: 0x77, count: 1 << 20))
}
