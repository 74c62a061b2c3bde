/// What is read member by member: one of StoreKit 2's payloads, an object in one, or a property list. An object's members are held to their own
/// rows: of a malformed one that is lenient, only that one is nil.
protocol MemberOwner: FieldOwner, FieldElement, JSONObject, UnknownMembers, Sendable {
    /// Why lenient members are nil. Those of an object in a payload are the payload's.
    var diagnostics: [FormatError] { get }

    /// Writes what several members make, behind the other fields.
    func writeParts<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)
}

/// What a JWS signs.
protocol Payload: MemberOwner {
    var json: [UInt8] { get set }
    var diagnostics: [FormatError] { get set }

    /// Checks what no row tells.
    func check() throws(FormatError)
}

extension MemberOwner {
    /// Reads a JSON object, whose indices are the offsets of errors, and adds the diagnostics of lenient members. Members without a row in
    /// the table are passed over; the text has them.
    init(json text: ArraySlice<UInt8>, _ diagnostics: inout [FormatError]) throws(FormatError) {
        self.init()
        let table = Self.table
        var seen = NumberSet()
        var malformed: FormatError?
        try JSONReader.read(whole: text) { (json) throws(JSONError) in
            try json.object { (json, name) throws(JSONError) in
                guard let row = table.names.index(of: name, in: json) else { return }
                _ = json.next()
                let start = text.startIndex + json.position
                guard let value = try PayloadValue(&json, of: text) else { return }
                seen.insert(Int64(row))
                do throws(FormatError) {
                    try read(value, row: row, offset: start, &diagnostics)
                } catch { malformed = malformed ?? error }
            }
        }
        if let malformed { throw malformed }
        if let missing = table.firstMissing(seen) {
            throw FormatError(.missingMember, path: .member(missing.key.description), offset: text.startIndex)
        }
    }

    /// Reads a member into the property of its row.
    mutating func read(
        _ value: PayloadValue, row: Int, offset: Int, _ diagnostics: inout [FormatError]
    ) throws(FormatError) {
        var reader = MemberReader(row: row, value: value)
        try eachField(&reader)
        diagnostics.add(reader.diagnostics)
        if reader.isRead { return }
        let field = Self.table.fields[row]
        let fault = FormatError(.malformedMember, path: .member(field.key.description), offset: offset)
        guard field.rule == .lenient else { throw fault }
        diagnostics.add([fault])
    }
}

extension Payload {
    /// Reads a whole payload.
    init(signed text: [UInt8]) throws(FormatError) {
        var found: [FormatError] = []
        try self.init(json: text[...], &found)
        (json, diagnostics) = (text, found)
        try check()
    }

    func check() {}
}

/// The JSON of payloads: the typed fields under their Swift names, in the order of the field table. Dates are RFC 3339 texts in UTC,
/// numeric identifiers of the store and prices are texts, bytes are lower-case hexadecimal, and what is absent is left out. Members
/// without a type are in `unknownMembers`, and what could not be read is listed under `diagnostics`. It cannot be decoded.
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
