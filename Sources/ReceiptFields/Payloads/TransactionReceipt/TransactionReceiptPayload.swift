public import ReceiptEssentials

/// The content of an iOS 6 transaction receipt: its `purchase-info`, a property list of strings (Apple:
/// `SKPaymentTransaction.transactionReceipt`).
///
/// A value of this type proves nothing: anyone can write such content. ReceiptKit's `ReceiptVerifier` verifies that Apple signed it.
///
/// Keys that decisions depend on are strict: if one is missing or malformed, decoding fails. If any other value is malformed, its property
/// is nil, and ``diagnostics`` contains the reason. Keys without a property here are in ``members``. Apple never documented the keys; their
/// meanings are those of the same keys in verifyReceipt's responses, which have `_` instead of `-`.
public struct TransactionReceiptPayload: Sendable, Hashable {
    /// The property list, as signed.
    public internal(set) var propertyList: [UInt8] = []
    /// All pairs of the property list, in its order.
    public internal(set) var members: [Member] = []
    /// The errors of malformed values, whose properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `transaction-id`: the identifier of this purchase, renewal or restoration.
    public let transactionID: String
    /// `original-transaction-id`: the identifier of the first purchase, the same for all periods of a subscription.
    public let originalTransactionID: String
    /// `web-order-line-item-id`: an identifier of the subscription period, the same on all devices.
    public let webOrderLineItemID: Int64?
    /// `bid`: the app's bundle identifier.
    public let bundleIdentifier: String
    /// `bvrs`: the version (`CFBundleVersion`) of the app that made the purchase.
    public let appVersion: String
    /// `app-item-id`: the app's identifier in the App Store. Present in production.
    public let appID: Int64?
    /// `version-external-identifier`: the App Store's identifier of the app version. Present in production.
    public let appVersionID: Int64?
    /// `product-id`: the product's identifier.
    public let productID: String
    /// `item-id`: the product's identifier in the App Store.
    public let productAppID: Int64?
    /// `subscription-group-identifier`: the identifier of the subscription group.
    public let subscriptionGroupID: String?
    /// `quantity`: the quantity, at least 1.
    public let purchasedQuantity: Int
    /// `purchase-date-ms`: the date of the purchase. For a subscription, the start of the period. Precise to the millisecond.
    public let purchaseDate: Date
    /// `original-purchase-date-ms`: the date of the first purchase.
    public let originalPurchaseDate: Date?
    /// `expires-date`: the end of the subscription period, in milliseconds since 1970.
    public let expirationDate: Date?
    /// `is-trial-period`: true if the period is a free trial.
    public let isTrialPeriod: Bool?
    /// `is-in-intro-offer-period`: true if the period has an introductory price.
    public let isInIntroOfferPeriod: Bool?
    /// `in-app-ownership-type`: the ownership: bought by the customer, or shared by the family.
    public let ownershipType: OwnershipType?
    /// `unique-vendor-identifier`: `UIDevice.identifierForVendor` of the device that made the purchase. Receipts of 2012 have none.
    public let identifierForVendor: UUID?
    /// `unique-identifier`: the device's own identifier, which apps can't read since iOS 7.
    public let deviceIdentifier: String?

    /// One pair of the property list.
    public struct Member: Sendable, Hashable {
        /// The key, such as `transaction-id`.
        public let key: String
        /// The value. All values are strings.
        public let value: String
    }
}

extension TransactionReceiptPayload: CustomStringConvertible {
    /// One line: the transaction, the product and the dates.
    public var description: String {
        var text = "transaction \(SafeText.quoted(transactionID)) of \(SafeText.quoted(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        return text
    }
}
