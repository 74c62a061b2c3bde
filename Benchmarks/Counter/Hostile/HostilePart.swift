import ReceiptKitTesting

/// A part of a receipt that is read before any signature is checked, and that anyone can make as large as the limits
/// allow.
struct HostilePart: Sendable {
    let name: String
    /// The sizes to test, in bytes.
    let sizes: [Int]
    /// Returns an unsigned receipt in which the part has approximately this size in bytes.
    let make: @Sendable (_ size: Int) throws -> [UInt8]

    /// All parts.
    static let all = certificates + container + content

    /// Repeats an element up to `size` bytes.
    static func filled(_ element: [UInt8], _ size: Int) -> [UInt8] {
        Array([[UInt8]](repeating: element, count: max(1, size / max(1, element.count))).joined())
    }

    /// Nests elements up to `size` bytes.
    static func nested(_ tag: UInt8, _ size: Int) -> [UInt8] {
        var reversed: [UInt8] = []
        while reversed.count < size { reversed += TestDER.length(reversed.count).reversed() + [tag] }
        return reversed.reversed()
    }
}
