import ArgumentParser
import ReceiptFields
import ReceiptReports

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two verifyReceipt answers, member by member.",
        usage: "receipt compare <ours> <apples> [--format text|json]",
        discussion: """
            Prints a line for each difference, and nothing if there is none. Ignores white space and the order of \
            members. Matches purchases by transaction_id and product_id, and subscriptions by \
            original_transaction_id and product_id. The same purchases in another order are one difference, and so is a date, \
            which may have three members: its line says whether the instant differs or only the format.

            Ignores request_date and the value of latest_receipt, which differ from request to request. Everything else is \
            compared: a member that only one of the answers has is a difference.

            Exit status: 0 if the answers agree, 1 if they differ, 64 if the command can't be parsed, 66 if a file is unreadable \
            or isn't an answer from verifyReceipt.

            EXAMPLES:
              receipt compare ours.json apples.json
              receipt verify app.receipt --bundle-id com.example.app --any-device \\
                --format verify-receipt | receipt compare - apples.json
            """)

    @Argument(
        help: ArgumentHelp("The answer to check; - is standard input.", valueName: "ours"), completion: .file())
    var ours: FileName

    @Argument(
        help: ArgumentHelp("Apple's answer to the same receipt; - is standard input.", valueName: "apples"),
        completion: .file())
    var apples: FileName

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Option(help: "The format: one line for each difference, or one JSON object (default text).")
    var format: Format?

    func validate() throws {
        if ours == .dash, apples == .dash { throw ValidationError("Standard input (-) can be read only once.") }
    }

    func run() throws {
        let limit = EvidenceFile.maximumSize()
        let differences = AnswerComparison(
            ours: try AnswerJSON(file: ours, limit: limit), apples: try AnswerJSON(file: apples, limit: limit)
        ).differences
        if format == .json {
            var json = JSONWriter()
            json.object { json in
                json.list("files", [ours.description, apples.description])
                json.list("differences", differences)
            }
            json.endLine()
            try StandardOutput.write(json.bytes)
        } else if !differences.isEmpty {
            try StandardOutput.write(differences.map(\.line).joined(separator: "\n"))
        }
        if !differences.isEmpty { throw ExitCode(1) }
    }
}
