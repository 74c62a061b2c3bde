import Foundation
import ReceiptKitTesting
import TestSupport

/// Receipts of a given size, assembled from bytes, because the test kit would take seconds for ten megabytes.
enum BulkReceipt {
    /// The required attributes, with attribute 12 near the beginning, as in Apple's order.
    static let required = Subject.receipt.payload.attributes.filter { $0.type != 17 }.map(\.encoded)

    /// Returns a purchase like a real one, of about 430 bytes; `padding` lengthens the product identifier.
    static func row(_ index: Int, padding: Int = 0) -> [UInt8] {
        let product = "com.example.monthly" + String(repeating: "x", count: padding)
        let set = SampleSet.purchase.replacing(1702, TLV.utf8(product))
            .replacing(1703, TLV.utf8(String(1_000_000_000_000_000 + index)))
        return TLV.attribute(17, set.encoding)
    }

    /// Returns the largest honest receipt of this size: with as many purchases as fit, signed, and valid for
    /// ``Subject``.
    static func honest(size: Int) throws -> [UInt8] {
        if size == HostileShape.large, let largest { return largest }
        return try made(size: size)
    }

    /// Created once, because most inputs have this size.
    private static let largest = try? made(size: HostileShape.large)

    private static func made(size: Int) throws -> [UInt8] {
        let frame = try signed(payload([])).count
        let room = max(0, size - frame - 12)
        let count = min(20_000, room / row(0).count)
        let padding = count == 0 ? 0 : min(900, room / count - row(0).count)
        return try signed(payload((0..<count).map { row($0, padding: max(0, padding - 2)) }))
    }

    /// Returns the content of an honest receipt of about this size.
    static func honestContent(_ size: Int) -> [UInt8] { payload((0..<size / row(0).count).map { row($0) }) }

    /// Returns the SET of the required attributes and these.
    static func payload(_ more: [[UInt8]]) -> [UInt8] { TLV.element(0x31, joining: required + more) }

    static func signed(_ content: [UInt8]) throws -> [UInt8] { try Attack.signed(content).encoded }

    /// Repeats `element` up to `size` bytes.
    static func repeated(_ element: [UInt8], size: Int) -> [UInt8] {
        [UInt8](copies: max(0, size / element.count), of: element)
    }
}
