import ReceiptFields

/// Why something failed and what may help, for people: a row for each, in the words of `receipt explain`.
enum FailureText {
    static func rows(_ message: String, remedy: String?, options: [String] = [], _ style: Style) -> String {
        row("message", message, style, style.faint) + (remedy.map { row("remedy", $0, style, style.faint) } ?? "")
            + self.options(options, style)
    }

    /// The row of the options that a remedy is about, or nothing.
    static func options(_ options: [String], _ style: Style) -> String {
        if options.isEmpty { return "" }
        return "  " + style.faint(Printable.column("options", 12))
            + style.wrapped(options.joined(separator: ", "), indent: 14) + "\n"
    }

    /// What fails nothing by itself: something that isn't as it should be, or what else may be tried.
    static func note(_ text: String, _ style: Style) -> String { row("note", text, style, style.warning) }

    /// With a full stop, which messages don't have in JSON.
    private static func row(_ name: String, _ text: String, _ style: Style, _ ink: (String) -> String) -> String {
        let sentence = text.last.map { ".!?".contains($0) } == true ? text : text + "."
        return "  " + ink(Printable.column(name, 12)) + style.wrapped(sentence, indent: 14) + "\n"
    }
}
