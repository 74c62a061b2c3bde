import ArgumentParser

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what is in receipts and tokens, without verifying anything.",
        usage: "receipt inspect (<file> ... | --files-from <list>) [--format text|json]",
        discussion: """
            Shows every attribute and certificate of a receipt; header, certificates and claims of a token; both \
            property lists of an iOS 6 transaction receipt; and of Apple's bodies each token in them. Nobody has looked \
            at the signature: anyone could have written what is shown. What is malformed is shown as far as it can be \
            read, with the place where it breaks.

            Example: receipt inspect transaction.jws
            """)

    @OptionGroup var files: FileOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try files.check() }

    func run() throws {
        var outcome = Outcome.good
        for file in try files.all() {
            let report = InspectionReport(file: file)
            try output.write(report)
            outcome = max(outcome, report.outcome)
        }
        try outcome.exit()
    }
}
