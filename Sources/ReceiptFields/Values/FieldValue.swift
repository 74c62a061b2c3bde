#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type that properties of receipts have: how it is read from an attribute, and how it is written in JSON.
protocol FieldValue {
    /// The value of the attribute that is being read, or nil if it is an empty text, which is how receipts write "none".
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Self?

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure)

    /// What is put in the place of a value that is given up, if that is possible.
    static var absent: Self? { get }
}

extension FieldValue {
    static var absent: Self? { nil }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Self? {
        .some(try Wrapped.read(shape, &fields))
    }

    @inline(__always)
    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        if let self { try self.write(name, to: &sink) }
    }

    static var absent: Self? { .some(nil) }
}

extension String: FieldValue {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> String? {
        let (value, tag) = (fields.attribute.value, shape.form == .ia5 ? DERTag.ia5String : .utf8String)
        let most = fields.memory.source.limits.maximumStringLength
        return try fields.reader.string(value, tag, atMost: most)
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

extension Date: FieldValue {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Date? {
        try fields.reader.date(fields.attribute.value)
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

/// An identifier of the store.
extension Int64: FieldValue {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Int64? {
        try fields.reader.unsigned(fields.attribute.value)
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, identifier: self)
    }
}

/// A number that is small.
extension Int: FieldValue {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Int? {
        try fields.reader.number(fields.attribute.value, in: shape.range)
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

/// A number that is 0 or 1.
extension Bool: FieldValue {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Bool? {
        try fields.reader.number(fields.attribute.value, in: 0...1) == 1
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, self)
    }
}

/// The octets as they stand there, without an ASN.1 value.
extension ArraySlice: FieldValue where Element == UInt8 {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> ArraySlice<UInt8>? {
        let value = fields.attribute.value
        guard shape.range.contains(Int32(clamping: value.count)) else {
            let reason = FormatError.Reason.wrongSize(expected: Int(shape.range.lowerBound), found: value.count)
            throw fields.reader.fault(reason, at: value.lowerBound)
        }
        return value.isEmpty ? nil : fields.memory.source.slice(value)
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, hex: self)
    }
}

/// An open set is what its raw value is.
extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Self? {
        try RawValue.read(shape, &fields).flatMap(Self.init(rawValue:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try rawValue.write(name, to: &sink)
    }
}

extension RevocationReason: FieldValue {}

/// Of what transactions write as words, receipts have the numbers.
extension FieldValue where Self: NumberedWord {
    @inline(__always)
    static func read(_ shape: Field.Shape, _ fields: inout FieldReader) throws(FormatError) -> Self? {
        try Int.read(shape, &fields).map(Self.init(number:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, text)
    }
}

extension ProductType: FieldValue {}
extension OwnershipType: FieldValue {}

/// The values of attributes: each is the encoding of one ASN.1 value that fills the octets exactly.
extension DERReader {
    /// An INTEGER that is not negative.
    mutating func unsigned(_ value: Range<Int>) throws(FormatError) -> Int64 {
        let number = try integer(of: try only(.integer, filling: value), at: value.lowerBound)
        guard number >= 0 else { throw fault(.numberOutOfRange(number), at: value.lowerBound) }
        return number
    }

    /// An INTEGER from `least` to `greatest`.
    mutating func number(_ value: Range<Int>, in range: ClosedRange<Int32>) throws(FormatError) -> Int {
        let number = try unsigned(value)
        guard let small = Int32(exactly: number), range.contains(small) else {
            throw fault(.numberOutOfRange(number), at: value.lowerBound)
        }
        return Int(small)
    }

    /// An IA5String with a date, or nil if it is empty, which is how receipts write "none".
    mutating func date(_ value: Range<Int>) throws(FormatError) -> Date? {
        let text = try only(.ia5String, filling: value)
        if text.isEmpty { return nil }
        guard text.count <= 40, let date = Timestamp.parse(octets(text)) else {
            throw fault(.invalidDate(excerpt(text)), at: value.lowerBound)
        }
        return date
    }

    /// A string of the given type, or nil if it is empty.
    mutating func string(_ value: Range<Int>, _ tag: DERTag, atMost most: Int) throws(FormatError) -> String? {
        let text = try only(tag, filling: value)
        if text.isEmpty { return nil }
        guard text.count <= most else {
            throw fault(.limitExceeded(.string, allowed: most), at: value.lowerBound)
        }
        guard UTF8Check.isText(octets(text), asciiOnly: tag == .ia5String) else {
            throw fault(.invalidString(excerpt(text)), at: value.lowerBound)
        }
        return unsafe octets(text).withUnsafeBufferPointer { octets in unsafe String(decoding: octets, as: UTF8.self) }
    }

    /// The first octets of a malformed text, as evidence.
    private func excerpt(_ range: Range<Int>) -> [UInt8] { range.prefix(64).map { self[$0] } }
}
