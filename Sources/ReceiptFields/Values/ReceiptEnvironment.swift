/// Which environment issued a receipt: attribute 0, as its text.
///
/// Production and sandbox receipts are signed with the same certificates; only this attribute tells them apart.
public struct ReceiptEnvironment: RawRepresentable, Hashable, Sendable {
    /// The text in the receipt.
    public let rawValue: String

    /// An environment by its text in the receipt.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `Production`: the App Store.
    public static let production = ReceiptEnvironment(rawValue: "Production")
    /// `ProductionSandbox`: the sandbox, TestFlight and App Review.
    public static let sandbox = ReceiptEnvironment(rawValue: "ProductionSandbox")
    /// `ProductionVPP`: the Volume Purchase Program, through which businesses and schools buy.
    public static let volumePurchase = ReceiptEnvironment(rawValue: "ProductionVPP")
    /// `ProductionVPPSandbox`: the Volume Purchase Program's sandbox.
    public static let volumePurchaseSandbox = ReceiptEnvironment(rawValue: "ProductionVPPSandbox")
    /// `Xcode`: StoreKit testing in Xcode, signed with a key that is on every developer's machine.
    public static let xcode = ReceiptEnvironment(rawValue: "Xcode")
    /// `LocalTesting`: StoreKit testing outside Xcode.
    public static let localTesting = ReceiptEnvironment(rawValue: "LocalTesting")

    /// Which of the App Store's environments this is: volume purchases are ``production``, and theirs in sandbox are
    /// ``sandbox``, as is `Sandbox`, StoreKit 2's word. Any other is itself.
    public var normalized: ReceiptEnvironment {
        switch self {
        case .volumePurchase: .production
        case .volumePurchaseSandbox, ReceiptEnvironment(rawValue: "Sandbox"): .sandbox
        default: self
        }
    }

    /// Compares bytes, not canonical equivalence: these texts decide whom to believe.
    public static func == (a: Self, b: Self) -> Bool {
        // Only ASCII has as many UTF-8 as UTF-16 units, and of one length nothing else is equivalent to it.
        let (one, two) = (a.rawValue, b.rawValue)
        return one.utf8.count == two.utf8.count && one == two
            && (one.utf8.count == one.utf16.count || one.utf8.elementsEqual(two.utf8))
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}

extension ReceiptEnvironment: CustomStringConvertible {
    /// The text in the receipt, escaped.
    public var description: String { Escaped.text(rawValue) }
}
