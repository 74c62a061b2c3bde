/// What is read member by member: one of StoreKit 2's payloads, an object in one, or a property list.
protocol Payload: FieldOwner, JSONObject, Sendable {
    var diagnostics: [FormatError] { get set }

    /// Writes what several members make, behind the other fields.
    func writeParts<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)
}

extension Payload {
    /// Reads a JSON object. Members without a row in the table are passed over; the text has them.
    ///
    /// - Parameters:
    ///   - text: the object. Its indices are the offsets of errors.
    ///   - path: what stands before the names of members in errors.
    init(json text: ArraySlice<UInt8>, path: String) throws(FormatError) {
        self.init()
        let table = Self.table
        var seen = NumberSet()
        var malformed: FormatError?
        // What comes next mostly stands right behind what came last.
        var next = 0
        do throws(JSONError) {
            try JSONReader.read(text, limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    guard let row = table.names.index(of: name, from: next, in: json) else { return }
                    next = row + 1
                    _ = json.next()
                    let start = text.startIndex + json.position
                    guard let value = try PayloadValue(&json, of: text) else { return }
                    seen.insert(Int64(row))
                    do throws(FormatError) { try read(value, row: row, path: path, offset: start) } catch {
                        malformed = malformed ?? error
                    }
                }
            }
        } catch {
            throw FormatError(error, in: text)
        }
        if let malformed { throw malformed }
        if let missing = table.firstMissing(seen) {
            throw FormatError(.missingMember, path: .member(path + missing.key.description), offset: text.startIndex)
        }
    }

    /// Reads a member into the property of its row.
    mutating func read(_ value: PayloadValue, row: Int, path: String, offset: Int) throws(FormatError) {
        var reader = MemberReader(row: row, value: value)
        eachField(&reader)
        if reader.isRead { return }
        let field = Self.table.fields[row]
        let fault = FormatError(.malformedMember, path: .member(path + field.key.description), offset: offset)
        guard field.rule == .lenient else { throw fault }
        diagnostics.append(fault)
    }
}

/// The JSON of payloads: the typed fields under their Swift names, in the order of the field table. Dates are RFC 3339 texts in UTC,
/// numeric identifiers of the store and prices are texts, octets are lower-case hexadecimal, and what is absent is left out. What
/// could not be read is listed under `diagnostics`. It cannot be decoded.
extension Payload {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try writeFields(to: &sink)
        try writeParts(to: &sink)
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }

    func writeParts<Sink: JSONSink>(to sink: inout Sink) {}
}

/// Reads the value of one member into the property of its row.
private struct MemberReader: FieldVisitor {
    let row: Int
    var value: PayloadValue
    /// The row that comes next.
    private(set) var place = 0
    private(set) var isRead = false

    init(row: Int, value: PayloadValue) {
        self.row = row
        self.value = value
    }

    @inline(__always)
    mutating func callAsFunction<Value: FieldValue>(_ field: Field, _ property: inout Value) {
        if place == row, let read = value.read(Value.self, field.shape) {
            property = read
            isRead = true
        }
        place += 1
    }
}
