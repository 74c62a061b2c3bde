import ArgumentParser
import ReceiptKit

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Decides whether to believe receipts, and shows what those say that are believed.",
        usage: """
            receipt verify <file> ... --bundle-id <id>
                           (--device <hex|uuid> | --any-device)
                           [--environment <name> ...]
                           [--trust-root <cert> ... | --xcode-certificate <cert>]
                           [--app-version <version>] [--at <date>]
                           [--format text|json]
            """,
        discussion: """
            Name the app, and the device or that it is not to be checked. Production receipts are accepted unless you \
            name other environments.
            """)

    @OptionGroup var files: FileOptions
    @OptionGroup var demands: PolicyOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try files.checkStandardInput(besides: demands.certificateFiles) }

    func run() throws {
        let verifier = ReceiptVerifier(policy: try demands.policy())
        let time = demands.time
        var outcome = Outcome.good
        for file in files.files {
            let report = VerificationReport(file: file, verifier: verifier, time: time)
            try output.write(report)
            outcome = max(outcome, report.outcome)
        }
        try outcome.exit()
    }
}
