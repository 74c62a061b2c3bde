import ReceiptFields

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON value as text on one line. Members keep the order they were given in.
struct JSONText {
    let text: String

    static let null = JSONText(text: "null")

    static func string(_ string: String) -> JSONText { JSONText(text: "\"" + escaped(string) + "\"") }

    /// A text as it stands between quotes.
    static func escaped(_ string: String) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if Printable.isSafe(scalar) { text.unicodeScalars.append(scalar) } else { text += escape(scalar) }
            }
        }
        return text
    }

    /// Such as `\u202e`, or two of these for characters beyond 16 bits (RFC 8259 section 7).
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in units.map { "\\u" + Escaped.hex(octets($0)) }.joined() } ?? ""
    }

    private static func octets(_ unit: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
    }

    static func number(_ number: Int64) -> JSONText { JSONText(text: String(number)) }

    static func bool(_ bool: Bool) -> JSONText { JSONText(text: bool ? "true" : "false") }

    static func array(_ elements: [JSONText]) -> JSONText {
        JSONText(text: "[" + elements.map(\.text).joined(separator: ",") + "]")
    }

    /// An object. Members without a value are left out.
    static func object(_ members: [(String, JSONText?)]) -> JSONText {
        let texts = members.compactMap { name, value in value.map { string(name).text + ":" + $0.text } }
        return JSONText(text: "{" + texts.joined(separator: ",") + "}")
    }

    /// What an `Encodable` value encodes itself as, its members sorted by name.
    static func encoding(_ value: some Encodable) -> JSONText {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let text = String(decoding: try encoder.encode(value), as: UTF8.self)
            return JSONText(text: printable(text))
        } catch {
            // Receipts hold texts, numbers and flags, which always encode.
            return .null
        }
    }

    /// JSON with everything escaped that ``escaped(_:)`` escapes. Outside of texts there is nothing of that kind.
    static func printable(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(Printable.isSafe) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            if Printable.isSafe(scalar) { line.unicodeScalars.append(scalar) } else { line += escape(scalar) }
        }
        return line
    }

    static func receipt(_ receipt: AppReceipt) -> JSONText {
        var writer = JSONWriter()
        writer.receipt(receipt)
        return writer.text
    }

    static func error(code: String, message: String) -> JSONText {
        .object([("code", .string(code)), ("message", .string(message))])
    }
}
