import ReceiptKit

/// Reads JSON (RFC 8259) without building values: finds the bytes of a value and makes sure that it is one.
///
/// The identifier of a line has to come back exactly as it was, also a number of thirty digits, and members that occur twice
/// have to be seen. Decoders keep neither.
struct JSONScanner: ~Escapable {
    /// How deep arrays and objects may be nested in each other.
    private static let deepest = 64

    private let bytes: Span<UInt8>
    private(set) var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// The next byte, behind white space.
    mutating func peek() -> UInt8? {
        while position < bytes.count {
            guard WhiteSpace.contains(bytes[position]) else { return bytes[position] }
            position += 1
        }
        return nil
    }

    /// Passes over one character, if it comes next.
    mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard let next = peek(), UInt32(next) == character.value else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar, _ description: String) throws(LineError) {
        guard accept(character) else { throw .invalidJSON(expected: description, offset: position) }
    }

    /// The range of the next value.
    mutating func value(depth: Int = 0) throws(LineError) -> Range<Int> {
        let first = peek()
        let start = position
        switch first {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try container(depth)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): try number()
        default: try word()
        }
        return start..<position
    }

    // MARK: Texts

    /// The next text: the bytes between its quotes, and whether there are escapes among them.
    mutating func string() throws(LineError) -> JSONString {
        try expect("\"", "a text")
        let start = position
        var hasEscapes = false
        var isASCII = true
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let contents = start..<position
                position += 1
                if !isASCII { try checkUTF8(contents) }
                return JSONString(contents: contents, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape()
            case 0..<0x20: throw .invalidJSON(expected: "no control character in a text", offset: position)
            case let byte:
                isASCII = isASCII && byte < 0x80
                position += 1
            }
        }
        throw .invalidJSON(expected: "the end of a text", offset: position)
    }

    private mutating func escape() throws(LineError) {
        let start = position
        position += 1
        guard position < bytes.count else { throw .invalidJSON(expected: "an escape", offset: start) }
        let kind = bytes[position]
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"): break
        default: throw .invalidJSON(expected: "an escape", offset: start)
        }
        // Half of a surrogate pair is no character, and other readers stumble over it.
        switch try unit() {
        case 0xD800..<0xDC00:
            guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw .invalidJSON(expected: "a surrogate pair", offset: start) }
            position += 2
            guard (0xDC00..<0xE000).contains(try unit()) else {
                throw .invalidJSON(expected: "a surrogate pair", offset: start)
            }
        case 0xDC00..<0xE000: throw .invalidJSON(expected: "a surrogate pair", offset: start)
        default: return
        }
    }

    private mutating func unit() throws(LineError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = Character(UnicodeScalar(bytes[position])).hexDigitValue,
                bytes[position] < 0x80
            else { throw .invalidJSON(expected: "four hexadecimal digits", offset: position) }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private func checkUTF8(_ range: Range<Int>) throws(LineError) {
        guard JSONString.isUTF8(bytes.extracting(range)) else {
            throw .invalidJSON(expected: "UTF-8", offset: range.lowerBound)
        }
    }

    // MARK: Everything else

    private mutating func container(_ depth: Int) throws(LineError) {
        guard depth < Self.deepest else { throw .invalidJSON(expected: "less nesting", offset: position) }
        let isObject = accept("{")
        if !isObject { try expect("[", "an array") }
        let end: Unicode.Scalar = isObject ? "}" : "]"
        if accept(end) { return }
        repeat {
            if isObject {
                _ = try string()
                try expect(":", "a colon")
            }
            _ = try value(depth: depth + 1)
        } while accept(",")
        try expect(end, "a comma or \(end)")
    }

    private mutating func number() throws(LineError) {
        _ = acceptHere("-")
        if !acceptHere("0") { try digits() }
        if acceptHere(".") { try digits() }
        if acceptHere("e") || acceptHere("E") {
            _ = acceptHere("+") || acceptHere("-")
            try digits()
        }
    }

    private mutating func digits() throws(LineError) {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        guard position > start else { throw .invalidJSON(expected: "a digit", offset: position) }
    }

    private mutating func acceptHere(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func word() throws(LineError) {
        for word in ["true", "false", "null"] as [StaticString] {
            let length = word.utf8CodeUnitCount
            guard bytes.count - position >= length, isNext(word) else { continue }
            position += length
            return
        }
        throw .invalidJSON(expected: "a value", offset: position)
    }

    private func isNext(_ word: StaticString) -> Bool {
        var place = position
        for byte in word.description.utf8 {
            guard bytes[place] == byte else { return false }
            place += 1
        }
        return true
    }
}
