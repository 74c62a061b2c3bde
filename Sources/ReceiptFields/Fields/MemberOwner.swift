/// A type that is decoded member by member: a StoreKit 2 payload, an object in one, or a property list. The members of an object have rules
/// of their own, so if one that is lenient is malformed, only that member is nil.
protocol MemberOwner: FieldOwner, FieldElement, RequiredFieldValue, JSONObject, UnknownMembers, Sendable {
    /// The reasons why lenient members are nil. The payload's list also contains the reasons for members of nested objects.
    var diagnostics: [FormatError] { get }

    /// Writes the values that are formed from several members, after the other fields.
    func writeParts<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)
}

/// The payload of a JWS of one kind.
package protocol DecodedPayload: JSONObject, UnknownMembers, Encodable, Hashable, Sendable {
    static var kind: PayloadKind { get }
    static var table: FieldTable { get }

    init(json text: [UInt8]) throws(FormatError)

    /// The reasons why lenient members are nil.
    var diagnostics: [FormatError] { get }
    /// The payload without the JWS nested in it, which are shown on their own.
    var withoutNestedTexts: Self { get }
}

extension DecodedPayload {
    package var withoutNestedTexts: Self { self }
}

/// A payload whose members are rows of a field table.
protocol Payload: MemberOwner, DecodedPayload {
    var json: [UInt8] { get set }
    var diagnostics: [FormatError] { get set }
}

extension MemberOwner {
    static var placeholder: Self {
        var rows = FieldList()
        return Self(&rows, nil)
    }

    /// Decodes a JSON object, and adds the diagnostics of its lenient members. The indices of `text` are the offsets of errors. Members
    /// without a row in the table are skipped; the text contains them. `members` contains the member values of the enclosing objects.
    init(
        json text: ArraySlice<UInt8>, _ members: inout [MemberValue?], _ diagnostics: inout [FormatError]
    ) throws(FormatError) {
        let table = Self.table
        var reader = MemberReader(table, after: consume members)
        defer { members = reader.outer() }
        try JSONReader.read(whole: text) { (json) throws(JSONError) in
            try json.object { (json, name) throws(JSONError) in
                guard let row = table.names.index(of: name, in: json) else { return }
                _ = json.next()
                let start = text.startIndex + json.position
                guard let value = try PayloadValue(&json, of: text) else { return }
                reader.set(row, value, at: start)
            }
        }
        self.init(&reader, nil)
        try reader.finish(&diagnostics, offset: text.startIndex)
    }
}

extension Payload {
    /// Decodes a whole payload.
    init(signed text: [UInt8]) throws(FormatError) {
        var (members, found): ([MemberValue?], [FormatError]) = ([], [])
        try self.init(json: text[...], &members, &found)
        (json, diagnostics) = (text, found)
    }
}

/// The JSON of payloads has the typed fields under their Swift names, in the order of the field table. Dates are RFC 3339 strings in UTC,
/// numeric App Store identifiers and prices are strings, bytes are lowercase hexadecimal, and absent values are omitted. Members without a
/// property are in `unknownMembers`, and values that couldn't be decoded are listed in `diagnostics`. Payloads can't be decoded from this
/// JSON.
extension MemberOwner {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try writeFields(to: &sink)
        try writeParts(to: &sink)
        if let unknownMembers { try sink.member("unknownMembers", json: unknownMembers[...]) }
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }

    var diagnostics: [FormatError] { [] }

    func writeParts<Sink: JSONSink>(to sink: inout Sink) {}

    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        try source.object()
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }

    static func write<Sink: JSONSink>(_ list: [Self], _ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.list(name, list)
    }
}
