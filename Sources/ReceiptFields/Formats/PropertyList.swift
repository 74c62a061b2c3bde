/// A property list of the old style. A transaction receipt has two. Its bytes are kept unchanged, because they are what was signed.
///
/// ```
/// list = "{" LF *pair "}" [LF]
/// pair = [HTAB / 1*SP] DQUOTE text DQUOTE " = " DQUOTE text DQUOTE ";" LF
/// ```
/// `text` is UTF-8 without control characters, quotes and backslashes. Apple writes a tab before each pair and nothing after the brace.
/// There are no comments, no escapes and no nesting. A key must not occur twice, because other parsers might use the other one.
package struct PropertyList: Sendable, Hashable {
    package struct Pair: Sendable, Hashable {
        let key: Range<Int>
        /// The bytes between the quotation marks.
        package let value: Range<Int>
    }

    package let text: [UInt8]
    private(set) var pairs: [Pair] = []

    package init(_ text: [UInt8]) throws(FormatError) {
        self.init(unread: text)
        try read()
    }

    private init(unread text: [UInt8]) { self.text = text }

    /// Returns the pairs up to the first error, for display and diagnosis.
    package static func salvaged(_ text: [UInt8]) -> (list: PropertyList, error: FormatError?) {
        var list = PropertyList(unread: text)
        do throws(FormatError) { try list.read() } catch { return (list, error) }
        return (list, nil)
    }

    private mutating func read() throws(FormatError) {
        var position = 0
        var keys: Set<ByteString> = []
        try take("{\n", &position)
        while position < text.count, text[position] != UInt8(ascii: "}") {
            guard pairs.count < Self.maximumPairs else {
                throw FormatError(.limitExceeded(.pairs, allowed: Self.maximumPairs), offset: position)
            }
            skipIndentation(&position)
            let start = position
            let key = try quoted(&position)
            try take(" = ", &position)
            let value = try quoted(&position)
            try take(";\n", &position)
            guard keys.insert(ByteString(string(key))).inserted else {
                throw FormatError(.repeatedKey(Array(text[key].prefix(64))), offset: start)
            }
            pairs.append(Pair(key: key, value: value))
        }
        try take("}", &position)
        if position < text.count { try take("\n", &position) }
        guard position == text.count else {
            throw FormatError(.trailingBytes(text.count - position), offset: position)
        }
    }

    package func pair(_ key: String) -> Pair? { pairs.first { text[$0.key].elementsEqual(key.utf8) } }

    package func value(_ key: String) -> ArraySlice<UInt8>? { pair(key).map { text[$0.value] } }

    /// All pairs as strings, in the list's order.
    package var members: [TransactionReceiptPayload.Member] {
        pairs.map { TransactionReceiptPayload.Member(key: string($0.key), value: string($0.value)) }
    }

    func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    private func take(_ expected: StaticString, _ position: inout Int) throws(FormatError) {
        for octet in expected.description.utf8 {
            guard position < text.count, text[position] == octet else {
                throw FormatError(.invalidPropertyList(expected: Self.names[octet] ?? "more"), offset: position)
            }
            position += 1
        }
    }

    private func skipIndentation(_ position: inout Int) {
        if text[position] == 0x09 {
            position += 1
        } else {
            while position < text.count, text[position] == 0x20 { position += 1 }
        }
    }

    private func quoted(_ position: inout Int) throws(FormatError) -> Range<Int> {
        try take("\"", &position)
        let start = position
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            guard text[position] != UInt8(ascii: "\\") else {
                throw FormatError(.invalidPropertyList(expected: "a string without escapes"), offset: position)
            }
            position += 1
        }
        let content = text[start..<position]
        guard UTF8Check.isText(content.span, asciiOnly: false) else {
            throw FormatError(
                .invalidPropertyList(expected: "UTF-8 without control characters"), offset: start)
        }
        try take("\"", &position)
        return start..<(position - 1)
    }

    private static let names: [UInt8: String] = [
        0x0A: "the end of the line", 0x20: "a space", UInt8(ascii: "\""): "a quote", UInt8(ascii: "="): "=",
        UInt8(ascii: ";"): ";", UInt8(ascii: "{"): "{", UInt8(ascii: "}"): "}",
    ]
}
