import ArgumentParser
import ReceiptFields
import ReceiptReports

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains the codes of errors: the meaning, the usual cause, the remedy, and what support may do.",
        usage: "receipt explain [<code> ...]",
        discussion: """
            Explains every code if you name none. Errors in JSON have the same remedy as "hint". The last sentence is for the \
            customer's support.

            EXAMPLES:
              receipt explain chain.untrustedRoot
              receipt explain | less
            """)

    @Argument(
        help: ArgumentHelp("Codes, such as chain.untrustedRoot.", valueName: "code"),
        completion: .list(ExplainCommand.all.map(\.code)))
    var codes: [String] = []

    private static let all = ErrorExplanation.sections.flatMap(\.explanations)

    func run() throws {
        let style = Style.standardOutput
        let explanations = try codes.isEmpty ? Self.all : codes.map(Self.explanation)
        try StandardOutput.write(explanations.map { Self.text($0, style) }.joined(separator: "\n"))
    }

    private static func explanation(_ code: String) throws -> ErrorExplanation {
        if let explanation = ErrorExplanation(code: code) { return explanation }
        let nearest = all.map { ($0.code, UnknownOption.distance($0.code.lowercased(), code.lowercased())) }
            .min { $0.1 < $1.1 }
        let suggestion = nearest.map { 2 * $0.1 < code.count ? " Did you mean '\($0.0)'?" : "" } ?? ""
        throw ValidationError("No error has the code '\(Printable.text(code))'." + suggestion)
    }

    private static func text(_ explanation: ErrorExplanation, _ style: Style) -> String {
        let rows = [
            ("class", explanation.class?.rawValue ?? "none"), ("cause", explanation.usualCause),
            ("remedy", explanation.remedy ?? explanation.remedyInTests ?? "none"), ("support", explanation.support),
        ]
        return style.bad(explanation.code) + "\n  " + style.wrapped(explanation.meaning, indent: 2)
            + rows.map { "\n  " + style.faint(Printable.column($0, 12)) + style.wrapped($1, indent: 14) }.joined()
            + "\n"
    }
}
