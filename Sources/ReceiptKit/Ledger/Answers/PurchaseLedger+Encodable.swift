internal import ReceiptEssentials
package import ReceiptFields

// The article *Command line and JSON* explains the members, which are the same for all settings of the encoder. A ledger can't be decoded,
// because ledgers are created only from verified evidence.

extension PurchaseLedger: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.list("purchases", self)
        try sink.list("subscriptions", subscriptions)
        try writeCustomers(to: &sink)
    }

    /// Writes the identifiers of the customer.
    package func writeCustomers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.list("appTransactionIDs", appTransactionIDs.sorted())
        try sink.list("appAccountTokens", Set(lazy.compactMap { $0.appAccountToken?.lowercaseText }).sorted())
    }
}

extension Purchase: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try writeMembers(to: &sink, hasTransactionIDs: true)
    }

    /// Writes the members, with all transaction identifiers or only the current one.
    package func writeMembers<Sink: JSONSink>(
        to sink: inout Sink, hasTransactionIDs: Bool
    ) throws(Sink.Failure) {
        try sink.member("id", id)
        try sink.member("transactionID", transactionID)
        if hasTransactionIDs { try sink.list("transactionIDs", transactionIDs) }
        try sink.member("originalTransactionID", originalTransactionID)
        try sink.member("webOrderLineItemID", webOrderLineItemID)
        try sink.member("productID", productID)
        try sink.member("productType", productType?.text)
        try sink.member("subscriptionGroupID", subscriptionGroupID)
        try sink.member("purchaseDate", purchaseDate)
        try sink.member("originalPurchaseDate", originalPurchaseDate)
        try sink.member("expirationDate", expirationDate)
        try sink.member("purchasedQuantity", purchasedQuantity)
        try sink.member("ownershipType", ownershipType?.text)
        try sink.member("appAccountToken", appAccountToken?.lowercaseText)
        try sink.member("isTrialPeriod", isTrialPeriod)
        try sink.member("isInIntroOfferPeriod", isInIntroOfferPeriod)
        try sink.member("promotionalOfferID", promotionalOfferID)
        if let offer { try sink.member("offer", offer) }
        try sink.member("currency", currency)
        try sink.member("price", priceMilliunits.map(Price.text))
        try sink.member("additionalTransactionReason", additionalTransactionReason?.rawValue)
        try sink.member("billingPlanType", billingPlanType?.rawValue)
        if let commitmentInfo { try sink.member("commitmentInfo", commitmentInfo) }
        if isUpgraded { try sink.member("isUpgraded", true) }
        try sink.member("revocationDate", revocationDate)
        try sink.member("revocationReason", revocationReason?.rawValue)
        try sink.member("revocationType", revocationType?.rawValue)
        try sink.member("revocationPercentage", revocationPercentage)
        try sink.member("evidenceDate", evidenceDate)
    }
}

extension SubscriptionHistory: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("originalTransactionID", originalTransactionID)
        try sink.member("previousOriginalTransactionID", previousOriginalTransactionID)
        try sink.member("subscriptionGroupID", subscriptionGroupID)
        if let renewal { try sink.member("renewalInfo", renewal) }
        try sink.list("periods", periods)
        try sink.list("gaps", gaps)
        try sink.list("productChanges", productChanges)
    }
}

// The member `"status"` of a subscription, written if a date was given.
extension SubscriptionStatus: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("state", state.rawValue)
        try sink.member("until", until)
        try sink.member("productID", productID)
        try nextRenewal?.writeMembers(to: &sink)
        try sink.member("renewalOffSince", renewalOffSince)
        try sink.member("billingIssueSince", billingIssueSince)
        try sink.member("missing", missing?.rawValue)
        try sink.member("knownAsOf", knownAsOf)
    }
}

