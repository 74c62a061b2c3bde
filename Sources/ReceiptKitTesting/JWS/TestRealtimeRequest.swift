public import ReceiptEssentials

/// What a request of the Retention Messaging API says: Apple's server asks for a message before a customer cancels. It is no purchase.
public struct TestRealtimeRequest: Hashable, Sendable {
    /// The original transaction identifier of the subscription.
    public var originalTransactionID = "410000900000001"
    /// The app's number in the App Store. A request names its app by nothing else.
    public var appID: Int64 = 6_450_123_456
    /// The product of the subscription.
    public var productID = "com.example.monthly"
    /// The locale of the customer's device.
    public var userLocale = "en-US"
    /// Identifies the request.
    public var requestIdentifier = "7b9c0d1e-3f4a-4b5c-8d6e-9f0a1b2c3d4e"
    /// When it was signed.
    public var signedDate: Date
    /// Where the subscription is from.
    public var environment: TestEnvironment
    /// Members to put into the payload, under their names in the JWS; an empty value takes a member out.
    public var changes = TestJSONObject()

    /// A request about a monthly subscription.
    public init(environment: TestEnvironment = .production, signedDate: Date = .utc(2024, 5, 1, 12)) {
        self.environment = environment
        self.signedDate = signedDate
    }

    /// The members in Apple's order.
    package var payload: TestJSONObject {
        TestJSONObject([
            [
                "originalTransactionId": .string(originalTransactionID),
                "appAppleId": .number(appID),
                "productId": .string(productID),
                "userLocale": .string(userLocale),
                "requestIdentifier": .string(requestIdentifier),
                "signedDate": .milliseconds(signedDate, in: environment),
                "environment": .string(environment.word),
            ]
        ]).applying(changes)
    }
}
