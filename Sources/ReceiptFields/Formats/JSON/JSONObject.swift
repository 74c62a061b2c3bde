package import ReceiptEssentials

/// What has one JSON: `Encodable` hands its members to an encoder, the command line to a ``JSONWriter``.
package protocol JSONObject {
    /// Writes the members, in the order of the schema. What is absent is left out. A caller that needs the object no longer gives it away:
    /// a copy of a purchase counts references of a dozen texts.
    consuming func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)

    /// Writes the members into a writer, which nearly all of them are written to. A type that says so in its own module gets a function
    /// of its own for that; without, every member of every purchase asks anew what kind of sink this is.
    consuming func write(into json: inout JSONWriter)
}

package protocol JSONSink {
    associatedtype Failure: Error

    mutating func member(_ name: StaticString, _ value: String?) throws(Failure)
    mutating func member(_ name: StaticString, _ value: Int?) throws(Failure)
    mutating func member(_ name: StaticString, _ value: Bool?) throws(Failure)
    /// RFC 3339, in UTC; left out where it cannot be written so.
    mutating func member(_ name: StaticString, _ value: Date?) throws(Failure)
    /// A text: some are beyond 2^53.
    mutating func member(_ name: StaticString, identifier: Int64) throws(Failure)
    /// Lower-case hexadecimal.
    mutating func member(_ name: StaticString, hex value: ArraySlice<UInt8>) throws(Failure)
    mutating func member(_ name: StaticString, _ value: some JSONObject) throws(Failure)
    mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) throws(Failure)
    mutating func list(_ name: StaticString, _ texts: [String]) throws(Failure)
    /// A value that is valid JSON already, with or without white space.
    mutating func member(_ name: StaticString, json: ArraySlice<UInt8>) throws(Failure)
    /// An object whose members have names that a caller gave, each once; nil is written as null.
    mutating func object<Value: JSONObject>(
        _ name: StaticString, _ members: some Sequence<(name: String, value: Value?)>
    ) throws(Failure)
    /// The same with texts as values.
    mutating func object(
        _ name: StaticString, texts: some Sequence<(name: String, value: String)>
    ) throws(Failure)
}

/// What is a text in JSON, for sinks that take texts.
extension JSONSink {
    package mutating func member(_ name: StaticString, _ value: Date?) throws(Failure) {
        try member(name, value.flatMap(Timestamp.written))
    }

    package mutating func member(_ name: StaticString, identifier: Int64) throws(Failure) {
        try member(name, String(identifier))
    }

    package mutating func member(_ name: StaticString, hex value: ArraySlice<UInt8>) throws(Failure) {
        try member(name, Escaped.hex(value))
    }
}

extension JSONObject {
    package consuming func write(into json: inout JSONWriter) { writeMembers(to: &json) }

    /// Hands the members to an encoder, and throws what that throws: `Encodable`, for the types that declare it.
    public func encode(to encoder: any Encoder) throws {
        var sink = EncoderSink(container: encoder.container(keyedBy: JSONName.self))
        try writeMembers(to: &sink)
    }
}

/// The name of a member, for an encoder.
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

/// The encoder decides about everything but names and values.
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
