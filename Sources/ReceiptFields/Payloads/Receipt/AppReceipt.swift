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
    var environmentText = EnvironmentText()
    /// The app's identifier in the App Store (attribute 1, undocumented); 0 in sandbox.
    public internal(set) var appID: Int64?
    /// The bundle identifier (attribute 2).
    public internal(set) var bundleIdentifier = ""
    /// The app version (attribute 3): `CFBundleVersion` on iOS, `CFBundleShortVersionString` on macOS.
    public internal(set) var appVersion = ""
    /// The age rating, such as `4+` (attribute 10, undocumented).
    public internal(set) var ageRating: String?
    /// The date on which the receipt was created (attribute 12). The certificates must have been valid on this date, not today.
    public internal(set) var creationDate = Date(timeIntervalSince1970: 0)
    /// The download identifier (attribute 15, undocumented); 0 in sandbox.
    public internal(set) var downloadID: Int64?
    /// The external identifier of the app version (attribute 16, undocumented); 0 in sandbox.
    public internal(set) var appVersionID: Int64?
    /// The purchases in file order (attribute 17), which isn't chronological. Many receipts have none.
    public internal(set) var purchases: [InAppPurchase] = []
    /// The date on which the customer first acquired the app (attribute 18, undocumented); always 2013-08-01T07:00:00Z in sandbox.
    public internal(set) var originalPurchaseDate: Date?
    /// The version of the app that the customer first acquired (attribute 19); always 1.0 in sandbox.
    public internal(set) var originalAppVersion: String?
    /// The expiration date of the receipt (attribute 21). Only the Volume Purchase Program has one, and Xcode's receipts have 4001-01-01.
    public internal(set) var expirationDate: Date?
    /// The date on which the customer preordered the app (attribute 32, undocumented).
    public internal(set) var preorderDate: Date?

    /// The reasons why undocumented attributes couldn't be decoded, at most 1,000. Their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// The whole SET, as signed.
    package internal(set) var payload: ArraySlice<UInt8> = []
    /// The bytes inside the SET.
    var contents: ArraySlice<UInt8> = []
    // The bytes of attributes 4, 2 and 5 as in the receipt. The first two are hashed; the third is the hash.
    package internal(set) var opaqueValueBytes: ArraySlice<UInt8> = []
    package internal(set) var bundleIdentifierBytes: ArraySlice<UInt8> = []
    package internal(set) var deviceHashBytes: ArraySlice<UInt8> = []

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
    /// Returns true if both have the same bytes.
    public static func == (a: Self, b: Self) -> Bool { a.payload == b.payload }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(payload) }
}

extension AppReceipt: CustomStringConvertible {
    /// One line: the app, the environment, the creation date, and the number of purchases.
    public var description: String {
        "receipt of \(Escaped.text(bundleIdentifier)), environment \(environment), created \(Timestamp.string(creationDate)), "
            + "purchases: \(purchases.count)"
    }
}

extension AppReceipt: AttributeOwner {
    static let firstNumber: Int64 = 0
    package static let table = FieldTable(of: AppReceipt.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit(0, "environment", "Environment that issued the receipt", .utf8, .required, &environmentText)
        try visit(1, "appID", "The app's identifier in the store", .integer, .lenient, &appID)
        try visit(2, "bundleIdentifier", json: "bundleID", "Bundle identifier", .utf8, .required, &bundleIdentifier)
        try visit(3, "appVersion", "App version", .utf8, .required, &appVersion)
        try visit(4, "opaqueValue", "Opaque value for the device hash", .octets, .required, &opaqueValueBytes)
        try visit(
            5, "deviceHash", "Hash that binds the receipt to a device", .octets, .required, in: 20...20,
            &deviceHashBytes)
        visit.pass(6, "Opaque", .octets)
        visit.pass(7, "Opaque", .octets)
        visit.pass(8, "First issued (production)", .date)
        visit.pass(9, "Server's build, as ASCII", .integer)
        try visit(10, "ageRating", "Age rating", .ia5, .lenient, &ageRating)
        visit.pass(11, "Developer's identifier", .integer)
        try visit(12, "creationDate", "Creation date of the receipt", .date, .required, &creationDate)
        visit.pass(13, "OS or client version", .integer)
        visit.pass(14, "Device model, probably", .integer)
        try visit(15, "downloadID", "Download identifier", .integer, .lenient, &downloadID)
        try visit(16, "appVersionID", "External identifier of the app version", .integer, .lenient, &appVersionID)
        visit.pass(17, name: "purchases", "In-app purchase", .purchase, .repeating)
        try visit(18, "originalPurchaseDate", "Date the app was first acquired", .date, .lenient, &originalPurchaseDate)
        try visit(19, "originalAppVersion", "App version first acquired", .utf8, .strict, &originalAppVersion)
        visit.pass(20, "Unknown, always empty", .utf8)
        try visit(21, "expirationDate", "Expiration date (volume purchase)", .date, .strict, &expirationDate)
        visit.pass(25, "Platform: 2 macOS, 3 iOS", .integer)
        try visit(32, "preorderDate", "Date the app was ordered before its release", .date, .lenient, &preorderDate)
    }
}
