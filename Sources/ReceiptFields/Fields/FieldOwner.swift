/// A type that a field table describes: a receipt, a purchase, a payload of a JWS, or a property list.
protocol FieldOwner {
    static var table: FieldTable { get }

    /// Initializes each property with the value that its row returns, in the order of the JSON. A property without a row doesn't compile.
    ///
    /// Visitors implement all operations on fields: decoding, encoding and listing them. To encode a value, pass it as `now`, and discard the
    /// copy that this initializer creates. The compiler specializes this function for every visitor.
    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure)
}

/// An operation on each row of a field table.
protocol FieldVisitor: ~Escapable {
    associatedtype Failure: Error

    /// Visits a row, whose property has the value `now`, and returns the property's value. If a visitor returns nil for a required property,
    /// its user discards the owner.
    mutating func visit<Value: FieldValue>(_ field: Field, _ now: @autoclosure () -> Value?) throws(Failure) -> Value?

    /// Visits a row that fills no property.
    mutating func pass(_ field: Field)

    /// Records an error in several members together. The visitor's user discards the owner.
    mutating func reject(_ reason: FormatError.Reason, _ member: StaticString)
}

/// A type that a required property can have.
protocol RequiredFieldValue: FieldValue {
    /// A placeholder for a required property of an owner that will be discarded, because only the owner's rows are needed, or because a
    /// required value can't be read.
    static var placeholder: Self { get }
}

extension FieldVisitor where Self: ~Escapable {
    mutating func pass(_ field: Field) {}
    mutating func reject(_ reason: FormatError.Reason, _ member: StaticString) {}

    /// Visits the row of an attribute, given by its number, the property's name, the name in JSON if it is different, and its meaning.
    @inline(__always)
    mutating func callAsFunction<Value: FieldValue>(
        _ type: Int64, _ name: StaticString, json: StaticString? = nil, _ meaning: StaticString,
        _ form: Field.Form, _ rule: Field.Rule, in range: ClosedRange<Int32> = 0...Int32.max,
        _ now: @autoclosure () -> Value?
    ) throws(Failure) -> Value? {
        let field = Field(
            type: AttributeType(rawValue: type), name: name, meaning: meaning, member: json ?? name, form: form,
            range: range, rule: rule)
        return try visit(field, now())
    }

    /// Visits the same row for a required property.
    @inline(__always)
    mutating func callAsFunction<Value: RequiredFieldValue>(
        _ type: Int64, _ name: StaticString, json: StaticString? = nil, _ meaning: StaticString,
        _ form: Field.Form, _: Field.RequiredRule, in range: ClosedRange<Int32> = 0...Int32.max,
        _ now: @autoclosure () -> Value?
    ) throws(Failure) -> Value {
        let value: Value? = try self(
            type, name, json: json, meaning, form, Field.Rule.required, in: range, now())
        return value ?? Value.placeholder
    }

    /// Visits the row of an attribute that is only kept, or that is read separately.
    mutating func pass(
        _ type: Int64, name: StaticString? = nil, _ meaning: StaticString, _ form: Field.Form,
        _ rule: Field.Rule = .kept
    ) {
        let type = AttributeType(rawValue: type)
        pass(Field(type: type, name: name, meaning: meaning, member: name, form: form, rule: rule))
    }

    /// Visits the row of a payload's member, or of a pair in a property list, given by Apple's name, the property's name if it is
    /// different, and the name in JSON if it is different again. A value that several members form is written separately.
    @inline(__always)
    mutating func callAsFunction<Value: FieldValue>(
        _ key: StaticString, as name: StaticString? = nil, partOf whole: StaticString? = nil, json: StaticString? = nil,
        _ form: Field.Form, _ rule: Field.Rule, in range: ClosedRange<Int32> = 0...Int32.max,
        _ now: @autoclosure () -> Value?
    ) throws(Failure) -> Value? {
        let property = whole ?? name ?? key
        let member = whole == nil ? json ?? property : nil
        return try visit(Field(key: key, name: property, member: member, form: form, range: range, rule: rule), now())
    }

    /// Visits the same row for a required property.
    @inline(__always)
    mutating func callAsFunction<Value: RequiredFieldValue>(
        _ key: StaticString, as name: StaticString? = nil, json: StaticString? = nil,
        _ form: Field.Form, _: Field.RequiredRule, in range: ClosedRange<Int32> = 0...Int32.max,
        _ now: @autoclosure () -> Value?
    ) throws(Failure) -> Value {
        let value: Value? = try self(key, as: name, json: json, form, Field.Rule.required, in: range, now())
        return value ?? Value.placeholder
    }
}

/// The rows of a field table, as values.
package struct FieldTable: Sendable {
    package private(set) var fields: [Field] = []
    /// The names of members and keys, in the order of the rows.
    let names: KnownNames
    /// The attributes that must not be repeated.
    private(set) var singleValued = NumberSet()
    /// The attributes that are dropped with a diagnostic if they are malformed, instead of causing an error.
    private(set) var lenient = NumberSet()
    /// One more than the index of the last attribute with a value.
    private(set) var numbers = 0

    /// - Parameter firstNumber: the attribute number that corresponds to index 0 of a ``NumberSet``.
    init<Owner: FieldOwner>(of _: Owner.Type, firstNumber: Int64 = 0) {
        var list = FieldList()
        _ = Owner(&list, nil)
        fields = list.fields
        names = KnownNames(fields.map(\.key.description))
        for field in fields where field.rule != .kept && field.rule != .repeating {
            let index = field.type.rawValue - firstNumber
            singleValued.insert(index)
            numbers = max(numbers, Int(clamping: index) + 1)
            if field.rule == .lenient { lenient.insert(index) }
        }
    }

    package subscript(_ type: AttributeType) -> Field? { fields.first { $0.type == type } }
}

struct FieldList: FieldVisitor {
    private(set) var fields: [Field] = []

    mutating func visit<Value: FieldValue>(_ field: Field, _: @autoclosure () -> Value?) -> Value? {
        fields.append(field)
        return nil
    }

    mutating func pass(_ field: Field) { fields.append(field) }
}

/// A set of attribute numbers relative to a table's first. No table has more than 64 attributes.
struct NumberSet: Sendable {
    private var bits: UInt64 = 0

    func contains(_ index: Int64) -> Bool { bits & Self.bit(index) != 0 }

    mutating func insert(_ index: Int64) { bits |= Self.bit(index) }

    /// Returns the bit for an index, or no bit if the index is out of range.
    private static func bit(_ index: Int64) -> UInt64 {
        UInt64(bitPattern: index) < 64 ? 1 &<< UInt64(bitPattern: index) : 0
    }
}
