import Foundation

/// What Foundation's decoder finds in a text.
indirect enum Judged: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Judged])
    case object([String: Judged])

    /// Nil where Foundation refuses the text. The decoder alone does not look at numbers in members that its dictionaries drop,
    /// for another with a name that looks the same.
    static func read(_ text: [UInt8]) -> Judged? {
        guard let judged = try? JSONDecoder().decode(Judged.self, from: Data(text)) else { return nil }
        guard (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil else {
            return nil
        }
        return judged
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([Judged].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: Judged].self))
        }
    }
}
