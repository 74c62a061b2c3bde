package import ReceiptEssentials

/// One attribute, with any type, version and value.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
package struct TestAttribute: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case octets([UInt8])
        /// A set of attributes, as in a purchase (type 17).
        case set(TestAttributeSet)
    }

    package var type: Int64
    /// The attribute's version: 1, except for type 4 of Apple's receipts, which has 2.
    package var version: Int64
    package var content: Content
    /// A complete encoding that replaces the one made from the other properties.
    package var rawEncoding: [UInt8]?

    package init(_ type: Int64, version: Int64 = 1, value: [UInt8]) {
        self.type = type
        self.version = version
        content = .octets(value)
    }

    package init(_ type: Int64, version: Int64 = 1, set: TestAttributeSet) {
        self.type = type
        self.version = version
        content = .set(set)
    }

    package static func utf8(_ type: Int64, _ string: String) -> Self { Self(type, value: TestDER.utf8String(string)) }

    package static func ia5(_ type: Int64, _ string: String) -> Self { Self(type, value: TestDER.ia5String(string)) }

    package static func integer(_ type: Int64, _ number: Int64) -> Self { Self(type, value: TestDER.integer(number)) }

    /// Returns an attribute with a date as IA5String. Nil gives the empty string, which means no date.
    package static func date(_ type: Int64, _ date: Date?, offsetMinutes: Int? = nil) -> Self {
        .ia5(type, date.map { TestDate.receipt($0, offsetMinutes: offsetMinutes) } ?? "")
    }

    /// The content bytes of the value's OCTET STRING.
    package var value: [UInt8] {
        get {
            switch content {
            case .octets(let octets): octets
            case .set(let set): set.encoded
            }
        }
        set { content = .octets(newValue) }
    }

    package var encoded: [UInt8] {
        rawEncoding
            ?? TestDER.sequence([TestDER.integer(type), TestDER.integer(version), TestDER.octetString(value)])
    }
}
