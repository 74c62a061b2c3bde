/// What is known about one attribute number: a row of the field table.
package struct Field: Sendable {
    package let type: AttributeType
    // No `String`: the compiler removes what it does not need of a row only if the row holds no references.
    private let property: StaticString?
    private let words: StaticString
    /// The member that holds the value in JSON.
    package let member: StaticString?
    let shape: Shape
    package let rule: Rule

    package var form: Form { shape.form }

    /// The Swift property that holds the value, or nil where there is none.
    package var name: String? { property?.description }
    package var meaning: String { words.description }

    /// How the value is written.
    package enum Form: String, Sendable {
        case utf8 = "UTF8String"
        case date = "IA5String (date)"
        case ia5 = "IA5String"
        case integer = "INTEGER"
        case octets = "octets"
        case purchase = "SET (purchase)"
    }

    /// What is asked of the value. Small, for it is what reading a value is given: a whole row would be built before it is known
    /// whether it is the one.
    struct Shape: Sendable {
        let form: Form
        /// Of a number, what it may be; of octets, how many there may be.
        let range: ClosedRange<Int32>
    }

    /// What a receipt is held to.
    package enum Rule: Sendable {
        /// Must be there, well-formed and not empty. Decisions hang on it.
        case required
        /// May be missing or empty; if it is there it must be well-formed and come once. Apple documents it.
        case optional
        /// Apple does not document it and may change it any day: malformed or repeated, it is nil, with a diagnostic.
        case undocumented
        /// Comes as often as there are purchases.
        case repeating
        /// Not read, only kept.
        case kept
    }

    @inline(__always)
    init(
        _ type: Int64, _ name: StaticString?, json jsonName: StaticString? = nil, _ meaning: StaticString, _ form: Form,
        _ rule: Rule, _ range: ClosedRange<Int32> = 0...Int32.max
    ) {
        self.type = AttributeType(rawValue: type)
        self.property = name
        self.member = jsonName ?? name
        self.words = meaning
        self.shape = Shape(form: form, range: range)
        self.rule = rule
    }

    /// The attributes of the receipt itself.
    package static var receipt: [Field] { AppReceipt.table.fields }
    /// The attributes of a purchase.
    package static var purchase: [Field] { InAppPurchase.table.fields }
}

/// What a field table describes: a receipt, or a purchase.
protocol FieldOwner {
    /// One without any field, to be filled.
    init()

    /// The number that sets of numbers begin with.
    static var firstNumber: Int64 { get }

    static var table: FieldTable { get }

    /// Reads the attribute that comes as often as it likes, before rows are asked for any other.
    mutating func readRepeating(_ fields: inout FieldReader) throws(FormatError)

    /// The rows: calls `visit` with each, in the order of their numbers, and with the property that holds the value.
    ///
    /// Whatever is done with fields is done by a visitor: reading and writing them, listing them, giving one up. The compiler
    /// makes a function of its own of every visitor, and of the one that reads attributes a jump to the row.
    mutating func eachField<Visitor: FieldVisitor & ~Copyable & ~Escapable>(
        _ visit: inout Visitor
    ) throws(Visitor.Failure)
}

/// What is done with each row of a field table.
protocol FieldVisitor: ~Copyable, ~Escapable {
    associatedtype Failure: Error

    /// A row with a property.
    mutating func callAsFunction<Value: FieldValue>(_ field: Field, _ value: inout Value) throws(Failure)

    /// A row without a property that it fills.
    mutating func pass(_ field: Field)
}

extension FieldVisitor where Self: ~Copyable & ~Escapable {
    @inline(__always)
    mutating func pass(_ field: Field) {}
}

/// The rows of a field table as values.
struct FieldTable: Sendable {
    private(set) var fields: [Field] = []
    /// Which numbers must be there.
    private(set) var required = NumberSet()
    /// Which may come once.
    private(set) var singleValued = NumberSet()
    /// Which are given up, with a diagnostic, where others are an error.
    private(set) var undocumented = NumberSet()

    init<Owner: FieldOwner>(of _: Owner.Type) {
        var owner = Owner()
        var list = FieldList()
        owner.eachField(&list)
        fields = list.fields
        for field in fields where field.rule != .kept && field.rule != .repeating {
            singleValued.insert(Owner.index(field.type))
            if field.rule == .required { required.insert(Owner.index(field.type)) }
            if field.rule == .undocumented { undocumented.insert(Owner.index(field.type)) }
        }
    }
}

private struct FieldList: FieldVisitor {
    private(set) var fields: [Field] = []

    mutating func callAsFunction<Value: FieldValue>(_ field: Field, _: inout Value) { fields.append(field) }

    mutating func pass(_ field: Field) { fields.append(field) }
}

extension FieldOwner {
    /// How a set of numbers counts them: from the first that the table may have.
    @inline(__always)
    static func index(_ type: AttributeType) -> Int64 { type.rawValue &- firstNumber }

    @inline(__always)
    mutating func readRepeating(_ fields: inout FieldReader) {}
}

/// Some of the first 128 numbers that a field table may have.
struct NumberSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    @inline(__always)
    func contains(_ index: Int64) -> Bool {
        switch index {
        case 0..<64: low & Self.bit(index) != 0
        case 64..<128: high & Self.bit(index) != 0
        default: false
        }
    }

    @inline(__always)
    mutating func insert(_ index: Int64) {
        switch index {
        case 0..<64: low |= Self.bit(index)
        case 64..<128: high |= Self.bit(index)
        default: return
        }
    }

    /// The bit of the index in its word.
    @inline(__always)
    private static func bit(_ index: Int64) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: index) }

    func isSuperset(of other: NumberSet) -> Bool { other.low & ~low == 0 && other.high & ~high == 0 }
}
