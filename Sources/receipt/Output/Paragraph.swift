/// Sentences in lines of a terminal's width.
enum Paragraph {
    /// Breaks a text at spaces, so that no word is broken: a word that is longer than a line stands out of it, and the terminal
    /// decides.
    ///
    /// - Parameters:
    ///   - indent: columns before the text, and before each further line. Each line is looked at once, so that a text of
    ///     megabytes takes no longer than its size asks for.
    ///   - width: columns of a line, or nil where none is too long.
    static func wrapped(_ text: String, indent: Int, width: Int?) -> String {
        guard let width else { return text }
        let room = max(20, width - indent)
        var lines: [Substring] = []
        var rest = text[...]
        while let edge = rest.index(rest.startIndex, offsetBy: room, limitedBy: rest.endIndex), edge < rest.endIndex {
            let last = rest[...edge].lastIndex(of: " ") ?? rest[edge...].firstIndex(of: " ")
            guard let space = last else { break }
            lines.append(rest[..<space])
            rest = rest[rest.index(after: space)...]
        }
        lines.append(rest)
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
