public import ReceiptEssentials

/// The decoded content of an App Store receipt's PKCS#7 container.
///
/// ```
/// Payload ::= SET OF ReceiptAttribute
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
/// Source: Apple, *Validating receipts on the device*. A value of this type proves nothing: anyone can write such content. ReceiptKit's
/// `ReceiptVerifier` verifies that Apple signed it, and that the receipt is for your app.
///
/// Attributes that Apple documents are strict: if one is malformed, repeated or missing, decoding fails. The others may change at any time:
/// if one is malformed or repeated, its property is nil, and ``diagnostics`` contains the reason.
public struct AppReceipt: Sendable {
    let environmentText: EnvironmentText
    /// The app's identifier in the App Store (attribute 1, undocumented); 0 in sandbox.
    public let appID: Int64?
    /// The bundle identifier (attribute 2).
    public let bundleIdentifier: String
    /// The app version (attribute 3): `CFBundleVersion` on iOS, `CFBundleShortVersionString` on macOS.
    public let appVersion: String
    /// The age rating, such as `4+` (attribute 10, undocumented).
    public let ageRating: String?
    /// The date on which the receipt was created (attribute 12). The certificates must have been valid on this date, not today.
    public let creationDate: Date
    /// The download identifier (attribute 15, undocumented); 0 in sandbox.
    public let downloadID: Int64?
    /// The external identifier of the app version (attribute 16, undocumented); 0 in sandbox.
    public let appVersionID: Int64?
    /// The purchases in file order (attribute 17), which isn't chronological. Many receipts have none.
    public internal(set) var purchases: [InAppPurchase] = []
    /// The date on which the customer first acquired the app (attribute 18, undocumented); always 2013-08-01T07:00:00Z in sandbox.
    public let originalPurchaseDate: Date?
    /// The version of the app that the customer first acquired (attribute 19); always 1.0 in sandbox.
    public let originalAppVersion: String?
    /// The expiration date of the receipt (attribute 21). Only the Volume Purchase Program has one, and Xcode's receipts have 4001-01-01.
    public let expirationDate: Date?
    /// The date on which the customer preordered the app (attribute 32, undocumented).
    public let preorderDate: Date?

    /// The reasons why undocumented attributes couldn't be decoded, at most 1,000. Their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// The whole SET, as signed.
    package internal(set) var payload: ArraySlice<UInt8> = []
    /// The bytes inside the SET.
    var contents: ArraySlice<UInt8> = []
    // The bytes of attributes 4, 2 and 5 as in the receipt. The first two are hashed; the third is the hash.
    package let opaqueValueBytes: ArraySlice<UInt8>
    package internal(set) var bundleIdentifierBytes: ArraySlice<UInt8> = []
    package let deviceHashBytes: ArraySlice<UInt8>

    /// The environment that issued the receipt (attribute 0).
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }

    /// The environment as the receipt spells it (attribute 0), such as `ProductionSandbox`.
    public var rawEnvironment: String { environmentText.rawValue }

    /// True if a business or school bought the app through the Volume Purchase Program (attribute 0). Nil if ``rawEnvironment`` is unknown.
    public var isVolumePurchase: Bool? { environmentText.isVolumePurchase }

    /// The opaque value (attribute 4), raw bytes. It is part of the input of ``deviceHash``.
    public var opaqueValue: [UInt8] { Array(opaqueValueBytes) }

    /// The SHA-1 hash over the device identifier, the opaque value and the bundle identifier (attribute 5), 20 bytes.
    public var deviceHash: [UInt8] { Array(deviceHashBytes) }

    /// All attributes of the receipt, known and unknown, in file order.
    public var attributes: some Sequence<ReceiptAttribute> & Sendable { AttributeSequence(rest: contents) }
}

extension AppReceipt: Hashable {
    /// Returns true if both receipts have the same bytes.
    public static func == (a: Self, b: Self) -> Bool { a.payload == b.payload }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(payload) }
}

extension AppReceipt: CustomStringConvertible {
    /// One line: the app, the environment, the creation date, and the number of purchases.
    public var description: String {
        "receipt of \(SafeText.quoted(bundleIdentifier)), environment \(environment), created \(Timestamp.string(creationDate)), "
            + "purchases: \(purchases.count)"
    }
}

extension AppReceipt: AttributeOwner {
    typealias Parts = ReceiptParts
    static let firstNumber: Int64 = 0
    package static let table = FieldTable(of: AppReceipt.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        environmentText = try row(
            0, "environment", "Environment that issued the receipt", .utf8, .required, now?.environmentText)
        appID = try row(1, "appID", "The app's identifier in the store", .integer, .lenient, now?.appID)
        bundleIdentifier = try row(
            2, "bundleIdentifier", json: "bundleID", "Bundle identifier", .utf8, .required, now?.bundleIdentifier)
        appVersion = try row(3, "appVersion", "App version", .utf8, .required, now?.appVersion)
        opaqueValueBytes = try row(
            4, "opaqueValue", "Opaque value for the device hash", .octets, .required, now?.opaqueValueBytes)
        deviceHashBytes = try row(
            5, "deviceHash", "Hash that binds the receipt to a device", .octets, .required, in: 20...20,
            now?.deviceHashBytes)
        row.pass(6, "Opaque", .octets)
        row.pass(7, "Opaque", .octets)
        row.pass(8, "First issued (production)", .date)
        row.pass(9, "Server's build, as ASCII", .integer)
        ageRating = try row(10, "ageRating", "Age rating", .ia5, .lenient, now?.ageRating)
        row.pass(11, "Developer's identifier", .integer)
        creationDate = try row(12, "creationDate", "Creation date of the receipt", .date, .required, now?.creationDate)
        row.pass(13, "OS or client version", .integer)
        row.pass(14, "Device model, probably", .integer)
        downloadID = try row(15, "downloadID", "Download identifier", .integer, .lenient, now?.downloadID)
        appVersionID = try row(
            16, "appVersionID", "External identifier of the app version", .integer, .lenient, now?.appVersionID)
        row.pass(17, name: "purchases", "In-app purchase", .purchase, .repeating)
        originalPurchaseDate = try row(
            18, "originalPurchaseDate", "Date the app was first acquired", .date, .lenient, now?.originalPurchaseDate)
        originalAppVersion = try row(
            19, "originalAppVersion", "App version first acquired", .utf8, .strict, now?.originalAppVersion)
        row.pass(20, "Unknown, always empty", .utf8)
        expirationDate = try row(
            21, "expirationDate", "Expiration date (volume purchase)", .date, .strict, now?.expirationDate)
        row.pass(25, "Platform: 2 macOS, 3 iOS", .integer)
        preorderDate = try row(
            32, "preorderDate", "Date the app was ordered before its release", .date, .lenient, now?.preorderDate)
    }
}
