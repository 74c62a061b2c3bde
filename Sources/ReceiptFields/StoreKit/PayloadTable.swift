/// One of StoreKit 2's payloads: what its members are, and how each gets into its property.
protocol Payload: Sendable {
    /// What an object of this kind starts with, all of its properties empty.
    init(text: ArraySlice<UInt8>)

    static var members: PayloadTable<Self> { get }
    /// The names of the required members, in the order in which a missing one is named.
    static var required: [String] { get }

    var diagnostics: [FormatError] { get set }
}

/// How one member of a payload is read.
struct PayloadMember<Owner>: Sendable {
    enum Rule: Sendable {
        /// Decisions hang on it: malformed is an error.
        case strict
        /// Malformed, it is nil, with a diagnostic.
        case lenient
    }

    let rule: Rule
    /// Puts the value into its property, or is false where it is malformed.
    let read: @Sendable (inout Owner, PayloadValue) -> Bool

    static func strict(_ read: @escaping @Sendable (inout Owner, PayloadValue) -> Bool) -> Self {
        PayloadMember(rule: .strict, read: read)
    }

    static func lenient(_ read: @escaping @Sendable (inout Owner, PayloadValue) -> Bool) -> Self {
        PayloadMember(rule: .lenient, read: read)
    }
}

/// The members of one kind of payload, in the order in which Apple writes them, as far as it is known; at most 64.
struct PayloadTable<Owner>: ExpressibleByDictionaryLiteral, Sendable {
    let rows: [(name: String, member: PayloadMember<Owner>)]
    let names: KnownNames

    init(dictionaryLiteral rows: (String, PayloadMember<Owner>)...) {
        self.rows = rows
        names = KnownNames(rows.map(\.0))
    }
}

/// Assigns a value that was read, and is false where there is none.
func assign<T>(_ value: T?, to property: inout T) -> Bool {
    guard let value else { return false }
    property = value
    return true
}

/// The same for an optional property.
func assign<T>(_ value: T?, to property: inout T?) -> Bool {
    property = value
    return value != nil
}

extension Payload {
    /// Reads a JSON object. Members without a row in the table are passed over; the text has them.
    ///
    /// - Parameters:
    ///   - text: the object. Its indices are the offsets of errors.
    ///   - path: what stands before the names of members in errors.
    init(json text: ArraySlice<UInt8>, path: String) throws(FormatError) {
        self.init(text: text)
        let table = Self.members
        var found: UInt64 = 0
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
                    found |= 1 << row
                    let (name, member) = table.rows[row]
                    if member.read(&self, value) { return }
                    let fault = FormatError(.malformedMember, path: .member(path + name), offset: start)
                    if member.rule == .lenient { diagnostics.append(fault) } else { malformed = malformed ?? fault }
                }
            }
        } catch {
            throw FormatError(error, in: text)
        }
        if let malformed { throw malformed }
        for name in Self.required {
            guard let row = table.rows.firstIndex(where: { $0.name == name }), found & 1 << row != 0 else {
                throw FormatError(.missingMember, path: .member(path + name), offset: text.startIndex)
            }
        }
    }
}
