internal import ReceiptEssentials

/// A type that properties have: how it is read, and how it is written in JSON.
protocol FieldValue {
    /// The value; nil for an empty attribute, which is how receipts write "none", and for a member that cannot be that.
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self?

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure)

    /// What is put in the place of a value that is given up, if that is possible.
    static var absent: Self? { get }
}

extension FieldValue {
    static var absent: Self? { nil }
}

/// Where the value of a field stands: an attribute of a receipt, a member of a payload, a pair of a property list. It knows what is asked of
/// the value.
protocol FieldSource: ~Escapable {
    /// Whether it may be empty, and not just absent; and whether kinds of products and owners are numbers, not words.
    static var isAttribute: Bool { get }

    mutating func text() throws(FormatError) -> String?
    mutating func date() throws(FormatError) -> Date?
    mutating func flag() throws(FormatError) -> Bool?
    /// A number of up to 64 bits.
    mutating func wide() throws(FormatError) -> Int64?
    /// A number in the field's range.
    mutating func small() throws(FormatError) -> Int?
    mutating func bytes() throws(FormatError) -> ArraySlice<UInt8>?
    // No attribute is one of these.
    mutating func object<Object: MemberOwner>() throws(FormatError) -> Object?
    mutating func list<Element: FieldElement>() throws(FormatError) -> [Element]?
}

extension FieldSource where Self: ~Escapable {
    mutating func object<Object: MemberOwner>() -> Object? { nil }
    mutating func list<Element: FieldElement>() -> [Element]? { nil }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        let value = try Wrapped.read(&source)
        return S.isAttribute || value != nil ? .some(value) : nil
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if let self { try self.write(name, form, to: &sink) }
    }

    static var absent: Self? { .some(nil) }
}

extension Date: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.date() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

/// An identifier of the store, or a price.
extension Int64: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.wide() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if form == .milliunits { return try sink.member(name, Price.text(self)) }
        try sink.member(name, identifier: self)
    }
}

extension Int: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.small() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

extension Bool: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.flag() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

extension UUID: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        try source.text().flatMap(UUID.init(exactly:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, form == .vendorIdentifier ? uuidString : lowercaseText)
    }
}

extension ArraySlice: FieldValue where Element == UInt8 {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        try source.bytes()
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, hex: self)
    }
}

/// What lists are made of.
protocol FieldElement: FieldValue {
    static func write<Sink: JSONSink>(_ list: [Self], _ name: StaticString, to sink: inout Sink) throws(Sink.Failure)
}

extension Array: FieldValue where Element: FieldElement {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.list() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try Element.write(self, name, to: &sink)
    }
}

extension String: FieldElement {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.text() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if form == .environment { try sink.environment(self) } else { try sink.member(name, self) }
    }

    static func write<Sink: JSONSink>(_ list: [Self], _ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.list(name, list)
    }
}

/// An open set is what its raw value is.
extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        try RawValue.read(&source).flatMap(Self.init(rawValue:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try rawValue.write(name, form, to: &sink)
    }
}
