/// One of StoreKit 2's payloads: what its members are, and how each gets into its property.
protocol Payload: Sendable {
    /// What an object of this kind starts with, all of its properties empty.
    init(text: ArraySlice<UInt8>)

    static var members: KeyValuePairs<String, PayloadMember<Self>> { get }
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
        var missing = Self.required
        var malformed: FormatError?
        do throws(JSONError) {
            try JSONReader.read(text, limits: JSONLimits(maximumSize: text.count)) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    guard let (name, member) = Self.members.first(where: { json.string(name, is: $0.key) }) else {
                        return
                    }
                    _ = json.next()
                    let start = text.startIndex + json.position
                    guard let value = try PayloadValue(&json, of: text) else { return }
                    if let index = missing.firstIndex(of: name) { missing.remove(at: index) }
                    if member.read(&self, value) { return }
                    let fault = FormatError(.malformedMember, path: .member(path + name), offset: start)
                    if member.rule == .lenient { diagnostics.append(fault) } else { malformed = malformed ?? fault }
                }
            }
        } catch {
            throw FormatError(error, in: text)
        }
        if let malformed { throw malformed }
        if let name = missing.first {
            throw FormatError(.missingMember, path: .member(path + name), offset: text.startIndex)
        }
    }
}
