internal import ReceiptEssentials

/// Reads the value of one member into the property of its row.
struct MemberReader: FieldVisitor {
    let row: Int
    let value: PayloadValue
    /// The member's name, once its row is found.
    private var key: StaticString = ""
    /// The row that comes next.
    private var place = 0
    private(set) var isRead = false
    /// Those of the objects in the value.
    private(set) var diagnostics: [FormatError] = []

    init(row: Int, value: PayloadValue) {
        self.row = row
        self.value = value
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

    /// A payload without any of these members keeps none, and those who look for another are through with them in one step.
    @inline(__always)
    mutating func group<Group: FieldOwner>(_ box: inout Boxed<Group>) throws(FormatError) {
        let end = place + Group.table.fields.count
        guard row >= place, row < end else {
            place = end
            return
        }
        var group = box.value ?? Group()
        try group.eachField(&self)
        if isRead { box = .some(group) }
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

    /// Bytes in base64.
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

    @inline(__always)
    mutating func object<Object: NestedObject>() throws(FormatError) -> Object? {
        guard case .object(let text) = value else { return nil }
        return try object(text, at: nil)
    }

    /// An element that is no object is left out, with a diagnostic.
    @inline(__always)
    mutating func objects<Object: NestedObject>() throws(FormatError) -> [Object]? {
        guard case .array(let list) = value else { return nil }
        var objects: [Object] = []
        try Self.forEachElement(of: list) { (element, place, offset) throws(FormatError) in
            if case .object(let text) = element {
                objects.append(try object(text, at: place))
            } else {
                diagnostics.add([FormatError(.malformedMember, path: .member(name(at: place)), offset: offset)])
            }
        }
        return objects
    }

    /// Reads an object, the member's value or an element of it.
    private mutating func object<Object: NestedObject>(
        _ text: ArraySlice<UInt8>, at place: Int?
    ) throws(FormatError) -> Object {
        var found: [FormatError] = []
        do throws(FormatError) {
            let object = try Object(json: text, &found)
            if !found.isEmpty { diagnostics.add(found.map { $0.inside(name(at: place)) }) }
            return object
        } catch { throw error.inside(name(at: place)) }
    }

    private func name(at place: Int?) -> String { key.description + (place.map { "[\($0)]" } ?? "") }

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

extension [FormatError] {
    /// Adds as many as a receipt may have: a list of a million wrong elements needs no million diagnostics.
    mutating func add(_ others: [FormatError]) {
        for error in others where count < AppReceipt.maximumDiagnostics { append(error) }
    }
}

extension FormatError {
    /// The same error, with its path below the member that holds the object.
    fileprivate func inside(_ member: String) -> FormatError {
        if case .member(let name) = path { at(.member("\(member).\(name)")) } else { self }
    }
}
