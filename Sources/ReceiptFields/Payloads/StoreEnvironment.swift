/// The environment that issued evidence, by StoreKit 2's name for it. Evidence may spell it differently:
///
/// | Spelling in evidence | Environment |
/// | --- | --- |
/// | `Production`, `ProductionVPP` | ``production`` |
/// | `Sandbox`, `ProductionSandbox`, `ProductionVPPSandbox` | ``sandbox`` |
/// | `Xcode` | ``xcode`` |
/// | `LocalTesting` | ``localTesting`` |
///
/// ``AppReceipt/rawEnvironment`` has the spelling in evidence. The same certificates sign production and sandbox evidence; only the
/// environment distinguishes them.
public struct StoreEnvironment: RawRepresentable, Hashable, Sendable {
    /// StoreKit 2's name, such as `Sandbox`. A spelling that isn't in the table is kept.
    public let rawValue: String

    /// Creates an environment from StoreKit 2's name, or from the spelling in a receipt.
    public init(rawValue: String) {
        // No letter of these strings is canonically equivalent to another, so this compares bytes.
        self.rawValue =
            switch rawValue {
            case "ProductionVPP": "Production"
            case "ProductionSandbox", "ProductionVPPSandbox": "Sandbox"
            default: rawValue
            }
    }

    /// `Production`: the App Store. It includes volume purchases, which businesses and schools pay for.
    public static let production = StoreEnvironment(rawValue: "Production")
    /// `Sandbox`: the sandbox, TestFlight and App Review.
    public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
    /// `Xcode`: StoreKit testing in Xcode, signed with a key that is on every developer's machine.
    public static let xcode = StoreEnvironment(rawValue: "Xcode")
    /// `LocalTesting`: StoreKit testing outside Xcode.
    public static let localTesting = StoreEnvironment(rawValue: "LocalTesting")

    /// True if Xcode signs the evidence instead of Apple.
    package var isXcode: Bool { self == .xcode || self == .localTesting }

    /// Compares bytes, not canonical equivalence, because trust depends on these strings.
    public static func == (a: Self, b: Self) -> Bool { ByteString(a.rawValue) == ByteString(b.rawValue) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(ByteString(rawValue)) }
}

extension StoreEnvironment: CustomStringConvertible {
    /// StoreKit 2's name, escaped.
    public var description: String { SafeText.quoted(rawValue) }
}

extension JSONSink {
    /// Writes StoreKit 2's name and, if it is different, the spelling in the evidence.
    package mutating func environment(_ text: String) throws(Failure) {
        let environment = StoreEnvironment(rawValue: text)
        try member("environment", environment.rawValue)
        if environment.rawValue != text { try member("rawEnvironment", text) }
    }
}
