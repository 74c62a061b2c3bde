public import ReceiptEssentials

/// What a signed transaction of StoreKit 2 says, under Apple's names.
///
/// ```swift
/// let transaction = TestTransaction(
///     .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1)))
/// let jws = try TestAuthority.standard.sign(transaction)
/// ```
///
/// Optional properties that are nil leave their member out, as Apple does.
public struct TestTransaction: Hashable, Sendable {
    /// Identifies the purchase.
    public var transactionID: String
    /// The transaction that began it: the same one, unless it is a renewal or was restored.
    public var originalTransactionID: String
    /// Identifies the period of a subscription across devices.
    public var webOrderLineItemID: String?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The product identifier.
    public var productID: String
    /// The group of a subscription.
    public var subscriptionGroupID: String?
    /// When it was bought or renewed.
    public var purchaseDate: Date
    /// When the original transaction was.
    public var originalPurchaseDate: Date?
    /// When a subscription's period ends.
    public var expirationDate: Date?
    /// The quantity, or the number of seats.
    public var purchasedQuantity: Int64? = 1
    /// Apple's word for the kind of the product, such as `Consumable`.
    public var type: String?
    /// Apple's word for who bought it: `PURCHASED`, `FAMILY_SHARED` or `ASSIGNED`.
    public var ownershipType: String? = "PURCHASED"
    /// A UUID that the app gave to the purchase.
    public var appAccountToken: String?
    /// Whether another subscription of its group took its place. Apple sends only true.
    public var isUpgraded: Bool?
    /// When Apple signed it.
    public var signedDate: Date
    /// When Apple revoked it.
    public var revocationDate: Date?
    /// 1 for a fault of the app, 0 for any other.
    public var revocationReason: Int64?
    /// `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE` or `ASSIGNMENT_REVOKE`.
    public var revocationType: String?
    /// The refunded part of the price: 100000 is all of it.
    public var revocationPercentage: Int64?
    /// 1 introductory, 2 promotional, 3 offer code, 4 win-back, 5 retention.
    public var offerType: Int64?
    /// The identifier of a promotional, coded or win-back offer.
    public var offerIdentifier: String?
    /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
    public var offerDiscountType: String?
    /// How long the offer lasts (ISO 8601): `P1M`.
    public var offerPeriod: String?
    /// Where it was bought.
    public var environment: TestEnvironment
    /// `PURCHASE` or `RENEWAL`.
    public var transactionReason: String?
    /// The storefront's country (ISO 3166 alpha-3).
    public var storefront: String?
    /// The storefront's number.
    public var storefrontID: String?
    /// The price in thousandths of the currency's unit.
    public var price: Int64?
    /// The currency (ISO 4217).
    public var currency: String?
    /// Identifies the download of the app by a customer.
    public var appTransactionID: String?
    /// What binds it to a device: see ``TestDeviceVerification``.
    public var deviceVerification: TestDeviceVerification?
    /// Members to put into the payload, under their names in the JWS; an empty value takes a member out.
    public var changes = TestJSONObject()

    // Members that few transactions have, the last three as JSON. Users write them with `changes`, which puts them at the end.
    package var previousOriginalTransactionID: String?
    package var additionalTransactionReason: String?
    package var billingPlanType: String?
    package var commitmentInfo: String?
    package var advancedCommerceInfo: String?
    package var multiSeatInfo: String?

