/// Base64 in the standard alphabet (RFC 4648 section 4), strict where it matters.
///
/// Line breaks, spaces and tabs are passed over, wherever they are. Padding must be there and the unused bits must be zero, so
/// that the same receipt has one spelling. Foundation's decoder accepts more than that.
package enum Base64 {
    /// The value of a character, or nil if it is not of the alphabet.
    package static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// The bytes that the text stands for. It may be one and a half times as long as `maximumInputSize`, for its line breaks; whoever
    /// reads the bytes holds them against the limit again.
    package static func decode(
        _ text: some Collection<UInt8>, maximumInputSize: Int
    ) throws(FormatError) -> [UInt8] {
        guard text.count <= maximumInputSize / 2 * 3 + 4 else {
            throw FormatError(.limitExceeded(.input, allowed: maximumInputSize), offset: 0)
        }
        // Copied first: reading another module's collection one character at a time takes twenty times as long.
        return try decode(Array(text)[...], maximumInputSize: maximumInputSize)
    }

    /// The same for bytes that lie in one piece.
    package static func decode(_ text: ArraySlice<UInt8>, maximumInputSize: Int) throws(FormatError) -> [UInt8] {
        try decode(text, maximumInputSize: maximumInputSize, refuses: InputSniffer.strangerInBase64)
    }

    /// The same, whatever kind of evidence it is.
    package static func decode(any text: ArraySlice<UInt8>, maximumInputSize: Int) throws(FormatError) -> [UInt8] {
        try decode(text, maximumInputSize: maximumInputSize) { _ in nil }
    }

    private static func decode(
        _ text: ArraySlice<UInt8>, maximumInputSize: Int,
        refuses stranger: (ArraySlice<UInt8>) -> FormatError.Reason?
    ) throws(FormatError) -> [UInt8] {
        guard text.count <= maximumInputSize / 2 * 3 + 4 else {
            throw FormatError(.limitExceeded(.input, allowed: maximumInputSize), offset: 0)
        }
        let start = Array(text.drop { table[Int($0)] == skipped }.prefix(4))
        if start.isEmpty { throw FormatError(.emptyInput, offset: 0) }
        if let stranger = stranger(start[...]) { throw FormatError(stranger, offset: 0) }
        return try decode(text.span)
    }

    private static func decode(_ text: Span<UInt8>) throws(FormatError) -> [UInt8] {
        let table = Base64.table
        var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
        var length = 0
        var rest = Decoder()
        var position = 0
        while position < text.count {
            // Groups of four characters in one step, as long as nothing is between them.
            while rest.isBetweenGroups, text.count - position >= 4 {
                let a = table[Int(text[position])]
                let b = table[Int(text[position + 1])]
                let c = table[Int(text[position + 2])]
                let d = table[Int(text[position + 3])]
                guard a | b | c | d < 64 else { break }
                bytes[length] = a << 2 | b >> 4
                bytes[length + 1] = b << 4 | c >> 2
                bytes[length + 2] = c << 6 | d
                length += 3
                position += 4
            }
            while position < text.count, table[Int(text[position])] == skipped { position += 1 }
            guard position < text.count else { break }
            if let group = try rest.take(text[position], value: table[Int(text[position])], at: position) {
                bytes[length] = UInt8(truncatingIfNeeded: group >> 16)
                bytes[length + 1] = UInt8(truncatingIfNeeded: group >> 8)
                bytes[length + 2] = UInt8(truncatingIfNeeded: group)
                length += 3
            }
            position += 1
        }
        bytes.removeLast(bytes.count - length)
        return bytes + (try rest.finish(at: position))
    }

    private static let skipped: UInt8 = 0xFE
    private static let padding: UInt8 = 0xFD
    private static let refused: UInt8 = 0xFF

    private static let table: [UInt8] = (0...255).map { character in
        let character = UInt8(character)
        if WhiteSpace.contains(character) { return skipped }
        return character == UInt8(ascii: "=") ? padding : value(of: character) ?? refused
    }

    /// Takes one character after the other, whatever comes.
    private struct Decoder {
        private var bits: UInt32 = 0
        /// Characters of the current group of four, padding not included.
        private var characters = 0
        private var paddings = 0

        /// Whether the next character may begin a group.
        var isBetweenGroups: Bool { characters == 0 && paddings == 0 }

        /// Three bytes, if the character completes them.
        mutating func take(_ character: UInt8, value: UInt8, at offset: Int) throws(FormatError) -> UInt32? {
            if value < 64 {
                guard paddings == 0 else { throw FormatError(.invalidBase64(.padding), offset: offset) }
                bits = bits << 6 | UInt32(value)
                characters += 1
                guard characters == 4 else { return nil }
                defer { (bits, characters) = (0, 0) }
                return bits
            }
            if value == padding {
                paddings += 1
                guard characters >= 2, characters + paddings <= 4 else {
                    throw FormatError(.invalidBase64(.padding), offset: offset)
                }
            } else if value != skipped {
                throw FormatError(.invalidBase64(.character(character)), offset: offset)
            }
            return nil
        }

        /// The one or two bytes of the last group.
        func finish(at offset: Int) throws(FormatError) -> [UInt8] {
            guard characters == 0 || characters + paddings == 4 else {
                throw FormatError(.invalidBase64(.padding), offset: offset)
            }
            switch characters {
            case 2:
                guard bits & 0x0F == 0 else { throw FormatError(.invalidBase64(.trailingBits), offset: offset) }
                return [UInt8(truncatingIfNeeded: bits >> 4)]
            case 3:
                guard bits & 0x03 == 0 else { throw FormatError(.invalidBase64(.trailingBits), offset: offset) }
                return [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
            default: return []
            }
        }
    }
}
