#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension InAppPurchase {
    /// Reads the SET of one purchase. `path` names the purchase in errors, `texts` what the purchase before it held.
    init(
        _ reader: inout DERReader, _ source: Source, path: AttributePath, texts: inout RepeatedTexts,
        diagnostics: inout [FormatError]
    ) throws(FormatError) {
        var draft = PurchaseDraft(texts: texts)
        // The one list goes from purchase to purchase: a list of each would be allocated, grown and copied again.
        swap(&draft.diagnostics, &diagnostics)
        let contents = try reader.within(.set) { (reader) throws(FormatError) in
            let start = reader.position
            while !reader.isAtEnd {
                let attribute = try reader.attribute()
                try draft.read(attribute, &reader, source, of: path)
            }
            return source.slice(start..<reader.position)
        }
        swap(&draft.diagnostics, &diagnostics)
        texts = draft.texts
        self = try draft.finished(contents: contents, path: path)
    }
}

/// The texts that the next purchase is likely to hold once more: the periods of a subscription follow each other.
struct RepeatedTexts {
    var productID = RepeatedText()
    var originalTransactionID = RepeatedText()
}

/// A purchase while its attributes are being read.
private struct PurchaseDraft: FieldDraft {
    var seen: UInt64 = 0
    var repeated: UInt64 = 0
    var diagnostics: [FormatError] = []
    var texts: RepeatedTexts

    var quantity: Int?
    var productID: String?
    var transactionID: String?
    var purchaseDate: Date?
    var originalTransactionID: String?
    var originalPurchaseDate: Date?
    var productType: Int?
    var expirationDate: Date?
    var productAppID: Int64?
    var webOrderLineItemID: Int64?
    var cancellationDate: Date?
    var isTrialPeriod: Bool?
    var isInIntroOfferPeriod: Bool?
    var cancellationReason: Int?
    var promotionalOfferID: String?
    var ownershipType: Int?

    static let firstNumber: Int64 = 1700
    static let singleValued = mask(Field.purchase, [.required, .optional, .undocumented])
    static let undocumented = mask(Field.purchase, [.undocumented])

    mutating func readValue(
        _ attribute: RawAttribute, _ reader: inout DERReader, _ source: Source
    ) throws(FormatError) {
        let value = attribute.value
        switch attribute.type {
        case .quantity: quantity = try reader.number(value, in: 1...Int32.max)
        case .productID:
            let text = try reader.string(value, .utf8String, of: source, like: &texts.productID)
            productID = try required(text, attribute, reader)
        case .transactionID:
            transactionID = try required(try reader.string(value, .utf8String, of: source), attribute, reader)
        case .purchaseDate: purchaseDate = try required(try reader.date(value), attribute, reader)
        case .originalTransactionID:
            originalTransactionID = try reader.string(
                value, .utf8String, of: source, like: &texts.originalTransactionID)
        case .originalTransactionPurchaseDate: originalPurchaseDate = try reader.date(value)
        case .productType: productType = try reader.number(value, in: 0...Int32.max)
        case .subscriptionExpirationDate: expirationDate = try reader.date(value)
        case .productAppID: productAppID = try reader.unsigned(value)
        case .webOrderLineItemID: webOrderLineItemID = try reader.unsigned(value)
        case .cancellationDate: cancellationDate = try reader.date(value)
        case .isTrialPeriod: isTrialPeriod = try reader.flag(value)
        case .isInIntroOfferPeriod: isInIntroOfferPeriod = try reader.flag(value)
        case .cancellationReason: cancellationReason = try reader.number(value, in: 0...Int32.max)
        case .promotionalOfferID:
            promotionalOfferID = try reader.string(value, .utf8String, of: source)
        case .ownershipType: ownershipType = try reader.number(value, in: 0...Int32.max)
        default: break  // Kept as it is: `attributes` hands it out.
        }
    }

    mutating func forget(_ type: AttributeType) {
        switch type {
        case .productType: productType = nil
        case .productAppID: productAppID = nil
        case .isTrialPeriod: isTrialPeriod = nil
        case .cancellationReason: cancellationReason = nil
        case .promotionalOfferID: promotionalOfferID = nil
        case .ownershipType: ownershipType = nil
        default: break
        }
    }

    func finished(contents: ArraySlice<UInt8>, path: AttributePath) throws(FormatError) -> InAppPurchase {
        let offset = contents.startIndex
        return InAppPurchase(
            quantity: try present(quantity, path.inside(.quantity), offset: offset),
            productID: try present(productID, path.inside(.productID), offset: offset),
            transactionID: try present(transactionID, path.inside(.transactionID), offset: offset),
            purchaseDate: try present(purchaseDate, path.inside(.purchaseDate), offset: offset),
            originalTransactionID: originalTransactionID,
            originalPurchaseDate: originalPurchaseDate,
            productType: productType.map(ProductType.init(rawValue:)),
            expirationDate: expirationDate,
            productAppID: productAppID,
            webOrderLineItemID: webOrderLineItemID,
            cancellationDate: cancellationDate,
            isTrialPeriod: isTrialPeriod,
            isInIntroOfferPeriod: isInIntroOfferPeriod,
            cancellationReason: cancellationReason.map(CancellationReason.init(rawValue:)),
            promotionalOfferID: promotionalOfferID,
            ownershipType: ownershipType.map(OwnershipType.init(rawValue:)),
            contents: contents)
    }
}
