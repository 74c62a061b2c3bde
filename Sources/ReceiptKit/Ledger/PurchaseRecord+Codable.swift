internal import ReceiptEssentials
package import ReceiptFields

extension PurchaseRecord: Codable, JSONObject {
    private enum Member: String, CodingKey {
        case id
        case transactionID
        case originalTransactionID
        case webOrderLineItemID
        case productID
        case productType
        case subscriptionGroupID
        case purchaseDate
        case originalPurchaseDate
        case expirationDate
        case purchasedQuantity
        case ownershipType
        case appAccountToken
        case isUpgraded
        case revocationDate
        case revocationReason
        case revocationType
        case additionalTransactionReason
        case evidenceDate
    }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("id", id)
        try sink.member("transactionID", transactionID)
        try sink.member("originalTransactionID", originalTransactionID)
        try sink.member("webOrderLineItemID", webOrderLineItemID)
        try sink.member("productID", productID)
        try sink.member("productType", productType)
        try sink.member("subscriptionGroupID", subscriptionGroupID)
        try sink.member("purchaseDate", purchaseDate)
        try sink.member("originalPurchaseDate", originalPurchaseDate)
        try sink.member("expirationDate", expirationDate)
        try sink.member("purchasedQuantity", purchasedQuantity)
        try sink.member("ownershipType", ownershipType)
        try sink.member("appAccountToken", appAccountToken?.uuidString.lowercased())
        try sink.member("isUpgraded", isUpgraded)
        try sink.member("revocationDate", revocationDate)
        try sink.member("revocationReason", revocationReason)
        try sink.member("revocationType", revocationType)
        try sink.member("additionalTransactionReason", additionalTransactionReason)
        try sink.member("evidenceDate", evidenceDate)
    }

    /// Decodes what an encoder wrote.
    ///
    /// - Throws: `DecodingError`, if a member is missing or malformed.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Member.self)
        id = try fields.decode(String.self, forKey: .id)
        transactionID = try fields.decode(String.self, forKey: .transactionID)
        originalTransactionID = try fields.decode(String.self, forKey: .originalTransactionID)
        webOrderLineItemID = try fields.decodeIfPresent(String.self, forKey: .webOrderLineItemID)
        productID = try fields.decode(String.self, forKey: .productID)
        productType = try fields.decodeIfPresent(String.self, forKey: .productType)
        subscriptionGroupID = try fields.decodeIfPresent(String.self, forKey: .subscriptionGroupID)
        purchaseDate = try Self.date(try fields.decode(String.self, forKey: .purchaseDate), .purchaseDate, fields)
        originalPurchaseDate = try fields.decodeIfPresent(String.self, forKey: .originalPurchaseDate).map {
            try Self.date($0, .originalPurchaseDate, fields)
        }
        expirationDate = try fields.decodeIfPresent(String.self, forKey: .expirationDate).map {
            try Self.date($0, .expirationDate, fields)
        }
        purchasedQuantity = try fields.decode(Int.self, forKey: .purchasedQuantity)
        ownershipType = try fields.decodeIfPresent(String.self, forKey: .ownershipType)
        appAccountToken = try fields.decodeIfPresent(UUID.self, forKey: .appAccountToken)
        isUpgraded = try fields.decode(Bool.self, forKey: .isUpgraded)
        revocationDate = try fields.decodeIfPresent(String.self, forKey: .revocationDate).map {
            try Self.date($0, .revocationDate, fields)
        }
        revocationReason = try fields.decodeIfPresent(Int.self, forKey: .revocationReason)
        revocationType = try fields.decodeIfPresent(String.self, forKey: .revocationType)
        additionalTransactionReason = try fields.decodeIfPresent(String.self, forKey: .additionalTransactionReason)
        evidenceDate = try Self.date(try fields.decode(String.self, forKey: .evidenceDate), .evidenceDate, fields)
    }

    private static func date(
        _ text: String, _ member: Member, _ fields: KeyedDecodingContainer<Member>
    ) throws -> Date {
        if let date = Timestamp.date(text) { return date }
        throw DecodingError.dataCorruptedError(forKey: member, in: fields, debugDescription: "not an RFC 3339 date")
    }
}
