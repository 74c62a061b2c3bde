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
        guard fields.type >= 0, let type = Int(exactly: fields.type) else {
            throw fault(.numberOutOfRange(fields.type), at: start)
        }
        guard let version = Int32(exactly: fields.version), version >= 0 else {
            throw fault(.numberOutOfRange(fields.version), at: start)
        }
        return RawAttribute(
            start: start, type: AttributeType(rawValue: type), version: Int(version), value: fields.value)
    }
}
