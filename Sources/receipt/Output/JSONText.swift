import ReceiptFields

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON value as text on one line.
struct JSONText {
    let text: String

    /// What an `Encodable` value encodes itself as, its members sorted by name.
    static func encoding(_ value: some Encodable) -> JSONText {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return JSONText(text: JSONWriter.printable(String(decoding: try encoder.encode(value), as: UTF8.self)))
        } catch {
            // Receipts hold texts, numbers and flags, which always encode.
            return JSONText(text: "null")
        }
    }
}
