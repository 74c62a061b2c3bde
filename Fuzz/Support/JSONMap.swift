/// The positions of tokens in JSON: brackets, commas, colons, strings, numbers and literals, and single bytes that are
/// none of these. The map uses none of the library's code, because fuzzing changes inputs by means of it.
struct JSONMap {
    let bytes: [UInt8]
    /// The tokens, without the white space between them.
    private(set) var parts: [Range<Int>] = []

    init(_ bytes: [UInt8], from offset: Int = 0, mostParts: Int = 3_000) {
        self.bytes = bytes
        var start = offset
        while start < bytes.count, parts.count < mostParts {
            let end = end(of: start)
            if !Self.whiteSpace.contains(bytes[start]) { parts.append(start..<end) }
            start = end
        }
    }

    /// Returns the first byte, which indicates the kind of token.
    func kind(_ part: Int) -> UInt8 { parts.indices.contains(part) ? bytes[parts[part].lowerBound] : 0 }

    /// True if a member with a value begins here.
    func isName(_ part: Int) -> Bool {
        kind(part) == UInt8(ascii: "\"") && kind(part + 1) == UInt8(ascii: ":") && part + 2 < parts.count
    }

    /// True if a value or a member begins here.
    func isItem(_ part: Int) -> Bool { !Self.marks.contains(kind(part)) }

    /// True if it is a value that contains no others.
    func isLeaf(_ part: Int) -> Bool { isItem(part) && !isName(part) && !Self.opening.contains(kind(part)) }

    /// Returns the tokens of the value that begins here, up to its closing bracket.
    func value(_ first: Int) -> Range<Int> {
        var depth = 0
        for part in first..<parts.count {
            if Self.opening.contains(kind(part)) { depth += 1 }
            if Self.closing.contains(kind(part)) { depth -= 1 }
            if depth <= 0 { return first..<part + 1 }
        }
        return first..<parts.count
    }

    /// Returns the tokens of the member or value that begins here.
    func item(_ first: Int) -> Range<Int> {
        isName(first) ? first..<value(first + 2).upperBound : value(first)
    }

    func text(_ range: Range<Int>) -> [UInt8] { Array(bytes[place(of: range)]) }

    /// Returns the bytes with tokens replaced, or with an insertion before a token if the range is empty.
    func replacing(_ range: Range<Int>, with text: [UInt8]) -> [UInt8] {
        let place = place(of: range)
        return bytes[..<place.lowerBound] + text + bytes[place.upperBound...]
    }

    private func place(of range: Range<Int>) -> Range<Int> {
        let start = parts[range.lowerBound].lowerBound
        return start..<(range.isEmpty ? start : parts[range.upperBound - 1].upperBound)
    }

    private func end(of start: Int) -> Int {
        var end = start + 1
        if bytes[start] == UInt8(ascii: "\"") {
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(end + 1, bytes.count)
        }
        while end < bytes.count, Self.isWord(bytes[start]), Self.isWord(bytes[end]) { end += 1 }
        return end
    }

    /// True for a byte of a number, `true`, `false` or `null`.
    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "+-.".utf8.contains(byte)
    }

    private static let whiteSpace = Array(" \t\r\n".utf8)
    private static let opening = Array("[{".utf8)
    private static let closing = Array("]}".utf8)
    private static let marks = Array("]},:\0".utf8)
}
