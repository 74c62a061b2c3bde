import ArgumentParser
import ReceiptEssentials
import ReceiptKit

/// The policy and the time, for commands that verify.
struct VerificationOptions: ParsableArguments {
    @OptionGroup var policy: PolicyOptions

    @Option(
        help: ArgumentHelp(
            "The time of verification, such as 2026-01-31T12:00:00Z or 2026-01-31 (default now).",
            valueName: "date"), transform: DateOption.parse)
    var at: Date?

    var time: Date { at ?? DateOption.now }

    func verifier() throws -> ReceiptVerifier { ReceiptVerifier(policy: try policy.policy().policy) }

    /// Rejects options that verifyReceipt couldn't express. Apple had one URL for production and another for the
    /// sandbox.
    func checkForVerifyReceipt() throws {
        let isOne = [[], [.production], [.sandbox]].contains(Set(policy.environments.map(\.environment)))
        guard isOne, policy.xcodeCertificates.isEmpty else {
            throw ValidationError(
                "--format verify-receipt answers as production, or with --environment sandbox as the sandbox.")
        }
    }

    /// The certificates that are read in addition to the evidence, with their options.
    var certificateOptions: [(option: String, path: FileName)] {
        policy.certificateFiles.flatMap { demand, paths in paths.map { ("--\(demand.option)", $0) } }
    }

    var certificateFiles: [FileName] { certificateOptions.map(\.path) }
}

extension PolicyOptions {
    /// False, because the user of a command names a device, or says not to check it. In the server, which shares these options, this value
    /// is true.
    static var isOfManyDevices: Bool { false }
}