// An element of `"entitlements"`, written if a date was given.
extension Entitlement: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("productID", productID)
        try sink.member("state", state.rawValue)
        try sink.member("startDate", startDate)
        try sink.member("endDate", endDate)
        try sink.member("seats", seats)
        if let items { try sink.list("items", items.compactMap(\.sku)) }
        try sink.member("currency", purchase.currency)
        try sink.member("price", purchase.priceMilliunits.map(Price.text))
        try sink.member("billingPlanType", billingPlanType?.rawValue)
        if let commitmentInfo { try sink.member("commitmentInfo", commitmentInfo) }
        try nextRenewal?.writeMembers(to: &sink)
        try sink.member("knownAsOf", knownAsOf)
        try sink.member("transactionID", purchase.transactionID)
        try sink.member("originalTransactionID", purchase.originalTransactionID)
    }
}

// An element of `"access"`, written if products were given.
extension Access: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        switch self {
        case .granted(let entitlement):
            try sink.member("state", "granted")
            try sink.member("entitlement", entitlement)
            try sink.member("transactionID", entitlement.purchase.transactionID)
            try sink.member("knownAsOf", entitlement.knownAsOf)
        case .denied(let denial):
            try sink.member("state", "denied")
            try sink.member("reason", denial.reason.rawValue)
            try sink.member("since", denial.since)
            try sink.member("revocationDate", denial.revocationDate)
            try sink.member("transactionID", denial.purchase?.transactionID)
            try sink.member("knownAsOf", denial.knownAsOf)
        case .undetermined(let answer):
            try sink.member("state", "undetermined")
            try sink.list("missing", answer.missing.map(\.rawValue).sorted())
            try sink.list("originalTransactionIDs", answer.originalTransactionIDs)
            try sink.member("since", answer.since)
            try sink.member("transactionID", answer.purchase?.transactionID)
            try sink.member("knownAsOf", answer.knownAsOf)
        }
    }
}

// The member `"introductoryOfferEligibility"`, written if products were given.
extension IntroductoryOfferEligibility: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        let (word, reason) = words
        try sink.member("answer", word)
        try sink.member("reason", reason)
        try sink.member("knownAsOf", knownAsOf)
    }

    private var words: (answer: String, reason: String) {
        switch answer {
        case .newCustomer: ("eligible", "newCustomer")
        case .offerUnused: ("eligible", "offerUnused")
        case .offerUsed: ("ineligible", "offerUsed")
        case .subscribed: ("ineligible", "subscribed")
        case .undetermined(.incompleteHistory): ("undetermined", "incompleteHistory")
        case .undetermined(.missingEvidence): ("undetermined", "missingEvidence")
        case .undetermined(.unknownGroup): ("undetermined", "unknownGroup")
        case .undetermined(.unknownTrial): ("undetermined", "unknownTrial")
        case .undetermined(.noProducts): ("undetermined", "noProducts")
        }
    }
}

extension SubscriptionPeriod: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("transactionID", purchase.transactionID)
        try sink.member("productID", productID)
        try sink.member("kind", kind.name)
        try sink.member("promotionalOfferID", purchase.promotionalOfferID)
        try sink.member("startDate", startDate)
        try sink.member("endDate", endDate)
        if effectiveEndDate != endDate { try sink.member("effectiveEndDate", effectiveEndDate) }
        try sink.member("revocationDate", revocationDate)
        try sink.member("revocationReason", revocationReason?.rawValue)
        if isOvertaken { try sink.member("isOvertaken", true) }
        let seatAdditions = seatAdditions.map(\.transactionID)
        if !seatAdditions.isEmpty { try sink.list("seatAdditions", seatAdditions) }
    }
}

extension SubscriptionGap: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("startDate", startDate)
        try sink.member("endDate", endDate)
    }
}

extension ProductChange: Encodable, JSONObject {
    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("date", date)
        try sink.member("kind", kind.rawValue)
        try sink.member("previousProductID", previousProductID)
        try sink.member("productID", productID)
    }
}
