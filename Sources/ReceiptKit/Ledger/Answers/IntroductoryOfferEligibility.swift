public import ReceiptFields

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
    case offerUnused(InAppPurchase)
    /// Not eligible: an offer was used, by this purchase first. Whether it was cancelled makes no difference.
    case offerUsed(InAppPurchase)
    /// Not eligible: subscribed at the date, by this purchase.
    case subscribed(InAppPurchase)
    /// Not known: a purchase does not say whether it was a trial (attribute 1713 is missing or malformed).
    case unknownTrial(InAppPurchase)
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
    ///   - productIDs: all products of the group. Groups are not in receipts, so only you know them.
    ///   - date: the date to ask about. Purchases with a later date are not looked at.
    public func isEligibleForIntroductoryOffer(
        in productIDs: some Sequence<String>, at date: Date
    ) -> IntroductoryOfferEligibility {
        let instant = date.instant
        var isEmpty = true
        var found = Findings()
        for productID in productIDs {
            isEmpty = false
            guard let product = storage.product(productID) else { continue }
            let notes = storage.products.notes[product]
            found.offer = [found.offer, begun(notes.firstOffer, instant)].compactMap(\.self).min()
            found.unreadable = [found.unreadable, begun(notes.firstUnreadable, instant)].compactMap(\.self).min()
            if let row = storage.products.rows(of: product, .definite, at: instant).begun,
                instant < storage.rows.outlines[row].end
            {
                found.running = Swift.max(found.running ?? row, row)
            }
            found.latest = [found.latest, latest(of: product, at: instant)].compactMap(\.self).max()
        }
        if let offer = found.offer { return .offerUsed(self[offer]) }
        if let running = found.running { return .subscribed(self[running]) }
        if let unreadable = found.unreadable { return .unknownTrial(self[unreadable]) }
        if let latest = found.latest { return .offerUnused(self[latest]) }
        return isEmpty ? .noProducts : .newCustomer
    }

    /// Positions in the ledger.
    private struct Findings {
        var offer: Int?
        var running: Int?
        var unreadable: Int?
        var latest: Int?
    }

    private func begun(_ row: Int?, _ instant: TimeInterval) -> Int? {
        row.flatMap { storage.rows.outlines[$0].start <= instant ? $0 : nil }
    }

    /// The row of a product that lasts longest of those begun, of whatever tier.
    private func latest(of product: Int, at instant: TimeInterval) -> Int? {
        ProductIndex.Tier.allCases.compactMap { storage.products.rows(of: product, $0, at: instant).begun }.max()
    }
}
