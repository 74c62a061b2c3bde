/// A type that a field table describes: a receipt, a purchase, a payload of a JWS, or a property list.
protocol FieldOwner {
    /// Creates a value with no fields set.
    init()

    static var table: FieldTable { get }

    /// Calls `visit` with each row, in the order of the JSON, together with the property for the value.
    ///
    /// Visitors implement all operations on fields: decoding, encoding, listing and dropping them. The compiler specializes this function
    /// for every visitor.
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure)
}

/// An operation on each row of a field table.
protocol FieldVisitor: ~Escapable {
    associatedtype Failure: Error

    /// Visits a row with a property.
    mutating func row<Value: FieldValue>(_ field: Field, _ value: inout Value) throws(Failure)

    /// Visits a row that fills no property.
    mutating func pass(_ field: Field)
}

extension FieldVisitor where Self: ~Escapable {
    mutating func pass(_ field: Field) {}

    /// Visits the row of an attribute, given by its number, the property's name, the name in JSON if it is different, and its meaning.
    @inline(__always)
    mutating func callAsFunction<Value: FieldValue>(
        _ type: Int64, _ name: StaticString, json: StaticString? = nil, _ meaning: StaticString,
        _ form: Field.Form, _ rule: Field.Rule, in range: ClosedRange<Int32> = 0...Int32.max, _ value: inout Value
    ) throws(Failure) {
        let field = Field(
            type: AttributeType(rawValue: type), name: name, meaning: meaning, member: json ?? name, form: form,
            range: range, rule: rule)
        try row(field, &value)
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
        _ form: Field.Form, _ rule: Field.Rule, in range: ClosedRange<Int32> = 0...Int32.max, _ value: inout Value
    ) throws(Failure) {
        let property = whole ?? name ?? key
        let member = whole == nil ? json ?? property : nil
        try row(Field(key: key, name: property, member: member, form: form, range: range, rule: rule), &value)
    }
}

/// The rows of a field table, as values.
package struct FieldTable: Sendable {
    package private(set) var fields: [Field] = []
    /// The names of members and keys, in the order of the rows.
    let names: KnownNames
    private let firstNumber: Int64
    private(set) var required = NumberSet()
    private(set) var singleValued = NumberSet()
    /// The fields that are dropped with a diagnostic if they are malformed, instead of causing an error.
    private(set) var lenient = NumberSet()

    /// - Parameter firstNumber: the attribute number that corresponds to index 0 of a ``NumberSet``. The index of a row with a name is its
    ///   place in the table.
    init<Owner: FieldOwner>(of _: Owner.Type, firstNumber: Int64 = 0) {
        var owner = Owner()
        var list = FieldList()
        owner.eachField(&list)
        fields = list.fields
        names = KnownNames(fields.map(\.key.description))
        self.firstNumber = firstNumber
        for (place, field) in fields.enumerated() where field.rule != .kept && field.rule != .repeating {
            let index = index(of: field, at: place)
            singleValued.insert(index)
            if field.rule == .required { required.insert(index) }
            if field.rule == .lenient { lenient.insert(index) }
        }
    }

    package subscript(_ type: AttributeType) -> Field? { fields.first { $0.type == type } }

    /// Returns the first required field that isn't in `seen`. Strings and dates are reported before bytes.
    func firstMissing(_ seen: NumberSet) -> Field? {
        if seen.isSuperset(of: required) { return nil }
        let missing = fields.enumerated().filter { place, field in
            field.rule == .required && !seen.contains(index(of: field, at: place))
        }
        return (missing.first { $0.element.form != .octets } ?? missing.first)?.element
    }

    private func index(of field: Field, at place: Int) -> Int64 {
        field.type.rawValue < 0 ? Int64(place) : field.type.rawValue - firstNumber
    }
}

private struct FieldList: FieldVisitor {
    private(set) var fields: [Field] = []

    mutating func row<Value: FieldValue>(_ field: Field, _: inout Value) { fields.append(field) }

    mutating func pass(_ field: Field) { fields.append(field) }
}

/// A set of rows among the first 64, or of attribute numbers relative to a table's first. No table has others.
struct NumberSet: Sendable {
    private var bits: UInt64 = 0

    func contains(_ index: Int64) -> Bool { bits & Self.bit(index) != 0 }

    mutating func insert(_ index: Int64) { bits |= Self.bit(index) }

    /// Returns the bit for an index, or no bit if the index is out of range.
    private static func bit(_ index: Int64) -> UInt64 {
        UInt64(bitPattern: index) < 64 ? 1 &<< UInt64(bitPattern: index) : 0
    }

    func isSuperset(of other: NumberSet) -> Bool { other.bits & ~bits == 0 }
}
