import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Dates, and the device.
extension CataloguePayloadTests {
    static let dates: [CatalogueCase] =
        ["2024-05-01T12:00:00.5Z", "2024-05-01T14:00:00+0200", "2024-05-01T14:00:00+02:00"].map {
            .attribute("PAY-08 \($0)", .ia5(12, $0), .accepted)
        }
        + [
            .attribute("PAY-09 an original purchase after the creation", .date(18, .utc(2025, 1, 1)), .accepted),
            .attribute("PAY-09 an expiration before the purchase", .date(1708, .utc(2010, 1, 1)), .accepted),
            .attribute("PAY-09 a revocation before the purchase", .date(1712, .utc(2010, 1, 1)), .accepted),
            .attribute(
                "PAY-09 created in the far future", .date(12, .utc(2034, 1, 1)),
                .refused(.createdInFuture(created: .utc(2034, 1, 1), now: Subject.now))),
        ]

    // MARK: The device

    private static func deviceIs(_ name: String, _ octets: [UInt8], _ error: VerificationError) -> CatalogueCase {
        CatalogueCase.payload(name, .refused(error)) { _ in }.with { $0.device = try Subject.device(octets) }
    }

    private static let uuid = TestReceipt.exampleDevice
    /// The first three fields of a UUID in little-endian byte order, as on some systems.
    private static let swapped = [3, 2, 1, 0, 5, 4, 7, 6].map { uuid[$0] } + uuid[8...]

    static let device: [CatalogueCase] =
        [
            deviceIs("DEV-03 the identifier in another byte order", swapped, .deviceMismatch),
            deviceIs("DEV-03 the address of another interface", [0, 1, 2, 3, 4, 5], .deviceMismatch),
            deviceIs("PAY-02 another device", [UInt8](repeating: 9, count: 16), .deviceMismatch),
            .payload(
                "DEV-04 an opaque value of a megabyte",
                .malformed(
                    .limitExceeded(.attribute, allowed: 65_536), .first(Array(bigOpaque.encoded.prefix(20))), path(4))
            ) { $0.set(bigOpaque) },
        ]

    private static let bigOpaque = TestAttribute(4, version: 2, value: [UInt8](repeating: 0x77, count: 1 << 20))
}
