public import ReceiptEssentials

/// What a signed app transaction of StoreKit 2 says: when and as which version the app was first acquired (Apple:
/// `AppTransaction`).
///
/// As with ``TransactionPayload``, a value of this type says nothing about who wrote it, and what decisions hang on is strict.
public struct AppTransactionPayload: Sendable, Hashable {
    /// The payload's JSON, as it was signed.
    public internal(set) var json: [UInt8] = []
    /// Members that were malformed, so that their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `receiptType`: which App Store signed this, in the payload's own text.
    public internal(set) var rawEnvironment = ""
    /// `receiptType`: which App Store signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `appAppleId`: the app's identifier in the store; absent in sandbox.
    public internal(set) var appID: Int64?
    /// `bundleId`: the app's bundle identifier.
    public internal(set) var bundleIdentifier = ""
    /// `applicationVersion`: of the app on the device.
    public internal(set) var appVersion: String?
    /// `versionExternalIdentifier`: the store's identifier of the version.
    public internal(set) var appVersionID: Int64?
    /// `receiptCreationDate`: when the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// `originalPurchaseDate`: when the customer acquired the app.
    public internal(set) var originalPurchaseDate: Date?
    /// `originalApplicationVersion`: the version that was first acquired: `CFBundleVersion` on iOS, else
    /// `CFBundleShortVersionString`; always 1.0 in sandbox.
    public internal(set) var originalAppVersion = ""
    /// `preorderDate`: when the customer ordered the app before its release.
    public internal(set) var preorderDate: Date?
    /// `appTransactionId`: the same for all purchases of one customer in one app.
    public internal(set) var appTransactionID: String?
    /// `originalPlatform`: where the customer first acquired the app.
    public internal(set) var originalPlatform: AppPlatform?
    /// `deviceVerification`: a SHA-384 hash over nonce and device, 48 bytes.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    var deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: what the hash begins with.
    public internal(set) var deviceVerificationNonce: UUID?
}

extension AppTransactionPayload: Payload, Encodable {
    /// Reads a payload, without any check of who wrote it.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit("receiptType", as: "environment", .environment, .required, &rawEnvironment)
        try visit("appAppleId", as: "appID", .number, .strict, &appID)
        try visit("bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, &bundleIdentifier)
        try visit("applicationVersion", as: "appVersion", .text, .lenient, &appVersion)
        try visit("versionExternalIdentifier", as: "appVersionID", .number, .lenient, &appVersionID)
        try visit("receiptCreationDate", as: "signedDate", .milliseconds, .required, &signedDate)
        try visit("originalPurchaseDate", .milliseconds, .strict, &originalPurchaseDate)
        try visit("originalApplicationVersion", as: "originalAppVersion", .text, .required, &originalAppVersion)
        try visit("preorderDate", .milliseconds, .lenient, &preorderDate)
        try visit("appTransactionId", as: "appTransactionID", .text, .lenient, &appTransactionID)
        try visit("originalPlatform", .text, .lenient, &originalPlatform)
        try visit("deviceVerification", .base64, .lenient, &deviceVerificationOctets)
        try visit("deviceVerificationNonce", .uuid, .lenient, &deviceVerificationNonce)
    }
}
