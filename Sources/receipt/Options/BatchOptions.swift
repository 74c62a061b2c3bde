import ArgumentParser
import ReceiptEssentials
import ReceiptKit

struct BatchOptions: ParsableArguments {
    @Flag(
        help:
            "Read evidence from standard input, one piece per line, and answer each line with a JSON object on one line, or a row of CSV."
    )
    var batch = false

    @Option(
        help: ArgumentHelp(
            "How many files, or lines of a batch, to verify at once (default one per processor).",
            valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "With --batch: continue after line n, the last one that an interrupted run answered.", valueName: "n"))
    var resumeFrom: Int?

    @Option(
        help: ArgumentHelp("Write the counts of the verdicts to this file, as a JSON object.", valueName: "file"),
        completion: .file())
    var summary: FileName?

    @Flag(help: "With --batch: exit with 1 unless every line was verified.")
    var strict = false

    @Flag(help: "With --batch: leave out the contents of verified evidence.")
    var verdictOnly = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
        if summary == .dash { throw ValidationError("--summary must be a file, not -.") }
        if let resumeFrom, resumeFrom < 0 { throw ValidationError("--resume-from must be a line number, or 0.") }
        if batch { return }
        try ValidationError.check(
            ["--resume-from": resumeFrom != nil, "--strict": strict, "--verdict-only": verdictOnly],
            "requires --batch.")
    }

    /// The number of concurrent tasks. More tasks than processors would only use more memory.
    var tasks: Int {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return min(jobs ?? processors, processors)
    }

    /// Rejects options that contradict a batch, which reads lines from standard input and writes JSON or CSV.
    func checkInput(_ files: FileOptions, _ demands: VerificationOptions, _ format: String?) throws {
        if !files.isEmpty { throw ValidationError("--batch reads standard input: name no file, but write `< FILE`.") }
        if let format, format != "json", format != "csv" {
            throw ValidationError("--batch writes JSON or CSV; --format \(format) contradicts that.")
        }
        try files.checkStandardInput(besides: [.dash] + demands.certificateFiles)
    }

    /// Runs a batch, and exits with the status that the options ask for.
    func run(
        _ verifier: ReceiptVerifier, _ demands: VerificationOptions, _ outputs: OutputFiles, _ table: CSVTable?,
        takesLists: Bool = false, skipsRejected: Bool = false,
        _ run: (Batch) async throws -> Summary
    ) async throws {
        let judge = LineJudge(
            verifier: verifier, fixedTime: demands.at, isBrief: verdictOnly,
            namesApp: demands.policy.bundleIDs.count != 1, takesLists: takesLists, skipsRejected: skipsRejected,
            table: table)
        // A resumed run continues a table that has its header already.
        if let table, (resumeFrom ?? 0) == 0 { try StandardOutput.write(table.header) }
        let summary = try await run(Batch(judge: judge, tasks: tasks, answered: resumeFrom ?? 0))
        try outputs.write(["--summary": summary.json])
        if strict, summary.tally.verified < summary.tally.answers { throw ExitCode(1) }
    }
}

extension ValidationError {
    /// Rejects the first of these options that was given, with the reason.
    static func check(_ isGiven: KeyValuePairs<String, Bool>, _ reason: String) throws {
        if let (name, _) = isGiven.first(where: { $0.value }) { throw ValidationError("\(name) \(reason)") }
    }
}
