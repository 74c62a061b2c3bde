public import ReceiptEssentials

/// The contents of a request of the Retention Messaging API: Apple's server asks for a message to show before a
/// customer cancels. It is not a purchase.
public struct TestRealtimeRequest: Hashable, Sendable {
    /// The original transaction identifier of the subscription.
    public var originalTransactionID = "410000900000001"
    /// The app's Apple ID, which is the only identifier of the app in a request.
    public var appID: Int64 = 6_450_123_456
    /// The product of the subscription.
    public var productID = "com.example.monthly"
    /// The locale of the customer's device.
    public var userLocale = "en-US"
    /// The identifier of the request.
    public var requestIdentifier = "7b9c0d1e-3f4a-4b5c-8d6e-9f0a1b2c3d4e"
    /// The date of signing.
    public var signedDate: Date
    /// The environment of the subscription.
    public var environment: TestEnvironment
    /// Members to set in the payload, under their names in the JWS. An empty value removes the member.
    public var changes = TestJSONObject()

    /// Creates a request about a monthly subscription.
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

extension TestRealtimeRequest: TestJWSConvertible, TestJWSSubject {
    /// The contents of a signed request for retention messages.
    public var content: TestJWSContent { .realtimeRequest(self) }

    func payload(by _: TestAuthority) -> TestJSONObject { payload }
    mutating func setEnvironment(_ environment: TestEnvironment) { self.environment = environment }

    mutating func setAppID(_ number: Int64?) throws {
        guard let number else { throw NothingToSpoil() }
        appID = number
    }
}
