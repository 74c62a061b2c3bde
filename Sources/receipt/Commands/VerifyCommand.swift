import ArgumentParser
import ReceiptKit

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Decides whether to believe receipts and tokens, and shows what those say that are believed.",
        usage: """
            receipt verify <file> ... (--bundle-id <id> ... | --any-bundle-id)
                           (--device <hex|uuid> ... | --any-device |
                            --device-verification-id <uuid> ...)
                           [--app-apple-id <n>] [--environment <name> ...]
                           [--trust-root <cert> ... | --xcode-certificate <cert> ...]
                           [--intermediate <cert> ...]
                           [--accept-transaction-receipts]
                           [--app-version <version>] [--at <date>]
                           [--format text|json|verify-receipt]
            receipt verify --batch [--jobs <n>] [--strict] [--verdict-only]
                           (the same options)
            """,
        discussion: """
            Name the app, and the device or that it is not to be checked. What is of production is accepted unless you \
            name other environments. A renewal info names no app, and is refused without its transaction.

            Example: receipt verify transaction.jws --bundle-id com.example.app --any-device

            A batch reads standard input. A line is a token, the base64 of a receipt, or a JSON object: one of Apple's \
            bodies, or an object with any of these as "evidence" (or as "receipt") and, if you like, a text or a number \
            as "id". Every line is answered with one line, in the same order, whatever is in it: \
            {"line":1,"id":…,"verdict":"verified","kind":"appReceipt","receipt":{…}}, or "refused" or "unreadable" with \
            an "error". Then the exit status is 0, unless --strict asks for 1 if a line was not verified.
            """)

    @Argument(help: ArgumentHelp("Files to read; - is standard input, ./* all files.", valueName: "file"))
    var files: [String] = []

    @OptionGroup var demands: PolicyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var batch: BatchOptions

    func validate() throws {
        guard batch.batch else {
            if files.isEmpty { throw ValidationError("Name the files to verify, or give --batch.") }
            return try FileOptions.checkStandardInput(files + demands.certificateFiles)
        }
        if !files.isEmpty { throw ValidationError("--batch reads standard input; name no files.") }
        if let format = output.format, format != .json {
            throw ValidationError("--batch writes JSON; --format \(format.rawValue) contradicts that.")
        }
        try FileOptions.checkStandardInput(["-"] + demands.certificateFiles)
    }

    func run() async throws {
        let verifier = ReceiptVerifier(policy: try demands.policy())
        if batch.batch { return try await runBatch(verifier) }
        let time = demands.time
        var outcome = Outcome.good
        if output.format == .verifyReceipt {
            let answers = VerifyReceiptAnswers(policy: verifier.policy, time: time)
            for file in files { outcome = max(outcome, try answers.write(file)) }
            return try outcome.exit()
        }
        for file in files {
            let report = VerificationReport(file: file, verifier: verifier, time: time)
            try output.write(report)
            outcome = max(outcome, report.outcome)
        }
        try outcome.exit()
    }

    private func runBatch(_ verifier: ReceiptVerifier) async throws {
        let judge = LineJudge(verifier: verifier, fixedTime: demands.at?.date, isBrief: batch.verdictOnly)
        let tally: Tally
        do {
            tally = try await Batch(judge: judge, tasks: batch.tasks).run()
        } catch let error as UnreadableFile {
            StandardError.write("receipt: \(error)")
            throw ExitCode(66)
        }
        if batch.strict, tally.verified < tally.lines { throw ExitCode(1) }
    }
}
