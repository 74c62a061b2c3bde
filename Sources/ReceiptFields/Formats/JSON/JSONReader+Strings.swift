/// The position of a string, which is valid UTF-8 with well-formed escapes.
package struct JSONString: Equatable, Sendable {
    /// The bytes between the quotes.
    package let contents: Range<Int>
    package let hasEscapes: Bool
}

/// string = quotation-mark *char quotation-mark (RFC 8259 section 7)
extension JSONReader {
    /// Reads a string and returns its position.
    package mutating func string() throws(JSONError) -> JSONString {
        try begin()
        return try stringContents()
    }

    /// Returns true if a string that this reader found equals another, byte for byte after unescaping.
    package func string(_ string: JSONString, is other: String) -> Bool {
        // One byte more than the other string has is enough to see that they differ.
        if string.hasEscapes { return unescaped(string, atMost: other.utf8.count + 1).elementsEqual(other.utf8) }
        return string.contents.count == other.utf8.count && holds(other.utf8, at: string.contents.lowerBound)
    }

    /// Returns true if two ranges that this reader found contain the same bytes.
    func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.count == b.count else { return false }
        for index in 0..<a.count where bytes[a.lowerBound + index] != bytes[b.lowerBound + index] { return false }
        return true
    }

    /// Returns the unescaped bytes of a string that this reader found, or only the first ones.
    package func unescaped(_ string: JSONString, atMost most: Int = .max) -> [UInt8] {
        var (out, index): ([UInt8], Int) = ([], string.contents.lowerBound)
        // An escape is never shorter than the character it encodes.
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
            do throws(JSONError) {
                let (scalar, end) = try escape(at: index)
                out += scalar.utf8
                index = end
            } catch {
                // Not reached: the reader checked this escape when it found the string.
                return out
            }
        }
        return out.count > most ? Array(out.prefix(most)) : out
    }

    /// Returns the character of the escape that begins at a backslash, and the end of the escape.
    private func escape(at start: Int) throws(JSONError) -> (scalar: Unicode.Scalar, end: Int) {
        let kind = start + 1 < bytes.count ? bytes[start + 1] : 0
        if let byte = Self.short(kind) { return (Unicode.Scalar(byte), start + 2) }
        guard kind == UInt8(ascii: "u") else { throw JSONError(.expected("an escape"), offset: start) }
        var (value, end) = (try unit(at: start + 2), start + 6)
        if (0xD800..<0xDC00).contains(value), bytes.count - end >= 2, holds("\\u".utf8, at: end) {
            let low = try unit(at: end + 2)
            if (0xDC00..<0xE000).contains(low) {
                (value, end) = (0x10000 + ((value - 0xD800) << 10 | (low - 0xDC00)), end + 6)
            }
        }
        // Half of a surrogate pair isn't a character, and parsers disagree about it.
        guard let scalar = Unicode.Scalar(value) else { throw JSONError(.expected("a surrogate pair"), offset: start) }
        return (scalar, end)
    }

    private func unit(at start: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for place in start..<(start + 4) {
            guard place < bytes.count, let digit = Self.hexadecimal(bytes[place]) else {
                throw JSONError(.expected("four hexadecimal digits"), offset: place)
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// Returns the byte that a backslash and this character encode. Nil for `\u` and for invalid escapes.
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

    package static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns the unescaped bytes of a string, as a slice of the text if it has no escapes.
    package func bytes(of string: JSONString, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        string.hasEscapes ? unescaped(string)[...] : text.part(string.contents)
    }

    /// Returns the unescaped string that this reader found.
    package func text(_ string: JSONString) -> String {
        if string.hasEscapes { return String(decoding: unescaped(string), as: UTF8.self) }
        return unsafe extracting(string.contents).withUnsafeBufferPointer { text in
            unsafe String(decoding: text, as: UTF8.self)
        }
    }

    /// Reads the string that begins at the current position.
    mutating func stringContents() throws(JSONError) -> JSONString {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw fault(.expected("a string")) }
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
                position = try escape(at: position).end
                skipPlain()
            case 0..<0x20: throw fault(.expected("no control character in a string"))
            default:
                bits |= byte
                position += 1
            }
        }
        throw fault(.expected("the end of a string"))
    }

    /// Skips bytes that need no individual check.
    @inline(__always)
    private mutating func skipPlain() {
        while bytes.count - position >= 16 {
            guard UTF8Check.isPlain(bytes.extracting(position..<(position + 16))) else { return }
            position += 16
        }
    }

    private func requireUTF8(_ range: Range<Int>) throws(JSONError) {
        if let index = UTF8Check.firstFault(in: extracting(range), refusesControls: false) {
            throw JSONError(.notUTF8, offset: range.lowerBound + index)
        }
    }
}
