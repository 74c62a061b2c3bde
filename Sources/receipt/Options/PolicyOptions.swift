import ArgumentParser
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a receipt must satisfy: the options that all commands which verify have in common.
struct PolicyOptions: ParsableArguments {
    @Option(
        name: .customLong("bundle-id"), parsing: .singleValue,
        help: ArgumentHelp("An app the receipts may be for; may be repeated.", valueName: "id"))
    var bundleIDs: [String]

    @Option(
        name: .customLong("device"), parsing: .singleValue,
        help: ArgumentHelp(
            "The device the receipts must be for: identifierForVendor as a UUID, or a MAC address; may be repeated.",
            valueName: "hex|uuid"))
    var devices: [DeviceOption] = []

    @Flag(help: "Do not check the device.")
    var anyDevice = false

    @Option(
        name: .customLong("environment"), parsing: .singleValue,
        help: ArgumentHelp(
            """
            An environment to accept; may be repeated. production unless given, xcode with --xcode-certificate. \
            production and sandbox include volume purchases.
            """,
            valueName: "name"))
    var environments: [EnvironmentOption] = []

    @Option(
        name: .customLong("trust-root"), parsing: .singleValue,
        help: ArgumentHelp(
            "A root certificate (DER or PEM) to trust instead of Apple's; may be repeated.", valueName: "cert"))
    var trustRoots: [String] = []

    @Option(
        name: .customLong("xcode-certificate"), parsing: .singleValue,
        help: ArgumentHelp(
            "A certificate (DER or PEM) of StoreKit testing in Xcode: accept what it signed, and nothing else; may be repeated.",
            valueName: "cert"))
    var xcodeCertificates: [String] = []

    @Option(help: ArgumentHelp("The app version the receipts must be for.", valueName: "version"))
    var appVersion: String?

    @Option(
        help: ArgumentHelp(
            "The time of verification, such as 2026-01-31T12:00:00Z, or 2026-01-31. Now unless given.",
            valueName: "date"), transform: DateOption.parse)
    var at: DateOption?

    func validate() throws {
        if !devices.isEmpty, anyDevice { throw ValidationError("--device and --any-device contradict each other.") }
        if devices.isEmpty, !anyDevice {
            throw ValidationError("Say which device the receipts must be for with --device, or --any-device.")
        }
        if !xcodeCertificates.isEmpty, !trustRoots.isEmpty {
            throw ValidationError("--trust-root and --xcode-certificate contradict each other.")
        }
        if !xcodeCertificates.isEmpty, environments.contains(where: { $0 != .xcode }) {
            throw ValidationError("--xcode-certificate accepts --environment xcode alone.")
        }
        if bundleIDs.contains("") { throw ValidationError("--bundle-id is empty.") }
    }

    /// The files that are read besides the receipts.
    var certificateFiles: [String] { trustRoots + xcodeCertificates }

    /// The time of verification.
    var time: Date { at?.date ?? DateOption.now }

    func policy() throws -> ReceiptPolicy {
        let apps = BundleIdentifiers.oneOf(Set(bundleIDs))
        let device: DeviceCheck = anyDevice ? .unchecked : .identifiers(Set(devices.map(\.identifier)))
        let accepted = environments.isEmpty ? nil : Set(environments.map(\.environment))
        do {
            var policy = try ReceiptPolicy(
                bundleIdentifiers: apps, device: device, environments: accepted, trust: try trust())
            policy.appVersion = appVersion
            return policy
        } catch let error as UnreadableFile {
            StandardError.write("receipt: \(error)")
            throw ExitCode(66)
        } catch let error as InvalidPolicy {
            throw ValidationError("\(error).")
        }
    }

    private func trust() throws -> TrustAnchor {
        if !xcodeCertificates.isEmpty { return try .xcode(xcodeCertificates.map(CertificateFile.read)) }
        return trustRoots.isEmpty ? .appStore : try .roots(trustRoots.map(CertificateFile.read))
    }
}
