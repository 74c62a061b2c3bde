internal import ReceiptEssentials

/// Decodes JSON with the names of the properties. Identifiers are strings; dates are RFC 3339 or days.
///
/// ```json
/// {"productID": "com.example.pro", "purchaseDate": "2024-05-01T12:00:00Z", "expirationDate": "2024-06-01T12:00:00Z"}
/// ```
///
/// The member `quantity` has the same meaning as `purchasedQuantity`. Product and ownership types are StoreKit 2's strings, or the
/// attribute's number; a product type may also be spelled as in code, `nonConsumable`.
///
/// Only the first two of these members are required. The others default to the values of a genuine purchase: a subscription if there is an
/// expiration date, otherwise a non-consumable. Null omits the attribute.
extension TestPurchase: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case quantity
        case purchasedQuantity
        case productID
        case transactionID
        case purchaseDate
        case originalTransactionID
        case originalPurchaseDate
        case productType
        case expirationDate
        case productAppID
        case webOrderLineItemID
        case cancellationDate
        case isTrialPeriod
        case isInIntroOfferPeriod
        case cancellationReason
        case promotionalOfferID
        case ownershipType
    }

    /// Decodes a purchase.
    ///
    /// - Throws: `DecodingError`, also for a key that is not a property.
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder(decoder, keyedBy: CodingKeys.self)
        let expirationDate = try fields.date(.expirationDate)
        var productType: TestProductType = expirationDate == nil ? .nonConsumable : .autoRenewable
        if let text = try fields.text(.productType) {
            guard let number = TestProductType.number(of: text) else {
                let known = TestProductType.words.enumerated().map { "\($1) (\($0))" }.joined(separator: ", ")
                throw fields.invalid(.productType, "'\(text)' is none of \(known).")
            }
            productType = TestProductType(rawValue: number)
        }
        guard let purchaseDate = try fields.date(.purchaseDate) else {
            throw DecodingError.keyNotFound(
                CodingKeys.purchaseDate, .init(codingPath: decoder.codingPath, debugDescription: "it is required"))
        }
        self.init(
            productID: try fields.require(.productID), productType: productType, purchaseDate: purchaseDate,
            transactionID: try fields.text(.transactionID), expirationDate: expirationDate)
        originalTransactionID = try fields.text(.originalTransactionID)
        originalPurchaseDate = try fields.date(.originalPurchaseDate)
        productAppID = try fields.number(.productAppID) ?? productAppID
        webOrderLineItemID = try fields.number(.webOrderLineItemID) ?? webOrderLineItemID
        cancellationDate = try fields.date(.cancellationDate)
        cancellationReason = cancellationDate == nil ? nil : 0
        promotionalOfferID = try fields.text(.promotionalOfferID)
        try fields.read(.quantity, into: &purchasedQuantity)
        try fields.read(.purchasedQuantity, into: &purchasedQuantity)
        try fields.read(.isTrialPeriod, into: &isTrialPeriod)
        try fields.read(.isInIntroOfferPeriod, into: &isInIntroOfferPeriod)
        try fields.read(.cancellationReason, into: &cancellationReason)
        if fields.container.contains(.ownershipType) {
            ownershipType = try fields.number(.ownershipType, among: Self.ownershipWords)
        }
    }

    package static let ownershipWords = ["PURCHASED", "FAMILY_SHARED"]
}

extension TestProductType {
    /// Apple's names, indexed by the attribute's number.
    package static let words = [
        "Non-Consumable", "Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription", "Free Subscription",
    ]

    /// Returns the number for a string: a number, or a name as Apple or Swift code spells it.
    fileprivate static func number(of text: String) -> Int64? {
        Int64(text) ?? spellings[text.lowercased().filter(\.isLetter)]
    }

    private static let spellings: [String: Int64] = [
        "nonconsumable": 0, "consumable": 1, "nonrenewingsubscription": 2, "nonrenewing": 2, "nonrenewable": 2,
        "autorenewablesubscription": 3, "autorenewable": 3, "freesubscription": 4,
    ]
}
