#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON of StoreKit 2's payloads: the typed fields under their Swift names. Dates are RFC 3339 texts in UTC, numeric
/// identifiers of the store and prices are texts, octets are lower-case hexadecimal, and what is absent is left out. What
/// could not be read is listed under `diagnostics`. It cannot be decoded.
extension TransactionPayload: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transactionID", transactionID)
        try sink.member("originalTransactionID", originalTransactionID)
        try sink.member("webOrderLineItemID", webOrderLineItemID)
        try sink.member("bundleID", bundleIdentifier)
        try sink.member("productID", productID)
        try sink.member("subscriptionGroupID", subscriptionGroupID)
        try sink.member("purchaseDate", purchaseDate)
        try sink.member("originalPurchaseDate", originalPurchaseDate)
        try sink.member("expirationDate", expirationDate)
        try sink.member("purchasedQuantity", purchasedQuantity)
        try sink.member("productType", productType?.text)
        try sink.member("ownershipType", ownershipType?.text)
        try sink.member("appAccountToken", appAccountToken?.uuidString.lowercased())
        try sink.member("isUpgraded", isUpgraded)
        try sink.member("signedDate", signedDate)
        try sink.member("revocationDate", revocationDate)
        try sink.member("revocationReason", revocationReason?.rawValue)
        try sink.member("revocationType", revocationType?.rawValue)
        try sink.member("revocationPercentage", revocationPercentage)
        try sink.environment(rawEnvironment)
        try sink.member("reason", reason?.rawValue)
        try sink.member("storefrontCountryCode", storefrontCountryCode)
        try sink.member("storefrontID", storefrontID)
        try sink.member("currency", currency)
        try sink.member("price", priceMilliunits.map(Price.text))
        try sink.member("appTransactionID", appTransactionID)
        try sink.member("deviceVerification", deviceVerification.map(Escaped.hex))
        try sink.member("deviceVerificationNonce", deviceVerificationNonce?.uuidString.lowercased())
        if let offer { try sink.member("offer", offer) }
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }
}

/// Encoded like ``TransactionPayload``.
extension RenewalInfoPayload: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("originalTransactionID", originalTransactionID)
        try sink.member("autoRenewProductID", autoRenewProductID)
        try sink.member("productID", productID)
        try sink.member("willAutoRenew", willAutoRenew)
        try sink.member("isInBillingRetry", isInBillingRetry)
        try sink.member("gracePeriodExpirationDate", gracePeriodExpirationDate)
        try sink.member("expirationReason", expirationReason?.rawValue)
        try sink.member("hasAgreedToPriceIncrease", hasAgreedToPriceIncrease)
        try sink.member("signedDate", signedDate)
        try sink.environment(rawEnvironment)
        try sink.member("recentSubscriptionStartDate", recentSubscriptionStartDate)
        try sink.member("renewalDate", renewalDate)
        try sink.member("currency", currency)
        try sink.member("renewalPrice", renewalPriceMilliunits.map(Price.text))
        if let eligibleWinBackOfferIDs { try sink.list("eligibleWinBackOfferIDs", eligibleWinBackOfferIDs) }
        try sink.member("appAccountToken", appAccountToken?.uuidString.lowercased())
        try sink.member("appTransactionID", appTransactionID)
        try sink.member("deviceVerification", deviceVerification.map(Escaped.hex))
        try sink.member("deviceVerificationNonce", deviceVerificationNonce?.uuidString.lowercased())
        if let offer { try sink.member("offer", offer) }
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }
}

/// Encoded like ``TransactionPayload``.
extension AppTransactionPayload: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.environment(rawEnvironment)
        try sink.member("appID", appID.map(String.init))
        try sink.member("bundleID", bundleIdentifier)
        try sink.member("appVersion", appVersion)
        try sink.member("appVersionID", appVersionID.map(String.init))
        try sink.member("signedDate", signedDate)
        try sink.member("originalPurchaseDate", originalPurchaseDate)
        try sink.member("originalAppVersion", originalAppVersion)
        try sink.member("preorderDate", preorderDate)
        try sink.member("appTransactionID", appTransactionID)
        try sink.member("originalPlatform", originalPlatform?.rawValue)
        try sink.member("deviceVerification", deviceVerification.map(Escaped.hex))
        try sink.member("deviceVerificationNonce", deviceVerificationNonce?.uuidString.lowercased())
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }
}

/// Encoded like ``TransactionPayload``, the version as `notificationVersion`.
extension NotificationPayload: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("notificationType", notificationType.rawValue)
        try sink.member("subtype", subtype?.rawValue)
        try sink.member("notificationUUID", notificationUUID)
        try sink.member("notificationVersion", version)
        try sink.member("signedDate", signedDate)
        switch body {
        case .data(let data): try sink.member("data", data)
        case .summary(let summary): try sink.member("summary", summary)
        case .externalPurchaseToken(let token): try sink.member("externalPurchaseToken", token)
        case .appData(let data): try sink.member("appData", data)
        }
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }

    /// The notification without the texts of the JWS in it, for JSON that has beside it what they say.
    package var withoutNestedTexts: NotificationPayload {
        var copy = self
        switch body {
        case .data(var data):
            (data.signedTransactionInfo, data.signedRenewalInfo) = (nil, nil)
            copy.body = .data(data)
        case .appData(var data):
            data.signedAppTransactionInfo = nil
            copy.body = .appData(data)
        case .summary, .externalPurchaseToken: break
        }
        return copy
    }
}

/// Encoded like ``TransactionPayload``. Apple's `status` is `statusCode`: a subscription's `status` in the JSON of a ledger is an object.
extension NotificationPayload.PurchaseData: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.environment(rawEnvironment)
        try sink.member("appID", appID.map(String.init))
        try sink.member("bundleID", bundleIdentifier)
        try sink.member("bundleVersion", bundleVersion)
        try sink.member("signedTransactionInfo", signedTransactionInfo)
        try sink.member("signedRenewalInfo", signedRenewalInfo)
        try sink.member("statusCode", status?.rawValue)
        try sink.member("consumptionRequestReason", consumptionRequestReason)
    }
}

/// Encoded like ``TransactionPayload``.
extension NotificationPayload.Summary: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.environment(rawEnvironment)
        try sink.member("appID", appID.map(String.init))
        try sink.member("bundleID", bundleIdentifier)
        try sink.member("productID", productID)
        try sink.member("requestIdentifier", requestIdentifier)
        if let storefrontCountryCodes { try sink.list("storefrontCountryCodes", storefrontCountryCodes) }
        try sink.member("succeededCount", succeededCount.map(String.init))
        try sink.member("failedCount", failedCount.map(String.init))
    }
}

/// Encoded like ``TransactionPayload``.
extension NotificationPayload.ExternalPurchaseToken: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("externalPurchaseID", externalPurchaseID)
        try sink.member("creationDate", creationDate)
        try sink.member("appID", appID.map(String.init))
        try sink.member("bundleID", bundleIdentifier)
    }
}

/// Encoded like ``TransactionPayload``.
extension NotificationPayload.AppData: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.environment(rawEnvironment)
        try sink.member("appID", appID.map(String.init))
        try sink.member("bundleID", bundleIdentifier)
        try sink.member("signedAppTransactionInfo", signedAppTransactionInfo)
    }
}

/// Encoded like ``TransactionPayload``.
extension TransactionOffer: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("type", type.rawValue)
        try sink.member("id", id)
        try sink.member("paymentMode", paymentMode?.rawValue)
        try sink.member("period", period)
    }
}
