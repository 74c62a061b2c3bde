public import ReceiptEssentials

/// The content of a notification about the result of extending many subscriptions.
public struct TestNotificationSummary: Hashable, Sendable {
    /// The environment of the subscriptions.
    public var environment: TestEnvironment
    /// The app's Apple ID. Only production has one.
    public var appID: Int64?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The product of the subscriptions.
    public var productID = "com.example.monthly"
    /// The identifier of the request, a UUID.
    public var requestIdentifier = "7b9c0d1e-3f4a-4b5c-8d6e-9f0a1b2c3d4e"
    /// The countries in the request.
    public var storefrontCountryCodes = ["USA", "DEU"]
    /// The number of subscriptions that were extended.
    public var succeededCount: Int64 = 1000
    /// The number of subscriptions that were not extended.
    public var failedCount: Int64 = 2

    /// Creates the result of a request.
    public init(bundleIdentifier: String = "com.example.app", environment: TestEnvironment = .production) {
        self.bundleIdentifier = bundleIdentifier
        self.environment = environment
        appID = environment == .production ? 6_450_123_456 : nil
    }

    var payload: TestJSONObject {
        TestJSONObject([
            [
                "requestIdentifier": .string(requestIdentifier),
                "environment": .string(environment.word),
                "appAppleId": appID.map(JSONText.number),
                "bundleId": .string(bundleIdentifier),
                "productId": .string(productID),
                "storefrontCountryCodes": .array(storefrontCountryCodes.map(JSONText.string)),
                "succeededCount": .number(succeededCount),
                "failedCount": .number(failedCount),
            ]
        ])
    }
}

/// The content of a notification about a purchase outside the App Store. It has no `environment`:
/// ``externalPurchaseID`` begins with `SANDBOX` in sandbox.
public struct TestExternalPurchaseToken: Hashable, Sendable {
    /// The identifier of the purchase. In sandbox it begins with `SANDBOX`.
    public var externalPurchaseID: String
    /// The date when Apple created the external purchase token.
    public var tokenCreationDate: Date = .utc(2024, 4, 1, 9, 41)
    /// The date when the external purchase token of a custom link expires.
    public var tokenExpirationDate: Date?
    /// The purpose of a custom link's external purchase token: `ACQUISITION` or `SERVICES`.
    public var tokenType: String?
    /// The app's Apple ID.
    public var appID: Int64? = 6_450_123_456
    /// The app's bundle identifier.
    public var bundleIdentifier: String

    /// Creates the content about the external purchase token of a purchase.
    public init(bundleIdentifier: String = "com.example.app", isSandbox: Bool = false) {
        self.bundleIdentifier = bundleIdentifier
        externalPurchaseID = (isSandbox ? "SANDBOX_" : "") + "5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d"
    }

    var payload: TestJSONObject {
        TestJSONObject([
            [
                "externalPurchaseId": .string(externalPurchaseID),
                "tokenCreationDate": .milliseconds(tokenCreationDate, in: .production),
                "tokenExpirationDate": tokenExpirationDate.map { .milliseconds($0, in: .production) },
                "tokenType": .text(tokenType),
                "appAppleId": appID.map(JSONText.number),
                "bundleId": .string(bundleIdentifier),
            ]
        ])
    }
}
