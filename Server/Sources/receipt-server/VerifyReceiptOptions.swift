import AppleVerifyReceipt
import ArgumentParser
import Foundation
import ReceiptKit

/// The options for the routes of verifyReceipt only.
struct VerifyReceiptOptions: ParsableArguments {
    enum PendingRenewalInfo: String, ExpressibleByArgument, CaseIterable {
        case empty
    }

    @Option(
        help: ArgumentHelp(
            """
            A file with the app's shared secret. A request for verifyReceipt with another password is answered with 21004, and so is one \
            without a password if the receipt has auto-renewable subscriptions. To replace a secret, put both secrets into the file, one on each line. \
            Without the option, the server doesn't check passwords.
            """, valueName: "file"))
    var sharedSecretFile: String?

    @Option(
        help: ArgumentHelp(
            "empty writes pending_renewal_info as an empty array, for clients that need the member.", valueName: "empty"
        ))
    var pendingRenewalInfo: PendingRenewalInfo?

    /// Creates the routes. The routes of verifyReceipt accept their own environments unless an option names others.
    func routes(_ demands: PolicyOptions) throws -> Routes {
        let (description, policy) = try demands.policy()
        let secrets = try sharedSecretFile.map(secrets)
        let pending: VerifyReceiptEndpoint.PendingRenewalInfo = pendingRenewalInfo == .empty ? .empty : .leftOut
        func endpoint(_ environment: VerifyReceiptEndpoint.Environment) -> VerifyReceiptEndpoint {
            VerifyReceiptEndpoint(
                policy: policy, sharedSecrets: secrets, environment: environment, accepting: description.environments,
                pendingRenewalInfo: pending)
        }
        return Routes(
            production: endpoint(.production), sandbox: endpoint(.sandbox), verifier: ReceiptVerifier(policy: policy))
    }

    /// Reads shared secrets, one per line.
    private func secrets(_ path: String) throws -> Set<String> {
        let lines = String(decoding: try InputFile.read(path), as: UTF8.self).split(whereSeparator: \.isNewline)
        let secrets = Set(lines.map { $0.trimmingCharacters(in: .whitespaces) }).subtracting([""])
        guard !secrets.isEmpty else { throw ValidationError("\(path) is empty.") }
        return secrets
    }
}

extension PolicyOptions {
    /// True, because a server verifies evidence from the devices of all customers. No option has to say so.
    static var isOfManyDevices: Bool { true }
}
