internal import ReceiptEssentials
internal import ReceiptKit

/// One demand that a policy can make of evidence, with its names and its meaning.
///
/// This table defines the options of `receipt` and `receipt-server`, their help, the members of a policy in the C library's JSON, and the
/// table in the documentation. To add a demand, add a row here, a property of ``PolicyDescription`` that becomes part of the policy, and an
/// option in `PolicyOptions.swift`, which both programs share.
public struct PolicyDemand: Sendable {
    /// The option, without its dashes, such as `bundle-id`.
    public let option: String
    /// The member of a policy in JSON.
    public let member: Member
    /// The option's value in the help, such as `id`; nil for a flag.
    public let valueName: String?
    /// One or more sentences for the help and the documentation.
    public let meaning: String
    /// The accepted values, such as *a whole number from 1*, for error messages.
    public let expected: String
    /// The policy's default if this demand isn't made, such as *production*, or nil if the policy then demands nothing.
    public let defaultMeaning: String?
    /// The form of the value.
    public let form: Form
    /// Stores the values in a description, and returns false if one of them is invalid.
    let store: @Sendable (inout PolicyDescription, [String]) -> Bool

    /// The location of a demand's value in a policy's JSON.
    @nonexhaustive
    public enum Member: Hashable, Sendable {
        /// The member of this name.
        case named(String)
        /// A member of the object that is the value of another member: `{"device": {"identifiers": …}}`.
        case part(String, of: String)
        /// A string that replaces a member's usual value: `{"device": "unchecked"}`.
        case word(String, of: String)

        /// The name of the policy's member.
        public var name: String {
            switch self {
            case .named(let name), .part(_, of: let name), .word(_, of: let name): name
            }
        }
    }

    /// The form of a demand's value.
    @nonexhaustive
    public enum Form: Sendable {
        /// No value: the option is present or absent.
        case flag
        /// A string.
        case string
        /// A number.
        case number
        /// Any number of strings: an option that may be repeated.
        case strings
        /// Any number of X.509 certificates: a repeatable option with the path of a file in DER or PEM, or base64 of DER in JSON.
        case certificates

        /// True if the option may be repeated.
        public var isRepeatable: Bool {
            switch self {
            case .flag, .string, .number: false
            case .strings, .certificates: true
            }
        }
    }

    /// The help of the option.
    public var help: String {
        let defaultText = defaultMeaning.map { " (default \($0))" } ?? ""
        return meaning.dropLast(meaning.hasSuffix(".") ? 1 : 0) + defaultText + "."
            + (form.isRepeatable ? " Repeatable." : "")
    }

    private init(
        _ option: String, _ member: Member, _ form: Form, _ valueName: String?, _ meaning: String,
        expected: String, default defaultMeaning: String? = nil,
        store: @escaping @Sendable (inout PolicyDescription, [String]) -> Bool
    ) {
        (self.option, self.member, self.form, self.valueName) = (option, member, form, valueName)
        (self.meaning, self.expected, self.defaultMeaning) = (meaning, expected, defaultMeaning)
        self.store = store
    }

    /// Creates a demand with one value.
    private init<Value: Sendable>(
        _ option: String, _ member: Member, _ form: Form, _ valueName: String, _ meaning: String, expected: String,
        default defaultMeaning: String? = nil, value: @escaping @Sendable (String) -> Value?,
        in property: any WritableKeyPath<PolicyDescription, Value?> & Sendable
    ) {
        self.init(option, member, form, valueName, meaning, expected: expected, default: defaultMeaning) {
            guard $1.count == 1, let first = $1.first, let value = value(first) else { return false }
            $0[keyPath: property] = value
            return true
        }
    }

    /// Creates a demand with any number of values.
    private init<Value: Hashable & Sendable>(
        _ option: String, _ member: Member, _ valueName: String, _ meaning: String, expected: String,
        default defaultMeaning: String? = nil, values: @escaping @Sendable (String) -> Value?,
        in property: any WritableKeyPath<PolicyDescription, Set<Value>?> & Sendable
    ) {
        self.init(option, member, .strings, valueName, meaning, expected: expected, default: defaultMeaning) {
            let values = $1.map(values)
            $0[keyPath: property] = ($0[keyPath: property] ?? []).union(values.compactMap(\.self))
            return !values.contains(nil)
        }
    }

    private init(
        flag option: String, _ member: Member, _ meaning: String, expected: String,
        in property: any WritableKeyPath<PolicyDescription, Bool> & Sendable
    ) {
        self.init(option, member, .flag, nil, meaning, expected: expected) { description, _ in
            description[keyPath: property] = true
            return true
        }
    }

    private init(certificates option: String, _ member: Member, _ meaning: String) {
        self.init(
            option, member, .certificates, "cert", meaning,
            expected: "a list of certificates, each the base64 of its DER"
        ) { _, _ in false }
    }
}

extension PolicyDemand {
    /// Every demand, in the order of the help.
    public static let all = [
        bundleIDs, anyBundleID, devices, deviceVerificationIDs, anyDevice, environments, appAppleID, appVersion,
        maximumAge, clockTolerance, trustRoots, intermediates, xcodeCertificates, distrustedKeys,
        acceptTransactionReceipts,
    ]

    /// The bundle identifiers that evidence may have.
    public static let bundleIDs = PolicyDemand(
        "bundle-id", .named("bundleIDs"), "id", "An app that evidence may be for.",
        expected: "a list of bundle identifiers", values: { $0 }, in: \.bundleIDs)

