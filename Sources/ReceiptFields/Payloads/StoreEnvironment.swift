/// Which of the App Store's environments issued evidence, under StoreKit 2's word, whatever the evidence calls it.
///
/// | Evidence's own text | Environment |
/// | --- | --- |
/// | `Production`, `ProductionVPP` | ``production`` |
/// | `Sandbox`, `ProductionSandbox`, `ProductionVPPSandbox` | ``sandbox`` |
/// | `Xcode` | ``xcode`` |
/// | `LocalTesting` | ``localTesting`` |
///
/// The own text is ``AppReceipt/rawEnvironment``. Production and sandbox evidence is signed with the same certificates; only this tells
/// them apart.
public struct StoreEnvironment: RawRepresentable, Hashable, Sendable {
    /// StoreKit 2's word, such as `Sandbox`. A text that is not in the table stays as it is.
    public let rawValue: String

    /// An environment by StoreKit 2's word, or by the text in a receipt.
    public init(rawValue: String) {
        // No letter of these texts is canonically equivalent to another, so the comparison is one of bytes.
        self.rawValue =
            switch rawValue {
            case "ProductionVPP": "Production"
            case "ProductionSandbox", "ProductionVPPSandbox": "Sandbox"
            default: rawValue
            }
    }

    /// `Production`: the App Store. Volume purchases, which businesses and schools pay for, are among them.
    public static let production = StoreEnvironment(rawValue: "Production")
    /// `Sandbox`: the sandbox, TestFlight and App Review.
    public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
    /// `Xcode`: StoreKit testing in Xcode, signed with a key that is on every developer's machine.
    public static let xcode = StoreEnvironment(rawValue: "Xcode")
    /// `LocalTesting`: StoreKit testing outside Xcode.
    public static let localTesting = StoreEnvironment(rawValue: "LocalTesting")

    /// Whether Xcode signs the evidence, and not Apple.
    package var isXcode: Bool { self == .xcode || self == .localTesting }

    /// Compares bytes, not canonical equivalence: these texts decide about trust.
    public static func == (a: Self, b: Self) -> Bool { ByteString(a.rawValue) == ByteString(b.rawValue) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(ByteString(rawValue)) }
}

extension StoreEnvironment: CustomStringConvertible {
    /// StoreKit 2's word, escaped.
    public var description: String { Escaped.text(rawValue) }
}

extension JSONSink {
    /// StoreKit 2's word, and beside it the evidence's own text where that is another.
    package mutating func environment(_ text: String) throws(Failure) {
        let environment = StoreEnvironment(rawValue: text)
        try member("environment", environment.rawValue)
        if environment.rawValue != text { try member("rawEnvironment", text) }
    }
}
