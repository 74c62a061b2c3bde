internal import ReceiptEssentials
internal import ReceiptKitTesting

extension TestPurchase {
    /// The properties by name.
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

    /// Returns the purchase that a decoder must find, depending on the issuer.
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

extension JSONText {
    /// Returns the name for a number, or the number as a string if it has no name.
    fileprivate static func word(_ number: Int64, among words: [String]) -> JSONText {
        .string(Int(exactly: number).flatMap { words.indices.contains($0) ? words[$0] : nil } ?? String(number))
    }

    static func date(_ date: Date) -> JSONText { .string(TestDate.receipt(date)) }

    static func bytes(_ bytes: [UInt8]) -> JSONText { .string(TestText.hexadecimal(bytes)) }

    static func identifier(_ number: Int64) -> JSONText { .string(String(number)) }
}
