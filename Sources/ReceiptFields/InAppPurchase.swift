#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One purchase of a receipt: attribute 17. A subscription has one for each period.
///
/// ```
/// InAppReceipt ::= SET OF InAppAttribute
/// InAppAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
/// Source: Apple, *Validating receipts on the device*. Attributes marked *undocumented* are not in Apple's table; if one is
/// malformed its property is nil and ``AppReceipt/diagnostics`` says why.
public struct InAppPurchase: Sendable {
    /// Quantity, from 1 (attribute 1701).
    public let quantity: Int
    /// Product identifier (attribute 1702).
    public let productID: String
    /// Transaction identifier (attribute 1703): digits, but a text; not unique in Xcode's receipts.
    public let transactionID: String
    /// Purchase date (attribute 1704): the start of the period for an auto-renewable subscription, also when that lies ahead.
    public let purchaseDate: Date
    /// Transaction identifier of the first purchase (attribute 1705); the same for all periods of a subscription. Xcode leaves it out.
    public let originalTransactionID: String?
    /// Date of the first purchase (attribute 1706), which may be seconds later than ``purchaseDate``. Xcode leaves it out.
    public let originalPurchaseDate: Date?
    /// What kind of product it is (attribute 1707, undocumented). Xcode leaves it out.
    public let productType: ProductType?
    /// End of the subscription period (attribute 1708); nil for other products.
    public let expirationDate: Date?
    /// The product's identifier in the store (attribute 1710, undocumented); 0 in sandbox.
    public let productAppID: Int64?
    /// Web order line item identifier (attribute 1711): one for each subscription period, on all devices; 0 for other products.
    public let webOrderLineItemID: Int64?
    /// When the App Store cancelled the purchase (attribute 1712): a refund, a revoked family share or an upgrade. Treat a
    /// cancelled purchase as never made.
    public let cancellationDate: Date?
    /// Whether the period is, or begins with, a free trial (attribute 1713, undocumented).
    public let isTrialPeriod: Bool?
    /// Whether the period has an introductory price (attribute 1719); nil for other products and before 2018.
    public let isInIntroOfferPeriod: Bool?
    /// Why the purchase was cancelled (attribute 1720, undocumented).
    public let cancellationReason: CancellationReason?
    /// Identifier of the promotional offer that was redeemed (attribute 1721, undocumented).
    public let promotionalOfferID: String?
    /// Whether it was bought or is shared by the family (attribute 1722, undocumented).
    public let ownershipType: OwnershipType?

    /// The octets of the purchase's SET, inside the receipt's content: two purchases with the same are one.
    package let contents: ArraySlice<UInt8>

    /// All attributes of the purchase, known and unknown, in file order. None in a purchase from JSON.
    public var attributes: some Sequence<ReceiptAttribute> & Sendable { AttributeSequence(rest: contents) }
}

extension InAppPurchase: Hashable {
    /// Whether both stand in their receipts with the same bytes. Purchases from JSON have none, and are equal to each other
    /// if their fields are.
    public static func == (a: Self, b: Self) -> Bool {
        a.contents == b.contents && (!a.contents.isEmpty || a.hasFields(of: b))
    }

    /// Hashes the bytes that the purchase stands for, or where there are none a field.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(contents)
        if contents.isEmpty { hasher.combine(transactionID) }
    }

    private func hasFields(of other: Self) -> Bool {
        haveSameOctets(
            (productID, other.productID), (transactionID, other.transactionID),
            (originalTransactionID, other.originalTransactionID), (promotionalOfferID, other.promotionalOfferID))
            && (quantity, purchaseDate, originalPurchaseDate, productType, expirationDate) == (
                other.quantity, other.purchaseDate, other.originalPurchaseDate, other.productType, other.expirationDate
            )
            && (productAppID, webOrderLineItemID, cancellationDate, cancellationReason) == (
                other.productAppID, other.webOrderLineItemID, other.cancellationDate, other.cancellationReason
            )
            && (isTrialPeriod, isInIntroOfferPeriod, ownershipType) == (
                other.isTrialPeriod, other.isInIntroOfferPeriod, other.ownershipType
            )
    }
}
