public import ReceiptEssentials

/// What signed renewal info says: whether and how a subscription will renew. It names no app, so a verifier needs its transaction too.
public struct TestRenewalInfo: Hashable, Sendable {
    /// 1 the customer turned renewal off, 2 billing error, 3 no consent to a price, 4 product gone, 5 other.
    public var expirationIntent: Int64?
    /// The subscription's original transaction identifier.
    public var originalTransactionID: String
    /// The product that the subscription renews to.
    public var autoRenewProductID: String
    /// The product of the current period.
    public var productID: String
    /// 1 if it will renew, else 0.
    public var autoRenewStatus: Int64 = 1
    /// Whether Apple still tries to charge for a renewal. Apple sends it only of subscriptions that expired.
    public var isInBillingRetryPeriod: Bool?
    /// 0 asked, 1 consented to a higher price.
    public var priceIncreaseStatus: Int64?
    /// The end of the grace period: until then the customer keeps the subscription although the charge failed.
    public var gracePeriodExpirationDate: Date?
    /// The offer of the next period: 1 introductory, 2 promotional, 3 offer code, 4 win-back, 5 retention.
    public var offerType: Int64?
    /// The identifier of that offer.
    public var offerIdentifier: String?
    /// When Apple signed it.
    public var signedDate: Date
    /// Where it was bought.
    public var environment: TestEnvironment
    /// When the customer subscribed, with no gap of more than 60 days since.
    public var recentSubscriptionStartDate: Date?
    /// When it will renew.
    public var renewalDate: Date?
    /// The price of the next period in thousandths of the currency's unit.
    public var renewalPrice: Int64?
    /// The currency (ISO 4217).
    public var currency: String?
    /// Win-back offers that the customer may take, the best first.
    public var eligibleWinBackOfferIDs: [String]?
    /// A UUID that the app gave to the purchase.
    public var appAccountToken: String?
    /// Identifies the download of the app by a customer.
    public var appTransactionID: String?
    /// What binds it to a device: see ``TestDeviceVerification``.
    public var deviceVerification: TestDeviceVerification?
    /// Members to put into the payload, under their names in the JWS; an empty value takes a member out.
    public var changes = TestJSONObject()

    // Members that few renewal infos have, the last three as JSON. Users write them with `changes`, which puts them at the end.
    package var renewalQuantity: Int64?
    package var renewalBillingPlanType: String?
    package var commitmentInfo: String?
    package var advancedCommerceInfo: String?
    package var multiSeatInfo: String?

    /// The renewal info of a transaction's subscription, signed with it: it will renew when the period ends.
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
    /// The second month of a subscription: the default of JWS.
    public static var exampleSubscription: TestPurchase {
        let first = autoRenewable(
            "com.example.monthly", on: .utc(2024, 3, 15, 10), transactionID: "410000900000001")
        return first.renewals(count: 1, every: .months(1)).first ?? first
    }
}
