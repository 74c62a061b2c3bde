#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The encoding is the same whatever the encoder's settings: dates are RFC 3339 texts in UTC, the store's numeric identifiers
/// are texts (some are beyond 2^53), octets are lower-case hexadecimal, and what is absent is left out. Undocumented
/// attributes that could not be read are listed under `diagnostics`, if there are any.
extension AppReceipt: Encodable {
    enum CodingKeys: String, CodingKey {
        case environment, appID
        case bundleIdentifier = "bundleID"
        case appVersion, opaqueValue, deviceHash, ageRating, creationDate, downloadID
        case versionExternalIdentifier, originalPurchaseDate, originalAppVersion, expirationDate, purchases, diagnostics
    }

    /// Encodes the typed fields under their Swift names.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(environment.rawValue, forKey: .environment)
        try container.encodeIfPresent(appID.map(String.init), forKey: .appID)
        try container.encode(bundleIdentifier, forKey: .bundleIdentifier)
        try container.encode(appVersion, forKey: .appVersion)
        try container.encode(Escaped.hex(opaqueValueOctets), forKey: .opaqueValue)
        try container.encode(Escaped.hex(deviceHashOctets), forKey: .deviceHash)
        try container.encodeIfPresent(ageRating, forKey: .ageRating)
        try container.encode(Timestamp.string(creationDate), forKey: .creationDate)
        try container.encodeIfPresent(downloadID.map(String.init), forKey: .downloadID)
        try container.encodeIfPresent(versionExternalIdentifier.map(String.init), forKey: .versionExternalIdentifier)
        try container.encodeIfPresent(originalPurchaseDate.map(Timestamp.string), forKey: .originalPurchaseDate)
        try container.encodeIfPresent(originalAppVersion, forKey: .originalAppVersion)
        try container.encodeIfPresent(expirationDate.map(Timestamp.string), forKey: .expirationDate)
        try container.encode(purchases, forKey: .purchases)
        if !diagnostics.isEmpty { try container.encode(diagnostics.map(\.description), forKey: .diagnostics) }
    }
}

/// Encoded like ``AppReceipt``.
extension InAppPurchase: Encodable {
    enum CodingKeys: String, CodingKey {
        case quantity, productID, transactionID, purchaseDate, originalTransactionID, originalPurchaseDate, productType
        case expirationDate, productAppID, webOrderLineItemID, cancellationDate, isTrialPeriod, isInIntroOfferPeriod
        case cancellationReason, promotionalOfferID, ownershipType
    }

    /// Encodes the typed fields under their Swift names.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(quantity, forKey: .quantity)
        try container.encode(productID, forKey: .productID)
        try container.encode(transactionID, forKey: .transactionID)
        try container.encode(Timestamp.string(purchaseDate), forKey: .purchaseDate)
        try container.encodeIfPresent(originalTransactionID, forKey: .originalTransactionID)
        try container.encodeIfPresent(originalPurchaseDate.map(Timestamp.string), forKey: .originalPurchaseDate)
        try container.encodeIfPresent(productType?.rawValue, forKey: .productType)
        try container.encodeIfPresent(expirationDate.map(Timestamp.string), forKey: .expirationDate)
        try container.encodeIfPresent(productAppID.map(String.init), forKey: .productAppID)
        try container.encodeIfPresent(webOrderLineItemID.map(String.init), forKey: .webOrderLineItemID)
        try container.encodeIfPresent(cancellationDate.map(Timestamp.string), forKey: .cancellationDate)
        try container.encodeIfPresent(isTrialPeriod, forKey: .isTrialPeriod)
        try container.encodeIfPresent(isInIntroOfferPeriod, forKey: .isInIntroOfferPeriod)
        try container.encodeIfPresent(cancellationReason?.rawValue, forKey: .cancellationReason)
        try container.encodeIfPresent(promotionalOfferID, forKey: .promotionalOfferID)
        try container.encodeIfPresent(ownershipType?.rawValue, forKey: .ownershipType)
    }
}
