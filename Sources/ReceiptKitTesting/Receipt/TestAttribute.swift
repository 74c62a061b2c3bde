#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One attribute, as it is written: whatever its number, version and octets.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
public struct TestAttribute: Hashable, Sendable {
    /// What a value holds.
    public enum Content: Hashable, Sendable {
        /// Any octets.
        case octets([UInt8])
        /// A set of attributes, as in a purchase (type 17).
        case set(TestAttributeSet)
    }

    /// The attribute's number.
    public var type: Int64
    /// The attribute's version: 1, except for type 4 of Apple's receipts, which has 2.
    public var version: Int64
    /// What the value holds.
    public var content: Content
    /// The whole encoded attribute, if it is not to be made of the other properties.
    public var rawEncoding: [UInt8]?

    /// An attribute of any octets.
    public init(_ type: Int64, version: Int64 = 1, value: [UInt8]) {
        self.type = type
        self.version = version
        content = .octets(value)
    }

    /// An attribute that holds a set of attributes.
    public init(_ type: Int64, version: Int64 = 1, set: TestAttributeSet) {
        self.type = type
        self.version = version
        content = .set(set)
    }

    /// An attribute that holds a UTF8String.
    public static func utf8(_ type: Int64, _ string: String) -> Self { Self(type, value: TestDER.utf8String(string)) }

    /// An attribute that holds an IA5String.
    public static func ia5(_ type: Int64, _ string: String) -> Self { Self(type, value: TestDER.ia5String(string)) }

    /// An attribute that holds an INTEGER.
    public static func integer(_ type: Int64, _ number: Int64) -> Self { Self(type, value: TestDER.integer(number)) }

    /// An attribute that holds a date as IA5String; nil gives the empty string, which means that there is none.
    public static func date(_ type: Int64, _ date: Date?, offsetMinutes: Int? = nil) -> Self {
        .ia5(type, date.map { TestDate.receipt($0, offsetMinutes: offsetMinutes) } ?? "")
    }

    /// The content octets of the value's OCTET STRING.
    public var value: [UInt8] {
        get {
            switch content {
            case .octets(let octets): octets
            case .set(let set): set.encoded
            }
        }
        set { content = .octets(newValue) }
    }

    /// The encoded attribute.
    public var encoded: [UInt8] {
        rawEncoding
            ?? TestDER.sequence([TestDER.integer(type), TestDER.integer(version), TestDER.octetString(value)])
    }
}