    /// A transaction of a purchase, as Apple's server signs it an hour later. A receipt with the same purchase agrees with it.
    ///
    /// In ``TestEnvironment/xcode`` it is as Xcode signs it: with a device, fractions of milliseconds, and without
    /// what only a store knows.
    public init(
        _ purchase: TestPurchase = .nonConsumable("com.example.pro", on: .utc(2024, 4, 1, 9, 41)),
        bundleIdentifier: String = "com.example.app", environment: TestEnvironment = .production,
        signedDate: Date? = nil
    ) {
        let isSubscription = purchase.productType == .autoRenewable
        let isOriginal = purchase.originalTransactionID.map { $0 == purchase.transactionID } ?? true
        let isLocal = environment.isLocal
        transactionID = purchase.transactionID
        originalTransactionID = purchase.originalTransactionID ?? purchase.transactionID
        webOrderLineItemID =
            isLocal ? "0" : purchase.webOrderLineItemID == 0 ? nil : String(purchase.webOrderLineItemID)
        self.bundleIdentifier = bundleIdentifier
        productID = purchase.productID
        subscriptionGroupID = isSubscription ? "21000001" : nil
        purchaseDate = purchase.purchaseDate
        originalPurchaseDate = purchase.originalPurchaseDate ?? (isLocal ? .xcodeNever : purchase.purchaseDate)
        expirationDate = purchase.expirationDate
        purchasedQuantity = purchase.purchasedQuantity
        type = Self.type(purchase.productType)
        ownershipType = purchase.ownershipType == 1 ? "FAMILY_SHARED" : "PURCHASED"
        isUpgraded = isLocal ? false : nil
        let lastEvent = max(purchase.purchaseDate, purchase.cancellationDate ?? purchase.purchaseDate)
        self.signedDate = signedDate ?? lastEvent.addingTimeInterval(isLocal ? 3600.049_729_7 : 3600)
        revocationDate = purchase.cancellationDate
        revocationReason = purchase.cancellationReason
        self.environment = environment
        transactionReason = isSubscription && !isOriginal ? "RENEWAL" : "PURCHASE"
        storefront = "USA"
        storefrontID = "143441"
        price = isLocal ? nil : 4990
        currency = isLocal ? nil : "USD"
        appTransactionID = isLocal ? nil : "704000000000000001"
        deviceVerification = isLocal ? TestDeviceVerification() : nil
        setOffer(of: purchase)
    }

    /// Apple's word for a product type.
    private static func type(_ type: TestProductType) -> String {
        switch type {
        case .autoRenewable: "Auto-Renewable Subscription"
        case .consumable: "Consumable"
        case .nonRenewable: "Non-Renewing Subscription"
        default: "Non-Consumable"
        }
    }

    private mutating func setOffer(of purchase: TestPurchase) {
        if purchase.isTrialPeriod || purchase.isInIntroOfferPeriod == true {
            offerType = 1
            offerDiscountType = purchase.isTrialPeriod ? "FREE_TRIAL" : "PAY_AS_YOU_GO"
        } else if let offer = purchase.promotionalOfferID {
            offerType = 2
            offerIdentifier = offer
            offerDiscountType = "PAY_AS_YOU_GO"
        }
    }
}

extension TestTransaction {
    /// The members in Apple's order.
    package var payload: TestJSONObject {
        func date(_ date: Date?) -> JSONText? { date.map { .milliseconds($0, in: environment) } }
        let identity: KeyValuePairs<String, JSONText?> = [
            "transactionId": .string(transactionID),
            "originalTransactionId": .string(originalTransactionID),
            "previousOriginalTransactionId": .text(previousOriginalTransactionID),
            "webOrderLineItemId": .text(webOrderLineItemID),
            "bundleId": .string(bundleIdentifier),
            "productId": .string(productID),
            "subscriptionGroupIdentifier": .text(subscriptionGroupID),
            "purchaseDate": date(purchaseDate),
            "originalPurchaseDate": date(originalPurchaseDate),
            "expiresDate": date(expirationDate),
            "quantity": purchasedQuantity.map(JSONText.number),
            "type": .text(type),
            "appAccountToken": .text(appAccountToken),
            "inAppOwnershipType": .text(ownershipType),
            "signedDate": date(signedDate),
            "revocationReason": revocationReason.map(JSONText.number),
            "revocationDate": date(revocationDate),
            "revocationType": .text(revocationType),
            "revocationPercentage": revocationPercentage.map(JSONText.number),
            "isUpgraded": isUpgraded.map(JSONText.bool),
        ]
        let circumstances: KeyValuePairs<String, JSONText?> = [
            "offerType": offerType.map(JSONText.number),
            "offerIdentifier": .text(offerIdentifier),
            "offerDiscountType": .text(offerDiscountType),
            "offerPeriod": .text(offerPeriod),
            "environment": .string(environment.word),
            "transactionReason": .text(transactionReason),
            "additionalTransactionReason": .text(additionalTransactionReason),
            "storefront": .text(storefront),
            "storefrontId": .text(storefrontID),
            "price": price.map(JSONText.number),
            "currency": .text(currency),
            "appTransactionId": .text(appTransactionID),
            "billingPlanType": .text(billingPlanType),
            "commitmentInfo": commitmentInfo.map(JSONText.raw),
            "advancedCommerceInfo": advancedCommerceInfo.map(JSONText.raw),
            "multiSeatInfo": multiSeatInfo.map(JSONText.raw),
        ]
        return TestJSONObject([identity, circumstances, TestDeviceVerification.members(deviceVerification)])
            .applying(changes)
    }
}
