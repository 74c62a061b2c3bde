public import ReceiptEssentials

/// The contents of a signed app transaction: which app a customer has, since when, and from where.
public struct TestAppTransaction: Hashable, Sendable {
    /// `receiptType`: the environment in which the app was acquired.
    public var environment: TestEnvironment
    /// The app's Apple ID. Only production has one.
    public var appID: Int64?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app's version.
    public var applicationVersion: String?
    /// The App Store's identifier of the version.
    public var appVersionID: Int64?
    /// The date of signing. App transactions have no `signedDate`.
    public var receiptCreationDate: Date
    /// The date when the customer first acquired the app.
    public var originalPurchaseDate: Date?
    /// The version of the app that the customer first acquired.
    public var originalAppVersion: String
    /// The date of the order, if the customer ordered the app before its release.
    package var preorderDate: Date?
    /// The identifier of the customer's download of the app.
    public var appTransactionID: String?
    /// The platform: `iOS`, `macOS`, `tvOS` or `visionOS`.
    public var originalPlatform: String?
    /// The date on which the app requested the app transaction from Xcode. Only Xcode writes it.
    package var requestDate: Date?
    /// The device that the app transaction is bound to. See ``TestDeviceVerification``.
    public var deviceVerification: TestDeviceVerification?
    /// Members to set in the payload, under their names in the JWS. An empty value removes the member.
    public var changes = TestJSONObject()

    /// Creates an app transaction of an iOS app, as on a device.
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

extension TestAppTransaction: TestJWSConvertible, TestDeviceSubject {
    /// The contents of a signed app transaction.
    public var content: TestJWSContent { .appTransaction(self) }

    var signedDate: Date {
        get { receiptCreationDate }
        set { receiptCreationDate = newValue }
    }

    func payload(by _: TestAuthority) -> TestJSONObject { payload }
    mutating func setEnvironment(_ environment: TestEnvironment) { self.environment = environment }
    mutating func setBundleIdentifier(_ identifier: String) { bundleIdentifier = identifier }
    mutating func setAppID(_ number: Int64?) { appID = number }
}
