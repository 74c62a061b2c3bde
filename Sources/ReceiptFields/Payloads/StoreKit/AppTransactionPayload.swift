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

    /// `receiptType`: the environment that signed this payload, in the payload's spelling.
    public let rawEnvironment: String
    /// `receiptType`: the environment that signed this payload.
    public var environment: StoreEnvironment { StoreEnvironment(rawValue: rawEnvironment) }
    /// `appAppleId`: the app's identifier in the App Store; absent in sandbox.
    public let appID: Int64?
    /// `bundleId`: the app's bundle identifier.
    public let bundleIdentifier: String
    /// `applicationVersion`: the version of the app on the device.
    public let appVersion: String?
    /// `versionExternalIdentifier`: the App Store's identifier of the version.
    public let appVersionID: Int64?
    /// `receiptCreationDate`: the date on which the App Store signed this payload.
    public let signedDate: Date
    /// `originalPurchaseDate`: the date on which the customer acquired the app.
    public let originalPurchaseDate: Date?
    /// `originalApplicationVersion`: the version that the customer first acquired: `CFBundleVersion` on iOS, otherwise
    /// `CFBundleShortVersionString`; always 1.0 in sandbox.
    public let originalAppVersion: String
    /// `preorderDate`: the date on which the customer preordered the app.
    public let preorderDate: Date?
    /// `appTransactionId`: an identifier that all purchases of one customer in one app share.
    public let appTransactionID: String?
    /// `originalPlatform`: the platform on which the customer first acquired the app.
    public let originalPlatform: AppPlatform?
    /// `deviceVerification`: the SHA-384 hash over the nonce and the device, 48 bytes.
    public var deviceVerification: [UInt8]? { deviceVerificationOctets.map(Array.init) }
    let deviceVerificationOctets: ArraySlice<UInt8>?
    /// `deviceVerificationNonce`: the value that the hash's input begins with.
    public let deviceVerificationNonce: UUID?
}

extension AppTransactionPayload: Payload, Encodable {
    package static var kind: PayloadKind { .appTransaction }

    /// Decodes a payload without verifying its signature.
    ///
    /// - Throws: ``FormatError``, with the member and the offset in `text`.
    public init(json text: some Collection<UInt8>) throws(FormatError) { try self.init(signed: Array(text)) }

    package static let table = FieldTable(of: Self.self)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        rawEnvironment = try row("receiptType", as: "environment", .environment, .required, now?.rawEnvironment)
        appID = try row("appAppleId", as: "appID", .number, .strict, now?.appID)
        bundleIdentifier = try row(
            "bundleId", as: "bundleIdentifier", json: "bundleID", .text, .required, now?.bundleIdentifier)
        appVersion = try row("applicationVersion", as: "appVersion", .text, .lenient, now?.appVersion)
        appVersionID = try row("versionExternalIdentifier", as: "appVersionID", .number, .lenient, now?.appVersionID)
        signedDate = try row("receiptCreationDate", as: "signedDate", .milliseconds, .required, now?.signedDate)
        originalPurchaseDate = try row("originalPurchaseDate", .milliseconds, .strict, now?.originalPurchaseDate)
        originalAppVersion = try row(
            "originalApplicationVersion", as: "originalAppVersion", .text, .required, now?.originalAppVersion)
        preorderDate = try row("preorderDate", .milliseconds, .lenient, now?.preorderDate)
        appTransactionID = try row("appTransactionId", as: "appTransactionID", .text, .lenient, now?.appTransactionID)
        originalPlatform = try row("originalPlatform", .text, .lenient, now?.originalPlatform)
        deviceVerificationOctets = try row("deviceVerification", .base64, .lenient, now?.deviceVerificationOctets)
        deviceVerificationNonce = try row("deviceVerificationNonce", .uuid, .lenient, now?.deviceVerificationNonce)
    }
}
