public import ReceiptEssentials

/// The contents of signed renewal info: whether and how a subscription will renew. It doesn't name an app, so a
/// verifier needs its transaction too.
public struct TestRenewalInfo: Hashable, Sendable {
    /// The reason for the expiration: 1 the customer turned renewal off, 2 billing error, 3 no consent to a price
    /// increase, 4 the product was unavailable, 5 other.
    public var expirationIntent: Int64?
    /// The subscription's original transaction identifier.
    public var originalTransactionID: String
    /// The product that the subscription renews to.
    public var autoRenewProductID: String
    /// The product of the current period.
    public var productID: String
    /// 1 if the subscription will renew, otherwise 0.
    public var autoRenewStatus: Int64 = 1
    /// True if Apple is still trying to charge for a renewal. Apple sends this member only for expired subscriptions.
    public var isInBillingRetryPeriod: Bool?
    /// The customer's response to a price increase: 0 if only asked, 1 if they consented.
    public var priceIncreaseStatus: Int64?
    /// The end of the grace period, until which the customer keeps access although the charge failed.
    public var gracePeriodExpirationDate: Date?
    /// The offer of the next period: 1 introductory, 2 promotional, 3 offer code, 4 win-back, 5 retention.
    public var offerType: Int64?
    /// The identifier of that offer.
    public var offerIdentifier: String?
    /// The date of signing.
    public var signedDate: Date
    /// The environment of the purchase.
    public var environment: TestEnvironment
    /// The date when the customer subscribed, ignoring gaps of up to 60 days.
    public var recentSubscriptionStartDate: Date?
    /// The date of the next renewal.
    public var renewalDate: Date?
    /// The price of the next period in thousandths of a currency unit.
    public var renewalPrice: Int64?
    /// The currency (ISO 4217).
    public var currency: String?
    /// The win-back offers that the customer is eligible for, the best first.
    public var eligibleWinBackOfferIDs: [String]?
    /// A UUID that the app assigned to the purchase.
    public var appAccountToken: String?
    /// The identifier of the customer's download of the app.
    public var appTransactionID: String?
    /// The device that the renewal info is bound to. See ``TestDeviceVerification``.
    public var deviceVerification: TestDeviceVerification?
    /// Members to set in the payload, under their names in the JWS. An empty value removes the member.
    public var changes = TestJSONObject()

    // Rare members, the last three as JSON. Users of the kit add such members with `changes`, which puts them at the end.
    package var renewalQuantity: Int64?
    package var renewalBillingPlanType: String?
    package var commitmentInfo: String?
    package var advancedCommerceInfo: String?
    package var multiSeatInfo: String?

    /// Creates the renewal info of a transaction's subscription, signed at the same time. The subscription will renew
    /// when the period ends.
    public init(of transaction: TestTransaction = TestTransaction(.exampleSubscription)) {
        originalTransactionID = transaction.originalTransactionID
        autoRenewProductID = transaction.productID
        productID = transaction.productID
        signedDate = transaction.signedDate
        environment = transaction.environment
        recentSubscriptionStartDate =
            transaction.originalPurchaseDate == .xcodeNever
            ? transaction.purchaseDate : transaction.originalPurchaseDate
        renewalDate = transaction.expirationDate
        renewalPrice = transaction.price
        currency = transaction.currency
        appAccountToken = transaction.appAccountToken
        appTransactionID = transaction.appTransactionID
        deviceVerification = transaction.deviceVerification
    }

    /// The members in Apple's order.
    package var payload: TestJSONObject {
        func date(_ date: Date?) -> JSONText? { date.map { .milliseconds($0, in: environment) } }
        let members: KeyValuePairs<String, JSONText?> = [
            "expirationIntent": expirationIntent.map(JSONText.number),
            "originalTransactionId": .string(originalTransactionID),
            "autoRenewProductId": .string(autoRenewProductID),
            "productId": .string(productID),
            "autoRenewStatus": .number(autoRenewStatus),
            "isInBillingRetryPeriod": isInBillingRetryPeriod.map(JSONText.bool),
            "priceIncreaseStatus": priceIncreaseStatus.map(JSONText.number),
            "gracePeriodExpiresDate": date(gracePeriodExpirationDate),
            "offerType": offerType.map(JSONText.number),
            "offerIdentifier": .text(offerIdentifier),
            "renewalPrice": renewalPrice.map(JSONText.number),
            "currency": .text(currency),
            "signedDate": date(signedDate),
            "environment": .string(environment.word),
            "recentSubscriptionStartDate": date(recentSubscriptionStartDate),
            "renewalDate": date(renewalDate),
            "eligibleWinBackOfferIds": eligibleWinBackOfferIDs.map { .array($0.map(JSONText.string)) },
            "appAccountToken": .text(appAccountToken),
            "appTransactionId": .text(appTransactionID),
            "renewalQuantity": renewalQuantity.map(JSONText.number),
            "renewalBillingPlanType": .text(renewalBillingPlanType),
            "commitmentInfo": commitmentInfo.map(JSONText.raw),
            "advancedCommerceInfo": advancedCommerceInfo.map(JSONText.raw),
            "multiSeatInfo": multiSeatInfo.map(JSONText.raw),
        ]
        return TestJSONObject([members, TestDeviceVerification.members(deviceVerification)]).applying(changes)
    }
}

extension TestPurchase {
    /// The second month of a subscription, the default purchase in JWS.
    public static var exampleSubscription: TestPurchase {
        let first = autoRenewable(
            "com.example.monthly", on: .utc(2024, 3, 15, 10), transactionID: "410000900000001")
        return first.renewals(count: 1, every: .months(1)).first ?? first
    }
}

extension TestRenewalInfo: TestJWSConvertible, TestDeviceSubject {
    /// The contents of signed renewal info.
    public var content: TestJWSContent { .renewalInfo(self) }

    func payload(by _: TestAuthority) -> TestJSONObject { payload }
    mutating func setEnvironment(_ environment: TestEnvironment) { self.environment = environment }
}
