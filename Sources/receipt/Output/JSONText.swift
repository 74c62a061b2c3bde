#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON value as text on one line. Members keep the order they were given in.
struct JSONText {
    let text: String

    static let null = JSONText(text: "null")

    static func string(_ string: String) -> JSONText {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Control characters, and the two line separators, so that a line stays a line.
            case _
            where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                || [0x2028, 0x2029].contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return JSONText(text: text + "\"")
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

    /// The encoder leaves the two line separators as they are, which only texts can hold.
    static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\u{2028}" || $0 == "\u{2029}" }) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{2028}": line += "\\u2028"
            case "\u{2029}": line += "\\u2029"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    static func error(code: String, message: String) -> JSONText {
        .object([("code", .string(code)), ("message", .string(message))])
    }
}
