import ReceiptFields

/// The error and its hints, for people: a row for each, in the terms of `receipt explain`.
enum FailureText {
    static func rows(_ message: String, remedy: String?, options: [String] = [], _ style: Style) -> String {
        row("message", message, style, style.faint) + (remedy.map { row("remedy", $0, style, style.faint) } ?? "")
            + self.options(options, style)
    }

    /// Returns the row with the options that a remedy mentions, or an empty string.
    static func options(_ options: [String], _ style: Style) -> String {
        if options.isEmpty { return "" }
        return "  " + style.faint(TextColumns.padded("options", 12))
            + style.wrapped(options.joined(separator: ", "), indent: 14) + "\n"
    }

    /// Returns a note, which doesn't affect the exit status: a warning, or something else to try.
    static func note(_ text: String, _ style: Style) -> String { row("note", text, style, style.warning) }

    /// Adds the full stop that messages don't have in JSON.
    private static func row(_ name: String, _ text: String, _ style: Style, _ ink: (String) -> String) -> String {
        let sentence = text.last.map { ".!?".contains($0) } == true ? text : text + "."
        return "  " + ink(TextColumns.padded(name, 12)) + style.wrapped(sentence, indent: 14) + "\n"
    }
}
