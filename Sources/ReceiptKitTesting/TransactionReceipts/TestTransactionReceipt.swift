public import ReceiptEssentials

/// What an iOS 6 transaction receipt says (`SKPaymentTransaction.transactionReceipt`).
///
/// ```swift
/// let receipt = TestTransactionReceipt(version: .four)
/// let issued = try TestAuthority.standard.issue(receipt)
/// let base64 = issued.base64
/// let issuer = try issued.issuerCertificate
/// ```
public struct TestTransactionReceipt: TestModel, Hashable {
    /// How it is signed.
    public var version: TestTransactionReceiptVersion
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app's version.
    public var appVersion: String
    /// The app's number in the App Store. Sandbox has none.
    public var appID: Int64?
    /// The product.
    public var productID: String
    /// Identifies the purchase.
    public var transactionID: String
    /// Identifies the first purchase.
    public var originalTransactionID: String
    /// How many.
    public var purchasedQuantity: Int
    /// When it was bought, with milliseconds.
    public var purchaseDate: Date
    /// When it was first bought.
    public var originalPurchaseDate: Date
    /// The end of a subscription's period.
    public var expirationDate: Date?
    /// Identifies a subscription's period.
    public var webOrderLineItemID: Int64?
    /// Of which device. Receipts of 2012 have none.
    public var identifierForVendor: UUID?
    /// What the receipt claims, unsigned: `Sandbox`, or nothing for production.
    public var environment: String?
    /// Pairs to put into `purchase-info`, under Apple's keys; nil takes a pair out.
    public var changes: [String: String?] = [:]

    /// The identifier for vendor of the device that the examples are for.
    public static let exampleVendorID = UUID(
        uuid: (0xe6, 0x21, 0xe1, 0xf8, 0xc3, 0x6c, 0x49, 0x5a, 0x93, 0xfc, 0x0c, 0x24, 0x7a, 0x3e, 0x6e, 0x5f))

    /// The receipt of a product bought in production, or in sandbox.
    public init(
        version: TestTransactionReceiptVersion = .four, bundleIdentifier: String = "com.example.app",
        productID: String = "com.example.coins", isSandbox: Bool = false
    ) {
        self.version = version
        self.bundleIdentifier = bundleIdentifier
        self.productID = productID
        appVersion = "42"
        appID = isSandbox ? nil : 6_450_123_456
        transactionID = isSandbox ? "1000000046178817" : "410000900000001"
        originalTransactionID = transactionID
        purchasedQuantity = 1
        purchaseDate = version.exampleDate
        originalPurchaseDate = version.exampleDate
        identifierForVendor = Self.exampleVendorID
        environment = isSandbox ? "Sandbox" : nil
    }

    /// What is signed: `purchase-info`. Apple's order is that of a hash table, and so of no meaning.
    package var purchaseInfo: TestPropertyList {
        var list = TestPropertyList([])
        set(originalPurchaseDate, "original-purchase-date", in: &list)
        list.set("original-transaction-id", originalTransactionID)
        list.set("bvrs", appVersion)
        list.set("transaction-id", transactionID)
        list.set("quantity", String(purchasedQuantity))
        list.set("product-id", productID)
        list.set("item-id", "521129812")
        list.set("app-item-id", appID.map(String.init))
        list.set("unique-vendor-identifier", identifierForVendor?.uuidString)
        list.set("bid", bundleIdentifier)
        list.set("web-order-line-item-id", webOrderLineItemID.map(String.init))
        if let expirationDate {
            list.set("expires-date", Self.milliseconds(expirationDate))
            list.set("expires-date-formatted", Self.written(expirationDate))
        }
        set(purchaseDate, "purchase-date", in: &list)
        for (key, value) in changes.sorted(by: { $0.key < $1.key }) { list.set(key, value) }
        return list
    }

    private func set(_ date: Date, _ key: String, in list: inout TestPropertyList) {
        list.set(key, Self.written(date))
        list.set(key + "-ms", Self.milliseconds(date))
    }

    /// Milliseconds since 1970.
    private static func milliseconds(_ date: Date) -> String {
        let bounded = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
        return String(Int64((bounded * 1_000).rounded()))
    }

    /// As people read it: `2012-04-30 15:05:55 Etc/GMT`.
    private static func written(_ date: Date) -> String {
        let text = TestDate.receipt(date).prefix(19)
        return text.split(separator: "T").joined(separator: " ") + " Etc/GMT"
    }
}
