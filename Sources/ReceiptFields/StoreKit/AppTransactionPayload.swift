#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a signed app transaction of StoreKit 2 says: when and as which version the app was first acquired (Apple:
/// `AppTransaction`).
///
/// As with ``TransactionPayload``, a value of this type says nothing about who wrote it, and what decisions hang on is strict.
public struct AppTransactionPayload: Sendable, Hashable {
    /// The payload's JSON, as it was signed.
    public let json: [UInt8]
    /// Members that were malformed, so that their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `receiptType`: which App Store signed this, in the payload's own text.
    public internal(set) var rawEnvironment = ""
    /// `receiptType`: which App Store signed this.
    public var environment: ReceiptEnvironment { ReceiptEnvironment(rawValue: rawEnvironment) }
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
    /// `deviceVerification`: a SHA-384 hash over nonce and device, 48 octets.
    public internal(set) var deviceVerification: [UInt8]?
    /// `deviceVerificationNonce`: what the hash begins with.
    public internal(set) var deviceVerificationNonce: UUID?
}

extension AppTransactionPayload: Payload {
    init(text: ArraySlice<UInt8>) { json = Array(text) }

    static let required = ["bundleId", "receiptType", "receiptCreationDate", "originalApplicationVersion"]

    static let members: PayloadTable<AppTransactionPayload> = [
        "receiptType": .strict { assign($1.identifier, to: &$0.rawEnvironment) },
        "appAppleId": .strict { assign($1.unsigned, to: &$0.appID) },
        "bundleId": .strict { assign($1.identifier, to: &$0.bundleIdentifier) },
        "applicationVersion": .lenient { assign($1.identifier, to: &$0.appVersion) },
        "versionExternalIdentifier": .lenient { assign($1.unsigned, to: &$0.appVersionID) },
        "receiptCreationDate": .strict { assign($1.date, to: &$0.signedDate) },
        "originalPurchaseDate": .strict { assign($1.date, to: &$0.originalPurchaseDate) },
        "originalApplicationVersion": .strict { assign($1.identifier, to: &$0.originalAppVersion) },
        "preorderDate": .lenient { assign($1.date, to: &$0.preorderDate) },
        "appTransactionId": .lenient { assign($1.identifier, to: &$0.appTransactionID) },
        "originalPlatform": .lenient { assign($1.identifier.map(AppPlatform.init), to: &$0.originalPlatform) },
        "deviceVerification": .lenient { assign($1.octets, to: &$0.deviceVerification) },
        "deviceVerificationNonce": .lenient { assign($1.uuid, to: &$0.deviceVerificationNonce) },
    ]
}
