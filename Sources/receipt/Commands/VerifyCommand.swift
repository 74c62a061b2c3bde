import ArgumentParser
import ReceiptKit

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Decides whether to believe receipts, and shows what those say that are believed.",
        discussion: """
            Name the app, and the device or that it is not to be checked. Production receipts are accepted unless you \
            name other environments.
            """)

    @OptionGroup var files: FileOptions
    @OptionGroup var demands: PolicyOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let verifier = ReceiptVerifier(policy: try demands.policy())
        let time = demands.time
        var outcome = Outcome.good
        for file in files.files {
            let report = VerificationReport(file: file, verifier: verifier, time: time)
            output.write(report)
            outcome = max(outcome, report.outcome)
        }
        try outcome.exit()
    }
}
