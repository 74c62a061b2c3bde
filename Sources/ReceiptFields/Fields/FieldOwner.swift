/// What a field table describes: a receipt, a purchase, a payload of a JWS, a property list.
protocol FieldOwner {
    /// One without any field, to be filled.
    init()

    static var table: FieldTable { get }

    /// The rows: calls `visit` with each, in the order of the JSON, and with the property that holds the value.
    ///
    /// Whatever is done with fields is done by a visitor: reading and writing them, listing them, giving one up. The compiler
    /// makes a function of its own of every visitor, and of those that read a jump to the row.
    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure)
}

/// What is done with each row of a field table.
protocol FieldVisitor: ~Escapable {
    associatedtype Failure: Error

    /// A row with a property.
    mutating func row<Value: FieldValue>(_ field: Field, _ value: inout Value) throws(Failure)

    /// A row without a property that it fills.
    mutating func pass(_ field: Field)
}

extension FieldVisitor where Self: ~Escapable {
    mutating func pass(_ field: Field) {}

    /// The row of an attribute: its number, the property's name, the member in JSON where that has another, and what it means.
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

    /// The row of an attribute that is only kept, or read apart.
    mutating func pass(
        _ type: Int64, name: StaticString? = nil, _ meaning: StaticString, _ form: Field.Form,
        _ rule: Field.Rule = .kept
    ) {
        let type = AttributeType(rawValue: type)
        pass(Field(type: type, name: name, meaning: meaning, member: name, form: form, rule: rule))
    }

    /// The row of a member of a payload, or of a pair of a property list: Apple's name, that of the property where it is another, and
    /// that in JSON where it is a third. What several members make is written elsewhere.
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

/// The rows of a field table as values.
package struct FieldTable: Sendable {
    package private(set) var fields: [Field] = []
    /// The names of members and pairs, in the order of the rows.
    let names: KnownNames
    private let firstNumber: Int64
    private(set) var required = NumberSet()
    private(set) var singleValued = NumberSet()
    /// What is given up, with a diagnostic, where others are an error.
    private(set) var lenient = NumberSet()

    /// - Parameter firstNumber: the number that sets of numbers begin with. Rows with names are counted by their places.
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

    /// The first of what must be there and was not `seen`. Texts and dates are asked for before bytes.
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

/// Some of the first 64 rows, or numbers that a field table may have. No table has others.
struct NumberSet: Sendable {
    private var bits: UInt64 = 0

    func contains(_ index: Int64) -> Bool { bits & Self.bit(index) != 0 }

    mutating func insert(_ index: Int64) { bits |= Self.bit(index) }

    /// The bit of the index; none for other numbers.
    private static func bit(_ index: Int64) -> UInt64 {
        UInt64(bitPattern: index) < 64 ? 1 &<< UInt64(bitPattern: index) : 0
    }

    func isSuperset(of other: NumberSet) -> Bool { other.bits & ~bits == 0 }
}
