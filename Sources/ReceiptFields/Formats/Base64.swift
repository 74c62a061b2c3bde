/// Base64 in the standard alphabet (RFC 4648 section 4), strict where it matters.
///
/// Line breaks, spaces and tabs are ignored anywhere. The padding must be present and the unused bits must be zero, so that the same
/// receipt has only one spelling. Foundation's decoder is more permissive.
package enum Base64 {
    /// The two alphabets of RFC 4648: that of section 4, with padding, and that of section 5, which JWS uses without padding (RFC 7515
    /// section 2).
    package enum Alphabet: Sendable {
        case standard
        case url
    }

    /// Returns the value of a character. Nil if it isn't in the alphabet.
    package static func value(of character: UInt8, _ alphabet: Alphabet = .standard) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
        case UInt8(ascii: alphabet == .url ? "-" : "+"): 62
        case UInt8(ascii: alphabet == .url ? "_" : "/"): 63
        default: nil
        }
    }

    /// Decodes base64. The text may be one and a half times as long as `maximumInputSize`, to allow for its line breaks; a caller that
    /// parses the bytes checks the limit again.
    package static func decode(
        _ text: some Collection<UInt8>, maximumInputSize: Int
    ) throws(FormatError) -> [UInt8] {
        // The other function checks this too, but only after copying.
        if text.count > maximumInputSize / 2 * 3 + 4 {
            throw FormatError(.limitExceeded(.input, allowed: maximumInputSize), offset: 0)
        }
        // Copy first: iterating over another module's collection one character at a time is much slower.
        return try decode(Array(text)[...], maximumInputSize: maximumInputSize)
    }

    /// Decodes base64 in contiguous bytes. Unless the caller says otherwise, the decoded bytes are a receipt.
    package static func decode(
        _ text: ArraySlice<UInt8>, maximumInputSize: Int, isReceipt: Bool = true
    ) throws(FormatError) -> [UInt8] {
        guard text.count <= maximumInputSize / 2 * 3 + 4 else {
            throw FormatError(.limitExceeded(.input, allowed: maximumInputSize), offset: 0)
        }
        let start = text.drop(while: WhiteSpace.contains)
        if start.isEmpty { throw FormatError(.emptyInput, offset: 0) }
        if isReceipt, let reason = InputFormat.detectInBase64(start) { throw FormatError(reason, offset: 0) }
        return try decode(text.span)
    }

    /// Returns the position of the first space inside a receipt in base64, because that space may have been a `+` before. The base64 of a
    /// receipt begins with `MI`, and that of an iOS 6 transaction receipt with `ewo`. Text that begins differently is broken for another
    /// reason, so the result is nil.
    package static func space(in text: ArraySlice<UInt8>) -> Int? {
        let inside = WhiteSpace.trimmed(text)
        guard inside.starts(with: "MI".utf8) || inside.starts(with: "ewo".utf8) else { return nil }
        return inside.firstIndex(of: UInt8(ascii: " ")).map { $0 - text.startIndex }
    }

    private static func decode(_ text: Span<UInt8>) throws(FormatError) -> [UInt8] {
        // Each group of four characters yields at most three bytes, so this capacity is enough.
        try [UInt8](capacity: text.count / 4 * 3 + 3) { (bytes) throws(FormatError) in
            let rest = decode(text, .standard, skipsWhiteSpace: true, to: &bytes)
            let padding = try padding(of: text, from: rest.position, behind: rest.characters)
            guard rest.characters == 0 || rest.characters + padding == 4 else {
                throw FormatError(.invalidBase64(.padding), offset: text.count)
            }
            try finish(rest.bits, rest.characters, at: text.count, to: &bytes)
        }
    }

    /// Decodes base64 that must be canonical: nothing between the characters, padding as the alphabet requires, and all unused bits zero.
    /// The indices of `slice` are the offsets of errors.
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
            let rest = decode(text.extracting(0..<count), alphabet, skipsWhiteSpace: false, to: &bytes)
            guard rest.position == count else {
                throw FormatError(
                    .invalidBase64(.character(text[rest.position])), offset: offset + rest.position)
            }
            try finish(rest.bits, rest.characters, at: offset + count - 1, to: &bytes)
        }
    }

    /// Decodes the text up to the first byte that is neither a character of the alphabet nor white space to skip. Returns the position of that byte,
    /// and the characters of a group that isn't complete.
    private static func decode(
        _ text: Span<UInt8>, _ alphabet: Alphabet, skipsWhiteSpace: Bool, to bytes: inout OutputSpan<UInt8>
    ) -> (position: Int, bits: UInt32, characters: Int) {
        let table = alphabet == .url ? urlValues : standardValues
        let values = table.span
        var (position, bits, characters) = (0, UInt32(0), 0)
        // The number of characters since the last white space. Groups of four are decoded at once only after four consecutive characters.
        var together = 4
        while position < text.count {
            if characters == 0, together >= 4 {
                position = decodeGroups(of: text, from: position, values, to: &bytes)
                together = 0
                guard position < text.count else { break }
            }
            let value = values[Int(text[position])]
            if value < notACharacter {
                bits = bits << 6 | UInt32(value)
                (characters, together) = (characters + 1, together + 1)
                if characters == 4 {
                    append(bits, to: &bytes)
                    (bits, characters) = (0, 0)
                }
            } else if skipsWhiteSpace, WhiteSpace.contains(text[position]) {
                together = 0
            } else {
                break
            }
            position += 1
        }
        return (position, bits, characters)
    }

    /// Returns the number of `=` from `start` on, after this many characters of a group. Nothing else may follow.
    private static func padding(
        of text: Span<UInt8>, from start: Int, behind characters: Int
    ) throws(FormatError) -> Int {
        var count = 0
        for position in start..<text.count where !WhiteSpace.contains(text[position]) {
            let character = text[position]
            guard character == UInt8(ascii: "=") else {
                let isValue = value(of: character) != nil
                throw FormatError(.invalidBase64(isValue ? .padding : .character(character)), offset: position)
            }
            count += 1
            guard characters >= 2, characters + count <= 4 else {
                throw FormatError(.invalidBase64(.padding), offset: position)
            }
        }
        return count
    }

    /// Appends the last byte of a group of two characters, or the last two bytes of a group of three.
    private static func finish(
        _ bits: UInt32, _ characters: Int, at offset: Int, to bytes: inout OutputSpan<UInt8>
    ) throws(FormatError) {
        guard characters > 1 else { return }
        // Two characters contain 12 bits, three contain 18.
        let unused: UInt32 = characters == 2 ? 4 : 2
        guard bits & (1 << unused - 1) == 0 else { throw FormatError(.invalidBase64(.trailingBits), offset: offset) }
        if characters == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 10)) }
        bytes.append(UInt8(truncatingIfNeeded: bits >> unused))
    }

    /// Decodes groups of four characters, up to a group that contains any other character. Returns the start of that group.
    private static func decodeGroups(
        of text: Span<UInt8>, from start: Int, _ table: Span<UInt8>, to bytes: inout OutputSpan<UInt8>
    ) -> Int {
        var position = start
        guard table.count == 256 else { return position }
        while text.count - position >= 4 {
            let group = text.extracting(position..<position + 4)
            let (a, b) = (table[Int(group[0])], table[Int(group[1])])
            let (c, d) = (table[Int(group[2])], table[Int(group[3])])
            guard a | b | c | d < notACharacter else { break }
            append(UInt32(a) << 18 | UInt32(b) << 12 | UInt32(c) << 6 | UInt32(d), to: &bytes)
            position += 4
        }
        return position
    }

    @inline(__always)
    private static func append(_ group: UInt32, to bytes: inout OutputSpan<UInt8>) {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
    }

    /// The table's value for bytes that aren't in the alphabet. It contains a bit that no character's value contains.
    private static let notACharacter: UInt8 = 64

    private static func table(_ alphabet: Alphabet) -> ArraySlice<UInt8> {
        (UInt8.min...UInt8.max).map { value(of: $0, alphabet) ?? notACharacter }[...]
    }

    private static let standardValues = table(.standard)
    private static let urlValues = table(.url)
}

extension FormatError {
    /// Returns this error or, if spaces inside the base64 of a receipt are the likely cause, an error that says so. Form encoding turns
    /// each `+` into a space.
    package func blamingSpaces(in text: ArraySlice<UInt8>) -> FormatError {
        if case .limitExceeded = reason { return self }
        guard let space = Base64.space(in: text) else { return self }
        return FormatError(.invalidBase64(.spaces), offset: space)
    }
}
