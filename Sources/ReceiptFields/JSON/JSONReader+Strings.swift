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
        var unescaped = UnescapedBytes(bytes, from: string.contents.lowerBound)
        for byte in other.utf8 where unescaped.next() != byte { return false }
        return unescaped.next() == nil
    }

    /// Whether two ranges of the same length hold the same bytes.
    func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        for index in 0..<a.count where bytes[a.lowerBound + index] != bytes[b.lowerBound + index] { return false }
        return true
    }

    /// The bytes of a text that this reader found, escapes replaced.
    package func unescaped(_ string: JSONString) -> [UInt8] { firstBytes(string, atMost: string.contents.count) }

    /// A text that this reader found, escapes replaced.
    package func text(_ string: JSONString) -> String { String(decoding: unescaped(string), as: UTF8.self) }

    /// What an error shows of a text.
    func firstBytes(_ string: JSONString) -> [UInt8] { firstBytes(string, atMost: 64) }

    private func firstBytes(_ string: JSONString, atMost most: Int) -> [UInt8] {
        var out: [UInt8] = []
        // An escape is never shorter than what it stands for.
        out.reserveCapacity(min(most, string.contents.count))
        if string.hasEscapes {
            var unescaped = UnescapedBytes(bytes, from: string.contents.lowerBound)
            while out.count < most, let byte = unescaped.next() { out.append(byte) }
        } else {
            for index in string.contents.prefix(most) { out.append(bytes[index]) }
        }
        return out
    }

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
            guard UnescapedBytes.short(kind) != nil else { throw JSONError(.expected("an escape"), offset: start) }
            position += 1
        }
    }

    /// The value of four hexadecimal digits.
    private mutating func unit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = UnescapedBytes.hexadecimal(bytes[position]) else {
                throw fault(.expected("four hexadecimal digits"))
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }
}
