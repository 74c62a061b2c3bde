/// The environment that a receipt or a JWS names. Any other text can be written too.
public struct TestEnvironment: RawRepresentable, Hashable, Sendable {
    /// The text of a receipt's attribute 0.
    public var rawValue: String

    /// An environment of this text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The App Store.
    public static let production = Self(rawValue: "Production")
    /// TestFlight, App Review and development with sandbox accounts.
    public static let sandbox = Self(rawValue: "ProductionSandbox")
    /// Volume purchase.
    public static let volumePurchase = Self(rawValue: "ProductionVPP")
    /// Volume purchase in the sandbox.
    package static let volumePurchaseSandbox = Self(rawValue: "ProductionVPPSandbox")
    /// Local testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")
    /// Tests that start a StoreKit session of their own. Only JWS name it.
    public static let localTesting = Self(rawValue: "LocalTesting")

    /// Whether it is a Mac that signs, and not Apple's servers.
    var isLocal: Bool { self == .xcode || self == .localTesting }

    var isSandbox: Bool { self == .sandbox || self == .volumePurchaseSandbox }
    package var isVolumePurchase: Bool { self == .volumePurchase || self == .volumePurchaseSandbox }

    /// What StoreKit 2 and its JWS call the environment.
    package var word: String { isSandbox ? "Sandbox" : isVolumePurchase ? "Production" : rawValue }
}

/// The family of systems that a receipt was issued for (attribute 25).
package enum TestPlatform: Int64, Hashable, Sendable {
    /// macOS, where the device identifier is a MAC address.
    case macOS = 2
    /// iOS and its relatives, where it is the identifier for the vendor.
    case iOS = 3
}

/// Whose habits a receipt's encoding follows.
package enum TestReceiptShape: Hashable, Sendable {
    /// Apple's servers: DER throughout, all their attributes, sets sorted.
    case appStore
    /// Xcode's local testing: a BER envelope, few attributes, sets by ascending type.
    case xcode

    var order: TestAttributeSet.Order { self == .appStore ? .der : .ascendingType }
}
