#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encoded like ``TransactionPayload``, with ``InAppPurchase``'s names. What has no property is left out.
extension TransactionReceiptPayload: Encodable, JSONObject {
    /// Encodes the typed fields.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transactionID", transactionID)
        try sink.member("originalTransactionID", originalTransactionID)
        try sink.member("webOrderLineItemID", webOrderLineItemID.map(String.init))
        try sink.member("bundleID", bundleIdentifier)
        try sink.member("appVersion", appVersion)
        try sink.member("appID", appID.map(String.init))
        try sink.member("appVersionID", appVersionID.map(String.init))
        try sink.member("productID", productID)
        try sink.member("productAppID", productAppID.map(String.init))
        try sink.member("subscriptionGroupID", subscriptionGroupID)
        try sink.member("purchasedQuantity", purchasedQuantity)
        try sink.member("purchaseDate", purchaseDate)
        try sink.member("originalPurchaseDate", originalPurchaseDate)
        try sink.member("expirationDate", expirationDate)
        try sink.member("isTrialPeriod", isTrialPeriod)
        try sink.member("isInIntroOfferPeriod", isInIntroOfferPeriod)
        try sink.member("ownershipType", ownershipType?.text)
        try sink.member("identifierForVendor", identifierForVendor?.uuidString)
        try sink.member("deviceIdentifier", deviceIdentifier)
        if !diagnostics.isEmpty { try sink.list("diagnostics", diagnostics.map(\.description)) }
    }
}
