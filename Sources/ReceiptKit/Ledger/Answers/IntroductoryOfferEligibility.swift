public import ReceiptEssentials
internal import ReceiptFields

/// Whether a customer may have an introductory offer of a subscription group, and why.
///
/// Source: Apple, *Implementing introductory offers in your app*: new customers, and those whose subscription has lapsed and
/// who never used an offer in the group.
public struct IntroductoryOfferEligibility: Hashable, Sendable {
    /// The answer, with what shows it.
    public let answer: Answer
    /// The date of the latest evidence that could have shown another answer: a receipt, or evidence of a subscription of the group. Nil if
    /// there is none.
    public let knownAsOf: Date?

    /// The answers.
    @nonexhaustive
    public enum Answer: Hashable, Sendable {
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
    }

    /// Why it is not known.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The beginning of a subscription of the group is missing, or no app receipt is in the ledger, which would list all subscriptions, and you
        /// did not say that the history is complete.
        case incompleteHistory
        /// Something may be missing of a subscription of the group, which may run, or have used an offer.
        case missingEvidence(Access.Missing)
        /// A subscription whose group no evidence names, which may be in the group that was asked about.
        case unknownGroup(Purchase)
        /// A purchase that does not say whether it was a trial: attribute 1713 of a receipt is missing or malformed.
        case unknownTrial(Purchase)
        /// No product was named, so there is no group to look at.
        case noProducts
    }

    /// The answer for a customer without evidence: no receipt says that there never was a subscription.
    package static let withoutEvidence = Self(answer: .undetermined(.incompleteHistory), knownAsOf: nil)

    /// Whether the customer is known to be eligible.
    public var isEligible: Bool {
        switch answer {
        case .newCustomer, .offerUnused: true
        case .offerUsed, .subscribed, .undetermined: false
        }
    }
}

extension DatedLedger {
    /// The customer's eligibility for an introductory offer of a subscription group, if you know the products of the group.
    ///
    /// The customer is only ever eligible if the ledger knows the whole history: it has an app receipt, which lists all
    /// subscriptions, or you say so. Purchases after the date are not looked at.
    ///
    /// - Parameters:
    ///   - productIDs: all products of the group. Groups are not in receipts, so only you know them; where a transaction of one of
    ///     these products names its group, the other products of which the ledger knows that they are in it are looked at too.
    ///   - assumingCompleteHistory: true if the ledger has all transactions of the customer, for instance from the App Store Server
    ///     API's transaction history. It stands for an app receipt, and excuses no renewal that may be missing.
    public func introductoryOfferEligibility(
        in productIDs: some Sequence<String>, assumingCompleteHistory: Bool = false
    ) -> IntroductoryOfferEligibility {
        let named = Array(productIDs)
        if named.isEmpty { return IntroductoryOfferEligibility(answer: .undetermined(.noProducts), knownAsOf: nil) }
        var products = Set(named.compactMap { storage.product($0) })
        // What a subscription renews to is in its group.
        for number in named.flatMap({ storage.subscriptions(naming: $0) }) {
            products.formUnion(storage.subscriptions[number].products.lazy.map(\.product))
        }
        for group in Set(products.compactMap { storage.index.products[$0].group }.map(ByteString.init)) {
            products.formUnion(storage.index.groups[group] ?? [])
        }
        return eligibility(products, isComplete: assumingCompleteHistory)
    }

    /// The customer's eligibility for an introductory offer of a subscription group, as far as transactions say which products are in the
    /// group.
    ///
    /// The customer is only ever eligible if the ledger knows the whole history, and the group of each subscription in it: see
    /// ``introductoryOfferEligibility(in:assumingCompleteHistory:)-(Sequence<String>,_)``.
    ///
    /// - Parameters:
    ///   - subscriptionGroupID: the group (`subscriptionGroupIdentifier`).
    ///   - assumingCompleteHistory: true if the ledger has all transactions of the customer.
    public func introductoryOfferEligibility(
        in subscriptionGroupID: String, assumingCompleteHistory: Bool = false
    ) -> IntroductoryOfferEligibility {
        let products = storage.index.groups[ByteString(subscriptionGroupID)] ?? []
        let found = eligibility(products, isComplete: assumingCompleteHistory)
        guard found.isEligible else { return found }
        let instant = instant
        // A subscription of an unknown group may be one of this group.
        let grouped = storage.index.groups.values.reduce(into: Set<IndexOf<ProductIndex.Product>>()) {
            $0.formUnion($1)
        }
        let ungrouped = storage.subscriptions.lazy.flatMap(\.periods).first { period in
            period.purchase.start <= instant && storage.product(period.productID).map(grouped.contains) != true
        }
        guard let ungrouped else { return found }
        return IntroductoryOfferEligibility(
            answer: .undetermined(.unknownGroup(ungrouped.purchase)), knownAsOf: found.knownAsOf)
    }

