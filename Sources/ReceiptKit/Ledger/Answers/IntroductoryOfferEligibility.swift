public import ReceiptEssentials
internal import ReceiptFields

/// A customer's eligibility for an introductory offer of a subscription group, with the reason.
///
/// Source: Apple, *Implementing introductory offers in your app*. New customers are eligible, and so are customers whose subscription has
/// lapsed and who never used an offer in the group.
public struct IntroductoryOfferEligibility: Hashable, Sendable {
    /// The answer, with the purchase or the reason that explains it.
    public let answer: Answer
    /// The date of the latest evidence that could have shown another answer: a receipt, or evidence of a subscription of the group. Nil if
    /// there is none.
    public let knownAsOf: Date?

    /// An answer to the question of eligibility.
    @nonexhaustive
    public enum Answer: Hashable, Sendable {
        /// Eligible: none of the products was ever purchased.
        case newCustomer
        /// Eligible: the customer isn't subscribed at the date and has never used an offer. The associated value is the latest purchase of
        /// the group.
        case offerUnused(Purchase)
        /// Not eligible: the customer used an offer. The associated value is the first purchase with an offer, even if that purchase was
        /// revoked.
        case offerUsed(Purchase)
        /// Not eligible: the customer is subscribed at the date, by the associated purchase.
        case subscribed(Purchase)
        /// The evidence doesn't decide whether the customer is eligible.
        case undetermined(Reason)
    }

    /// The reason why the evidence doesn't decide whether the customer is eligible.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The history may be incomplete. Either the beginning of a subscription of the group is missing; or the ledger has no app receipt,
        /// which would list all subscriptions, and you didn't state that the history is complete.
        case incompleteHistory
        /// Evidence of a subscription of the group may be missing. The subscription may still be running, or may have used an offer.
        case missingEvidence(Access.Missing)
        /// No evidence names the group of a subscription, which may be the group that you asked about. The associated value is a purchase
        /// of that subscription.
        case unknownGroup(Purchase)
        /// A receipt doesn't state whether the associated purchase was a trial: attribute 1713 is missing or malformed.
        case unknownTrial(Purchase)
        /// You named no product, so there is no group to examine.
        case noProducts
    }

    /// The answer for a customer without evidence: no receipt shows that the customer never had a subscription.
    package static let withoutEvidence = Self(answer: .undetermined(.incompleteHistory), knownAsOf: nil)

    /// True if the evidence shows that the customer is eligible.
    public var isEligible: Bool {
        switch answer {
        case .newCustomer, .offerUnused: true
        case .offerUsed, .subscribed, .undetermined: false
        }
    }
}

extension DatedLedger {
    /// Returns the customer's eligibility for an introductory offer of a subscription group, given the group's products.
    ///
    /// The customer can only be eligible if the ledger has the whole history: either the ledger has an app receipt, which lists all
    /// subscriptions, or you state that the history is complete. Purchases after the date are ignored.
    ///
    /// - Parameters:
    ///   - productIDs: all products of the group. Receipts don't contain groups, so only you know them. If a transaction of one of these
    ///     products names its group, the other products that the ledger knows in that group are examined too.
    ///   - assumingCompleteHistory: true if the ledger has all transactions of the customer, for instance from the App Store Server API's
    ///     transaction history. Such a history replaces an app receipt. Even then, the answer is undetermined while a renewal may be
    ///     missing.
    public func introductoryOfferEligibility(
        in productIDs: some Sequence<String>, assumingCompleteHistory: Bool = false
    ) -> IntroductoryOfferEligibility {
        let named = Array(productIDs)
        if named.isEmpty { return IntroductoryOfferEligibility(answer: .undetermined(.noProducts), knownAsOf: nil) }
        var products = Set(named.compactMap { storage.product($0) })
        // The product that a subscription renews to is in the subscription's group.
        for number in named.flatMap({ storage.subscriptions(naming: $0) }) {
            products.formUnion(storage.subscriptions[number].products.lazy.map(\.product))
        }
        for group in Set(products.compactMap { storage.index.products[$0].group }.map(ByteString.init)) {
            products.formUnion(storage.index.groups[group] ?? [])
        }
        return eligibility(products, isComplete: assumingCompleteHistory)
    }

    /// Returns the customer's eligibility for an introductory offer of a subscription group, whose products are those that transactions
    /// assign to the group.
    ///
    /// The customer can only be eligible if the ledger has the whole history, and knows the group of each subscription in that history. See
    /// ``introductoryOfferEligibility(in:assumingCompleteHistory:)-(Sequence<String>,_)``.
    ///
    /// - Parameters:
    ///   - subscriptionGroupID: the group's identifier (`subscriptionGroupIdentifier`).
    ///   - assumingCompleteHistory: true if the ledger has all transactions of the customer.
    public func introductoryOfferEligibility(
        in subscriptionGroupID: String, assumingCompleteHistory: Bool = false
    ) -> IntroductoryOfferEligibility {
        let products = storage.index.groups[ByteString(subscriptionGroupID)] ?? []
        let found = eligibility(products, isComplete: assumingCompleteHistory)
        guard found.isEligible else { return found }
        let instant = instant
        // A subscription of an unknown group may belong to this group.
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
            let snapshot = subscription.snapshot(at: instant, staleAfter: staleAfter)
            if let missing = subscription.missing(snapshot, at: instant, staleAfter: staleAfter) {
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
    /// One line: the answer and the transaction that shows it.
    public var description: String {
        switch answer {
        case .newCustomer: "eligible: a new customer"
        case .offerUnused(let purchase):
            "eligible: subscribed before without an offer, last by transaction \(SafeText.quoted(purchase.transactionID))"
        case .offerUsed(let purchase):
            "not eligible: an offer was used by transaction \(SafeText.quoted(purchase.transactionID))"
        case .subscribed(let purchase):
            "not eligible: subscribed by transaction \(SafeText.quoted(purchase.transactionID))"
        case .undetermined(let reason): "not known: \(reason)"
        }
    }
}

extension IntroductoryOfferEligibility.Reason: CustomStringConvertible {
    /// One line: the reason.
    public var description: String {
        switch self {
        case .incompleteHistory: "an earlier subscription, or the beginning of one, may be missing"
        case .missingEvidence(let missing): missing.words
        case .unknownGroup(let purchase):
            "no evidence names the subscription group of transaction \(SafeText.quoted(purchase.transactionID))"
        case .unknownTrial(let purchase):
            "transaction \(SafeText.quoted(purchase.transactionID)) does not say whether it was a trial"
        case .noProducts: "no products were named"
        }
    }
}
