public import ReceiptEssentials

/// The contents of a receipt. ``TestAuthority/sign(_:digest:defects:)`` encodes and signs it.
///
/// If an optional property is nil, its attribute is omitted.
public struct TestReceipt: TestModel, Hashable {
    /// Attribute 0.
    public var environment: TestEnvironment
    /// The issuer whose encoding the receipt imitates.
    package var shape: TestReceiptShape
    /// Attribute 25. Other attributes depend on it too.
    package var platform: TestPlatform
    /// Attribute 1, the app's Apple ID; 0 outside production.
    public var appID: Int64?
    /// Attribute 2.
    public var bundleIdentifier: String
    /// Attribute 3.
    public var appVersion: String
    /// Attribute 4, an input of the device hash.
    package var opaqueValue: [UInt8]
    /// The identifier of the device in the hash: 16 bytes of a UUID, or 6 of a MAC address. The receipt doesn't contain it.
    public var device: [UInt8]
    /// Attribute 5, or nil to compute it: see ``deviceHash(device:opaqueValue:bundleIdentifier:)``.
    package var deviceHashOverride: [UInt8]?
    /// Attribute 10.
    public var ageRating: String?
    /// Attribute 12.
    public var creationDate: Date
    /// Attribute 15; 0 outside production.
    public var downloadID: Int64?
    /// Attribute 16; 0 outside production.
    public var appVersionID: Int64?
    /// Attribute 18.
    public var originalPurchaseDate: Date?
    /// Attribute 19.
    public var originalAppVersion: String?
    /// Attribute 21, in receipts of volume purchases and from Xcode.
    public var expirationDate: Date?
    /// Attribute 17 of each purchase, in any order: the payload sorts them.
    public var purchases: [TestPurchase]
    /// Additional attributes.
    package var otherAttributes: [TestAttribute]
    /// The offset from UTC for dates in local time, as Xcode writes them, or nil for UTC.
    package var offsetMinutes: Int?

    /// Creates the receipt of an iOS app, with the attributes that Apple's servers write.
    public init(
        bundleIdentifier: String = "com.example.app", environment: TestEnvironment = .production,
        device: [UInt8] = TestReceipt.exampleDevice, creationDate: Date = .utc(2024, 5, 1, 12),
        purchases: [TestPurchase] = []
    ) {
        let isXcode = environment == .xcode
        let isProduction = !isXcode && !environment.isSandbox
        self.bundleIdentifier = bundleIdentifier
        self.environment = environment
        self.device = device
        self.creationDate = creationDate
        self.purchases = purchases
        shape = isXcode ? .xcode : .appStore
        platform = .iOS
        appID = isProduction ? 6_450_123_456 : 0
        appVersion = "42"
        opaqueValue = isXcode ? [0x93, 0xf7, 0xfd, 0xbf, 6, 0, 0, 0] : (0..<16).map { 0xa0 ^ ($0 &* 0x1d) }
        ageRating = isXcode ? nil : "4+"
        downloadID = isXcode ? nil : isProduction ? 502_310_178_040_006_302 : 0
        appVersionID = isXcode ? nil : isProduction ? 856_213_456 : 0
        originalPurchaseDate = isXcode ? nil : isProduction ? .utc(2022, 11, 3, 9, 15, 42) : .utc(2013, 8, 1, 7)
        originalAppVersion = isXcode ? nil : isProduction ? "17" : "1.0"
        expirationDate = isXcode ? .utc(4001, 1, 1) : nil
        offsetMinutes = isXcode ? 180 : nil
        otherAttributes = []
    }

    /// The default device of a receipt: an identifier for vendor.
    public static let exampleDevice: [UInt8] = [
        0x3f, 0x27, 0x58, 0x3e, 0x3e, 0x39, 0x48, 0x65, 0xa9, 0xf2, 0x98, 0x25, 0x6c, 0x10, 0x5c, 0xdf,
    ]

    /// ``exampleDevice`` in the form in which an app gets it from `identifierForVendor`.
    public static let exampleIdentifierForVendor = UUID(
        uuid: (
            0x3f, 0x27, 0x58, 0x3e, 0x3e, 0x39, 0x48, 0x65, 0xa9, 0xf2, 0x98, 0x25, 0x6c, 0x10, 0x5c, 0xdf
        ))

    /// Attribute 5: ``deviceHashOverride``, or the computed hash if that is nil.
    package var deviceHash: [UInt8] {
        deviceHashOverride
            ?? Self.deviceHash(device: device, opaqueValue: opaqueValue, bundleIdentifier: bundleIdentifier)
    }

    /// Returns SHA-1 of the device identifier, the value bytes of attribute 4 and those of attribute 2, including their
    /// tag and length.
    package static func deviceHash(device: [UInt8], opaqueValue: [UInt8], bundleIdentifier: String) -> [UInt8] {
        TestDigest.sha1.hash(device + opaqueValue + TestDER.utf8String(bundleIdentifier))
    }
}
