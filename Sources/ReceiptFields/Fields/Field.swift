/// What is known about one field: a row of a field table. It holds no `String`, because the compiler removes what it does not need of a row
/// only if the row holds no references.
package struct Field: Sendable {
    /// The attribute's number, in a receipt.
    package private(set) var type = AttributeType(rawValue: -1)
    /// The name of the member of a payload, or of the pair of a property list. Attributes have none.
    package private(set) var key: StaticString = ""
    /// The Swift property that holds the value, or nil where there is none.
    package private(set) var name: StaticString?
    /// What it means, in English. Of members, their properties' documentation says it.
    package private(set) var meaning: StaticString = ""
    /// The member that holds the value in JSON.
    package let member: StaticString?
    package let form: Form
    private(set) var range: ClosedRange<Int32> = 0...Int32.max
    package let rule: Rule

    var shape: Shape { Shape(form: form, range: range) }

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

    /// What is asked of the value.
    struct Shape: Sendable {
        var form = Form.text
        /// Of a number, what it may be; of bytes, how many there may be.
        var range: ClosedRange<Int32> = 0...Int32.max
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
}
