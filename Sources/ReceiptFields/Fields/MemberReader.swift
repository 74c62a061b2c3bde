internal import ReceiptEssentials

/// What is read member by member: one of StoreKit 2's payloads, an object in one, or a property list.
protocol MemberOwner: FieldOwner, JSONObject, Sendable {
    /// Writes what several members make, behind the other fields.
    func writeParts<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)
}

/// A whole payload, which has the diagnostics of the objects in it too.
protocol Payload: MemberOwner {
    var diagnostics: [FormatError] { get set }
}

/// An object in a payload. Its members are held to their own rows: of a malformed one that is lenient, only that one is nil.
protocol NestedObject: MemberOwner, FieldElement {}

extension MemberOwner {
    /// Reads a JSON object. Members without a row in the table are passed over; the text has them.
    ///
    /// - Parameters:
    ///   - text: the object. Its indices are the offsets of errors.
    ///   - path: what stands before the names of members in errors.
    ///   - diagnostics: where those of lenient members are added.
    init(json text: ArraySlice<UInt8>, path: String, _ diagnostics: inout [FormatError]) throws(FormatError) {
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
                    do throws(FormatError) {
                        try read(value, row: row, path: path, offset: start, &diagnostics)
                    } catch {
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
    mutating func read(
        _ value: PayloadValue, row: Int, path: String, offset: Int, _ diagnostics: inout [FormatError]
    ) throws(FormatError) {
        var reader = MemberReader(row: row, value: value, path: path)
        try eachField(&reader)
        diagnostics.add(reader.diagnostics)
        if reader.isRead { return }
        let field = Self.table.fields[row]
        let fault = FormatError(.malformedMember, path: .member(path + field.key.description), offset: offset)
        guard field.rule == .lenient else { throw fault }
        diagnostics.add([fault])
    }
}

extension Payload {
    /// Reads a whole payload.
    init(json text: ArraySlice<UInt8>, path: String) throws(FormatError) {
        var found: [FormatError] = []
        try self.init(json: text, path: path, &found)
        diagnostics = found
    }
}

extension [FormatError] {
    /// Adds as many as a receipt may have: a list of a million wrong elements needs no million diagnostics.
    fileprivate mutating func add(_ others: [FormatError]) {
        for error in others where count < AppReceipt.maximumDiagnostics { append(error) }
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
}

extension MemberOwner {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try writeFields(to: &sink)
        try writeParts(to: &sink)
    }

    func writeParts<Sink: JSONSink>(to sink: inout Sink) {}
}

extension NestedObject {
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.object()
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }

    static func readList<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> [Self]? {
        try source.objects()
    }

    static func write<Sink: JSONSink>(_ list: [Self], _ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.list(name, list)
    }
}

/// Reads the value of one member into the property of its row.
private struct MemberReader: FieldVisitor {
    let row: Int
    let value: PayloadValue
    /// What stands before the member's name in errors, and that name once the row is found.
    private let path: String
    private var key: StaticString = ""
    /// The row that comes next.
    private var place = 0
    private(set) var isRead = false
    /// Those of the objects in the value.
    private(set) var diagnostics: [FormatError] = []

    init(row: Int, value: PayloadValue, path: String) {
        self.row = row
        self.value = value
        self.path = path
    }

    @inline(__always)
    mutating func callAsFunction<Value: FieldValue>(_ field: Field, _ property: inout Value) throws(FormatError) {
        if place == row {
            key = field.key
            if let read = try Value.read(field.shape, &self) {
                property = read
                isRead = true
            }
        }
        place += 1
    }
}

extension MemberReader: FieldSource {
    static var isAttribute: Bool { false }

    func text(_ shape: Field.Shape) -> String? { value.identifier }

    func date() -> Date? { value.date() }

    func flag(_ shape: Field.Shape) -> Bool? {
        if shape.form == .bit { return value.integer.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil } }
        return if case .boolean(let flag) = value { flag } else { nil }
    }

    func wide(_ shape: Field.Shape) -> Int64? {
        value.integer.flatMap { $0 >= 0 || shape.form == .milliunits ? $0 : nil }
    }

    func small(_ shape: Field.Shape) -> Int? {
        value.integer.flatMap { Int32(exactly: $0) }.flatMap { shape.range.contains($0) ? Int($0) : nil }
    }

    /// Octets in base64.
    func octets(_ shape: Field.Shape) -> ArraySlice<UInt8>? {
        guard shape.form == .base64, let identifier = value.identifier else { return nil }
        let characters = Array(identifier.utf8)[...]
        do throws(FormatError) { return try Base64.decode(exactly: characters.span, .standard, at: 0)[...] } catch {
            return nil
        }
    }

    /// All are texts, or there is no list.
    func texts() throws(FormatError) -> [String]? {
        guard case .array(let list) = value else { return nil }
        var texts: [String]? = []
        try Self.forEachElement(of: list) { element, _, _ in
            if let text = element.identifier { texts?.append(text) } else { texts = nil }
        }
        return texts
    }

    mutating func object<Object: NestedObject>() throws(FormatError) -> Object? {
        guard case .object(let text) = value else { return nil }
        return try Object(json: text, path: path + key.description + ".", &diagnostics)
    }

    /// An element that is no object is left out, with a diagnostic.
    mutating func objects<Object: NestedObject>() throws(FormatError) -> [Object]? {
        guard case .array(let list) = value else { return nil }
        var objects: [Object] = []
        try Self.forEachElement(of: list) { (element, place, offset) throws(FormatError) in
            let path = "\(path)\(key)[\(place)]"
            if case .object(let text) = element {
                objects.append(try Object(json: text, path: path + ".", &diagnostics))
            } else {
                diagnostics.add([FormatError(.malformedMember, path: .member(path), offset: offset)])
            }
        }
        return objects
    }

    /// Hands out the elements of an array, each with its place and its offset in the payload. `null` is as good as absent. What bounds
    /// their number is the text's size.
    private static func forEachElement(
        of list: ArraySlice<UInt8>,
        _ body: (_ element: PayloadValue, _ place: Int, _ offset: Int) throws(FormatError) -> Void
    ) throws(FormatError) {
        var place = 0
        var fault: FormatError?
        do throws(JSONError) {
            try JSONReader.read(list, limits: JSONLimits(maximumSize: list.count)) { (json) throws(JSONError) in
                try json.array { (json) throws(JSONError) in
                    _ = json.next()
                    let offset = list.startIndex + json.position
                    if let element = try PayloadValue(&json, of: list) {
                        do throws(FormatError) { try body(element, place, offset) } catch { fault = fault ?? error }
                    }
                    place += 1
                }
            }
        } catch {
            throw FormatError(error, in: list)
        }
        if let fault { throw fault }
    }
}