    /// Evidence may be for any app.
    public static let anyBundleID = PolicyDemand(
        flag: "any-bundle-id", .word("any", of: "bundleIDs"),
        "Accept every app: compare the app in the answer yourself.", expected: "\"any\"", in: \.acceptsAnyApp)

    /// The device identifiers that a receipt may be bound to.
    public static let devices = PolicyDemand(
        "device", .part("identifiers", of: "device"), "hex|uuid",
        "The device a receipt must be for: identifierForVendor as a UUID, or a MAC address.",
        expected: "a list of UUIDs and MAC addresses",
        values: { DeviceIdentifier.bytes(hexadecimal: $0).flatMap(DeviceIdentifier.init(bytes:)) }, in: \.devices)

    /// The device verification identifiers that a JWS may be bound to.
    public static let deviceVerificationIDs = PolicyDemand(
        "device-verification-id", .part("deviceVerificationIDs", of: "device"), "uuid",
        "The device a JWS must be for: StoreKit 2's AppStore.deviceVerificationID. Notifications name no device.",
        expected: "a list of UUIDs", values: { UUID(exactly: $0).map(DeviceIdentifier.deviceVerificationID) },
        in: \.devices)

    /// The device is not checked.
    public static let anyDevice = PolicyDemand(
        flag: "any-device", .word("unchecked", of: "device"), "Do not check the device.", expected: "\"unchecked\"",
        in: \.checksNoDevice)

    /// The environments to accept.
    public static let environments = PolicyDemand(
        "environment", .named("environments"), "name",
        "An environment to accept: production, sandbox, xcode or local-testing. Production and sandbox include volume purchases; sandbox is "
            + "for TestFlight and App Review.",
        expected: "a list of Production, Sandbox, Xcode and LocalTesting",
        default: "production, or with Xcode's certificates xcode, to which local-testing may be added",
        values: { name in PolicyDescription.environmentOptions.first { $0.environment.rawValue == name }?.environment },
        in: \.environments)

    /// The app's Apple ID.
    public static let appAppleID = PolicyDemand(
        "app-apple-id", .named("appAppleID"), .number, "n",
        "The app's Apple ID in the App Store, which all evidence from production must contain, except signed transactions, which don't have it.",
        expected: "a whole number from 1", value: { Int64($0).flatMap { $0 > 0 ? $0 : nil } }, in: \.appAppleID)

    /// The version of the app.
    public static let appVersion = PolicyDemand(
        "app-version", .named("appVersion"), .string, "version",
        "The app version that evidence must be for. Transactions don't name one, so the verifier rejects them all.",
        expected: "a string that is not empty", value: { $0 }, in: \.appVersion)

    /// The maximum age of evidence.
    public static let maximumAge = PolicyDemand(
        "maximum-age", .named("maximumAge"), .number, "seconds",
        "The maximum age of evidence, in seconds before the time of verification. Use it for evidence as it arrives, because stored evidence gets older.",
        expected: secondsExpected, value: seconds, in: \.maximumAge)

    /// The maximum difference between clocks.
    public static let clockTolerance = PolicyDemand(
        "clock-tolerance", .named("clockTolerance"), .number, "seconds",
        "How far ahead of the time of verification evidence may have been signed, in seconds, because clocks differ.",
        expected: secondsExpected, default: "300", value: seconds, in: \.clockTolerance)

    /// Root certificates that replace Apple's.
    public static let trustRoots = PolicyDemand(
        certificates: "trust-root", .named("trustRoots"),
        "A root certificate (DER or PEM) to trust instead of Apple's.")

    /// Issuers of the signer certificates of iOS 6 transaction receipts.
    public static let intermediates = PolicyDemand(
        certificates: "intermediate", .named("intermediates"),
        "A certificate (DER or PEM), in addition to Apple's, that may have issued the signer certificate of an iOS 6 transaction receipt; never "
            + "trusted by itself.")

    /// Xcode's certificates, which replace Apple's roots.
    public static let xcodeCertificates = PolicyDemand(
        certificates: "xcode-certificate", .named("xcodeCertificates"),
        "A certificate (DER or PEM) of StoreKit testing in Xcode: accept evidence that it signed, and no other.")

    /// Keys that the verifier never trusts.
    public static let distrustedKeys = PolicyDemand(
        "distrusted-key", .named("distrustedKeys"), "sha256",
        "A key that no certificate of a chain may have, such as a stolen one: the SHA-256 of its SubjectPublicKeyInfo, which receipt inspect "
            + "shows.",
        expected: "a list of SHA-256 hashes of keys, each of 64 hexadecimal digits", values: { Fingerprint($0) },
        in: \.distrustedKeys)

    /// iOS 6 transaction receipts are accepted.
    public static let acceptTransactionReceipts = PolicyDemand(
        flag: "accept-transaction-receipts", .named("acceptTransactionReceipts"),
        "Accept iOS 6 transaction receipts, whose environment is not signed.", expected: "true or false",
        in: \.acceptsTransactionReceipts)

    private static let secondsExpected = "a number of seconds, 0 or more"

    @Sendable private static func seconds(_ value: String) -> Double? {
        guard let seconds = Double(value), seconds.isFinite, seconds >= 0 else { return nil }
        return seconds
    }
}
