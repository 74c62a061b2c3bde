/// The number of a receipt attribute, which says what the attribute means.
///
/// An open set: Apple adds numbers, and those without a name here are kept and can be read like all others, through
/// `AppReceipt.attributes` and `InAppPurchase.attributes`. Numbers that Apple documents are from *Validating receipts on the
/// device*; the others from comparing real receipts with the answers of Apple's verifyReceipt endpoint.
public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The number, never negative. Receipts may have any up to 2^63 - 1, also where `Int` has 32 bits.
    public let rawValue: Int64

    /// An attribute by its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    // MARK: Attributes of the receipt

    /// 0: environment, UTF8String.
    public static let environment = AttributeType(rawValue: 0)
    /// 1: the app's identifier in the store, INTEGER; 0 in sandbox.
    public static let appID = AttributeType(rawValue: 1)
    /// 2: bundle identifier, UTF8String.
    public static let bundleIdentifier = AttributeType(rawValue: 2)
    /// 3: app version, UTF8String.
    public static let appVersion = AttributeType(rawValue: 3)
    /// 4: opaque value, raw octets.
    public static let opaqueValue = AttributeType(rawValue: 4)
    /// 5: SHA-1 hash over device identifier, opaque value and bundle identifier, 20 raw octets.
    public static let deviceHash = AttributeType(rawValue: 5)
    /// 10: age rating, IA5String.
    public static let ageRating = AttributeType(rawValue: 10)
    /// 12: creation date of the receipt, IA5String.
    public static let creationDate = AttributeType(rawValue: 12)
    /// 15: download identifier, INTEGER.
    public static let downloadID = AttributeType(rawValue: 15)
    /// 16: external identifier of the app version, INTEGER.
    public static let appVersionID = AttributeType(rawValue: 16)
    /// 17: a purchase, SET; the only attribute that repeats by nature.
    public static let purchase = AttributeType(rawValue: 17)
    /// 18: date on which the app was first acquired, IA5String.
    public static let originalPurchaseDate = AttributeType(rawValue: 18)
    /// 19: app version that was first acquired, UTF8String.
    public static let originalAppVersion = AttributeType(rawValue: 19)
    /// 21: expiration date of the receipt (Volume Purchase Program), IA5String.
    public static let expirationDate = AttributeType(rawValue: 21)

    // MARK: Attributes of a purchase

    /// 1701: quantity, INTEGER.
    public static let purchasedQuantity = AttributeType(rawValue: 1701)
    /// 1702: product identifier, UTF8String.
    public static let productID = AttributeType(rawValue: 1702)
    /// 1703: transaction identifier, UTF8String.
    public static let transactionID = AttributeType(rawValue: 1703)
    /// 1704: purchase date, IA5String.
    public static let purchaseDate = AttributeType(rawValue: 1704)
    /// 1705: original transaction identifier, UTF8String.
    public static let originalTransactionID = AttributeType(rawValue: 1705)
    /// 1706: original purchase date, IA5String.
    public static let originalTransactionPurchaseDate = AttributeType(rawValue: 1706)
    /// 1707: product type, INTEGER.
    public static let productType = AttributeType(rawValue: 1707)
    /// 1708: expiration date of a subscription period, IA5String.
    public static let subscriptionExpirationDate = AttributeType(rawValue: 1708)
    /// 1710: the product's identifier in the store, INTEGER.
    public static let productAppID = AttributeType(rawValue: 1710)
    /// 1711: web order line item identifier, INTEGER; 0 where there is none.
    public static let webOrderLineItemID = AttributeType(rawValue: 1711)
    /// 1712: cancellation date, IA5String.
    public static let cancellationDate = AttributeType(rawValue: 1712)
    /// 1713: whether the period is a free trial, INTEGER 0 or 1.
    public static let isTrialPeriod = AttributeType(rawValue: 1713)
    /// 1719: whether the period has an introductory price, INTEGER 0 or 1.
    public static let isInIntroOfferPeriod = AttributeType(rawValue: 1719)
    /// 1720: cancellation reason, INTEGER.
    public static let cancellationReason = AttributeType(rawValue: 1720)
    /// 1721: identifier of the promotional offer, UTF8String.
    public static let promotionalOfferID = AttributeType(rawValue: 1721)
    /// 1722: ownership type, INTEGER.
    public static let ownershipType = AttributeType(rawValue: 1722)
}
