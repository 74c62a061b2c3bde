public import ReceiptEssentials

/// The decoded content of an App Store receipt's PKCS#7 container.
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
    /// The app's identifier in the App Store (attribute 1, undocumented); 0 in sandbox.
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
    /// When the app was ordered before its release (attribute 32, undocumented).
    public internal(set) var preorderDate: Date?

    /// Undocumented attributes that could not be read, each with the reason: the first 1,000. Their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// The whole SET, as it was signed.
    package internal(set) var payload: ArraySlice<UInt8> = []
    /// The bytes inside the SET.
    var contents: ArraySlice<UInt8> = []
    // The bytes of attributes 4, 2 and 5 as they stand in the receipt: the first two are hashed, the third is the hash.
    package internal(set) var opaqueValueBytes: ArraySlice<UInt8> = []
    package internal(set) var bundleIdentifierBytes: ArraySlice<UInt8> = []
    package internal(set) var deviceHashBytes: ArraySlice<UInt8> = []

    /// Environment that issued the receipt (attribute 0).
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }

    /// The environment in the receipt's own text (attribute 0), such as `ProductionSandbox`.
    public var rawEnvironment: String { environmentText.rawValue }

    /// Whether the app was bought through the Volume Purchase Program, by a business or a school (attribute 0); nil where
    /// ``rawEnvironment`` is unknown.
    public var isVolumePurchase: Bool? { environmentText.isVolumePurchase }

    /// Opaque value (attribute 4), raw bytes: part of what ``deviceHash`` covers.
    public var opaqueValue: [UInt8] { Array(opaqueValueBytes) }

    /// SHA-1 hash over device identifier, opaque value and bundle identifier (attribute 5), 20 bytes.
    public var deviceHash: [UInt8] { Array(deviceHashBytes) }

    /// All attributes of the receipt, known and unknown, in file order.
    public var attributes: some Sequence<ReceiptAttribute> & Sendable { AttributeSequence(rest: contents) }
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
