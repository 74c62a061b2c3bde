internal import ReceiptEssentials

/// Decodes an object's fields over defaults: a missing key keeps the default, null means nil, and an unknown key is an
/// error, because it is probably misspelled.
struct FieldDecoder<Key: CodingKey & CaseIterable> {
    let container: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder, keyedBy: Key.Type) throws {
        let known = Set(Key.allCases.map(\.stringValue))
        let given = try decoder.container(keyedBy: AnyKey.self)
        if let unknown = given.allKeys.first(where: { !known.contains($0.stringValue) }) {
            throw DecodingError.dataCorruptedError(
                forKey: unknown, in: given,
                debugDescription: "unknown key; known are \(known.sorted().joined(separator: ", "))")
        }
        container = try decoder.container(keyedBy: Key.self)
    }

    /// Decodes a required value.
    func require<Value: Decodable>(_ key: Key) throws -> Value { try container.decode(Value.self, forKey: key) }

    /// Decodes an optional value.
    func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if container.contains(key) { value = try container.decode(Value.self, forKey: key) }
    }

    /// Decodes a value that may be missing or null.
    func read<Value: Decodable>(_ key: Key, into value: inout Value?) throws {
        if container.contains(key) { value = try container.decodeIfPresent(Value.self, forKey: key) }
    }

    /// Decodes a date in RFC 3339, or a day, which means its first second in UTC.
    func date(_ key: Key) throws -> Date? {
        guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
        let time = text.utf8.count == 10 ? text + "T00:00:00Z" : text
        guard let date = TestDate.parse(time) else { throw invalid(key, "not an RFC 3339 date, nor a day") }
        return date
    }

    /// Decodes an identifier from a string or a number. An identifier that isn't numeric must be a string.
    func text(_ key: Key) throws -> String? {
        do { return try container.decodeIfPresent(Int64.self, forKey: key).map(String.init) } catch is DecodingError {
            return try container.decodeIfPresent(String.self, forKey: key)
        }
    }

    /// Decodes a number, a numeric string, or one of `words`, which gives its index.
    func number(_ key: Key, among words: [String] = []) throws -> Int64? {
        guard let text = try text(key) else { return nil }
        if let place = words.firstIndex(of: text) { return Int64(place) }
        guard let number = Int64(text) else {
            throw invalid(key, words.isEmpty ? "not a number of 64 bits" : "none of \(words.joined(separator: ", "))")
        }
        return number
    }

    func invalid(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
}

/// A key with any name.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
