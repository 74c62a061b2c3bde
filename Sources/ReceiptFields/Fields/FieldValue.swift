internal import ReceiptEssentials

/// A type that properties have: how it is read, and how it is written in JSON.
protocol FieldValue {
    typealias Shape = Field.Shape

    /// The value; nil for an empty attribute, which is how receipts write "none", and for a member that cannot be that.
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self?

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure)

    /// What is put in the place of a value that is given up, if that is possible.
    static var absent: Self? { get }
}

extension FieldValue {
    static var absent: Self? { nil }
}

/// Where the value of a field stands: an attribute of a receipt, a member of a payload, a pair of a property list.
protocol FieldSource: ~Escapable {
    /// Whether it may be empty, and not just absent; and whether kinds of products and owners are numbers, not words.
    static var isAttribute: Bool { get }

    mutating func text(_ shape: Field.Shape) throws(FormatError) -> String?
    mutating func date() throws(FormatError) -> Date?
    mutating func flag(_ shape: Field.Shape) throws(FormatError) -> Bool?
    /// A number of up to 64 bits.
    mutating func wide(_ shape: Field.Shape) throws(FormatError) -> Int64?
    /// A number in the shape's range.
    mutating func small(_ shape: Field.Shape) throws(FormatError) -> Int?
    mutating func octets(_ shape: Field.Shape) throws(FormatError) -> ArraySlice<UInt8>?
    // No attribute is one of these.
    mutating func object<Object: NestedObject>() throws(FormatError) -> Object?
    mutating func list<Element: FieldElement>(_ shape: Field.Shape) throws(FormatError) -> [Element]?
}

extension FieldSource where Self: ~Escapable {
    mutating func object<Object: NestedObject>() -> Object? { nil }
    mutating func list<Element: FieldElement>(_ shape: Field.Shape) -> [Element]? { nil }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        let value = try Wrapped.read(shape, &source)
        return S.isAttribute || value != nil ? .some(value) : nil
    }

    @inline(__always)
    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if let self { try self.write(name, form, to: &sink) }
    }

    static var absent: Self? { .some(nil) }
}

extension String: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.text(shape)
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if form == .environment { try sink.environment(self) } else { try sink.member(name, self) }
    }
}

extension Date: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.date()
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

/// An identifier of the store, or a price.
extension Int64: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.wide(shape)
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        if form == .milliunits { return try sink.member(name, Price.text(self)) }
        try sink.member(name, identifier: self)
    }
}

extension Int: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.small(shape)
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

extension Bool: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.flag(shape)
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

extension UUID: FieldValue {
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.text(shape).flatMap(UUID.init(exactly:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, form == .vendorIdentifier ? uuidString : uuidString.lowercased())
    }
}

extension ArraySlice: FieldValue where Element == UInt8 {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.octets(shape)
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
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try source.list(shape)
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try Element.write(self, name, to: &sink)
    }
}

extension String: FieldElement {
    static func write<Sink: JSONSink>(_ list: [Self], _ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.list(name, list)
    }
}

/// An open set is what its raw value is.
extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        try RawValue.read(shape, &source).flatMap(Self.init(rawValue:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try rawValue.write(name, form, to: &sink)
    }
}

/// Of what payloads write as words, receipts have the numbers.
extension FieldValue where Self: NumberedWord {
    @inline(__always)
    static func read<S: FieldSource & ~Escapable>(_ shape: Shape, _ source: inout S) throws(FormatError) -> Self? {
        if S.isAttribute { return try source.small(shape).map(Self.init(number:)) }
        return try source.text(shape).map(Self.init(word:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, text)
    }
}
