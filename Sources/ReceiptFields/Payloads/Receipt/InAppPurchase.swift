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
    public internal(set) var purchasedQuantity = 0
    /// The product identifier (attribute 1702).
    public internal(set) var productID = ""
    /// The transaction identifier (attribute 1703), a string of digits. In Xcode's receipts it isn't unique.
    public internal(set) var transactionID = ""
    /// The purchase date (attribute 1704). For an auto-renewable subscription, the start of the period, which may be in the future.
    public internal(set) var purchaseDate = Date(timeIntervalSince1970: 0)
    /// The transaction identifier of the first purchase (attribute 1705), the same for all periods of a subscription. Xcode leaves it out.
    public internal(set) var originalTransactionID: String?
    /// The date of the first purchase (attribute 1706), which may be seconds later than ``purchaseDate``. Xcode leaves it out.
    public internal(set) var originalPurchaseDate: Date?
    /// The type of the product (attribute 1707, undocumented). Xcode leaves it out.
    public internal(set) var productType: ProductType?
    /// The end of the subscription period (attribute 1708). Nil for other products.
    public internal(set) var expirationDate: Date?
    /// The product's identifier in the App Store (attribute 1710, undocumented); 0 in sandbox.
    public internal(set) var productAppID: Int64?
    /// The web order line item identifier (attribute 1711). Each subscription period has one, the same on all devices; 0 for other
    /// products.
    public internal(set) var webOrderLineItemID: Int64?
    /// The date on which the App Store revoked the purchase (attribute 1712), because of a refund, a revoked family share or an upgrade.
    /// Treat a revoked purchase as never made.
    public internal(set) var cancellationDate: Date?
    /// True if the period is, or begins with, a free trial (attribute 1713, undocumented).
    public internal(set) var isTrialPeriod: Bool?
    /// True if the period has an introductory price (attribute 1719). Nil for other products and before 2018.
    public internal(set) var isInIntroOfferPeriod: Bool?
    /// The reason why the App Store revoked the purchase (attribute 1720, undocumented).
    public internal(set) var cancellationReason: RevocationReason?
    /// The identifier of the promotional offer that the customer redeemed (attribute 1721, undocumented).
    public internal(set) var promotionalOfferID: String?
    /// The ownership: bought by the customer, or shared by the family (attribute 1722, undocumented).
    public internal(set) var ownershipType: OwnershipType?

    /// The bytes of the purchase's SET in the receipt's content. Two purchases with the same bytes are equal.
    package internal(set) var contents: ArraySlice<UInt8> = []

    /// All attributes of the purchase, known and unknown, in file order.
    public var attributes: some Sequence<ReceiptAttribute> & Sendable { AttributeSequence(rest: contents) }
}

extension InAppPurchase: Hashable {
    /// Returns true if both have the same bytes in their receipts.
    public static func == (a: Self, b: Self) -> Bool { a.contents == b.contents }

    /// Hashes the purchase's bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(contents) }
}

extension InAppPurchase: CustomStringConvertible {
    /// One line: the transaction, the product and the dates.
    public var description: String {
        var text = "transaction \(Escaped.text(transactionID)) of \(Escaped.text(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        if let cancellationDate { text += ", revoked \(Timestamp.string(cancellationDate))" }
        return text
    }
}

extension InAppPurchase: AttributeOwner {
    static let firstNumber: Int64 = 1700
    package static let table = FieldTable(of: InAppPurchase.self, firstNumber: firstNumber)

    mutating func eachField<V: FieldVisitor & ~Escapable>(_ visit: inout V) throws(V.Failure) {
        try visit(1701, "purchasedQuantity", "Quantity", .integer, .required, in: 1...Int32.max, &purchasedQuantity)
        try visit(1702, "productID", "Product identifier", .utf8, .required, &productID)
        try visit(1703, "transactionID", "Transaction identifier", .utf8, .required, &transactionID)
        try visit(1704, "purchaseDate", "Purchase date", .date, .required, &purchaseDate)
        try visit(
            1705, "originalTransactionID", "Original transaction identifier", .utf8, .strict, &originalTransactionID)
        try visit(1706, "originalPurchaseDate", "Original purchase date", .date, .strict, &originalPurchaseDate)
        try visit(1707, "productType", "Product type", .integer, .lenient, &productType)
        try visit(1708, "expirationDate", "Subscription expiration date", .date, .strict, &expirationDate)
        visit.pass(1709, "Unknown, always empty", .utf8)
        try visit(1710, "productAppID", "The product's identifier in the store", .integer, .lenient, &productAppID)
        try visit(1711, "webOrderLineItemID", "Web order line item identifier", .integer, .strict, &webOrderLineItemID)
        try visit(1712, "cancellationDate", "Cancellation date", .date, .strict, &cancellationDate)
        try visit(1713, "isTrialPeriod", "Free trial", .integer, .lenient, &isTrialPeriod)
        for type: Int64 in 1714...1718 { visit.pass(type, "Unknown, always empty", .utf8) }
        try visit(1719, "isInIntroOfferPeriod", "Introductory price", .integer, .strict, &isInIntroOfferPeriod)
        try visit(1720, "cancellationReason", "Cancellation reason", .integer, .lenient, &cancellationReason)
        try visit(1721, "promotionalOfferID", "Promotional offer identifier", .utf8, .lenient, &promotionalOfferID)
        try visit(1722, "ownershipType", "Ownership type", .integer, .lenient, &ownershipType)
    }
}
