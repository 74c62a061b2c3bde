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
    /// The next attribute.
    @inline(__always)
    package mutating func attribute() throws(FormatError) -> RawAttribute {
        if let usual = usualAttribute() { return usual }
        return try attributeFields()
    }

    /// The next attribute, if it is of the shape that nearly all have, else nil with nothing read: most of a receipt is this.
    ///
    /// ```
    /// 30 LL  02 02 TT TT  02 01 VV  04 NN …      every attribute of a purchase
    /// 30 LL  02 01 TT     02 01 VV  04 NN …      every attribute of a receipt
    /// ```
    /// Each L, T, V and N below 80 hexadecimal, the lengths exact. Whatever is otherwise, and every fault, is the business of
    /// ``attributeFields()``, which reads the same from these shapes.
    @inline(__always)
    private mutating func usualAttribute() -> RawAttribute? {
        // The fixed octets of the longer shape. One of the shorter shape with an empty value is one octet short of that.
        guard let head = lookahead(11), head[0] == 0x30, head[1] < 0x80, head[2] == 0x02 else { return nil }
        let start = position
        let length = Int(head[1])
        let fixed: Int
        let type: Int64
        let version: UInt8
        if head[3] == 0x02 {
            guard head[4] > 0x00, head[4] < 0x80, head[6] == 0x02, head[7] == 0x01, head[9] == 0x04 else { return nil }
            (fixed, type, version) = (9, Int64(head[4]) << 8 | Int64(head[5]), head[8])
            guard head[10] < 0x80, Int(head[10]) == length - fixed else { return nil }
        } else {
            guard head[3] == 0x01, head[4] < 0x80, head[5] == 0x02, head[6] == 0x01, head[8] == 0x04 else { return nil }
            (fixed, type, version) = (8, Int64(head[4]), head[7])
            guard head[9] < 0x80, Int(head[9]) == length - fixed else { return nil }
        }
        guard version < 0x80, advance(2 + length, past: 4) else { return nil }
        return RawAttribute(
            start: start, type: AttributeType(rawValue: type), version: Int(version),
            value: (start + 2 + fixed)..<(start + 2 + length))
    }
}
