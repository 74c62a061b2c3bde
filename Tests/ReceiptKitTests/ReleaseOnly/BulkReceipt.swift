import Foundation
import ReceiptKitTesting
import TestSupport

/// Receipts of a given size, put together from bytes: the test kit's own way would take seconds for ten megabytes.
enum BulkReceipt {
    /// The attributes that a receipt must have, and attribute 12 among the first, where Apple's order puts it.
    static let required = Subject.receipt.payload.attributes.filter { $0.type != 17 }.map(\.encoded)

    /// A purchase like a real one, of about 430 bytes; `padding` makes the product identifier longer.
    static func row(_ index: Int, padding: Int = 0) -> [UInt8] {
        let product = "com.example.monthly" + String(repeating: "x", count: padding)
        let set = SampleSet.purchase.replacing(1702, TLV.utf8(product))
            .replacing(1703, TLV.utf8(String(1_000_000_000_000_000 + index)))
        return TLV.attribute(17, set.encoding)
    }

    /// The largest honest receipt of so many bytes: as many purchases as fit, signed, and valid for ``Subject``.
    static func honest(size: Int) throws -> [UInt8] {
        if size == HostileShape.large, let largest { return largest }
        return try made(size: size)
    }

    /// Most inputs are as large as this, so it is made once.
    private static let largest = try? made(size: HostileShape.large)

    private static func made(size: Int) throws -> [UInt8] {
        let frame = try signed(payload([])).count
        let room = max(0, size - frame - 12)
        let count = min(20_000, room / row(0).count)
        let padding = count == 0 ? 0 : min(900, room / count - row(0).count)
        return try signed(payload((0..<count).map { row($0, padding: max(0, padding - 2)) }))
    }

    /// The content of an honest receipt, of about so many bytes.
    static func honestContent(_ size: Int) -> [UInt8] { payload((0..<size / row(0).count).map { row($0) }) }

    /// The SET of the required attributes and these.
    static func payload(_ more: [[UInt8]]) -> [UInt8] { TLV.element(0x31, joining: required + more) }

    static func signed(_ content: [UInt8]) throws -> [UInt8] { try Attack.signed(content).encoded }

    /// `element` again and again, up to `size` bytes.
    static func repeated(_ element: [UInt8], size: Int) -> [UInt8] {
        Array(repeatElement(element, count: max(0, size / element.count)).joined())
    }
}
