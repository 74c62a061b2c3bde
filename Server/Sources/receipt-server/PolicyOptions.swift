import AppleVerifyReceipt
import ArgumentParser
import Foundation
import ReceiptKit

/// What evidence must satisfy, as the command line says it.
struct PolicyOptions: ParsableArguments {
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case production
        case sandbox
    }

    enum PendingRenewalInfo: String, ExpressibleByArgument, CaseIterable {
        case empty
    }

    @Option(
        name: .customLong("bundle-id"), parsing: .singleValue,
        help: ArgumentHelp("An app that evidence may be for; may be repeated.", valueName: "id"))
    var bundleIDs: [String] = []

    @Flag(help: "Accept every app: the client must compare the app that the answer names.")
    var anyBundleID = false

    @Option(
        name: .customLong("environment"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            An environment to accept; may be repeated. Unless given, /v1/verify and /v1/ledger accept production, and the routes of \
            verifyReceipt have each their own.
            """, valueName: "name"))
    var environments: [Environment] = []

    @Option(
        help: ArgumentHelp(
            """
            A file with the app's shared secret. A request for verifyReceipt with another password is answered with 21004, and so is one \
            without a password if the receipt has auto-renewable subscriptions. To replace a secret, put both into the file, one a line. \
            Without the option, the server doesn't look at passwords.
            """, valueName: "file"))
    var sharedSecretFile: String?

    @Option(
        name: .customLong("trust-root"), parsing: .singleValue,
        help: ArgumentHelp(
            "A root certificate (DER or PEM) to trust instead of Apple's; may be repeated.", valueName: "cert"))
    var trustRoots: [String] = []

    @Option(
        name: .customLong("intermediate"), parsing: .singleValue,
        help: ArgumentHelp(
            "An intermediate certificate (DER or PEM) of iOS 6 transaction receipts, beside Apple's; may be repeated.",
            valueName: "cert"))
    var intermediates: [String] = []

    @Option(
        name: .customLong("distrusted-key"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            A key that no certificate of a chain may have, such as a stolen one: the SHA-256 of its SubjectPublicKeyInfo, which receipt \
            inspect shows. May be repeated.
            """, valueName: "sha256"), transform: Self.key)
    var distrustedKeys: [Fingerprint] = []

    @Flag(help: "Accept iOS 6 transaction receipts, whose environment is not signed.")
    var acceptTransactionReceipts = false

    @Option(
        help: ArgumentHelp(
            "empty writes pending_renewal_info as an empty array, for clients that need the member.", valueName: "empty"
        ))
    var pendingRenewalInfo: PendingRenewalInfo?

    @Sendable private static func key(_ argument: String) throws -> Fingerprint {
        guard let key = Fingerprint(argument) else {
            throw ValidationError("No SHA-256 of a key: expected 64 hexadecimal digits, with or without colons.")
        }
        return key
    }

    func validate() throws {
        if anyBundleID, !bundleIDs.isEmpty {
            throw ValidationError("--bundle-id and --any-bundle-id contradict each other.")
        }
        if !anyBundleID, bundleIDs.isEmpty {
            throw ValidationError("Name the apps with --bundle-id, or say --any-bundle-id.")
        }
        if bundleIDs.contains("") { throw ValidationError("--bundle-id is empty.") }
    }

    func routes() throws -> Routes {
        let accepted: Set<StoreEnvironment>? =
            environments.isEmpty ? nil : Set(environments.map { $0 == .production ? .production : .sandbox })
        var policy: ReceiptPolicy
        do {
            policy = try ReceiptPolicy(
                bundleIdentifiers: anyBundleID ? .any : .oneOf(Set(bundleIDs)), device: .unchecked,
                environments: accepted, trust: try trust())
        } catch let error as ReceiptPolicy.InvalidPolicy {
            throw ValidationError("\(error).")
        }
        if acceptTransactionReceipts { policy.transactionReceipts = .acceptedWithUnsignedEnvironment }
        policy.distrustedKeys = Set(distrustedKeys)
        let secrets = try sharedSecretFile.map(secrets)
        let pending: VerifyReceiptEndpoint.PendingRenewalInfo = pendingRenewalInfo == .empty ? .empty : .leftOut
        func endpoint(_ environment: VerifyReceiptEndpoint.Environment) -> VerifyReceiptEndpoint {
            VerifyReceiptEndpoint(
                policy: policy, sharedSecrets: secrets, environment: environment, accepting: accepted,
                pendingRenewalInfo: pending)
        }
        return Routes(
            production: endpoint(.production), sandbox: endpoint(.sandbox), verifier: ReceiptVerifier(policy: policy))
    }

    private func trust() throws -> TrustStore {
        let issuers = try intermediates.map(CertificateFile.read)
        return trustRoots.isEmpty
            ? try .appStore(intermediates: issuers)
            : try .roots(trustRoots.map(CertificateFile.read), intermediates: issuers)
    }

    /// One a line.
    private func secrets(_ path: String) throws -> Set<String> {
        let lines = String(decoding: try InputFile.read(path), as: UTF8.self).split(whereSeparator: \.isNewline)
        let secrets = Set(lines.map { $0.trimmingCharacters(in: .whitespaces) }).subtracting([""])
        guard !secrets.isEmpty else { throw ValidationError("\(path) is empty.") }
        return secrets
    }
}
