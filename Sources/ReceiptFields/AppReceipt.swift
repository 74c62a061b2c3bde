#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an App Store receipt says: the content of its PKCS#7 container, decoded.
///
/// ```
/// Payload ::= SET OF ReceiptAttribute
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
/// Source: Apple, *Validating receipts on the device*. A value of this type says nothing about who wrote it: anyone can.
/// ReceiptKit's `ReceiptVerifier` makes sure that Apple did, and that the receipt is meant for your app.
///
/// Attributes that Apple documents are strict: malformed, repeated or missing, they make decoding fail. The others may change
/// any day; malformed or repeated, the property is nil and ``diagnostics`` says why.
public struct AppReceipt: Sendable {
    var environmentText = EnvironmentText()
    /// The app's identifier in the store (attribute 1, undocumented); 0 in sandbox.
    public internal(set) var appID: Int64?
    /// Bundle identifier (attribute 2).
    public internal(set) var bundleIdentifier = ""
    /// App version (attribute 3): `CFBundleVersion` on iOS, `CFBundleShortVersionString` on macOS.
    public internal(set) var appVersion = ""
    /// Age rating such as `4+` (attribute 10, undocumented).
    public internal(set) var ageRating: String?
    /// When the receipt was created (attribute 12). The certificates have to be valid on this date, not today.
    public internal(set) var creationDate = Date(timeIntervalSince1970: 0)
    /// Download identifier (attribute 15, undocumented); 0 in sandbox.
    public internal(set) var downloadID: Int64?
    /// External identifier of the app version (attribute 16, undocumented); 0 in sandbox.
    public internal(set) var appVersionID: Int64?
    /// Purchases in file order (attribute 17), which is not an order in time. Empty in many receipts.
    public internal(set) var purchases: [InAppPurchase] = []
    /// When the app was first acquired (attribute 18, undocumented); always 2013-08-01T07:00:00Z in sandbox.
    public internal(set) var originalPurchaseDate: Date?
    /// Version of the app that was first acquired (attribute 19); always 1.0 in sandbox.
    public internal(set) var originalAppVersion: String?
    /// When the receipt expires (attribute 21): only for the Volume Purchase Program, and 4001-01-01 in Xcode's receipts.
    public internal(set) var expirationDate: Date?

    /// Undocumented attributes that could not be read, each with the reason: the first 1,000. Their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// The most diagnostics that are kept. A receipt may have one in each of 20,000 purchases, and several, and would take
    /// many times the memory of an honest one to say the same thing of each.
    package static let maximumDiagnostics = 1_000

    /// The whole SET, as it was signed.
    package internal(set) var payload: ArraySlice<UInt8> = []
    /// The octets inside the SET.
    var contents: ArraySlice<UInt8> = []
    var opaqueValueOctets: ArraySlice<UInt8> = []
    var deviceHashOctets: ArraySlice<UInt8> = []

    /// One without any field, for the decoder to fill.
    init() {}

    /// Environment that issued the receipt (attribute 0).
    public var environment: ReceiptEnvironment { environmentText.environment }

    /// The environment in the receipt's own text (attribute 0), such as `ProductionSandbox`.
    public var rawEnvironment: String { environmentText.text }

    /// Whether the app was bought through the Volume Purchase Program, by a business or a school (attribute 0); nil where
    /// ``rawEnvironment`` is unknown.
    public var isVolumePurchase: Bool? { environmentText.isVolumePurchase }

    /// Opaque value (attribute 4), raw octets: part of what ``deviceHash`` covers.
    public var opaqueValue: [UInt8] { Array(opaqueValueOctets) }

    /// SHA-1 hash over device identifier, opaque value and bundle identifier (attribute 5), 20 octets.
    public var deviceHash: [UInt8] { Array(deviceHashOctets) }

    /// All attributes of the receipt, known and unknown, in file order.
    public var attributes: some Sequence<ReceiptAttribute> & Sendable { AttributeSequence(rest: contents) }

    /// What ``deviceHash`` covers besides the device identifier, and the hash itself: the octets of attributes 4, 2 and 5 as
    /// they stand in the receipt. Of attribute 2 the hash covers the ASN.1 header too.
    package var deviceHashInput:
        (opaqueValue: ArraySlice<UInt8>, bundleIdentifier: ArraySlice<UInt8>, hash: ArraySlice<UInt8>)
    {
        let bundleIdentifier = attributes.first { $0.type == .bundleIdentifier }?.value ?? []
        return (opaqueValueOctets, bundleIdentifier, deviceHashOctets)
    }
}

extension AppReceipt: Hashable {
    /// Whether both have the same bytes.
    public static func == (a: Self, b: Self) -> Bool { a.payload == b.payload }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(payload) }
}

extension AppReceipt: CustomStringConvertible {
    /// One line: the app, the environment, when the receipt was created, and how many purchases it has.
    public var description: String {
        "receipt of \(Escaped.text(bundleIdentifier)), environment \(environment), created \(Timestamp.string(creationDate)), "
            + "purchases: \(purchases.count)"
    }
}
