/// The name of an issuer or of a subject.
///
/// ```
/// Name ::= SEQUENCE OF RelativeDistinguishedName
/// RelativeDistinguishedName ::= SET OF AttributeTypeAndValue
/// ```
/// (RFC 5280 §4.1.2.4). Names are compared as bytes, so order and string type matter.
package struct TestName: Hashable, Sendable {
    /// The relative distinguished names, in order. Each is a set of attributes, nearly always of one.
    package var relativeNames: [[TestNameAttribute]]

    /// Creates a name from relative names with one attribute each.
    package init(_ attributes: [TestNameAttribute]) { relativeNames = attributes.map { [$0] } }

    /// Creates a name for the kit's certificates, with the common name first, as in Apple's newer certificates.
    init(_ commonName: String, unit: String) {
        self.init([
            .commonName(commonName), .organizationalUnit(unit), .organization("ReceiptKit Tests"), .country("US"),
        ])
    }

    /// Creates a name for the kit's authority, with the country first, as in Apple's older certificates.
    init(older commonName: String) {
        self.init(commonName, unit: "Test Certification Authority")
        relativeNames.reverse()
    }

    package var encoded: [UInt8] {
        TestDER.sequence(relativeNames.map { TestDER.set(TestDER.sorted($0.map(\.encoded))) })
    }
}

/// One part of a name, such as the common name.
///
/// ```
/// AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY DEFINED BY type }
/// ```
package struct TestNameAttribute: Hashable, Sendable {
    package enum Encoding: UInt8, Hashable, Sendable {
        case utf8 = 0x0c
        case printable = 0x13
        case ia5 = 0x16
    }

    package var type: TestOID
    package var value: String
    package var encoding: Encoding

    package init(type: TestOID, value: String, encoding: Encoding = .utf8) {
        self.type = type
        self.value = value
        self.encoding = encoding
    }

    package static func commonName(_ value: String) -> Self { Self(type: [2, 5, 4, 3], value: value) }
    package static func organizationalUnit(_ value: String) -> Self { Self(type: [2, 5, 4, 11], value: value) }
    package static func organization(_ value: String) -> Self { Self(type: [2, 5, 4, 10], value: value) }
    package static func country(_ value: String) -> Self {
        Self(type: [2, 5, 4, 6], value: value, encoding: .printable)
    }
    /// Returns an e-mail address, which is always an IA5String.
    package static func emailAddress(_ value: String) -> Self {
        Self(type: [1, 2, 840, 113_549, 1, 9, 1], value: value, encoding: .ia5)
    }

    var encoded: [UInt8] {
        TestDER.sequence([
            TestDER.objectIdentifier(type), TestDER.element(encoding.rawValue, Array(value.utf8)),
        ])
    }
}
