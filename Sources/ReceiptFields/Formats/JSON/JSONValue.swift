internal import ReceiptEssentials

/// A JSON value of any type, for an encoder to write. Its text was parsed before, so it is valid.
enum JSONValue: Encodable {
    case object([(name: String, value: JSONValue)])
    case array([JSONValue])
    case text(String)
    /// The digits of a number.
    case number(String)
    case boolean(Bool)
    case null

    /// Parses a text. Nil if it isn't JSON.
    init?(_ text: ArraySlice<UInt8>) {
        do throws(FormatError) {
            self = try JSONReader.read(whole: text) { (json) throws(JSONError) in try Self(&json, in: text) }
        } catch { return nil }
    }

    /// Recursion ends at the reader's depth limit.
    private init(_ json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        switch json.next() {
        case .object:
            var members: [(name: String, value: JSONValue)] = []
            try json.object { (json, name) throws(JSONError) in
                members.append((json.text(name), try Self(&json, in: text)))
            }
            self = .object(members)
        case .array:
            var elements: [JSONValue] = []
            try json.array { (json) throws(JSONError) in elements.append(try Self(&json, in: text)) }
            self = .array(elements)
        case .string: self = .text(json.text(try json.string()))
        case .boolean: self = .boolean(try json.boolean())
        case .null:
            try json.null()
            self = .null
        case .number, nil: self = .number(String(decoding: text.part(try json.number()), as: UTF8.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: JSONName.self)
            for (name, value) in members { try container.encode(value, forKey: JSONName(stringValue: name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .text(let text): try encode(text, to: encoder)
        case .number(let digits):
            if let number = Int64(digits) { return try encode(number, to: encoder) }
            // A number that no number type can represent is encoded as a string.
            guard let number = Double(digits), number.isFinite else { return try encode(digits, to: encoder) }
            try encode(number, to: encoder)
        case .boolean(let flag): try encode(flag, to: encoder)
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }

    private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
