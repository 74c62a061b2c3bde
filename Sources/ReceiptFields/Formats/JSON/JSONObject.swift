package import ReceiptEssentials

/// A type with a single form in JSON, used both for `Encodable` and for the command line's ``JSONWriter``.
package protocol JSONObject {
    /// Writes the members in the order of the schema, without absent values. The function consumes the value, because copying a purchase
    /// would retain a dozen strings.
    consuming func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)

    /// Writes the members into a writer, which is the most common sink. A type that implements this in its own module gets a specialized
    /// function.
    consuming func write(into json: inout JSONWriter)
}

package protocol JSONSink {
    associatedtype Failure: Error

    mutating func member(_ name: StaticString, _ value: String?) throws(Failure)
    mutating func member(_ name: StaticString, _ value: Int?) throws(Failure)
    mutating func member(_ name: StaticString, _ value: Bool?) throws(Failure)
    /// Writes a date as RFC 3339 in UTC, or nothing if it can't be written in that form.
    mutating func member(_ name: StaticString, _ value: Date?) throws(Failure)
    /// Writes an identifier as a string, because some exceed 2^53.
    mutating func member(_ name: StaticString, identifier: Int64) throws(Failure)
    /// Writes bytes as lowercase hexadecimal.
    mutating func member(_ name: StaticString, hex value: ArraySlice<UInt8>) throws(Failure)
    mutating func member(_ name: StaticString, _ value: some JSONObject) throws(Failure)
    mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) throws(Failure)
    mutating func list(_ name: StaticString, _ texts: [String]) throws(Failure)
    /// Writes a value that is valid JSON already, with or without white space.
    mutating func member(_ name: StaticString, json: ArraySlice<UInt8>) throws(Failure)
    /// Writes an object whose members have names from the caller, each used once. Nil is written as null.
    mutating func object<Value: JSONObject>(
        _ name: StaticString, _ members: some Sequence<(name: String, value: Value?)>
    ) throws(Failure)
    /// Writes an object with strings as values.
    mutating func object(
        _ name: StaticString, texts: some Sequence<(name: String, value: String)>
    ) throws(Failure)
}

/// Default implementations for values that are strings in JSON.
extension JSONSink {
    package mutating func member(_ name: StaticString, _ value: Date?) throws(Failure) {
        try member(name, value.flatMap(Timestamp.written))
    }

    package mutating func member(_ name: StaticString, identifier: Int64) throws(Failure) {
        try member(name, String(identifier))
    }

    package mutating func member(_ name: StaticString, hex value: ArraySlice<UInt8>) throws(Failure) {
        try member(name, SafeText.hex(value))
    }
}

extension JSONObject {
    package consuming func write(into json: inout JSONWriter) { writeMembers(to: &json) }

    /// Encodes the members, for types that declare `Encodable`. Throws the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var sink = EncoderSink(container: encoder.container(keyedBy: JSONName.self))
        try writeMembers(to: &sink)
    }
}

/// The name of a member, as a coding key.
struct JSONName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct Encoded<Value: JSONObject>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A sink that passes names and values to an encoder. The encoder decides everything else.
private struct EncoderSink: JSONSink {
    var container: KeyedEncodingContainer<JSONName>

    mutating func member(_ name: StaticString, _ value: String?) throws { try encode(name, value) }
    mutating func member(_ name: StaticString, _ value: Int?) throws { try encode(name, value) }
    mutating func member(_ name: StaticString, _ value: Bool?) throws { try encode(name, value) }
    mutating func member(_ name: StaticString, _ value: some JSONObject) throws {
        try encode(name, Encoded(value: value))
    }
    mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) throws {
        try encode(name, values.map { Encoded(value: $0) })
    }
    mutating func list(_ name: StaticString, _ texts: [String]) throws { try encode(name, texts) }
    mutating func member(_ name: StaticString, json: ArraySlice<UInt8>) throws {
        try encode(name, JSONValue(json))
    }
    mutating func object<Value: JSONObject>(
        _ name: StaticString, _ members: some Sequence<(name: String, value: Value?)>
    ) throws {
        var object = nested(name)
        for (name, value) in members {
            let name = JSONName(stringValue: name)
            if let value {
                try object.encode(Encoded(value: value), forKey: name)
            } else {
                try object.encodeNil(forKey: name)
            }
        }
    }
    mutating func object(_ name: StaticString, texts: some Sequence<(name: String, value: String)>) throws {
        var object = nested(name)
        for (name, text) in texts { try object.encode(text, forKey: JSONName(stringValue: name)) }
    }

    private mutating func nested(_ name: StaticString) -> KeyedEncodingContainer<JSONName> {
        container.nestedContainer(keyedBy: JSONName.self, forKey: JSONName(stringValue: name.description))
    }

    private mutating func encode(_ name: StaticString, _ value: (some Encodable)?) throws {
        try container.encodeIfPresent(value, forKey: JSONName(stringValue: name.description))
    }
}
