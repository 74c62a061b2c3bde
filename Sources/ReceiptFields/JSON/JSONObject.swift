/// What has one JSON, whoever writes it: `Encodable` hands its members to an encoder, the command line to a ``JSONWriter``.
package protocol JSONObject {
    /// Writes the members, in the order of the schema. What is absent is left out.
    func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)
}

/// Where the members of an object are written.
package protocol JSONSink {
    associatedtype Failure: Error

    mutating func member(_ name: StaticString, _ value: String?) throws(Failure)
    mutating func member(_ name: StaticString, _ value: Int?) throws(Failure)
    mutating func member(_ name: StaticString, _ value: Bool?) throws(Failure)
    mutating func member(_ name: StaticString, _ value: some JSONObject) throws(Failure)
    mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) throws(Failure)
    mutating func list(_ name: StaticString, _ texts: [String]) throws(Failure)
}

extension JSONObject {
    /// Hands the members to an encoder: what `Encodable` asks for.
    package func encodeMembers(to encoder: any Encoder) throws {
        var sink = EncoderSink(container: encoder.container(keyedBy: JSONName.self))
        try writeMembers(to: &sink)
    }
}

private struct JSONName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct Encoded<Value: JSONObject>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws { try value.encodeMembers(to: encoder) }
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

    private mutating func encode(_ name: StaticString, _ value: (some Encodable)?) throws {
        try container.encodeIfPresent(value, forKey: JSONName(stringValue: name.description))
    }
}
