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
}

/// Those that have a property, or are read apart. The rows of the field tables say what each is.
extension AttributeType {
    // Of a receipt.
    package static let environment = AttributeType(rawValue: 0)
    package static let appID = AttributeType(rawValue: 1)
    package static let bundleIdentifier = AttributeType(rawValue: 2)
    package static let appVersion = AttributeType(rawValue: 3)
    package static let opaqueValue = AttributeType(rawValue: 4)
    package static let deviceHash = AttributeType(rawValue: 5)
    package static let ageRating = AttributeType(rawValue: 10)
    package static let creationDate = AttributeType(rawValue: 12)
    package static let downloadID = AttributeType(rawValue: 15)
    package static let appVersionID = AttributeType(rawValue: 16)
    package static let purchase = AttributeType(rawValue: 17)
    package static let originalPurchaseDate = AttributeType(rawValue: 18)
    package static let originalAppVersion = AttributeType(rawValue: 19)
    package static let expirationDate = AttributeType(rawValue: 21)
    package static let preorderDate = AttributeType(rawValue: 32)

    // Of a purchase.
    package static let purchasedQuantity = AttributeType(rawValue: 1701)
    package static let productID = AttributeType(rawValue: 1702)
    package static let transactionID = AttributeType(rawValue: 1703)
    package static let purchaseDate = AttributeType(rawValue: 1704)
    package static let originalTransactionID = AttributeType(rawValue: 1705)
    package static let originalTransactionPurchaseDate = AttributeType(rawValue: 1706)
    package static let productType = AttributeType(rawValue: 1707)
    package static let subscriptionExpirationDate = AttributeType(rawValue: 1708)
    package static let productAppID = AttributeType(rawValue: 1710)
    package static let webOrderLineItemID = AttributeType(rawValue: 1711)
    package static let cancellationDate = AttributeType(rawValue: 1712)
    package static let isTrialPeriod = AttributeType(rawValue: 1713)
    package static let isInIntroOfferPeriod = AttributeType(rawValue: 1719)
    package static let cancellationReason = AttributeType(rawValue: 1720)
    package static let promotionalOfferID = AttributeType(rawValue: 1721)
    package static let ownershipType = AttributeType(rawValue: 1722)
}
