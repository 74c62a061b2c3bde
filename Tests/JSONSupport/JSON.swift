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

    /// Nil where Foundation refuses the text. The decoder alone does not look at numbers in members that its dictionaries drop,
    /// for another with a name that looks the same.
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
