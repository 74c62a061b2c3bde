public import ReceiptEssentials

/// What a signed app transaction says: which app a customer has, since when, and from where.
public struct TestAppTransaction: Hashable, Sendable {
    /// `receiptType`: where the app is from.
    public var environment: TestEnvironment
    /// The app's number in the App Store; only production has one.
    public var appID: Int64?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app's version.
    public var applicationVersion: String?
    /// The version's number in the App Store.
    public var appVersionID: Int64?
    /// When it was signed. An app transaction has no other date for that.
    public var receiptCreationDate: Date
    /// When the customer first got the app.
    public var originalPurchaseDate: Date?
    /// The version that the customer first got.
    public var originalAppVersion: String
    /// When the customer ordered it, if that was before it came out.
    package var preorderDate: Date?
    /// Identifies the download of the app by a customer.
    public var appTransactionID: String?
    /// `iOS`, `macOS`, `tvOS` or `visionOS`.
    public var originalPlatform: String?
    /// When Xcode was asked. Only Xcode writes it.
    package var requestDate: Date?
    /// What binds it to a device: see ``TestDeviceVerification``.
    public var deviceVerification: TestDeviceVerification?
    /// Members to put into the payload, under their names in the JWS; an empty value takes a member out.
    public var changes = TestJSONObject()

    /// The app transaction of an app on iOS, as a device has it.
    public init(
        bundleIdentifier: String = "com.example.app", environment: TestEnvironment = .production,
        receiptCreationDate: Date = .utc(2024, 5, 1, 12)
    ) {
        let isLocal = environment.isLocal
        let isProduction = environment == .production
        self.bundleIdentifier = bundleIdentifier
        self.environment = environment
        self.receiptCreationDate = receiptCreationDate
        appID = isProduction ? 6_450_123_456 : nil
        applicationVersion = "42"
        appVersionID = isProduction ? 856_213_456 : isLocal ? nil : 0
        originalPurchaseDate = isLocal ? .xcodeNever : isProduction ? .utc(2022, 11, 3, 9, 15, 42) : .utc(2013, 8, 1, 7)
        originalAppVersion = isProduction ? "17" : "1.0"
        appTransactionID = isLocal ? "0" : "704000000000000001"
        originalPlatform = "iOS"
        requestDate = isLocal ? receiptCreationDate.addingTimeInterval(0.049_729_7) : nil
        deviceVerification = TestDeviceVerification()
    }

    /// The members in Apple's order.
    package var payload: TestJSONObject {
        func date(_ date: Date?) -> JSONText? { date.map { .milliseconds($0, in: environment) } }
        let members: KeyValuePairs<String, JSONText?> = [
            "receiptType": .string(environment.word),
            "appAppleId": appID.map(JSONText.number),
            "bundleId": .string(bundleIdentifier),
            "applicationVersion": .text(applicationVersion),
            "versionExternalIdentifier": appVersionID.map(JSONText.number),
            "receiptCreationDate": date(receiptCreationDate),
            "requestDate": date(requestDate),
            "originalPurchaseDate": date(originalPurchaseDate),
            "originalApplicationVersion": .string(originalAppVersion),
        ]
        let others: KeyValuePairs<String, JSONText?> = [
            "preorderDate": date(preorderDate),
            "appTransactionId": .text(appTransactionID),
            "originalPlatform": .text(originalPlatform),
        ]
        return TestJSONObject([members, TestDeviceVerification.members(deviceVerification), others]).applying(changes)
    }
}
