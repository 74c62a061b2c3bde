/// Where the tokens of some JSON lie, read without complaint: what is no token is one byte long. Made for changing bytes, so nothing
/// of the library is used.
struct JSONMap {
    let bytes: [UInt8]
    /// Without the white space between them.
    private(set) var tokens: [Range<Int>] = []

    init(_ bytes: [UInt8], from offset: Int = 0, mostTokens: Int = 3_000) {
        self.bytes = bytes
        var start = offset
        while start < bytes.count, tokens.count < mostTokens {
            let end = end(of: start)
            if !Self.whiteSpace.contains(bytes[start]) { tokens.append(start..<end) }
            start = end
        }
    }

    /// The first byte, which says what it is.
    func kind(_ token: Int) -> UInt8 { tokens.indices.contains(token) ? bytes[tokens[token].lowerBound] : 0 }

    /// Whether a member begins here that has a value.
    func isName(_ token: Int) -> Bool {
        kind(token) == UInt8(ascii: "\"") && kind(token + 1) == UInt8(ascii: ":") && token + 2 < tokens.count
    }

    /// Whether a value begins here, or a member.
    func isItem(_ token: Int) -> Bool { !Self.marks.contains(kind(token)) }

    /// Whether it is a value without others in it.
    func isLeaf(_ token: Int) -> Bool { isItem(token) && !isName(token) && !Self.opening.contains(kind(token)) }

    /// The tokens of the value that begins here, up to the bracket that closes it.
    func value(_ first: Int) -> Range<Int> {
        var depth = 0
        for token in first..<tokens.count {
            if Self.opening.contains(kind(token)) { depth += 1 }
            if Self.closing.contains(kind(token)) { depth -= 1 }
            if depth <= 0 { return first..<token + 1 }
        }
        return first..<tokens.count
    }

    /// The tokens of the member that begins here, or of the value.
    func item(_ first: Int) -> Range<Int> {
        isName(first) ? first..<value(first + 2).upperBound : value(first)
    }

    func text(_ range: Range<Int>) -> [UInt8] { Array(bytes[octets(range)]) }

    func replacing(_ range: Range<Int>, with octets: [UInt8]) -> [UInt8] {
        let place = self.octets(range)
        return bytes[..<place.lowerBound] + octets + bytes[place.upperBound...]
    }

    private func octets(_ range: Range<Int>) -> Range<Int> {
        range.isEmpty
            ? tokens[range.lowerBound].lowerBound..<tokens[range.lowerBound].lowerBound
            : tokens[range.lowerBound].lowerBound..<tokens[range.upperBound - 1].upperBound
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

    /// Of a number, `true`, `false` or `null`.
    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "+-.".utf8.contains(byte)
    }

    private static let whiteSpace = Array(" \t\r\n".utf8)
    private static let opening = Array("[{".utf8)
    private static let closing = Array("]}".utf8)
    private static let marks = Array("]},:\0".utf8)
}
