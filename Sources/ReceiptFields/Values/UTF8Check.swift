/// Whether bytes are UTF-8: the one check of the project, for texts of receipts and for JSON.
package enum UTF8Check {
    /// Whether the bytes are printable ASCII or, where allowed, well-formed UTF-8 (RFC 3629) without control characters.
    static func isText(_ text: Span<UInt8>, asciiOnly: Bool) -> Bool {
        // The top bit is set by bytes from 80, from 00 to 1F, and by 7F. Without a way out of the loop the compiler
        // takes many bytes at once.
        var bits: UInt8 = 0
        for index in 0..<text.count {
            let byte = text[index]
            bits |= byte | (byte &- 0x20) | (byte &+ 1)
        }
        return bits < 0x80 || (!asciiOnly && firstFault(in: text, refusesControls: true) == nil)
    }

    /// Where the first character begins that is not well-formed UTF-8 (RFC 3629), or nil.
    ///
    /// With `refusesControls`, control characters count as such too: U+0000 to U+001F and U+007F to U+009F.
    package static func firstFault(in text: Span<UInt8>, refusesControls: Bool) -> Int? {
        var index = 0
        while index < text.count {
            let start = index
            let first = text[index]
            index += 1
            if first < 0x80 {
                if refusesControls, first < 0x20 || first == 0x7F { return start }
                continue
            }
            // RFC 3629 section 4: how many bytes follow, and what the first of them may be.
            let following: Int
            let second: ClosedRange<UInt8>
            switch first {
            case 0xC2: (following, second) = (1, refusesControls ? 0xA0...0xBF : 0x80...0xBF)
            case 0xC3...0xDF: (following, second) = (1, 0x80...0xBF)
            case 0xE0: (following, second) = (2, 0xA0...0xBF)
            case 0xED: (following, second) = (2, 0x80...0x9F)
            case 0xE1...0xEF: (following, second) = (2, 0x80...0xBF)
            case 0xF0: (following, second) = (3, 0x90...0xBF)
            case 0xF1...0xF3: (following, second) = (3, 0x80...0xBF)
            case 0xF4: (following, second) = (3, 0x80...0x8F)
            default: return start
            }
            guard text.count - index >= following, second.contains(text[index]) else { return start }
            for tail in (index + 1)..<(index + following) where text[tail] & 0xC0 != 0x80 { return start }
            index += following
        }
        return nil
    }
}
