/// What is known about one field: a row of a field table.
package struct Field: Sendable {
    /// The attribute's number, in a receipt.
    package let type: AttributeType
    /// The name of the member of a payload, or of the pair of a property list. Attributes have none.
    package let key: StaticString
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
    /// What it means, in English. Of members, their properties' documentation says it.
    package var meaning: String { words.description }

    /// How the value is written.
    package enum Form: String, Sendable {
        // In attributes.
        case utf8 = "UTF8String"
        case date = "IA5String (date)"
        case ia5 = "IA5String"
        case integer = "INTEGER"
        case octets = "bytes"
        case purchase = "SET (purchase)"
        // In members and pairs.
        case text
        case texts = "array of texts"
        case number
        case milliunits = "number, in thousandths"
        case bit = "0 or 1"
        case flag = "true or false"
        case milliseconds = "milliseconds since 1970"
        case uuid = "UUID"
        case vendorIdentifier = "UUID in capitals"
        case base64
        case object
        case objects = "array of objects"
        // In both: the environment's own text.
        case environment = "environment"
    }

    /// What is asked of the value. Small, for it is what reading a value is given: a whole row would be built before it is known
    /// whether it is the one.
    struct Shape: Sendable {
        let form: Form
        /// Of a number, what it may be; of bytes, how many there may be.
        let range: ClosedRange<Int32>
    }

    /// What the value is held to.
    package enum Rule: Sendable {
        /// Must be there, well-formed and not empty. Decisions hang on it.
        case required
        /// May be missing; if it is there it must be well-formed and come once.
        case strict
        /// Malformed or repeated, it is nil, with a diagnostic: no decision hangs on it, or Apple may change it any day.
        case lenient
        /// Comes as often as there are purchases.
        case repeating
        /// Not read, only kept.
        case kept
    }

    /// An attribute.
    @inline(__always)
    init(
        _ type: AttributeType, _ name: StaticString?, json: StaticString? = nil, _ meaning: StaticString, _ form: Form,
        _ rule: Rule, _ range: ClosedRange<Int32> = 0...Int32.max
    ) {
        self.type = type
        self.key = ""
        self.property = name
        self.member = json ?? name
        self.words = meaning
        self.shape = Shape(form: form, range: range)
        self.rule = rule
    }

    /// An attribute that is only kept.
    @inline(__always)
    init(kept type: Int64, _ meaning: StaticString, _ form: Form) {
        self.init(AttributeType(rawValue: type), nil, meaning, form, .kept)
    }

    /// A member of a payload, or a pair of a property list: Apple's name, that of the property where it is another, and that in JSON
    /// where it is a third. What several members make is written elsewhere.
    @inline(__always)
    init(
        _ key: StaticString, as name: StaticString? = nil, partOf whole: StaticString? = nil, json: StaticString? = nil,
        _ form: Form, _ rule: Rule, _ range: ClosedRange<Int32> = 0...Int32.max
    ) {
        self.type = AttributeType(rawValue: -1)
        self.key = key
        self.property = whole ?? name ?? key
        self.member = whole == nil ? json ?? name ?? key : nil
        self.words = ""
        self.shape = Shape(form: form, range: range)
        self.rule = rule
    }
}
