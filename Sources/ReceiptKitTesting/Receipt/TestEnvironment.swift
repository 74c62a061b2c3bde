/// The environment that a receipt names in attribute 0. Any other text can be written too.
public struct TestEnvironment: RawRepresentable, Hashable, Sendable, Codable {
    /// The text of the attribute.
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
    public static let volumePurchaseSandbox = Self(rawValue: "ProductionVPPSandbox")
    /// Local testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")

    var isSandbox: Bool { self == .sandbox || self == .volumePurchaseSandbox }
    var isVolumePurchase: Bool { self == .volumePurchase || self == .volumePurchaseSandbox }

    /// What StoreKit 2 calls the environment.
    var word: String { isSandbox ? "Sandbox" : isVolumePurchase ? "Production" : rawValue }
}

/// The family of systems that a receipt was issued for (attribute 25).
public enum TestPlatform: Int64, Hashable, Sendable, Codable {
    /// macOS, where the device identifier is a MAC address.
    case macOS = 2
    /// iOS and its relatives, where it is the identifier for the vendor.
    case iOS = 3
}

/// Whose habits a receipt's encoding follows.
public enum TestReceiptShape: Hashable, Sendable {
    /// Apple's servers: DER throughout, all their attributes, sets sorted.
    case appStore
    /// Xcode's local testing: a BER envelope, few attributes, sets by ascending type.
    case xcode

    var order: TestAttributeSet.Order { self == .appStore ? .der : .ascendingType }
}
