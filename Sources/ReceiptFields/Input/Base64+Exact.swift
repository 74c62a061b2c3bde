extension Base64 {
    /// The two alphabets of RFC 4648: section 4 with padding, section 5 as JWS has it, without (RFC 7515 section 2).
    package enum Alphabet: Sendable {
        case standard
        case url
    }

    /// The bytes that the text stands for, which has one spelling: nothing between the characters, the padding as the alphabet
    /// has it, and no unused bit set.
    ///
    /// - Parameter offset: where the text begins, for errors.
    package static func decode(
        exactly text: Span<UInt8>, _ alphabet: Alphabet, at offset: Int
    ) throws(FormatError) -> [UInt8] {
        let values = alphabet == .url ? urlValues : standardValues
        var count = text.count
        if alphabet == .standard {
            guard count.isMultiple(of: 4) else { throw FormatError(.invalidBase64(.padding), offset: offset + count) }
            for _ in 0..<2 where count > 0 && text[count - 1] == UInt8(ascii: "=") { count -= 1 }
        }
        guard count % 4 != 1 else { throw FormatError(.invalidBase64(.padding), offset: offset + count) }
        let left = count & 3
        var bytes = [UInt8](repeating: 0, count: count / 4 * 3 + max(0, left - 1))
        // Four characters at a step.
        var length = 0
        var position = 0
        while count - position >= 4 {
            let a = values[Int(text[position])]
            let b = values[Int(text[position + 1])]
            let c = values[Int(text[position + 2])]
            let d = values[Int(text[position + 3])]
            guard a | b | c | d < 64 else { break }
            bytes[length] = a << 2 | b >> 4
            bytes[length + 1] = b << 4 | c >> 2
            bytes[length + 2] = c << 6 | d
            length += 3
            position += 4
        }
        var bits: UInt32 = 0
        for index in position..<count {
            let value = values[Int(text[index])]
            guard value < 64 else {
                throw FormatError(.invalidBase64(.character(text[index])), offset: offset + index)
            }
            bits = bits << 6 | UInt32(value)
        }
        if left > 0 {
            // Two characters have 12 bits and are one byte, three have 18 and are two.
            let unused = left == 2 ? 4 : 2
            guard bits & (1 << unused - 1) == 0 else {
                throw FormatError(.invalidBase64(.trailingBits), offset: offset + count - 1)
            }
            if left == 3 { bytes[length] = UInt8(truncatingIfNeeded: bits >> 10) }
            bytes[bytes.count - 1] = UInt8(truncatingIfNeeded: bits >> unused)
        }
        return bytes
    }

    private static let standardValues: [UInt8] = (0...255).map { value(of: UInt8($0)) ?? 0xFF }

    private static let urlValues: [UInt8] = (0...255).map { character in
        switch UInt8(character) {
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        case UInt8(ascii: "+"), UInt8(ascii: "/"): 0xFF
        default: value(of: UInt8(character)) ?? 0xFF
        }
    }
}
