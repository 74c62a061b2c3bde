public import ReceiptEssentials

/// One purchase of a receipt (attribute 17). A subscription has one for each period.
///
/// ```
/// InAppReceipt ::= SET OF InAppAttribute
/// InAppAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
/// Source: Apple, *Validating receipts on the device*. Attributes marked *undocumented* aren't in Apple's table. If one is malformed, its
/// property is nil, and ``AppReceipt/diagnostics`` contains the reason.
public struct InAppPurchase: Sendable {
    /// The quantity, at least 1 (attribute 1701).
    public let purchasedQuantity: Int
    /// The product identifier (attribute 1702).
    public let productID: String
    /// The transaction identifier (attribute 1703), a string of digits. In Xcode's receipts it isn't unique.
    public let transactionID: String
    /// The purchase date (attribute 1704). For an auto-renewable subscription, the start of the period, which may be in the future.
    public let purchaseDate: Date
    /// The transaction identifier of the first purchase (attribute 1705), the same for all periods of a subscription. Xcode leaves it out.
    public let originalTransactionID: String?
    /// The date of the first purchase (attribute 1706), which may be seconds later than ``purchaseDate``. Xcode leaves it out.
    public let originalPurchaseDate: Date?
    /// The type of the product (attribute 1707, undocumented). Xcode leaves it out.
    public let productType: ProductType?
    /// The end of the subscription period (attribute 1708). Nil for other products.
    public let expirationDate: Date?
    /// The product's identifier in the App Store (attribute 1710, undocumented); 0 in sandbox.
    public let productAppID: Int64?
    /// The web order line item identifier (attribute 1711). Each subscription period has one, the same on all devices; 0 for other
    /// products.
    public let webOrderLineItemID: Int64?
    /// The date on which the App Store revoked the purchase (attribute 1712), because of a refund, a revoked family share or an upgrade.
    /// Treat a revoked purchase as never made.
    public let cancellationDate: Date?
    /// True if the period is, or begins with, a free trial (attribute 1713, undocumented).
    public let isTrialPeriod: Bool?
    /// True if the period has an introductory price (attribute 1719). Nil for other products and before 2018.
    public let isInIntroOfferPeriod: Bool?
    /// The reason why the App Store revoked the purchase (attribute 1720, undocumented).
    public let cancellationReason: RevocationReason?
    /// The identifier of the promotional offer that the customer redeemed (attribute 1721, undocumented).
    public let promotionalOfferID: String?
    /// The ownership: bought by the customer, or shared by the family (attribute 1722, undocumented).
    public let ownershipType: OwnershipType?

    /// The bytes of the purchase's SET in the receipt's content. Two purchases with the same bytes are equal.
    package internal(set) var contents: ArraySlice<UInt8> = []

    /// All attributes of the purchase, known and unknown, in file order.
    public var attributes: some Sequence<ReceiptAttribute> & Sendable { AttributeSequence(rest: contents) }
}

extension InAppPurchase: Hashable {
    /// Returns true if both purchases have the same bytes in their receipts.
    public static func == (a: Self, b: Self) -> Bool { a.contents == b.contents }

    /// Hashes the purchase's bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(contents) }
}

extension InAppPurchase: CustomStringConvertible {
    /// One line: the transaction, the product and the dates.
    public var description: String {
        var text = "transaction \(SafeText.quoted(transactionID)) of \(SafeText.quoted(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        if let cancellationDate { text += ", revoked \(Timestamp.string(cancellationDate))" }
        return text
    }
}

extension InAppPurchase: AttributeOwner {
    typealias Parts = Void
    static let firstNumber: Int64 = 1700
    package static let table = FieldTable(of: InAppPurchase.self, firstNumber: firstNumber)

    init<V: FieldVisitor & ~Escapable>(_ row: inout V, _ now: Self?) throws(V.Failure) {
        purchasedQuantity = try row(
            1701, "purchasedQuantity", "Quantity", .integer, .required, in: 1...Int32.max, now?.purchasedQuantity)
        productID = try row(1702, "productID", "Product identifier", .utf8, .required, now?.productID)
        transactionID = try row(1703, "transactionID", "Transaction identifier", .utf8, .required, now?.transactionID)
        purchaseDate = try row(1704, "purchaseDate", "Purchase date", .date, .required, now?.purchaseDate)
        originalTransactionID = try row(
            1705, "originalTransactionID", "Original transaction identifier", .utf8, .strict, now?.originalTransactionID
        )
        originalPurchaseDate = try row(
            1706, "originalPurchaseDate", "Original purchase date", .date, .strict, now?.originalPurchaseDate)
        productType = try row(1707, "productType", "Product type", .integer, .lenient, now?.productType)
        expirationDate = try row(
            1708, "expirationDate", "Subscription expiration date", .date, .strict, now?.expirationDate)
        row.pass(1709, "Unknown, always empty", .utf8)
        productAppID = try row(
            1710, "productAppID", "The product's identifier in the store", .integer, .lenient, now?.productAppID)
        webOrderLineItemID = try row(
            1711, "webOrderLineItemID", "Web order line item identifier", .integer, .strict, now?.webOrderLineItemID)
        cancellationDate = try row(1712, "cancellationDate", "Cancellation date", .date, .strict, now?.cancellationDate)
        isTrialPeriod = try row(1713, "isTrialPeriod", "Free trial", .integer, .lenient, now?.isTrialPeriod)
        for type: Int64 in 1714...1718 { row.pass(type, "Unknown, always empty", .utf8) }
        isInIntroOfferPeriod = try row(
            1719, "isInIntroOfferPeriod", "Introductory price", .integer, .strict, now?.isInIntroOfferPeriod)
        cancellationReason = try row(
            1720, "cancellationReason", "Cancellation reason", .integer, .lenient, now?.cancellationReason)
        promotionalOfferID = try row(
            1721, "promotionalOfferID", "Promotional offer identifier", .utf8, .lenient, now?.promotionalOfferID)
        ownershipType = try row(1722, "ownershipType", "Ownership type", .integer, .lenient, now?.ownershipType)
    }
}
