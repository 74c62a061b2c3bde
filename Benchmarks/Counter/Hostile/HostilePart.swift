import ReceiptKitTesting

/// A part of a receipt that is read before any signature is checked, and that anyone can make as large as the limits allow.
struct HostilePart: Sendable {
    let name: String
    /// How many bytes of it are tried.
    let sizes: [Int]
    /// A receipt in which that part has about so many bytes. It is not signed.
    let make: @Sendable (_ size: Int) throws -> [UInt8]

    /// Every part that there is.
    static let all = certificates + container + content

    /// A copy of the element after the other, up to `size` bytes.
    static func filled(_ element: [UInt8], _ size: Int) -> [UInt8] {
        Array([[UInt8]](repeating: element, count: max(1, size / max(1, element.count))).joined())
    }

    /// Elements in each other, up to `size` bytes.
    static func nested(_ tag: UInt8, _ size: Int) -> [UInt8] {
        var reversed: [UInt8] = []
        while reversed.count < size { reversed += TestDER.length(reversed.count).reversed() + [tag] }
        return reversed.reversed()
    }
}
