/// A row of a field table, which describes one field. It contains no `String`, so that the compiler can remove the parts of a row that a
/// visitor doesn't use.
package struct Field: Sendable {
    /// The attribute's number, for a field of a receipt.
    package private(set) var type = AttributeType(rawValue: -1)
    /// The name of a payload's member, or the key in a property list. Empty for attributes.
    package private(set) var key: StaticString = ""
    /// The name of the Swift property with the value. Nil if there is none.
    package private(set) var name: StaticString?
    /// The meaning of an attribute, in English. The meanings of members are in the documentation of their properties.
    package private(set) var meaning: StaticString = ""
    /// The name of the member with the value in the library's JSON.
    package let member: StaticString?
    package let form: Form
    private(set) var range: ClosedRange<Int32> = 0...Int32.max
    package let rule: Rule

    var shape: Shape { Shape(form: form, range: range) }

    package enum Form: String, Sendable {
        // For attributes.
        case utf8 = "UTF8String"
        case date = "IA5String (date)"
        case ia5 = "IA5String"
        case integer = "INTEGER"
        case octets = "bytes"
        case purchase = "SET (purchase)"
        // For members and pairs.
        case text
        case texts = "array of strings"
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
        // In every kind of evidence: the environment, as the evidence spells it.
        case environment = "environment"
    }

    /// The form and range that a value must have.
    struct Shape: Sendable {
        var form = Form.text
        /// The permitted values of a number, or the permitted number of bytes.
        var range: ClosedRange<Int32> = 0...Int32.max
    }

    /// The rule of a property that isn't optional. The type has only one value, so no such property can have another rule.
    enum RequiredRule { case required }

    /// The strictness with which a value is checked.
    package enum Rule: Sendable {
        /// The value must be present, well-formed and not empty. Decisions depend on it.
        case required
        /// The value may be absent. If present, it must be well-formed and not repeated.
        case strict
        /// A malformed or repeated value becomes nil, with a diagnostic. No decision depends on it, or Apple may change it at any time.
        case lenient
        /// The attribute is repeated, once for each purchase.
        case repeating
        /// The value is kept, but not decoded.
        case kept
    }
}
