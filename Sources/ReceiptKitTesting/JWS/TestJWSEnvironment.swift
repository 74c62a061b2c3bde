/// The environment that a JWS names. Receipts have other words for it: see ``TestEnvironment``.
public struct TestJWSEnvironment: RawRepresentable, Hashable, Sendable {
    /// The word in the JWS.
    public var rawValue: String

    /// An environment of this word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The App Store.
    public static let production = Self(rawValue: "Production")
    /// TestFlight, App Review and development with sandbox accounts.
    public static let sandbox = Self(rawValue: "Sandbox")
    /// Local testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")
    /// Tests that start a StoreKit session of their own.
    public static let localTesting = Self(rawValue: "LocalTesting")

    /// Whether it is a Mac that signs, and not Apple's servers.
    var isLocal: Bool { self == .xcode || self == .localTesting }
}
