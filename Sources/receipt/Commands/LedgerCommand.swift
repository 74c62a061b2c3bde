import ArgumentParser
import ReceiptEssentials
import ReceiptKit

struct LedgerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Verifies evidence, and shows the customer's purchases and access.",
        usage: """
            receipt ledger (<file> ... | --files-from <list>)
                           (--bundle-id <id> ... | --any-bundle-id)
                           (--device <hex|uuid> ... | --any-device |
                            --device-verification-id <uuid> ...)
                           [--app-apple-id <n>]
                           [--environment <name> ...]
                           [--trust-root <cert> ... | --xcode-certificate <cert> ...]
                           [--intermediate <cert> ...]
                           [--distrusted-key <sha256> ...]
                           [--accept-transaction-receipts]
                           [--app-version <version>] [--at <date>]
                           [--as-of <date>] [--product <id|name=id,id> ...]
                           [--stale-after <seconds>] [--non-renewing <id=days> ...]
                           [--intro-offer-products <id,id>]
                           [--transaction <id> ...]
                           [--first-acquired-before <version>]
                           [--merge [--skip-rejected] | --group | --unique]
                           [--svg <file>]
                           [--format text|json|csv]
            receipt ledger --batch [--merge-by-key [--sort-keys] [--skip-rejected]]
                           [--jobs <n>] [--resume-from <n>]
                           [--summary <file>] [--strict]
                           [--verdict-only] (the same options)
            """,
        discussion: """
            Verifies first, like verify, and shows no contents of rejected evidence. Then prints the purchases as a table, a \
            timeline for each subscription and one for everything else, and whether the customer has access at a date.

            Access is granted, denied, or undetermined, which means that evidence of it may be missing. In that case request Get All \
            Subscription Statuses of the App Store Server API for the original transaction in the answer, add Apple's response, and \
            ask again. Give all products \
            of a subscription group, --product pro=com.example.monthly,com.example.yearly: otherwise the answer misses a product that \
            no evidence names, such as that of a downgrade whose notification was lost.

            With --merge all files become one ledger. If a file is rejected, or its app or environment differs from the files \
            before it, the answer is its error. An empty page of the App Store Server API adds nothing, unless \
            every file is one. With --skip-rejected the ledger leaves out files that are rejected or unreadable, unless all are: \
            standard error lists them, "skipped" in JSON has their verdicts, and CSV has a row for each.

            With --group files that share an original transaction become one ledger, in the order of their first files: for a folder \
            with the evidence of many customers, the answer is one ledger for each. A file that isn't verified is answered by \
            itself. All evidence is held in memory.

            With --unique a table of many customers' files has each purchase once, with all its evidence combined. Otherwise a \
            purchase has a row for each file that contains it. All evidence is held in memory.

            With --batch each line of standard input is answered immediately, with its ledger or an error. Its "evidence" \
            may be a list, [...], of any pieces of one customer; an error has the "index" of its piece, from 0. An empty list means that \
            the customer has no evidence: access to every --product is denied.

            With --batch --merge-by-key the lines of standard input with the same "key" become one ledger. Lines are \
            objects with a "key" and evidence as above, of any kind. They must be sorted by the bytes of their keys, so that \
            only one key is held in memory: a line whose key occurred before or is out of order is answered as unreadable. With \
            --sort-keys the lines may be in any order, and all evidence is held in memory. Each key is answered with \
            one line, in the same order: "key", "verdict" and "ledger". If a line fails, or its app or environment differs from \
            the lines before it, the answer has its "line" and "error" instead of a ledger. With --skip-rejected the ledger leaves \
            out pieces that fail, unless all do, and "skipped" lists the line, index and code of each. A line without a key is answered by itself.

            A run that fails or is killed leaves the old file of --svg or --summary as it was. They can't name a file \
            that is read, or a file in such a folder.

            EXAMPLES:
              receipt ledger app.receipt --bundle-id com.example.app --any-device
              receipt ledger ./*.jws --merge --bundle-id com.example.app --any-device \\
                --as-of 2024-05-02 --svg timeline.svg
              receipt ledger app.receipt --bundle-id com.example.app --any-device \\
                --product pro=com.example.monthly,com.example.yearly
              receipt ledger --batch --merge-by-key --any-bundle-id --any-device < keys.txt
            """)

    @OptionGroup(title: "What to read") var files: FileOptions

    @OptionGroup(title: "What to accept") var demands: VerificationOptions

    @OptionGroup(title: "What to ask") var asked: LedgerOptions

    @Flag(help: "Merge all files into one ledger, and answer once.")
    var merge = false

    @Flag(help: "With --merge and --merge-by-key: leave out files, or pieces, that aren't verified, and list them.")
    var skipRejected = false

    @Flag(help: "Merge files that share an original transaction, and answer once for each group.")
    var group = false

    @Flag(help: "With --format csv: one row for each purchase, however many files contain it.")
    var unique = false

    @Option(
        help: ArgumentHelp("Also draw the ledger's timelines in this file.", valueName: "file"),
        completion: .file())
    var svg: FileName?

    @Flag(help: "With --batch: merge the lines of each key into one ledger.")
    var mergeByKey = false

    @Flag(
        help: "With --merge-by-key: accept lines in any order. All evidence is held in memory, and answered at the end."
    )
    var sortKeys = false

    @OptionGroup(title: "Output") var output: OutputOptions<LedgerFormat>
    @OptionGroup(title: "Batches") var batch: BatchOptions

    func validate() throws {
        if output.isCSV { try asked.checkForTable() }
        if skipRejected, !merge, !mergeByKey {
            throw ValidationError("--skip-rejected requires --merge or --merge-by-key.")
        }
        if unique, !output.isCSV || merge || batch.batch || svg != nil {
            throw ValidationError("--unique requires --format csv, and excludes --merge, --batch and --svg.")
        }
        if group, merge || unique || svg != nil || batch.batch {
            throw ValidationError("--group excludes --merge, --unique, --svg and --batch.")
        }
        guard batch.batch else {
            try ValidationError.check(
                [
                    "--merge-by-key": mergeByKey, "--sort-keys": sortKeys, "--jobs": batch.jobs != nil,
                    "--summary": batch.summary != nil,
                ], "requires --batch.")
            try files.check(besides: demands.certificateFiles)
            if svg != nil, files.files.count != 1 || files.list.isOpen, !merge {
                throw ValidationError("--svg draws one ledger: give one file, or add --merge.")
            }
            return
        }
        if merge {
            throw ValidationError("--merge is for files. For a batch, put a list on a line, or use --merge-by-key.")
        }
        if svg != nil { throw ValidationError("--svg draws one ledger; a batch has many.") }
        if sortKeys, !mergeByKey { throw ValidationError("--sort-keys requires --merge-by-key.") }
        if mergeByKey, batch.resumeFrom != nil {
            throw ValidationError("--resume-from excludes --merge-by-key: it might begin inside a key.")
        }
        try batch.checkInput(files, demands, output.format?.rawValue)
    }

    func run() async throws {
        let outputs = try files.outputs(["--summary": batch.summary, "--svg": svg], besides: demands)
        let verifier = try demands.verifier()
        if batch.batch {
            let table: CSVTable? = output.isCSV ? mergeByKey ? .keyPurchases : .linePurchases : nil
            return try await batch.run(
                verifier, demands, outputs, table, takesLists: true, skipsRejected: skipRejected
            ) {
                try await mergeByKey
                    ? $0.runByKey(asked.question, sorts: sortKeys) : $0.runLedgers(asked.question)
            }
        }
        let time = demands.time
        let question = asked.question(time)
        try output.begin(LedgerReport.table)
        func verification(_ file: FileName) -> VerificationReport {
            VerificationReport(file: file, verifier: verifier, time: time)
        }
        if merge {
            var reports: [VerificationReport] = []
            try files.forEachFile(besides: outputs) { reports.append(verification($0)) }
            let report = MergedReport(reports, question, skipsRejected: skipRejected)
            if output.isText { report.nameSkipped() }
            try output.write(report)
            if svg != nil, let picture = report.picture { try outputs.write(["--svg": Array(picture.utf8)]) }
            return try report.outcome.exit()
        }
        if group {
            var (grouped, outcome) = (GroupedReports(), ExitStatus.good)
            try files.forEachFile(besides: outputs) { grouped.add(verification($0)) }
            for reports in grouped.groups() {
                if reports.count == 1, let only = reports.first {
                    let report = LedgerReport(only, question)
                    try output.write(report)
                    outcome = max(outcome, report.outcome)
                } else {
                    let report = MergedReport(reports, question, namesFiles: true)
                    try output.write(report)
                    outcome = max(outcome, report.outcome)
                }
            }
            return try outcome.exit()
        }
        if unique {
            var purchases = UniquePurchases()
            try files.forEachFile(besides: outputs) { try output.write(purchases.add(verification($0))) }
            try output.write(purchases.finish())
            return try purchases.outcome.exit()
        }
        var outcome = ExitStatus.good
        try files.forEachFile(besides: outputs) { file in
            let report = LedgerReport(verification(file), question)
            try output.write(report)
            outcome = max(outcome, report.outcome)
            if svg != nil, let picture = report.picture { try outputs.write(["--svg": Array(picture.utf8)]) }
        }
        try outcome.exit()
    }
}
