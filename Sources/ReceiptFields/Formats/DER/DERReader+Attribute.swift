/// An attribute as positions in the bytes that a ``DERReader`` reads.
package struct RawAttribute {
    /// Where its SEQUENCE begins.
    package let start: Int
    package let type: AttributeType
    package let version: Int
    /// The bytes of the value's OCTET STRING.
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
        // The fixed bytes of the longer shape. One of the shorter shape with an empty value is one byte short of that.
        guard let head = lookahead(11) else { return nil }
        // Bytes 0 to 7, and 8 to 10.
        let (word, rest) = (head.word(at: 0), head.word(at: 3) >> 40)
        let start = position
        let length = word >> 8 & 0xFF
        let fixed: UInt64
        let type: UInt64
        let version: UInt64
        // All bytes at once that are always the same.
        if word & 0xFFFF_0080_FFFF_80FF == 0x0102_0000_0202_0030 {
            (fixed, type, version) = (9, (word >> 24 & 0xFF00) | (word >> 40 & 0xFF), rest & 0xFF)
            guard type > 0xFF, rest >> 8 == 0x04 | (length &- fixed) << 8 else { return nil }
        } else {
            (fixed, type, version) = (8, word >> 32 & 0xFF, word >> 56)
            guard word & 0xFF_FF80_FFFF_80FF == 0x01_0200_0102_0030, rest & 0xFFFF == 0x04 | (length &- fixed) << 8
            else { return nil }
        }
        let end = start + 2 + Int(truncatingIfNeeded: length)
        guard version < 0x80, advance(to: end, past: 4) else { return nil }
        return RawAttribute(
            start: start, type: AttributeType(rawValue: Int64(truncatingIfNeeded: type)),
            version: Int(truncatingIfNeeded: version), value: (start + 2 + Int(truncatingIfNeeded: fixed))..<end)
    }
}
