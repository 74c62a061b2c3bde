import Foundation

/// Any JSON value as Foundation's decoder finds it, to compare with what was written or read.
package indirect enum JSON: Decodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// Returns nil if Foundation rejects the text. Also checks numbers in members that the decoder skips, because its
    /// dictionaries keep only one of several names that look the same.
    package static func read(_ text: [UInt8]) -> JSON? {
        do {
            let json = try JSONDecoder().decode(JSON.self, from: Data(text))
            _ = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
            return json
        } catch { return nil }
    }

    package subscript(_ key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    package var string: String? { if case .string(let string) = self { string } else { nil } }

    package var array: [JSON]? { if case .array(let array) = self { array } else { nil } }
}

extension JSON {
    /// Returns a copy with another value, or none, at a path such as `items[0].offer`.
    package func setting(_ path: String, _ value: JSON?) -> JSON {
        setting(path.replacing("[", with: ".[").split(separator: "."), value)
    }

    private func setting(_ path: [Substring], _ value: JSON?) -> JSON {
        guard let first = path.first else { return value ?? .null }
        let rest = Array(path.dropFirst())
        switch self {
        case .object(var members):
            let name = String(first)
            members[name] = rest.isEmpty ? value : (members[name] ?? .null).setting(rest, value)
            return .object(members)
        case .array(var elements):
            guard let index = Int(first.dropFirst().dropLast()), elements.indices.contains(index) else { return self }
            if rest.isEmpty, value == nil {
                elements.remove(at: index)
            } else {
                elements[index] = elements[index].setting(rest, value)
            }
            return .array(elements)
        default: return self
        }
    }

    /// The value at such a path.
    package func value(at path: String) -> JSON? {
        path.replacing("[", with: ".[").split(separator: ".").reduce(self) { json, name in
            guard case .array(let elements)? = json else { return json?[String(name)] }
            return Int(name.dropFirst().dropLast()).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
    }

    /// The JSON text, with members ordered by name. Numbers must be whole.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): String(Int64(number))
        case .string(let text): "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\(JSON.string($0).text):\($1.text)" }
                .joined(separator: ",") + "}"
        }
    }

    /// The paths and values of everything that is neither an object nor an array.
    package var leaves: [String: JSON] {
        func inner(_ json: JSON, _ prefix: String) -> [String: JSON] {
            json.leaves.reduce(into: [:]) { $0[prefix + $1.key] = $1.value }
        }
        return switch self {
        case .object(let members):
            members.reduce(into: [:]) { $0.merge(inner($1.value, "." + $1.key)) { old, _ in old } }
        case .array(let elements):
            elements.enumerated().reduce(into: [:]) { $0.merge(inner($1.element, "[\($1.offset)]")) { old, _ in old } }
        default: ["": self]
        }
    }
}
