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
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || breaksLines(scalar): text += escape(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Control characters and the separators that some readers take for the end of a line: a line must stay a line.
    private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
        (0x80..<0xA0).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
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
            return JSONText(text: oneLine(text))
        } catch {
            // Receipts hold texts, numbers and flags, which always encode.
            return .null
        }
    }

    /// JSON in which nothing looks like the end of a line. Outside of texts there is nothing that could.
    static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: breaksLines) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            if breaksLines(scalar) { line += escape(scalar) } else { line.unicodeScalars.append(scalar) }
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
