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
    /// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
    ///
    /// Any type that is not negative is kept; a version may be anything from 0 to 2^31 - 1 (type 4 has version 2).
    package mutating func attribute() throws(FormatError) -> RawAttribute {
        let start = position
        let frame = try enter(.sequence)
        let type = try number(upTo: Int64(Int.max))
        let version = try number(upTo: Int64(Int32.max))
        let value = try element(.octetString)
        try leave(frame)
        return RawAttribute(start: start, type: AttributeType(rawValue: type), version: version, value: value)
    }

    /// An INTEGER from 0 to `greatest`.
    private mutating func number(upTo greatest: Int64) throws(FormatError) -> Int {
        let start = position
        let number = try integer()
        guard number >= 0, number <= greatest, let value = Int(exactly: number) else {
            throw fault(.numberOutOfRange(number), at: start)
        }
        return value
    }
}
