public import ReceiptEssentials

/// The kind of a product (attribute 1707).
public struct TestProductType: RawRepresentable, Hashable, Sendable {
    /// The attribute's number.
    public var rawValue: Int64

    /// Creates a product type from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// A non-consumable: bought once and owned forever.
    public static let nonConsumable = Self(rawValue: 0)
    /// A consumable: used up, and bought again.
    public static let consumable = Self(rawValue: 1)
    /// A non-renewing subscription. The receipt doesn't contain its end.
    public static let nonRenewable = Self(rawValue: 2)
    /// An auto-renewable subscription.
    public static let autoRenewable = Self(rawValue: 3)
    /// A free subscription.
    public static let freeSubscription = Self(rawValue: 4)
}

/// One purchase in a receipt (attribute 17).
public struct TestPurchase: TestModel, Hashable {
    /// Attribute 1701.
    public var purchasedQuantity: Int64 = 1
    /// Attribute 1702.
    public var productID: String
    /// Attribute 1703.
    public var transactionID: String
    /// Attribute 1704.
    public var purchaseDate: Date
    /// Attribute 1705. Nil means that this transaction is the original: Apple repeats its identifier, Xcode omits the
    /// attribute.
    public var originalTransactionID: String?
    /// Attribute 1706. Nil means that this transaction is the original: Apple repeats its date, Xcode omits the
    /// attribute.
    public var originalPurchaseDate: Date?
    /// Attribute 1707. Xcode never writes it.
    public var productType: TestProductType
    /// Attribute 1708, in auto-renewable subscriptions.
    public var expirationDate: Date?
    /// Attribute 1710, the product's Apple ID. Xcode never writes it.
    public var productAppID: Int64 = 0
    /// Attribute 1711; 0 if the purchase is not a subscription. Xcode never writes it.
    public var webOrderLineItemID: Int64 = 0
    /// Attribute 1712. Xcode never writes it.
    public var cancellationDate: Date?
    /// Attribute 1713. Xcode never writes it.
    public var isTrialPeriod: Bool = false
    /// Attribute 1719. Nil omits it, as Apple does except for subscriptions. Xcode always writes it.
    public var isInIntroOfferPeriod: Bool?
    /// Attribute 1720, in revoked purchases only.
    public var cancellationReason: Int64?
    /// Attribute 1721, in purchases with an offer only.
    public var promotionalOfferID: String?
    /// Attribute 1722: 0 purchased, 1 family-shared. Nil omits it, as Apple did until 2021.
    public var ownershipType: Int64? = 0
    /// Additional attributes.
    package var otherAttributes: [TestAttribute] = []

    /// Creates a purchase. The default transaction identifier is derived from the product and the date, and is always the same for the same
    /// product and date.
    public init(
        productID: String, productType: TestProductType, purchaseDate: Date, transactionID: String? = nil,
        expirationDate: Date? = nil
    ) {
        self.productID = productID
        self.productType = productType
        self.purchaseDate = purchaseDate
        self.expirationDate = expirationDate
        let number = Self.number(of: "\(productID) \(TestDate.receipt(purchaseDate))")
        self.transactionID = transactionID ?? String(410_000_000_000_000 + number)
        if productType == .autoRenewable {
            isInIntroOfferPeriod = false
            webOrderLineItemID = 410_000_500_000_000 + number
        }
    }

    /// Returns a number of at most nine digits derived from a string (FNV-1a, 64 bits).
    private static func number(of text: String) -> Int64 {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int64(hash % 1_000_000_000)
    }
}
