extension Base64 {
    /// The two alphabets of RFC 4648: section 4 with padding, section 5 as JWS has it, without (RFC 7515 section 2).
    package enum Alphabet: Sendable {
        case standard
        case url
    }

    /// The bytes that the text stands for, which has one spelling: nothing between the characters, the padding as the alphabet
    /// has it, and no unused bit set. The indices of `slice` are the offsets of errors.
    package static func decode(
        exactly slice: ArraySlice<UInt8>, _ alphabet: Alphabet
    ) throws(FormatError) -> [UInt8] {
        let text = slice.span
        let offset = slice.startIndex
        var count = text.count
        if alphabet == .standard {
            guard count.isMultiple(of: 4) else { throw FormatError(.invalidBase64(.padding), offset: offset + count) }
            for _ in 0..<2 where count > 0 && text[count - 1] == UInt8(ascii: "=") { count -= 1 }
        }
        guard count % 4 != 1 else { throw FormatError(.invalidBase64(.padding), offset: offset + count) }
        return try [UInt8](capacity: count / 4 * 3 + 2) { (bytes) throws(FormatError) in
            let whole = decodeGroups(of: text.extracting(0..<count), from: 0, alphabet, to: &bytes)
            // Two or three characters, or a group with a character that is none.
            var bits: UInt32 = 0
            for index in whole..<count {
                guard let value = value(of: text[index], alphabet) else {
                    throw FormatError(.invalidBase64(.character(text[index])), offset: offset + index)
                }
                bits = bits << 6 | UInt32(value)
            }
            try finish(bits, count - whole, at: offset + count - 1, to: &bytes)
        }
    }
}
