internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The JSON of a ledger is the same whatever the encoder's settings. It cannot be decoded: only the verifier makes ledgers.
///
/// ```json
/// {
///   "purchases": [{"productID": "com.example.monthly", "transactionID": "410000000000001", …}],
///   "subscriptions": [{
///     "originalTransactionID": "410000000000001",
///     "periods": [{
///       "transactionID": "410000000000001", "productID": "com.example.monthly", "kind": "trial",
///       "startDate": "2024-05-01T12:00:00Z", "endDate": "2024-06-01T12:00:00Z"
///     }],
///     "gaps": [{"startDate": "2024-06-01T12:00:00Z", "endDate": "2024-06-02T12:00:00Z"}],
///     "productChanges": [{
///       "date": "2024-06-02T12:00:00Z", "kind": "afterGap",
///       "previousProductID": "com.example.monthly", "productID": "com.example.yearly"
///     }]
///   }]
/// }
/// ```
///
/// Both arrays are in the order of the ledger. A purchase has the fields that it has in the JSON of a receipt, see
/// `InAppPurchase`. A period's `kind` is `regular`, `trial`, `introductory` or `promotional`, the last with
/// `promotionalOfferID`; a cancelled one has `cancellationDate` and, if it is known, `cancellationReason`, a number; one that
/// was overtaken has `"isOvertaken": true`. A change's `kind` is `whileRunning`, `atRenewal` or `afterGap`. Dates are
/// RFC 3339 texts in UTC, and what is absent is left out.
extension PurchaseLedger: Encodable {
    private enum CodingKeys: String, CodingKey {
        case purchases, subscriptions
    }

    /// Encodes the purchases and the subscriptions.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var purchases = container.nestedUnkeyedContainer(forKey: .purchases)
        for purchase in self { try purchases.encode(purchase) }
        var subscriptions = container.nestedUnkeyedContainer(forKey: .subscriptions)
        for subscription in self.subscriptions { try subscriptions.encode(subscription) }
    }
}

/// Encoded as in the JSON of a ``PurchaseLedger``.
extension SubscriptionHistory: Encodable {
    private enum CodingKeys: String, CodingKey {
        case originalTransactionID, periods, gaps, productChanges
    }

    /// Encodes the whole history.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(originalTransactionID, forKey: .originalTransactionID)
        try container.encode(Array(periods), forKey: .periods)
        try container.encode(gaps, forKey: .gaps)
        try container.encode(productChanges, forKey: .productChanges)
    }
}

/// Encoded as in the JSON of a ``PurchaseLedger``.
extension SubscriptionPeriod: Encodable {
    private enum CodingKeys: String, CodingKey {
        case transactionID, productID, kind, promotionalOfferID, startDate, endDate
        case cancellationDate, cancellationReason, isOvertaken
    }

    /// Encodes what makes the row a period.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(purchase.transactionID, forKey: .transactionID)
        try container.encode(productID, forKey: .productID)
        try container.encode(kind.name, forKey: .kind)
        try container.encodeIfPresent(purchase.promotionalOfferID, forKey: .promotionalOfferID)
        try container.encode(Timestamp.string(startDate), forKey: .startDate)
        try container.encodeIfPresent(endDate.map(Timestamp.string), forKey: .endDate)
        try container.encodeIfPresent(cancellationDate.map(Timestamp.string), forKey: .cancellationDate)
        try container.encodeIfPresent(cancellationReason?.rawValue, forKey: .cancellationReason)
        if isOvertaken { try container.encode(true, forKey: .isOvertaken) }
    }
}

/// Encoded as in the JSON of a ``PurchaseLedger``.
extension SubscriptionGap: Encodable {
    private enum CodingKeys: String, CodingKey {
        case startDate, endDate
    }

    /// Encodes both dates.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Timestamp.string(startDate), forKey: .startDate)
        try container.encode(Timestamp.string(endDate), forKey: .endDate)
    }
}

/// Encoded as in the JSON of a ``PurchaseLedger``.
extension ProductChange: Encodable {
    private enum CodingKeys: String, CodingKey {
        case date, kind, previousProductID, productID
    }

    /// Encodes the whole change.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Timestamp.string(date), forKey: .date)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encode(previousProductID, forKey: .previousProductID)
        try container.encode(productID, forKey: .productID)
    }
}
