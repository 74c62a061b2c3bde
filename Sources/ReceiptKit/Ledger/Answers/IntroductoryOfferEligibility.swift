public import ReceiptEssentials

/// Whether a customer may have an introductory offer of a subscription group, and why.
///
/// Source: Apple, *Implementing introductory offers in your app*: new customers, and those whose subscription has lapsed and
/// who never used an offer in the group.
@nonexhaustive
public enum IntroductoryOfferEligibility: Hashable, Sendable {
    /// Eligible: none of the products was purchased.
    case newCustomer
    /// Eligible: not subscribed at the date, and no offer was ever used. The purchase is the latest of the group.
    case offerUnused(Purchase)
    /// Not eligible: an offer was used, by this purchase first. Whether it was revoked makes no difference.
    case offerUsed(Purchase)
    /// Not eligible: subscribed at the date, by this purchase.
    case subscribed(Purchase)
    /// Not known.
    case undetermined(Reason)

    /// Why it is not known.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// No app receipt is in the ledger, which would list all subscriptions, and you did not say that the history is complete.
        case incompleteHistory
        /// A subscription whose group no evidence names, which may be in the group that was asked about.
        case unknownGroup(Purchase)
        /// A purchase that does not say whether it was a trial: attribute 1713 of a receipt is missing or malformed.
        case unknownTrial(Purchase)
        /// No product was named, so there is no group to look at.
        case noProducts
    }

    /// Whether the customer is known to be eligible.
    public var isEligible: Bool {
        switch self {
        case .newCustomer, .offerUnused: true
        case .offerUsed, .subscribed, .undetermined: false
        }
    }
}

extension PurchaseLedger {
    /// Whether the customer may have an introductory offer of a subscription group at a date, if you know the products of the group.
    ///
    /// The customer is only ever eligible if the ledger knows the whole history: it has an app receipt, which lists all
    /// subscriptions, or you say so.
    ///
    /// - Parameters:
    ///   - productIDs: all products of the group. Groups are not in receipts, so only you know them; where a transaction of one of
    ///     these products names its group, the other products of which the ledger knows that they are in it are looked at too.
    ///   - date: the date to ask about. Purchases with a later date are not looked at.
    ///   - assumingCompleteHistory: whether the ledger has all transactions of the customer, for instance from the App Store Server
    ///     API's transaction history.
    public func introductoryOfferEligibility(
        ofProducts productIDs: some Sequence<String>, at date: Date, assumingCompleteHistory: Bool = false
    ) -> IntroductoryOfferEligibility {
        let named = productIDs.map { storage.product($0) }
        if named.isEmpty { return .undetermined(.noProducts) }
        var products = Set(named.compactMap(\.self))
        let notes = storage.products.notes
        for group in Set(products.compactMap { notes[$0].group }.map(ExactText.init)) {
            products.formUnion(storage.products.groups[group] ?? [])
        }
        return eligibility(products, date.instant, isComplete: assumingCompleteHistory)
    }

    /// Whether the customer may have an introductory offer of a subscription group at a date, as far as transactions tell which
    /// products are in the group.
    ///
    /// The customer is only ever eligible if the ledger knows the whole history, and the group of each subscription in it: see
    /// ``introductoryOfferEligibility(ofProducts:at:assumingCompleteHistory:)``.
    ///
    /// - Parameters:
    ///   - subscriptionGroupID: the group (`subscriptionGroupIdentifier`).
    ///   - date: the date to ask about. Purchases with a later date are not looked at.
    ///   - assumingCompleteHistory: whether the ledger has all transactions of the customer.
    public func introductoryOfferEligibility(
        inGroup subscriptionGroupID: String, at date: Date, assumingCompleteHistory: Bool = false
    ) -> IntroductoryOfferEligibility {
        let products = storage.products.groups[ExactText(subscriptionGroupID)] ?? []
        let answer = eligibility(products, date.instant, isComplete: assumingCompleteHistory)
        guard answer.isEligible else { return answer }
        // A subscription of an unknown group may be one of this group.
        let grouped = storage.products.groups.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
        let stranger = storage.subscriptions.lazy.flatMap(\.periods).first { period in
            period.purchase.start <= date.instant && !grouped.contains(storage.product(period.productID) ?? -1)
        }
        return stranger.map { .undetermined(.unknownGroup($0.purchase)) } ?? answer
    }

    private func eligibility(
        _ products: Set<Int>, _ instant: TimeInterval, isComplete: Bool
    ) -> IntroductoryOfferEligibility {
        let notes = products.map { storage.products.notes[$0] }
        func firstBegun(_ rows: [Int?]) -> Purchase? {
            rows.compactMap(\.self).filter { self[$0].start <= instant }.min().map { self[$0] }
        }
        if let purchase = firstBegun(notes.map(\.firstOffer)) { return .offerUsed(purchase) }
        let running = products.flatMap { entitledPeriods(of: $0, instant) }
        if let last = running.map({ $0.subscription.positions[$0.place] }).max() { return .subscribed(self[last]) }
        if let purchase = firstBegun(notes.map(\.firstUnreadable)) { return .undetermined(.unknownTrial(purchase)) }
        guard isComplete || storage.parts.receiptDate > -.infinity else { return .undetermined(.incompleteHistory) }
        let latest = products.flatMap { product in
            LedgerProducts.Tier.allCases.compactMap {
                storage.products.rows(of: product, $0, at: instant).begun.last?.row
            }
        }
        return latest.max().map { .offerUnused(self[$0]) } ?? .newCustomer
    }
}
