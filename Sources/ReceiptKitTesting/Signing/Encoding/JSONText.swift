/// JSON whose keys keep their order, so that the same value always gives the same text.
package indirect enum JSONText: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSONText])
    case object([JSONMember])
    /// A value written on one line.
    case inline(JSONText)
    /// JSON text to write unchanged.
    case raw(String)

    /// Creates an object. Omits members that are nil.
    package static func object(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
        .object(members.compactMap { key, value in value.map { JSONMember(key, $0) } })
    }

    /// The JSON text, indented by two spaces, with a newline at the end.
    package var text: String { written(indent: "") + "\n" }

    /// The JSON text without white space, as in JWS.
    package var compact: String {
        switch self {
        case .array(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.key) + ":" + $0.value.compact }.joined(separator: ",") + "}"
        case .inline(let value): value.compact
        default: written(indent: nil)
        }
    }

    private func written(indent: String?) -> String {
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let value): return String(value)
        case .string(let value): return Self.quoted(value)
        case .inline(let value): return value.written(indent: nil)
        case .raw(let text): return text
        case .array(let values):
            return Self.list("[", "]", indent) { inner in values.map { $0.written(indent: inner) } }
        case .object(let members):
            return Self.list("{", "}", indent) { inner in
                members.map { "\(Self.quoted($0.key)): \($0.value.written(indent: inner))" }
            }
        }
    }

    private static func list(
        _ open: String, _ close: String, _ indent: String?, _ items: (String?) -> [String]
    ) -> String {
        let inner = indent.map { $0 + "  " }
        let lines = items(inner)
        guard let indent, let inner, !lines.isEmpty else { return open + lines.joined(separator: ", ") + close }
        return open + "\n" + lines.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + close
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20: "\\u00" + TestText.hexadecimal([UInt8(scalar.value)])
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}

package struct JSONMember: Hashable, Sendable {
    package var key: String
    package var value: JSONText

    package init(_ key: String, _ value: JSONText) {
        self.key = key
        self.value = value
    }
}
