import ArgumentParser
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Shows what verified receipts say was bought, in order, and what it entitles to.",
        usage: """
            receipt ledger <file> ... (--bundle-id <id> ... | --any-bundle-id)
                           (--device <hex|uuid> ... | --any-device |
                            --device-verification-id <uuid> ...)
                           [--app-apple-id <n>]
                           [--environment <name> ...]
                           [--trust-root <cert> ... | --xcode-certificate <cert> ...]
                           [--intermediate <cert> ...]
                           [--accept-transaction-receipts]
                           [--app-version <version>] [--at <date>]
                           [--as-of <date>] [--merge] [--svg <file>]
                           [--format text|json]
            """,
        discussion: """
            Verifies first, like verify, and shows nothing of a receipt that is refused: then the purchases as a table, one \
            timeline for each subscription, and the entitlements at a date.

            With --merge all files become one ledger, or none: the first one that is refused, or that is not of the same app \
            and environment as those before it, is the answer.
            """)

    @OptionGroup var files: FileOptions
    @OptionGroup var demands: PolicyOptions

    @Option(
        help: ArgumentHelp(
            "The date to ask the ledger about. The time of verification unless given.", valueName: "date"),
        transform: DateOption.parse)
    var asOf: DateOption?

    @Flag(help: "Join all files into one ledger, and answer once.")
    var merge = false

    @Option(help: ArgumentHelp("Also draw the timelines of the one ledger into this file.", valueName: "file"))
    var svg: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try FileOptions.checkStandardInput(files.files + demands.certificateFiles)
        if svg != nil, files.files.count != 1, !merge {
            throw ValidationError("--svg draws one ledger; give one file, or --merge.")
        }
    }

    func run() throws {
        let verifier = ReceiptVerifier(policy: try demands.policy())
        let time = demands.time
        let date = asOf?.date ?? time
        if merge {
            let reports = files.files.map { VerificationReport(file: $0, verifier: verifier, time: time) }
            let report = MergedReport(reports, asOf: date)
            try output.write(report)
            if let svg, let picture = report.picture { try OutputFile.write(Array(picture.utf8), to: svg) }
            return try report.outcome.exit()
        }
        var outcome = Outcome.good
        for file in files.files {
            let report = LedgerReport(VerificationReport(file: file, verifier: verifier, time: time), asOf: date)
            try output.write(report)
            outcome = max(outcome, report.outcome)
            if let svg, let picture = report.picture { try OutputFile.write(Array(picture.utf8), to: svg) }
        }
        try outcome.exit()
    }
}
