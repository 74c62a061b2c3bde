internal import ReceiptEssentials

/// Decodes the value of one member into the property of its row.
struct MemberReader: FieldVisitor {
    private let row: Int
    private var value: PayloadValue
    /// The index of the value, if it is an element of an array.
    private var index: Int?
    /// The member's name, set once its row is found.
    private var key: StaticString = ""
    private var shape = Field.Shape()
    /// The number of the next row.
    private var place = 0
    private(set) var isRead = false
    /// The diagnostics of the objects in the value.
    private(set) var diagnostics: [FormatError] = []

    init(row: Int, value: PayloadValue) {
        self.row = row
        self.value = value
    }

    @inline(__always)
    mutating func row<Value: FieldValue>(_ field: Field, _ property: inout Value) throws(FormatError) {
        if place == row {
            key = field.key
            shape = field.shape
            if let read = try Value.read(&self) {
                property = read
                isRead = true
            }
        }
        place += 1
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
        var found: [FormatError] = []
        do throws(FormatError) {
            let object = try Object(json: text, &found)
            diagnostics.add(found.map { $0.inside(name) })
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
                            diagnostics.add([FormatError(.malformedMember, path: .member(name), offset: offset)])
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
