public import ReceiptEssentials

/// The payload of a StoreKit 2 signed app transaction: when the customer first acquired the app, and in which version (Apple:
/// `AppTransaction`).
///
/// As with ``TransactionPayload``, a value of this type proves nothing, and members that decisions depend on are strict.
public struct AppTransactionPayload: Sendable, Hashable {
    /// The payload's JSON, as signed.
    public internal(set) var json: [UInt8] = []
    /// The errors of malformed members, whose properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `receiptType`: the environment that signed this, as the payload spells it.
    public internal(set) var rawEnvironment = ""
    /// `receiptType`: the environment that signed this.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
    public internal(set) var appID: Int64?
    /// `bundleId`: the app's bundle identifier.
    public internal(set) var bundleIdentifier = ""
    /// `applicationVersion`: the version of the app on the device.
    public internal(set) var appVersion: String?
    /// `versionExternalIdentifier`: the App Store's identifier of the version.
    public internal(set) var appVersionID: Int64?
    /// `receiptCreationDate`: the date on which the App Store signed this.
    public internal(set) var signedDate = Date(timeIntervalSince1970: 0)
    /// `originalPurchaseDate`: the date on which the customer acquired the app.
    public internal(set) var originalPurchaseDate: Date?
    /// `originalApplicationVersion`: the version that the customer first acquired: `CFBundleVersion` on iOS, otherwise
    /// `CFBundleShortVersionString`; always 1.0 in sandbox.
    public internal(set) var originalAppVersion = ""
    /// `preorderDate`: the date on which the customer preordered the app.
    public internal(set) var preorderDate: Date?
    /// `appTransactionId`: an identifier that all purchases of one customer in one app share.
    public internal(set) var appTransactionID: String?
    /// `originalPlatform`: the platform on which the customer first acquired the app.
    public internal(set) var originalPlatform: AppPlatform?
    /// `deviceVerification`: the SHA-384 hash over the nonce and the device, 48 bytes.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    var deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: the value that the hash's input begins with.
    public internal(set) var deviceVerificationNonce: UUID?
}

extension AppTransactionPayload: Payload, Encodable {
    /// Decodes a payload without verifying its signature.
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
