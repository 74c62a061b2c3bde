import ArgumentParser

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what receipts and JWS contain, without verifying anything.",
        usage: "receipt inspect (<file> ... | --files-from <list>) [--format text|json]",
        discussion: """
            Shows every attribute and certificate of a receipt; header, certificates and claims of a JWS; both \
            property lists of an iOS 6 transaction receipt; and each JWS in Apple's JSON bodies. The command doesn't check \
            signatures: anyone could have written what it shows. It shows malformed input as far as it can be \
            read, with the position of the error.

            EXAMPLES:
              receipt inspect app.receipt
              receipt inspect transaction.jws --format json
              base64 < app.receipt | receipt inspect -
            """)

    @OptionGroup(title: "What to read") var files: FileOptions
    @OptionGroup(title: "Output") var output: OutputOptions<InspectionFormat>

    func validate() throws { try files.check() }

    func run() throws {
        var outcome = ExitStatus.good
        try files.forEachFile { file in
            let report = InspectionReport(file: file)
            try output.write(report)
            outcome = max(outcome, report.outcome)
        }
        try outcome.exit()
    }
}
