import ArgumentParser
import ReceiptEssentials
import ReceiptKit

/// What evidence must satisfy: the options that all commands which verify have in common.
struct PolicyOptions: ParsableArguments {
    @Option(
        name: .customLong("bundle-id"), parsing: .singleValue,
        help: ArgumentHelp("An app that evidence may be for. Repeatable.", valueName: "id"))
    var bundleIDs: [String] = []

    @Flag(
        name: .customLong("any-bundle-id"), help: "Accept every app: compare the app that the verdict names yourself.")
    var anyBundleID = false

    @Option(
        name: .customLong("app-apple-id"),
        help: ArgumentHelp(
            """
            The app's number in the App Store, which all evidence of production must name, but for signed transactions: they have none.
            """,
            valueName: "n"))
    var appAppleID: Int64?

    @Option(
        name: .customLong("device"), parsing: .singleValue,
        help: ArgumentHelp(
            "The device a receipt must be for: identifierForVendor as a UUID, or a MAC address. Repeatable.",
            valueName: "hex|uuid"))
    var devices: [DeviceOption] = []

    @Option(
        name: .customLong("device-verification-id"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            The device a JWS must be for: StoreKit 2's AppStore.deviceVerificationID. Notifications are of \
            no device. Repeatable.
            """, valueName: "uuid"), transform: DeviceOption.verificationID)
    var deviceVerificationIDs: [UUID] = []

    @Flag(help: "Do not check the device.")
    var anyDevice = false

    @Option(
        name: .customLong("environment"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            An environment to accept (default production; with --xcode-certificate xcode, which local-testing may join). \
            production and sandbox include volume purchases. Repeatable.
            """,
            valueName: "name"))
    var environments: [EnvironmentOption] = []

    @Option(
        name: .customLong("trust-root"), parsing: .singleValue,
        help: ArgumentHelp(
            "A root certificate (DER or PEM) to trust instead of Apple's. Repeatable.", valueName: "cert"),
        completion: .file())
    var trustRoots: [FileName] = []

    @Option(
        name: .customLong("intermediate"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            A certificate (DER or PEM), beside Apple's, that may have issued the signer certificate of an iOS 6 transaction receipt; never \
            trusted by itself. Repeatable.
            """, valueName: "cert"), completion: .file())
    var intermediates: [FileName] = []

    @Flag(help: "Accept iOS 6 transaction receipts, whose environment is not signed.")
    var acceptTransactionReceipts = false

    @Option(
        name: .customLong("xcode-certificate"), parsing: .singleValue,
        help: ArgumentHelp(
            "A certificate (DER or PEM) of StoreKit testing in Xcode: accept what it signed, and nothing else. Repeatable.",
            valueName: "cert"), completion: .file())
    var xcodeCertificates: [FileName] = []

    @Option(
        name: .customLong("distrusted-key"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            A key that no certificate of a chain may have, such as a stolen one: the SHA-256 of its SubjectPublicKeyInfo, which receipt \
            inspect shows. Repeatable.
            """, valueName: "sha256"), transform: Self.key)
    var distrustedKeys: [Fingerprint] = []

    @Option(
        help: ArgumentHelp(
            "The app version that evidence must be for. Transactions don't have it.",
            valueName: "version"))
    var appVersion: String?

    @Option(
        help: ArgumentHelp(
            "The time of verification, such as 2026-01-31T12:00:00Z or 2026-01-31 (default now).",
            valueName: "date"), transform: DateOption.parse)
    var at: Date?

    /// Reads the fingerprint of a key, or says what one looks like.
    @Sendable private static func key(_ argument: String) throws -> Fingerprint {
        guard let key = Fingerprint(argument) else {
            throw ValidationError("No SHA-256 of a key: expected 64 hexadecimal digits, with or without colons.")
        }
        return key
    }

    func validate() throws {
        if bundleIDs.isEmpty, !anyBundleID {
            throw ValidationError("Say which app it must be for with --bundle-id, or --any-bundle-id.")
        }
        if !bundleIDs.isEmpty, anyBundleID {
            throw ValidationError("--bundle-id and --any-bundle-id contradict each other.")
        }
        if anyDevice, !devices.isEmpty { throw ValidationError("--device and --any-device contradict each other.") }
        if anyDevice, !deviceVerificationIDs.isEmpty {
            throw ValidationError("--device-verification-id and --any-device contradict each other.")
        }
        if devices.isEmpty, deviceVerificationIDs.isEmpty, !anyDevice {
            throw ValidationError(
                "Say which device it must be for with --device or --device-verification-id, or --any-device.")
        }
        if !xcodeCertificates.isEmpty, !trustRoots.isEmpty {
            throw ValidationError("--trust-root and --xcode-certificate contradict each other.")
        }
        if !xcodeCertificates.isEmpty, environments.contains(where: { $0 != .xcode && $0 != .localTesting }) {
            throw ValidationError("--xcode-certificate accepts --environment xcode and local-testing alone.")
        }
        if !xcodeCertificates.isEmpty, !intermediates.isEmpty {
            throw ValidationError("--intermediate and --xcode-certificate contradict each other.")
        }
        if bundleIDs.contains("") { throw ValidationError("--bundle-id is empty.") }
    }

    /// What of all this Apple's verifyReceipt has no answer for: it had an address for production, and another for the sandbox.
    func checkForVerifyReceipt() throws {
        let isOne = environments.isEmpty || environments == [.production] || environments == [.sandbox]
        guard isOne, xcodeCertificates.isEmpty else {
            throw ValidationError(
                "--format verify-receipt answers as production, or with --environment sandbox as the sandbox.")
        }
    }

    /// The files that are read besides the evidence.
    var certificateFiles: [FileName] { certificateOptions.map(\.path) }

    /// The same with the options that name them.
    var certificateOptions: [(option: String, path: FileName)] {
        trustRoots.map { ("--trust-root", $0) } + intermediates.map { ("--intermediate", $0) }
            + xcodeCertificates.map { ("--xcode-certificate", $0) }
    }

    var time: Date { at ?? DateOption.now }

    func policy() throws -> ReceiptPolicy {
        let apps: BundleIdentifiers = anyBundleID ? .any : .oneOf(Set(bundleIDs))
        let identifiers = devices.map(\.identifier) + deviceVerificationIDs.map(DeviceIdentifier.deviceVerificationID)
        let device: DeviceRequirement = anyDevice ? .unchecked : .identifiers(Set(identifiers))
        let accepted = environments.isEmpty ? nil : Set(environments.map(\.environment))
        do {
            var policy = try ReceiptPolicy(
                bundleIdentifiers: apps, device: device, environments: accepted, trust: try trust())
            policy.appVersion = appVersion
            policy.appAppleID = appAppleID
            if acceptTransactionReceipts { policy.transactionReceipts = .acceptedWithUnsignedEnvironment }
            policy.distrustedKeys = Set(distrustedKeys)
            return policy
        } catch let error as ReceiptPolicy.InvalidPolicy {
            throw ValidationError("\(error).")
        }
    }

    private func trust() throws -> TrustStore {
        if !xcodeCertificates.isEmpty { return try .xcode(xcodeCertificates.map(CertificateFile.read)) }
        let issuers = try intermediates.map(CertificateFile.read)
        if trustRoots.isEmpty { return try .appStore(intermediates: issuers) }
        return try .roots(trustRoots.map(CertificateFile.read), intermediates: issuers)
    }
}
