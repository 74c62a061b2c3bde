import ArgumentParser
import ReceiptKit

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies evidence, and prints its contents or why it is rejected.",
        usage: """
            receipt verify (<file> ... | --files-from <list>)
                           (--bundle-id <id> ... | --any-bundle-id)
                           (--device <hex|uuid> ... | --any-device |
                            --device-verification-id <uuid> ...)
                           [--app-apple-id <n>] [--environment <name> ...]
                           [--trust-root <cert> ... | --xcode-certificate <cert> ...]
                           [--intermediate <cert> ...]
                           [--distrusted-key <sha256> ...]
                           [--accept-transaction-receipts]
                           [--app-version <version>] [--at <date>]
                           [--format text|json|csv|verify-receipt] [--short]
                           [--only verified|rejected|unreadable]
                           [--jobs <n>] [--summary <file>]
            receipt verify --batch [--jobs <n>] [--summary <file>]
                           [--strict] [--verdict-only] [--resume-from <n>]
                           (the same options)
            """,
        discussion: """
            Name the app and the device, or accept any. Accepts only production unless you name other \
            environments. A renewal info names no app, and is rejected without its transaction.

            Reads all files of a folder and of the folders in it, except hidden ones. Verifies files in parallel and \
            answers them in order; after many files, or a batch, prints a line of counts on standard error.

            With --short each file has one line: verdict, code, class, products and name. --only prints the files with one verdict; \
            the counts and the exit status include all files.

            A batch reads standard input. A line is a JWS, the base64 of a receipt, or a JSON object: one of Apple's \
            JSON bodies, or an object with any of these as "evidence" or "receipt" and optionally a string or a number as \
            "id". Every line gets one line of output, in the same order: an object with "line", \
            "id" and "verdict", which is "verified", or "refused" or "unreadable" with an "error". The exit status \
            is then 0, or with --strict 1 if a line was not verified. To continue an interrupted batch, give it the \
            same input and --resume-from.

            A run that fails or is killed leaves the old file of --summary as it was. --summary can't name a file that is \
            read, or a file in such a folder.

            EXAMPLES:
              receipt verify app.receipt --bundle-id com.example.app --any-device
              receipt verify receipts/ --any-bundle-id --any-device --format json
              receipt verify receipts/ --any-bundle-id --any-device --short
              receipt verify --batch --bundle-id com.example.app --any-device < lines.txt
            """)

    @OptionGroup(title: "What to read") var files: FileOptions
    @OptionGroup(title: "What to accept") var demands: VerificationOptions
    @OptionGroup(title: "Output") var output: OutputOptions<VerdictFormat>
    @Flag(help: "Print one line for each file.")
    var short = false

    @Option(help: "Print only the files with this verdict: verified, rejected or unreadable.")
    var only: VerdictFilter?

    @OptionGroup(title: "Many files and batches") var batch: BatchOptions

    func validate() throws {
        if short, !output.isText { throw ValidationError("--short prints text, so --format contradicts it.") }
        try ValidationError.check(
            ["--short": short && batch.batch, "--only": only != nil && batch.batch], "is for files, not for --batch.")
        if only != nil, output.format == .verifyReceipt {
            throw ValidationError("--only works with text, JSON and CSV.")
        }
        guard batch.batch else {
            if files.isEmpty {
                throw ValidationError("Name the files to verify, or a list of them with --files-from, or give --batch.")
            }
            if output.format == .verifyReceipt { try demands.checkForVerifyReceipt() }
            return try files.checkStandardInput(besides: demands.certificateFiles)
        }
        try batch.checkInput(files, demands, output.format?.rawValue)
    }

    func run() async throws {
        let outputs = try files.outputs(["--summary": batch.summary], besides: demands)
        let verifier = try demands.verifier()
        if batch.batch {
            return try await batch.run(verifier, demands, outputs, output.isCSV ? .lines : nil) { try await $0.run() }
        }
        let (time, output) = (demands.time, output)
        if output.format == .verifyReceipt {
            let answers = VerifyReceiptAnswers(policy: verifier.policy, time: time)
            return try await answerFiles(besides: outputs) {
                answers.answer(to: $0)
            } write: {
                try $0.write()
            }
        }
        try output.begin(VerificationReport.table)
        try await answerFiles(besides: outputs) {
            VerificationReport(file: $0, verifier: verifier, time: time)
        } write: {
            if let only, !only.includes($0.answer) { return }
            if short {
                try StandardOutput.write(Array(ShortReport(report: $0).line(Style.standardOutput).utf8))
            } else {
                try output.write($0)
            }
        }
    }

    /// Verifies several files at once, and writes the answers in order.
    private func answerFiles<FileAnswer: Answering & Sendable>(
        besides outputs: OutputFiles, _ answer: @escaping @Sendable (FileName) -> FileAnswer,
        write: (FileAnswer) throws -> Void
    ) async throws {
        var list = files.list
        list.outputs = outputs
        var (outcome, tally) = (ExitStatus.good, VerdictCounts())
        var progress = Progress()
        var names = list.makeIterator()
        try await mapInOrder(tasks: batch.tasks, window: 3 * batch.tasks) {
            try names.next()
        } transform: { _, file in
            answer(file)
        } handle: { answered in
            do { try write(answered) } catch { Self.exit(withError: error) }
            outcome = max(outcome, ExitStatus(answered.answer))
            tally.count(answered.answer, first: answered.file)
            progress.show(tally, inputEnd: 0)
        }
        // No summary for up to ten files that were named one by one.
        if list.isOpen || list.names.count > 10 || batch.summary != nil {
            try outputs.write(["--summary": progress.finish(tally).json])
        } else {
            progress.clear()
        }
        try outcome.exit()
    }
}
