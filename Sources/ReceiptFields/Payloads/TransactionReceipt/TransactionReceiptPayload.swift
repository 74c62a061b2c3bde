public import ReceiptEssentials

/// What an iOS 6 transaction receipt says: its `purchase-info`, a property list of texts (Apple:
/// `SKPaymentTransaction.transactionReceipt`).
///
/// A value of this type says nothing about who wrote it: anyone can. ReceiptKit's `ReceiptVerifier` makes sure that Apple did.
///
/// What decisions hang on is strict: missing or malformed, it makes reading fail. All else malformed is nil, and
/// ``diagnostics`` says why. What has no property here is in ``members``. Apple never documented the keys: their meanings are those
/// that verifyReceipt's answers give them, with `_` for `-`.
public struct TransactionReceiptPayload: Sendable, Hashable {
    /// The property list, as it was signed.
    public internal(set) var propertyList: [UInt8] = []
    /// All pairs of the property list, in its order.
    public internal(set) var members: [Member] = []
    /// Keys whose values were malformed, so that their properties are nil.
    public internal(set) var diagnostics: [FormatError] = []

    /// `transaction-id`: of this purchase, renewal or restoration.
    public internal(set) var transactionID = ""
    /// `original-transaction-id`: of the first purchase; the same for all periods of a subscription.
    public internal(set) var originalTransactionID = ""
    /// `web-order-line-item-id`: one for each subscription period, on all devices.
    public internal(set) var webOrderLineItemID: Int64?
    /// `bid`: the app's bundle identifier.
    public internal(set) var bundleIdentifier = ""
    /// `bvrs`: the app's version (`CFBundleVersion`) that made the purchase.
    public internal(set) var appVersion = ""
    /// `app-item-id`: the app's identifier in the store. Production has it.
    public internal(set) var appID: Int64?
    /// `version-external-identifier`: the app version's identifier in the store. Production has it.
    public internal(set) var appVersionID: Int64?
    /// `product-id`: the product's identifier.
    public internal(set) var productID = ""
    /// `item-id`: the product's identifier in the store.
    public internal(set) var productAppID: Int64?
    /// `subscription-group-identifier`: the group that a subscription belongs to.
    public internal(set) var subscriptionGroupID: String?
    /// `quantity`: from 1.
    public internal(set) var purchasedQuantity = 0
    /// `purchase-date-ms`: when it was bought, for a subscription the start of the period. Milliseconds are real ones.
    public internal(set) var purchaseDate = Date(timeIntervalSince1970: 0)
    /// `original-purchase-date-ms`: of the first purchase.
    public internal(set) var originalPurchaseDate: Date?
    /// `expires-date`: the end of the subscription period, in milliseconds since 1970.
    public internal(set) var expirationDate: Date?
    /// `is-trial-period`: whether the period is a free trial.
    public internal(set) var isTrialPeriod: Bool?
    /// `is-in-intro-offer-period`: whether the period has an introductory price.
    public internal(set) var isInIntroOfferPeriod: Bool?
    /// `in-app-ownership-type`: whether it was bought or is shared by the family.
    public internal(set) var ownershipType: OwnershipType?
    /// `unique-vendor-identifier`: `UIDevice.identifierForVendor` of the device that bought it. Receipts of 2012 have none.
    public internal(set) var identifierForVendor: UUID?
    /// `unique-identifier`: the device's own identifier, which apps cannot read since iOS 7.
    public internal(set) var deviceIdentifier: String?

    /// One pair of the property list.
    public struct Member: Sendable, Hashable {
        /// The key, such as `transaction-id`.
        public let key: String
        /// The value. All are texts.
        public let value: String
    }
}

extension TransactionReceiptPayload: CustomStringConvertible {
    /// One line: transaction, product and dates.
    public var description: String {
        var text = "transaction \(Escaped.text(transactionID)) of \(Escaped.text(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        return text
    }
}
