import ArgumentParser
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a receipt must satisfy: the options that all commands which verify have in common.
struct PolicyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app the receipts must be for.", valueName: "id"))
    var bundleID: String

    @Option(
        help: ArgumentHelp(
            "The device the receipts must be for: identifierForVendor as a UUID, or a MAC address.",
            valueName: "hex|uuid"))
    var device: DeviceOption?

    @Flag(help: "Do not check the device.")
    var anyDevice = false

    @Option(
        name: .customLong("environment"), parsing: .singleValue,
        help: ArgumentHelp(
            "An environment to accept; may be repeated. production unless given. production and sandbox include volume purchases.",
            valueName: "name"))
    var environments: [EnvironmentOption] = []

    @Option(
        name: .customLong("trust-root"), parsing: .singleValue,
        help: ArgumentHelp(
            "A root certificate (DER or PEM) to trust instead of Apple's; may be repeated.", valueName: "cert"))
    var trustRoots: [String] = []

    @Option(
        help: ArgumentHelp(
            "The certificate (DER or PEM) of StoreKit testing in Xcode: accept what it signed, and nothing else.",
            valueName: "cert"))
    var xcodeCertificate: String?

    @Option(help: ArgumentHelp("The app version the receipts must be for.", valueName: "version"))
    var appVersion: String?

    @Option(
        help: ArgumentHelp(
            "The time of verification, such as 2026-01-31T12:00:00Z, or 2026-01-31. Now unless given.",
            valueName: "date"), transform: DateOption.parse)
    var at: DateOption?

    func validate() throws {
        if device != nil, anyDevice { throw ValidationError("--device and --any-device contradict each other.") }
        if device == nil, !anyDevice {
            throw ValidationError("Say which device the receipts must be for with --device, or --any-device.")
        }
        if xcodeCertificate != nil, !trustRoots.isEmpty {
            throw ValidationError("--trust-root and --xcode-certificate contradict each other.")
        }
        if bundleID.isEmpty { throw ValidationError("--bundle-id is empty.") }
    }

    /// The files that are read besides the receipts.
    var certificateFiles: [String] { trustRoots + (xcodeCertificate.map { [$0] } ?? []) }

    /// The time of verification.
    var time: Date { at?.date ?? DateOption.now }

    func policy() throws -> ReceiptPolicy {
        var policy = ReceiptPolicy(bundleIdentifier: bundleID, device: device?.check ?? .unchecked)
        if !environments.isEmpty { policy.environments = Set(environments.map(\.environment)) }
        policy.appVersion = appVersion
        do {
            if let xcodeCertificate {
                policy.trust = try .xcode(CertificateFile.read(xcodeCertificate))
            } else if !trustRoots.isEmpty {
                policy.trust = try .roots(trustRoots.map(CertificateFile.read))
            }
        } catch let error as UnreadableFile {
            StandardError.write("receipt: \(error)")
            throw ExitCode(66)
        }
        return policy
    }
}
