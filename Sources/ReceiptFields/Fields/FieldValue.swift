internal import ReceiptEssentials

/// A type that the property of a field can have. Its values can be decoded, and written in JSON.
protocol FieldValue {
    /// Reads the value. Nil for an empty attribute, which in receipts means that there is no value, and for a member of the wrong type.
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self?

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure)
}

/// The source of a field's value: an attribute of a receipt, a member of a payload, or a pair of a property list. It knows the form and
/// range that the value must have.
protocol FieldSource: ~Escapable {
    /// True for attributes, in which product types and ownership types are numbers instead of strings.
    static var isAttribute: Bool { get }

    mutating func text() throws(FormatError) -> String?
    mutating func date() throws(FormatError) -> Date?
    mutating func flag() throws(FormatError) -> Bool?
    /// Reads a number of up to 64 bits.
    mutating func wide() throws(FormatError) -> Int64?
    /// Reads a number in the field's range.
    mutating func small() throws(FormatError) -> Int?
    mutating func bytes() throws(FormatError) -> ArraySlice<UInt8>?
    // Only members of payloads have these types.
    mutating func object<Object: MemberOwner>() throws(FormatError) -> Object?
    mutating func list<Element: FieldElement>() throws(FormatError) -> [Element]?
}

extension FieldSource where Self: ~Escapable {
    mutating func object<Object: MemberOwner>() -> Object? { nil }
    mutating func list<Element: FieldElement>() -> [Element]? { nil }
}

extension Date: RequiredFieldValue {
    static var placeholder: Self { Date(timeIntervalSince1970: 0) }

    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.date() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

/// An App Store identifier, or a price.
extension Int64: RequiredFieldValue {
    static var placeholder: Self { 0 }

    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.wide() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if form == .milliunits { return try sink.member(name, Price.text(self)) }
        try sink.member(name, identifier: self)
    }
}

extension Int: RequiredFieldValue {
    static var placeholder: Self { 0 }

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

extension UUID: RequiredFieldValue {
    static var placeholder: Self { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        try source.text().flatMap(UUID.init(exactly:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, form == .vendorIdentifier ? uuidString : lowercaseText)
    }
}

extension ArraySlice: FieldValue, RequiredFieldValue where Element == UInt8 {
    static var placeholder: Self { [] }

    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        try source.bytes()
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, hex: self)
    }
}

/// A type of list elements.
protocol FieldElement: FieldValue {
    static func write<Sink: JSONSink>(_ list: [Self], _ name: StaticString, to sink: inout Sink) throws(Sink.Failure)
}

extension Array: FieldValue where Element: FieldElement {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.list() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try Element.write(self, name, to: &sink)
    }
}

extension String: FieldElement, RequiredFieldValue {
    static var placeholder: Self { "" }

    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? { try source.text() }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if form == .environment { try sink.environment(self) } else { try sink.member(name, self) }
    }

    static func write<Sink: JSONSink>(_ list: [Self], _ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.list(name, list)
    }
}

/// A type with an open set of values is read and written as its raw value.
extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        try RawValue.read(&source).flatMap(Self.init(rawValue:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try rawValue.write(name, form, to: &sink)
    }
}
