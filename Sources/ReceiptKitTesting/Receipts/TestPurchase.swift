public import ReceiptEssentials

/// The kind of a product (attribute 1707).
public struct TestProductType: RawRepresentable, Hashable, Sendable {
    /// The number of the attribute.
    public var rawValue: Int64

    /// A product type of this number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Bought once, owned for ever.
    public static let nonConsumable = Self(rawValue: 0)
    /// Used up, and bought again.
    public static let consumable = Self(rawValue: 1)
    /// A subscription that ends without the receipt saying when.
    public static let nonRenewable = Self(rawValue: 2)
    /// A subscription that renews itself.
    public static let autoRenewable = Self(rawValue: 3)
    /// A free subscription.
    public static let freeSubscription = Self(rawValue: 4)
}

/// One purchase of a receipt, that is one row (attribute 17).
public struct TestPurchase: TestModel, Hashable {
    /// Attribute 1701.
    public var purchasedQuantity: Int64 = 1
    /// Attribute 1702.
    public var productID: String
    /// Attribute 1703.
    public var transactionID: String
    /// Attribute 1704.
    public var purchaseDate: Date
    /// Attribute 1705. Nil says that this transaction is the original: Apple repeats its id, Xcode leaves it out.
    public var originalTransactionID: String?
    /// Attribute 1706. Nil says that this transaction is the original: Apple repeats its date, Xcode leaves it out.
    public var originalPurchaseDate: Date?
    /// Attribute 1707. Xcode never writes it.
    public var productType: TestProductType
    /// Attribute 1708, of subscriptions that renew.
    public var expirationDate: Date?
    /// Attribute 1710, the product's number in the store. Xcode never writes it.
    public var productAppID: Int64 = 0
    /// Attribute 1711; 0 for what is not a subscription. Xcode never writes it.
    public var webOrderLineItemID: Int64 = 0
    /// Attribute 1712. Xcode never writes it.
    public var cancellationDate: Date?
    /// Attribute 1713. Xcode never writes it.
    public var isTrialPeriod: Bool = false
    /// Attribute 1719: nil leaves it out, as Apple does except in subscriptions. Xcode always writes it.
    public var isInIntroOfferPeriod: Bool?
    /// Attribute 1720, which only revoked purchases have.
    public var cancellationReason: Int64?
    /// Attribute 1721, which only rows bought with an offer have.
    public var promotionalOfferID: String?
    /// Attribute 1722: 0 bought, 1 shared by the family; nil leaves it out, as Apple did until 2021.
    public var ownershipType: Int64? = 0
    /// Attributes beyond those above.
    package var otherAttributes: [TestAttribute] = []

    /// A purchase. Without a transaction id it gets one made of the product and the date, always the same.
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

    /// A number of at most nine digits made of a text (FNV-1a, 64 bits).
    private static func number(of text: String) -> Int64 {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int64(hash % 1_000_000_000)
    }
}
