/// The environment in a receipt or a JWS. Any other string is allowed too.
public struct TestEnvironment: RawRepresentable, Hashable, Sendable {
    /// The string of a receipt's attribute 0.
    public var rawValue: String

    /// Creates an environment from its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The App Store.
    public static let production = Self(rawValue: "Production")
    /// TestFlight, App Review and development with sandbox accounts.
    public static let sandbox = Self(rawValue: "ProductionSandbox")
    /// The Volume Purchase Program.
    public static let volumePurchase = Self(rawValue: "ProductionVPP")
    /// The Volume Purchase Program in the sandbox.
    package static let volumePurchaseSandbox = Self(rawValue: "ProductionVPPSandbox")
    /// Local testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")
    /// Tests that start a StoreKit session of their own. This environment occurs only in JWS, not in receipts.
    public static let localTesting = Self(rawValue: "LocalTesting")

    /// True if a Mac signs the evidence instead of Apple's servers.
    var isLocal: Bool { self == .xcode || self == .localTesting }

    var isSandbox: Bool { self == .sandbox || self == .volumePurchaseSandbox }
    package var isVolumePurchase: Bool { self == .volumePurchase || self == .volumePurchaseSandbox }

    /// The name of the environment in StoreKit 2 and its JWS.
    package var word: String { isSandbox ? "Sandbox" : isVolumePurchase ? "Production" : rawValue }
}

/// The family of systems that a receipt was issued for (attribute 25).
package enum TestPlatform: Int64, Hashable, Sendable {
    /// macOS, where the device identifier in the hash is a MAC address.
    case macOS = 2
    /// iOS and related systems, where the device identifier in the hash is the identifier for vendor.
    case iOS = 3
}

/// The issuer whose encoding a receipt imitates.
package enum TestReceiptShape: Hashable, Sendable {
    /// Apple's servers: DER throughout, all attributes that Apple writes, and sorted sets.
    case appStore
    /// Xcode's local testing: a BER envelope, few attributes, and sets ordered by ascending type.
    case xcode

    var order: TestAttributeSet.Order { self == .appStore ? .der : .ascendingType }
}
