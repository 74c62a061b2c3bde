public import ReceiptEssentials

/// The contents of an iOS 6 transaction receipt (`SKPaymentTransaction.transactionReceipt`).
///
/// ```swift
/// let receipt = TestTransactionReceipt(version: .four)
/// let issued = try TestAuthority.standard.issue(receipt)
/// let base64 = issued.base64
/// let issuer = try issued.issuerCertificate
/// ```
public struct TestTransactionReceipt: TestModel, Hashable {
    /// The version of the signature.
    public var version: TestTransactionReceiptVersion
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app's version.
    public var appVersion: String
    /// The app's Apple ID. Sandbox has none.
    public var appID: Int64?
    /// The product identifier.
    public var productID: String
    /// The transaction identifier.
    public var transactionID: String
    /// The identifier of the original transaction.
    public var originalTransactionID: String
    /// The purchased quantity.
    public var purchasedQuantity: Int
    /// The date of the purchase, with milliseconds.
    public var purchaseDate: Date
    /// The date of the original purchase.
    public var originalPurchaseDate: Date
    /// The end of the subscription period.
    public var expirationDate: Date?
    /// The identifier of the subscription period.
    public var webOrderLineItemID: Int64?
    /// The identifier for vendor of the device. Receipts of 2012 have none.
    public var identifierForVendor: UUID?
    /// The unsigned environment: `Sandbox`, or nil for production.
    public var environment: String?
    /// Pairs to set in `purchase-info`, under Apple's keys. Nil removes a pair.
    public var changes: [String: String?] = [:]

    /// The identifier for vendor of the examples' device.
    public static let exampleVendorID = UUID(
        uuid: (0xe6, 0x21, 0xe1, 0xf8, 0xc3, 0x6c, 0x49, 0x5a, 0x93, 0xfc, 0x0c, 0x24, 0x7a, 0x3e, 0x6e, 0x5f))

    /// Creates the receipt of a product bought in production, or in sandbox.
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

    /// The signed property list `purchase-info`. Apple writes the keys in the order of a hash table, which has no meaning.
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

    /// Formats a date as milliseconds since 1970.
    private static func milliseconds(_ date: Date) -> String {
        let bounded = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
        return String(Int64((bounded * 1_000).rounded()))
    }

    /// Formats a date as text: `2012-04-30 15:05:55 Etc/GMT`.
    private static func written(_ date: Date) -> String {
        let text = TestDate.receipt(date).prefix(19)
        return text.split(separator: "T").joined(separator: " ") + " Etc/GMT"
    }
}
