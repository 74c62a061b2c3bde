/// The name of an issuer or of a subject.
///
/// ```
/// Name ::= SEQUENCE OF RelativeDistinguishedName
/// RelativeDistinguishedName ::= SET OF AttributeTypeAndValue
/// ```
/// (RFC 5280 §4.1.2.4). Names are compared as bytes, so order and string type matter.
public struct TestName: Hashable, Sendable {
    /// The relative distinguished names, in order, each a set of attributes that is nearly always one.
    public var relativeNames: [[TestNameAttribute]]

    /// A name of relative names with one attribute each.
    public init(_ attributes: [TestNameAttribute]) { relativeNames = attributes.map { [$0] } }

    /// The encoded Name.
    public var encoded: [UInt8] {
        TestDER.sequence(relativeNames.map { TestDER.set(TestDER.sorted($0.map(\.encoded))) })
    }
}

/// One part of a name, such as the common name.
///
/// ```
/// AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY DEFINED BY type }
/// ```
public struct TestNameAttribute: Hashable, Sendable {
    /// The string type of a value.
    public enum Encoding: UInt8, Hashable, Sendable {
        /// UTF8String.
        case utf8 = 0x0c
        /// PrintableString.
        case printable = 0x13
        /// IA5String.
        case ia5 = 0x16
    }

    /// Which attribute it is.
    public var type: TestOID
    /// Its text.
    public var value: String
    /// How the text is written.
    public var encoding: Encoding

    /// An attribute of any type.
    public init(type: TestOID, value: String, encoding: Encoding = .utf8) {
        self.type = type
        self.value = value
        self.encoding = encoding
    }

    /// CN.
    public static func commonName(_ value: String) -> Self { Self(type: [2, 5, 4, 3], value: value) }
    /// OU.
    public static func organizationalUnit(_ value: String) -> Self { Self(type: [2, 5, 4, 11], value: value) }
    /// O.
    public static func organization(_ value: String) -> Self { Self(type: [2, 5, 4, 10], value: value) }
    /// C, which is always a PrintableString.
    public static func country(_ value: String) -> Self {
        Self(type: [2, 5, 4, 6], value: value, encoding: .printable)
    }
    /// E-mail address, which is always an IA5String.
    public static func emailAddress(_ value: String) -> Self {
        Self(type: [1, 2, 840, 113_549, 1, 9, 1], value: value, encoding: .ia5)
    }

    var encoded: [UInt8] {
        TestDER.sequence([
            TestDER.objectIdentifier(type), TestDER.element(encoding.rawValue, Array(value.utf8)),
        ])
    }
}
