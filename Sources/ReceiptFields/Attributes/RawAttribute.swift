/// An attribute as positions in the bytes that a ``DERReader`` reads.
package struct RawAttribute {
    /// Where its SEQUENCE begins.
    package let start: Int
    package let type: AttributeType
    package let version: Int
    /// The octets of the value's OCTET STRING.
    package let value: Range<Int>
}

extension DERReader {
    /// The next attribute. Any type that is not negative is kept; a version may be anything from 0 to 2^31 - 1 (type 4 has
    /// version 2).
    package mutating func attribute() throws(FormatError) -> RawAttribute {
        let start = position
        let fields = try attributeFields()
        return RawAttribute(
            start: start, type: AttributeType(rawValue: fields.type), version: fields.version, value: fields.value)
    }
}
