#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON with the names of the properties: ids as strings, dates as RFC 3339 or as days.
///
/// ```json
/// {"productID": "com.example.pro", "purchaseDate": "2024-05-01T12:00:00Z", "expirationDate": "2024-06-01T12:00:00Z"}
/// ```
///
/// The quantity is written as `purchasedQuantity`, and read as `quantity` too. Product and ownership type are StoreKit 2's words, or the attribute's number.
///
/// Only the first two of these are required. What is left out gets the default of a genuine row: with an expiration date it
/// is a subscription, else a non-consumable. Null leaves the attribute out. ``otherAttributes`` have no JSON.
extension TestPurchase: Codable {
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

    /// Reads a purchase. A key that is not a property is an error.
    ///
    /// - Throws: `DecodingError`, also for a key that is not a property.
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder(decoder, keyedBy: CodingKeys.self)
        let expirationDate = try fields.date(.expirationDate)
        var productType: TestProductType = expirationDate == nil ? .nonConsumable : .autoRenewable
        if let number = try fields.number(.productType, among: TestProductType.words) {
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

    /// Writes a purchase, with null for what it leaves out.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try JSONText.object(fields.map { JSONMember($0.key, $0.value ?? .null) }).encode(to: encoder)
    }

    /// The properties under their names.
    private var fields: KeyValuePairs<String, JSONText?> {
        [
            "purchasedQuantity": .number(purchasedQuantity),
            "productID": .string(productID),
            "transactionID": .string(transactionID),
            "purchaseDate": .date(purchaseDate),
            "originalTransactionID": originalTransactionID.map(JSONText.string),
            "originalPurchaseDate": originalPurchaseDate.map(JSONText.date),
            "productType": .word(productType.rawValue, among: TestProductType.words),
            "expirationDate": expirationDate.map(JSONText.date),
            "productAppID": .string(String(productAppID)),
            "webOrderLineItemID": .string(String(webOrderLineItemID)),
            "cancellationDate": cancellationDate.map(JSONText.date),
            "isTrialPeriod": .bool(isTrialPeriod),
            "isInIntroOfferPeriod": isInIntroOfferPeriod.map(JSONText.bool),
            "cancellationReason": cancellationReason.map(JSONText.number),
            "promotionalOfferID": promotionalOfferID.map(JSONText.string),
            "ownershipType": ownershipType.map { .word($0, among: Self.ownershipWords) },
        ]
    }

    /// What a decoder must find in the row, given who wrote it.
    func expectation(shape: TestReceiptShape) -> JSONText {
        switch shape {
        case .appStore:
            let resolved = with {
                $0.originalTransactionID = originalTransactionID ?? transactionID
                $0.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
            }
            return .object(resolved.fields)
        case .xcode:
            let neverWritten: Set = [
                "productType", "productAppID", "webOrderLineItemID", "cancellationDate", "isTrialPeriod",
                "cancellationReason", "promotionalOfferID", "ownershipType",
            ]
            let resolved = with { $0.isInIntroOfferPeriod = isInIntroOfferPeriod ?? false }
            return .object(
                resolved.fields.compactMap { key, value in
                    neverWritten.contains(key) ? nil : value.map { JSONMember(key, $0) }
                })
        }
    }
}

extension TestPurchase {
    fileprivate static let ownershipWords = ["PURCHASED", "FAMILY_SHARED"]
}

extension TestProductType {
    /// Apple's words, in the order of the numbers.
    fileprivate static let words = [
        "Non-Consumable", "Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription", "Free Subscription",
    ]
}

extension JSONText {
    /// The word of a number, or the number as a text where it has none.
    fileprivate static func word(_ number: Int64, among words: [String]) -> JSONText {
        .string(Int(exactly: number).flatMap { words.indices.contains($0) ? words[$0] : nil } ?? String(number))
    }

    static func date(_ date: Date) -> JSONText { .string(TestDate.receipt(date)) }

    static func bytes(_ bytes: [UInt8]) -> JSONText { .string(TestText.hexadecimal(bytes)) }

    static func identifier(_ number: Int64) -> JSONText { .string(String(number)) }
}
