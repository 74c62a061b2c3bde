#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
    /// Not eligible: an offer was used, by this purchase first. Whether it was taken back makes no difference.
    case offerUsed(Purchase)
    /// Not eligible: subscribed at the date, by this purchase.
    case subscribed(Purchase)
    /// Not known: a purchase does not say whether it was a trial (attribute 1713 of a receipt is missing or malformed).
    case unknownTrial(Purchase)
    /// Not known: no product was named, so there is no group to look at.
    case noProducts

    /// Whether the customer is known to be eligible.
    public var isEligible: Bool {
        switch self {
        case .newCustomer, .offerUnused: true
        case .offerUsed, .subscribed, .unknownTrial, .noProducts: false
        }
    }
}

extension PurchaseLedger {
    /// Whether the customer may have an introductory offer of a subscription group at a date.
    ///
    /// - Parameters:
    ///   - productIDs: all products of the group. Groups are not in receipts, so only you know them; where a transaction of one of
    ///     these products names its group, the other products of which the ledger knows that they are in it are looked at too.
    ///   - date: the date to ask about. Purchases with a later date are not looked at.
    public func introductoryOfferEligibility(
        in productIDs: some Sequence<String>, at date: Date
    ) -> IntroductoryOfferEligibility {
        var isEmpty = true
        var products: Set<Int> = []
        for productID in productIDs {
            isEmpty = false
            if let product = storage.product(productID) { products.insert(product) }
        }
        let notes = storage.products.notes
        for group in Set(products.compactMap { notes[$0].group }.map(ExactText.init)) {
            products.formUnion(storage.products.groups[group] ?? [])
        }
        return isEmpty ? .noProducts : eligibility(products, date.instant)
    }

    /// Whether the customer may have an introductory offer of a subscription group at a date, as far as transactions tell which
    /// products are in the group.
    public func introductoryOfferEligibility(
        in subscriptionGroupID: String, at date: Date
    ) -> IntroductoryOfferEligibility {
        eligibility(storage.products.groups[ExactText(subscriptionGroupID)] ?? [], date.instant)
    }

    private func eligibility(_ products: Set<Int>, _ instant: TimeInterval) -> IntroductoryOfferEligibility {
        var offers: [Int] = []
        var unreadable: [Int] = []
        var running: [Int] = []
        var latest: [Int] = []
        for product in products {
            let notes = storage.products.notes[product]
            if let row = notes.firstOffer { offers.append(row) }
            if let row = notes.firstUnreadable { unreadable.append(row) }
            for chain in notes.chains.map({ storage.chains[$0] }) {
                chain.forEachEntitled(instant) { place in
                    if storage.product(chain.periods[place].productID) == product {
                        running.append(chain.positions[place])
                    }
                }
            }
            latest += LedgerProducts.Tier.allCases.compactMap {
                storage.products.rows(of: product, $0, at: instant).last?.row
            }
        }
        func begun(_ rows: [Int]) -> Int? { rows.filter { self[$0].start <= instant }.min() }
        if let offer = begun(offers) { return .offerUsed(self[offer]) }
        if let running = running.max() { return .subscribed(self[running]) }
        if let unreadable = begun(unreadable) { return .unknownTrial(self[unreadable]) }
        return latest.max().map { .offerUnused(self[$0]) } ?? .newCustomer
    }
}
