/// Escapes strings for a terminal.
enum Terminal {
    /// Escapes a message, in which the parser may quote an argument unchanged, so that it can't move the cursor, change
    /// colors or look like another line. Keeps line breaks, which belong to lists unless an argument has one.
    static func text(_ message: String, quoting arguments: [String]) -> String {
        let isList = !arguments.contains { $0.unicodeScalars.contains("\n") }
        let lines = message.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { safe(String($0)) }.joined(separator: isList ? "\n" : safe("\n"))
    }

    private static func safe(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                "\\u{" + String(scalar.value, radix: 16) + "}"
            default: String(scalar)
            }
        }.joined()
    }
}
