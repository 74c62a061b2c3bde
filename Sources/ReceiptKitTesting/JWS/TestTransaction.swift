public import ReceiptEssentials

/// The contents of a signed transaction of StoreKit 2.
///
/// ```swift
/// let transaction = TestTransaction(
///     .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1)))
/// let jws = try TestAuthority.standard.sign(transaction)
/// ```
///
/// If an optional property is nil, its member is omitted, as in Apple's JWS.
public struct TestTransaction: Hashable, Sendable {
    /// The transaction identifier.
    public var transactionID: String
    /// The identifier of the original transaction: the same as ``transactionID``, except for renewals and restored
    /// purchases.
    public var originalTransactionID: String
    /// The identifier of the subscription period, which is the same on all devices.
    public var webOrderLineItemID: String?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The product identifier.
    public var productID: String
    /// The subscription's group.
    public var subscriptionGroupID: String?
    /// The date of the purchase or renewal.
    public var purchaseDate: Date
    /// The date of the original transaction.
    public var originalPurchaseDate: Date?
    /// The end of the subscription period.
    public var expirationDate: Date?
    /// The quantity, or the number of seats.
    public var purchasedQuantity: Int64? = 1
    /// Apple's name for the kind of product, such as `Consumable`.
    public var type: String?
    /// Apple's name for the kind of ownership: `PURCHASED`, `FAMILY_SHARED` or `ASSIGNED`.
    public var ownershipType: String? = "PURCHASED"
    /// A UUID that the app assigned to the purchase.
    public var appAccountToken: String?
    /// True if another subscription of the group superseded this one. Apple only sends true.
    public var isUpgraded: Bool?
    /// The date of signing.
    public var signedDate: Date
    /// The date of the revocation.
    public var revocationDate: Date?
    /// The reason for the revocation: 1 for an issue with the app, 0 for any other.
    public var revocationReason: Int64?
    /// The kind of revocation: `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE` or `ASSIGNMENT_REVOKE`.
    public var revocationType: String?
    /// The refunded share of the price, in thousandths of a percent: 100000 is all of it.
    public var revocationPercentage: Int64?
    /// The type of the offer: 1 introductory, 2 promotional, 3 offer code, 4 win-back, 5 retention.
    public var offerType: Int64?
    /// The identifier of a promotional offer, offer code or win-back offer.
    public var offerIdentifier: String?
    /// The payment mode of the offer: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
    public var offerDiscountType: String?
    /// The duration of the offer (ISO 8601), such as `P1M`.
    public var offerPeriod: String?
    /// The environment of the purchase.
    public var environment: TestEnvironment
    /// The reason for the transaction: `PURCHASE` or `RENEWAL`.
    public var transactionReason: String?
    /// The storefront's country (ISO 3166 alpha-3).
    public var storefront: String?
    /// The storefront's identifier.
    public var storefrontID: String?
    /// The price in thousandths of a currency unit.
    public var price: Int64?
    /// The currency (ISO 4217).
    public var currency: String?
    /// The identifier of the customer's download of the app.
    public var appTransactionID: String?
    /// The device that the transaction is bound to. See ``TestDeviceVerification``.
    public var deviceVerification: TestDeviceVerification?
    /// Members to set in the payload, under their names in the JWS. An empty value removes the member.
    public var changes = TestJSONObject()

    // Rare members, the last three as JSON. Users of the kit add such members with `changes`, which puts them at the end.
    package var previousOriginalTransactionID: String?
    package var additionalTransactionReason: String?
    package var billingPlanType: String?
    package var commitmentInfo: String?
    package var advancedCommerceInfo: String?
    package var multiSeatInfo: String?

    /// Creates the transaction of a purchase, as Apple's server signs it an hour later. The transaction agrees with a receipt that contains
    /// the same purchase.
    ///
    /// In ``TestEnvironment/xcode`` the transaction is as Xcode signs it: with a device, fractions of milliseconds, and without members
    /// that only the App Store can provide.
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

    /// Returns Apple's name for a product type.
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

extension TestTransaction: TestJWSConvertible, TestDeviceSubject {
    /// The contents of a signed transaction.
    public var content: TestJWSContent { .transaction(self) }

    func payload(by _: TestAuthority) -> TestJSONObject { payload }
    mutating func setEnvironment(_ environment: TestEnvironment) { self.environment = environment }
    mutating func setBundleIdentifier(_ identifier: String) { bundleIdentifier = identifier }
}
