/// Where a text is. Its bytes are UTF-8 and its escapes well-formed.
package struct JSONString: Equatable, Sendable {
    /// The bytes between the quotes.
    package let contents: Range<Int>
    package let hasEscapes: Bool
}

/// string = quotation-mark *char quotation-mark (RFC 8259 section 7)
extension JSONReader {
    /// Reads a text and says where it is.
    package mutating func string() throws(JSONError) -> JSONString {
        try begin()
        return try stringContents()
    }

    /// Whether a text that this reader found says this, byte for byte, escapes replaced.
    package func string(_ string: JSONString, is other: String) -> Bool {
        if !string.hasEscapes {
            guard string.contents.count == other.utf8.count else { return false }
            var index = string.contents.lowerBound
            for byte in other.utf8 {
                guard bytes[index] == byte else { return false }
                index += 1
            }
            return true
        }
        return unescaped(string).elementsEqual(other.utf8)
    }

    /// Whether two ranges of the same length hold the same bytes.
    func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        for index in 0..<a.count where bytes[a.lowerBound + index] != bytes[b.lowerBound + index] { return false }
        return true
    }

    /// The bytes of a text that this reader found, escapes replaced: all, or so many of the first.
    package func unescaped(_ string: JSONString, atMost most: Int = .max) -> [UInt8] {
        var (out, index): ([UInt8], Int) = ([], string.contents.lowerBound)
        // An escape is never shorter than what it stands for.
        out.reserveCapacity(min(most, string.contents.count))
        guard string.hasEscapes else {
            for index in string.contents.prefix(most) { out.append(bytes[index]) }
            return out
        }
        while index < string.contents.upperBound, out.count < most {
            guard bytes[index] == UInt8(ascii: "\\") else {
                out.append(bytes[index])
                index += 1
                continue
            }
            if let byte = Self.short(bytes[index + 1]) {
                out.append(byte)
                index += 2
            } else {
                out += scalar(at: &index).utf8
            }
        }
        return out.count > most ? Array(out.prefix(most)) : out
    }

    /// The character at `\u`, or at two of these, and goes on behind it.
    private func scalar(at index: inout Int) -> Unicode.Scalar {
        var value = unit(at: &index)
        if (0xD800..<0xDC00).contains(value) {
            value = 0x10000 + ((value - 0xD800) << 10 | (unit(at: &index) &- 0xDC00))
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private func unit(at index: inout Int) -> UInt32 {
        let digits = bytes.extracting((index + 2)..<(index + 6))
        index += 6
        var unit: UInt32 = 0
        for place in 0..<4 { unit = unit << 4 | UInt32(Self.hexadecimal(digits[place]) ?? 0) }
        return unit
    }

    /// What the escape of a backslash and this character stands for, or nil for `\u` and what is not an escape.
    private static func short(_ kind: UInt8) -> UInt8? {
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): kind
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// A text that this reader found, escapes replaced.
    package func text(_ string: JSONString) -> String { String(decoding: unescaped(string), as: UTF8.self) }

    /// The text that begins right here.
    mutating func stringContents() throws(JSONError) -> JSONString {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw fault(.expected("a text")) }
        position += 1
        let start = position
        var hasEscapes = false
        var bits: UInt8 = 0
        skipPlain()
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let contents = start..<position
                if bits >= 0x80 { try requireUTF8(contents) }
                position += 1
                return JSONString(contents: contents, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape()
                skipPlain()
            case 0..<0x20: throw fault(.expected("no control character in a text"))
            default:
                bits |= byte
                position += 1
            }
        }
        throw fault(.expected("the end of a text"))
    }

    /// Goes on past bytes that need no look at each: ASCII without quotes, backslashes and control characters.
    @inline(__always)
    private mutating func skipPlain() {
        while bytes.count - position >= 16 {
            let block = bytes.extracting(position..<(position + 16))
            // The top bit is set by every other byte. Without a way out of the loop the compiler takes all of them at once.
            var bits: UInt8 = 0
            for index in 0..<block.count {
                let byte = block[index]
                bits |= byte | (byte &- 0x20)
                bits |= ((byte ^ UInt8(ascii: "\"")) &- 1) | ((byte ^ UInt8(ascii: "\\")) &- 1)
            }
            guard bits < 0x80 else { return }
            position += 16
        }
    }

    private func requireUTF8(_ range: Range<Int>) throws(JSONError) {
        if let index = UTF8Check.firstFault(in: extracting(range), refusesControls: false) {
            throw JSONError(.notUTF8, offset: range.lowerBound + index)
        }
    }

    private mutating func escape() throws(JSONError) {
        let start = position
        position += 1
        let kind = position < bytes.count ? bytes[position] : 0
        switch kind {
        case UInt8(ascii: "u"):
            position += 1
            // Half of a surrogate pair is not a character, and other readers make something else of it.
            switch try unit() {
            case 0xD800..<0xDC00:
                guard bytes.count - position >= 2, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u")
                else { throw JSONError(.expected("a surrogate pair"), offset: start) }
                position += 2
                guard (0xDC00..<0xE000).contains(try unit()) else {
                    throw JSONError(.expected("a surrogate pair"), offset: start)
                }
            case 0xDC00..<0xE000: throw JSONError(.expected("a surrogate pair"), offset: start)
            default: return
            }
        default:
            guard Self.short(kind) != nil else { throw JSONError(.expected("an escape"), offset: start) }
            position += 1
        }
    }

    /// The value of four hexadecimal digits.
    private mutating func unit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = Self.hexadecimal(bytes[position]) else {
                throw fault(.expected("four hexadecimal digits"))
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }
}