    private func eligibility(_ products: Set<IndexOf<ProductIndex.Product>>, isComplete: Bool)
        -> IntroductoryOfferEligibility
    {
        let index = storage.index
        let subscribed = products.flatMap { index.products[$0].subscribed }
        var date = storage.evidence.receiptDate
        for one in subscribed { date = Swift.max(date, storage.subscriptions[one.subscription].knownAsOf(at: instant)) }
        return IntroductoryOfferEligibility(
            answer: answer(products, subscribed, isComplete: isComplete),
            knownAsOf: date > -.infinity ? Date(second: date) : nil)
    }

    private func answer(
        _ products: Set<IndexOf<ProductIndex.Product>>, _ subscribed: [ProductIndex.Subscribed], isComplete: Bool
    ) -> IntroductoryOfferEligibility.Answer {
        let (index, ledger, instant) = (storage.index, ledger, instant)
        func firstBegun(_ position: (IndexOf<ProductIndex.Product>) -> IndexOf<Purchase>?) -> Purchase? {
            products.lazy.compactMap(position).filter { ledger[$0].start <= instant }.min().map { ledger[$0] }
        }
        if let purchase = firstBegun({ index.products[$0].firstOffer }) { return .offerUsed(purchase) }
        let running = subscribed.lazy.compactMap { one in
            let subscription = storage.subscriptions[one.subscription]
            let access = subscription.access(to: one.timeline, at: instant, staleAfter: staleAfter)
            return access.map { subscription.positions[$0.place] }
        }
        if let last = running.max() { return .subscribed(ledger[last]) }
        let numbers = Set(subscribed.map(\.subscription)).sorted()
        if numbers.contains(where: { storage.hasHole(storage.subscriptions[$0]) }) {
            return .undetermined(.incompleteHistory)
        }
        if let purchase = firstBegun({ index.products[$0].firstUnreadable }) {
            return .undetermined(.unknownTrial(purchase))
        }
        guard isComplete || storage.evidence.receiptDate > -.infinity else { return .undetermined(.incompleteHistory) }
        for number in numbers {
            let subscription = storage.subscriptions[number]
            let moment = subscription.moment(at: instant, staleAfter: staleAfter)
            if let missing = subscription.missing(moment, at: instant, staleAfter: staleAfter) {
                return .undetermined(.missingEvidence(missing))
            }
        }
        let latest = subscribed.lazy.compactMap { one in
            let subscription = storage.subscriptions[one.subscription]
            return one.timeline.last(at: instant, subscription.periods).map { subscription.positions[$0] }
        }
        return latest.max().map { .offerUnused(ledger[$0]) } ?? .newCustomer
    }
}

extension IntroductoryOfferEligibility: CustomStringConvertible {
    /// One line: the answer, and the transaction that shows it.
    public var description: String {
        switch answer {
        case .newCustomer: "eligible: a new customer"
        case .offerUnused(let purchase):
            "eligible: subscribed before without an offer, last by transaction \(Escaped.text(purchase.transactionID))"
        case .offerUsed(let purchase):
            "not eligible: an offer was used by transaction \(Escaped.text(purchase.transactionID))"
        case .subscribed(let purchase):
            "not eligible: subscribed by transaction \(Escaped.text(purchase.transactionID))"
        case .undetermined(let reason): "not known: \(reason)"
        }
    }
}

extension IntroductoryOfferEligibility.Reason: CustomStringConvertible {
    /// One line that says why.
    public var description: String {
        switch self {
        case .incompleteHistory: "an earlier subscription, or the beginning of one, may be missing"
        case .missingEvidence(let missing): missing.words
        case .unknownGroup(let purchase):
            "no evidence names the subscription group of transaction \(Escaped.text(purchase.transactionID))"
        case .unknownTrial(let purchase):
            "transaction \(Escaped.text(purchase.transactionID)) does not say whether it was a trial"
        case .noProducts: "no products were named"
        }
    }
}
