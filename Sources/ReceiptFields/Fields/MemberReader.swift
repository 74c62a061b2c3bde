internal import ReceiptEssentials

/// A member of an object: its value and the value's offset.
struct MemberValue {
    let value: PayloadValue
    let offset: Int
}

/// Decodes the members of an object into the properties of their rows.
struct MemberReader: FieldVisitor {
    /// The members of the enclosing objects, and then those of this object, one element for each row.
    var members: [MemberValue?]
    private let first: Int
    /// The current value, its index if it is an element of an array, its member's name, and the form and range that it must have.
    private var value = PayloadValue.boolean(false)
    private var index: Int?
    private var key: StaticString = ""
    private var shape = Field.Shape()
    /// The number of the next row.
    private var place: Int
    /// The first error in the text, and the first required member that is missing.
    private var fault: FormatError?
    private var missing: FormatError?
    /// The diagnostics of this object and the objects in it, and those of the current member.
    private var diagnostics: [FormatError] = []
    private var found: [FormatError] = []

    /// - Parameter members: the members of the enclosing objects.
    init(_ table: FieldTable, after members: consuming [MemberValue?]) {
        (first, place) = (members.count, members.count)
        members.append(contentsOf: repeatElement(nil, count: table.fields.count))
        self.members = members
    }

    mutating func set(_ row: Int, _ value: PayloadValue, at offset: Int) {
        members[first + row] = MemberValue(value: value, offset: offset)
    }

    @inline(__always)
    mutating func visit<Value: FieldValue>(_ field: Field, _: @autoclosure () -> Value?) -> Value? {
        guard let offset = begin(field) else { return nil }
        do throws(FormatError) {
            let read = try Value.read(&self)
            end(field, isRead: read != nil, offset)
            return read
        } catch {
            reject(error)
            return nil
        }
    }

    private mutating func begin(_ field: Field) -> Int? {
        let member = members[place]
        place += 1
        guard let member else {
            if field.rule == .required { reject(.missingMember, field.key) }
            return nil
        }
        (value, index, key, shape) = (member.value, nil, field.key, field.shape)
        return member.offset
    }

    private mutating func end(_ field: Field, isRead: Bool, _ offset: Int) {
        diagnostics += found
        found = []
        if isRead { return }
        let error = FormatError(.malformedMember, path: .member(field.key.description), offset: offset)
        if field.rule == .lenient { diagnostics.append(error) } else { reject(error) }
    }

    private mutating func reject(_ error: FormatError) {
        if error.offset < fault?.offset ?? .max { fault = error }
    }

    mutating func reject(_ reason: FormatError.Reason, _ member: StaticString) {
        missing = missing ?? FormatError(reason, path: .member(member.description), offset: 0)
    }

    /// Throws the first error, or adds the diagnostics in the order of the text. `offset` is the start of the object.
    func finish(_ all: inout [FormatError], offset: Int) throws(FormatError) {
        if let fault { throw fault }
        if let missing { throw FormatError(missing.reason, path: missing.path, offset: offset) }
        all.add(diagnostics.count > 1 ? diagnostics.sorted { $0.offset < $1.offset } : diagnostics)
    }

    /// Returns the members of the enclosing objects, whose storage the next object reuses.
    mutating func outer() -> [MemberValue?] {
        members.removeLast(members.count - first)
        return exchange(&members, with: [])
    }
}

extension MemberReader: FieldSource {
    static var isAttribute: Bool { false }

    func text() -> String? { value.identifier }

    func date() -> Date? { value.date() }

    func flag() -> Bool? {
        if shape.form == .bit { return value.integer.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil } }
        return if case .boolean(let flag) = value { flag } else { nil }
    }

    func wide() -> Int64? {
        value.integer.flatMap { $0 >= 0 || shape.form == .milliunits ? $0 : nil }
    }

    func small() -> Int? {
        value.integer.flatMap { Int32(exactly: $0) }.flatMap { shape.range.contains($0) ? Int($0) : nil }
    }

    func bytes() -> ArraySlice<UInt8>? {
        guard shape.form == .base64, let identifier = value.identifier else { return nil }
        let characters = Array(identifier.utf8)[...]
        do throws(FormatError) { return try Base64.decode(exactly: characters, .standard)[...] } catch { return nil }
    }

    mutating func object<Object: MemberOwner>() throws(FormatError) -> Object? {
        guard case .object(let text) = value else { return nil }
        var inside: [FormatError] = []
        do throws(FormatError) {
            let object = try Object(json: text, &members, &inside)
            found.add(inside.map { $0.inside(name) })
            return object
        } catch { throw error.inside(name) }
    }

    /// Reads a list. If an element of a list of strings isn't a string, the list is nil. In a list of objects, such an element is dropped,
    /// with a diagnostic. `null` is treated as absent. The number of elements is bounded only by the size of the text.
    mutating func list<Element: FieldElement>() throws(FormatError) -> [Element]? {
        guard case .array(let text) = value else { return nil }
        var elements: [Element]? = []
        var fault: FormatError?
        try JSONReader.read(whole: text) { (json) throws(JSONError) in
            var index = 0
            try json.array { (json) throws(JSONError) in
                _ = json.next()
                let offset = text.startIndex + json.position
                if let value = try PayloadValue(&json, of: text) {
                    (self.value, self.index) = (value, index)
                    do throws(FormatError) {
                        if let element = try Element.read(&self) {
                            elements?.append(element)
                        } else if shape.form == .texts {
                            elements = nil
                        } else {
                            found.add([FormatError(.malformedMember, path: .member(name), offset: offset)])
                        }
                    } catch { fault = fault ?? error }
                }
                index += 1
            }
        }
        if let fault { throw fault }
        return elements
    }

    /// The name of the member, with the index of the element if there is one, such as `items[2]`.
    private var name: String { key.description + (index.map { "[\($0)]" } ?? "") }
}

extension [FormatError] {
    /// Adds diagnostics up to the maximum for a receipt. A list of a million wrong elements doesn't need a million diagnostics.
    mutating func add(_ others: [FormatError]) {
        for error in others where count < AppReceipt.maximumDiagnostics { append(error) }
    }
}

extension FormatError {
    /// Returns the same error, with its path nested in the member that contains the object.
    fileprivate func inside(_ member: String) -> FormatError {
        if case .member(let name) = path { at(.member("\(member).\(name)")) } else { self }
    }
}
