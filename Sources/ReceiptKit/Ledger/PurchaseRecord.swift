public import ReceiptEssentials
internal import ReceiptFields

/// A purchase as a plain value, for databases, caches and views. It proves nothing: any program can make or decode one.
///
/// Keep the evidence too, and make ledgers of that; a record is what you make of a ledger's purchase to look at.
///
/// Its JSON has the members of a purchase in a ledger's JSON, each of the same type, whatever the encoder's settings: dates are RFC 3339
/// texts in UTC. Decoding throws `DecodingError`, if a member is missing or malformed.
public struct PurchaseRecord: Hashable, Identifiable, Sendable {
    /// See ``Purchase/id``.
    public var id: String
    /// See ``Purchase/transactionID``.
    public var transactionID: String
    /// See ``Purchase/originalTransactionID``.
    public var originalTransactionID: String
    /// See ``Purchase/webOrderLineItemID``.
    public var webOrderLineItemID: String?
    /// See ``Purchase/productID``.
    public var productID: String
    /// StoreKit 2's word for the product type, such as `Consumable`; the number where there is no word.
    public var productType: String?
    /// See ``Purchase/subscriptionGroupID``.
    public var subscriptionGroupID: String?
    /// See ``Purchase/purchaseDate``.
    public var purchaseDate: Date
    /// See ``Purchase/originalPurchaseDate``.
    public var originalPurchaseDate: Date?
    /// See ``Purchase/expirationDate``.
    public var expirationDate: Date?
    /// See ``Purchase/purchasedQuantity``.
    public var purchasedQuantity: Int
    /// StoreKit 2's word for the ownership type, such as `FAMILY_SHARED`; the number where there is no word.
    public var ownershipType: String?
    /// See ``Purchase/appAccountToken``.
    public var appAccountToken: UUID?
    /// See ``Purchase/isUpgraded``.
    public var isUpgraded: Bool
    /// See ``Purchase/revocationDate``.
    public var revocationDate: Date?
    /// The number of ``Purchase/revocationReason``.
    public var revocationReason: Int?
    /// Apple's word for ``Purchase/revocationType``.
    public var revocationType: String?
    /// Apple's word for ``Purchase/additionalTransactionReason``.
    public var additionalTransactionReason: String?
    /// See ``Purchase/evidenceDate``.
    public var evidenceDate: Date

    /// Makes the record of a ledger's purchase.
    public init(_ purchase: Purchase) {
        id = purchase.id
        transactionID = purchase.transactionID
        originalTransactionID = purchase.originalTransactionID
        webOrderLineItemID = purchase.webOrderLineItemID
        productID = purchase.productID
        productType = purchase.productType?.text
        subscriptionGroupID = purchase.subscriptionGroupID
        purchaseDate = purchase.purchaseDate
        originalPurchaseDate = purchase.originalPurchaseDate
        expirationDate = purchase.expirationDate
        purchasedQuantity = purchase.purchasedQuantity
        ownershipType = purchase.ownershipType?.text
        appAccountToken = purchase.appAccountToken
        isUpgraded = purchase.isUpgraded
        revocationDate = purchase.revocationDate
        revocationReason = purchase.revocationReason?.rawValue
        revocationType = purchase.revocationType?.rawValue
        additionalTransactionReason = purchase.additionalTransactionReason?.rawValue
        evidenceDate = purchase.evidenceDate
    }
}

// The compiler writes the rest of `Codable`, and calls these for what is a text in JSON.
extension PurchaseRecord: Codable {}

extension KeyedEncodingContainer {
    fileprivate mutating func encode(_ value: Date, forKey key: Key) throws {
        try encodeIfPresent(value, forKey: key)
    }

    fileprivate mutating func encodeIfPresent(_ value: Date?, forKey key: Key) throws {
        try encodeIfPresent(value.flatMap(Timestamp.written), forKey: key)
    }

    fileprivate mutating func encodeIfPresent(_ value: UUID?, forKey key: Key) throws {
        try encodeIfPresent(value?.uuidString.lowercased(), forKey: key)
    }
}

extension KeyedDecodingContainer {
    fileprivate func decode(_ type: Date.Type, forKey key: Key) throws -> Date {
        if let date = Timestamp.date(try decode(String.self, forKey: key)) { return date }
        throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not an RFC 3339 date")
    }

    fileprivate func decodeIfPresent(_ type: Date.Type, forKey key: Key) throws -> Date? {
        try contains(key) && !decodeNil(forKey: key) ? decode(type, forKey: key) : nil
    }
}
