import ArgumentParser
import ReceiptFields
import ReceiptReports

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains error codes: the meaning, the usual cause, the remedy, and advice for support.",
        usage: "receipt explain [<code> ...]",
        discussion: """
            Also explains the statuses of verifyReceipt, the results of Apple's App Store Server Library, and the terms in a ledger's \
            JSON: states, reasons and missing evidence.

            Explains every code if you name none. Errors in JSON have the same remedy as "hint". The last sentence is for the \
            customer's support.

            EXAMPLES:
              receipt explain chain.untrustedRoot
              receipt explain 21002 INVALID_CHAIN billingRecovery
              receipt explain | less
            """)

    @Argument(
        help: ArgumentHelp("Codes, such as chain.untrustedRoot.", valueName: "code"),
        completion: .list(ExplainCommand.all.map(\.code) + WordExplanation.words))
    var codes: [String] = []

    private static let all = ErrorExplanation.sections.flatMap(\.explanations)

    func run() throws {
        let style = Style.standardOutput
        let texts =
            try codes.isEmpty ? Self.all.map { Self.text($0, style) } : codes.flatMap { try Self.texts($0, style) }
        try StandardOutput.write(texts.joined(separator: "\n"))
    }

    private static func texts(_ code: String, _ style: Style) throws -> [String] {
        if let explanation = ErrorExplanation(code: code) { return [text(explanation, style)] }
        let meanings = WordExplanation.all(of: code)
        if !meanings.isEmpty { return meanings.map { text($0, style) } }
        let nearest = Misspelling.nearest(to: code, in: all.map(\.code) + WordExplanation.words)
        throw ValidationError("No error has the code '\(SafeText.printable(code))'." + Misspelling.question(nearest))
    }

    private static func text(_ explanation: WordExplanation, _ style: Style) -> String {
        let rows = [("source", explanation.source), ("codes", explanation.codes.joined(separator: ", "))]
        return text(style.strong(explanation.word), explanation.meaning, rows, style)
    }

    private static func text(_ explanation: ErrorExplanation, _ style: Style) -> String {
        let rows = [
            ("class", explanation.class?.rawValue ?? "none"), ("cause", explanation.usualCause),
            ("remedy", explanation.remedy ?? explanation.remedyInTests ?? "none"),
            ("options", explanation.options.joined(separator: ", ")), ("support", explanation.support),
        ]
        return text(style.bad(explanation.code), explanation.meaning, rows, style)
    }

    /// Returns a heading, its meaning, and the rows that aren't empty.
    private static func text(_ heading: String, _ meaning: String, _ rows: [(String, String)], _ style: Style) -> String
    {
        heading + "\n  " + style.wrapped(meaning, indent: 2)
            + rows.filter { !$1.isEmpty }.map {
                "\n  " + style.faint(TextColumns.padded($0, 12)) + style.wrapped($1, indent: 14)
            }.joined() + "\n"
    }
}
