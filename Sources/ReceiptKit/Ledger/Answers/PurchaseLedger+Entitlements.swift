#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseLedger {
    /// What the customer is entitled to at a date, in the sense of StoreKit 2's `Transaction.currentEntitlements`, as far as
    /// the evidence knows.
    ///
    /// - Each non-consumable that was not taken back. One that was restored counts from the original purchase on.
    /// - The running period of each auto-renewable subscription, or the latest one, in the grace period after it: see
    ///   ``SubscriptionHistory/period(at:)`` and ``SubscriptionHistory/status(at:)``.
    /// - The latest purchase of each non-renewing subscription that was not taken back, if you say how long it lasts, and it
    ///   has not ended; StoreKit 2 hands out ended ones too.
    ///
    /// Never consumables, free subscriptions (product type 4), and products of an unknown type. One product can be there more
    /// than once: bought, and shared by the family. The purchases are in the ledger's order.
    ///
    /// ```swift
    /// let entitlements = ledger.currentEntitlements(at: now) { purchase in
    ///     guard purchase.productID == "com.example.season" else { return nil }
    ///     return purchase.purchaseDate.addingTimeInterval(90 * 86_400)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - date: the date to ask about, for instance now.
    ///   - nonRenewingExpiration: when the purchase of a non-renewing subscription ends, which no evidence says; nil, if it
    ///     is to be left out. Asked once for each product.
    public func currentEntitlements(
        at date: Date, nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> [Purchase] {
        let instant = date.instant
        var positions: [Int] = []
        for span in storage.owned {
            guard span.start <= instant else { break }
            if instant < span.end { positions.append(span.row) }
        }
        for chain in storage.chains {
            chain.forEachEntitled(instant) { positions.append(chain.positions[$0]) }
        }
        if let nonRenewingExpiration {
            for (product, notes) in storage.products.notes.enumerated() where notes.isNonRenewable {
                guard let row = storage.products.lastRunning(of: product, .indefinite, at: instant),
                    self[row.row].kind == .nonRenewable,
                    let expiration = nonRenewingExpiration(self[row.row]),
                    instant < expiration.timeIntervalSinceReferenceDate
                else { continue }
                positions.append(row.row)
            }
        }
        return positions.sorted().map { self[$0] }
    }

    /// Whether ``currentEntitlements(at:nonRenewingExpiration:)`` has the product at a date. Non-renewing subscriptions, whose
    /// end only you know, are left out.
    public func isEntitled(to productID: String, at date: Date) -> Bool {
        storage.product(productID).map { access(to: $0, date.instant) != nil } ?? false
    }

    /// What gives access to a product at an instant, and until when: a purchase that covers it, or a grace period. The place is
    /// the one in the ledger.
    func access(to product: Int, _ instant: TimeInterval) -> (place: Int, until: TimeInterval)? {
        if let row = storage.products.rows(of: product, .definite, at: instant).longest, instant < row.end {
            return (row.row, row.end)
        }
        for number in storage.products.notes[product].chains {
            let chain = storage.chains[number]
            guard let place = chain.grace(instant), storage.product(chain.periods[place].productID) == product else {
                continue
            }
            let end = chain.end(of: chain.standing(instant), at: instant)
            return (chain.positions[place], end ?? .infinity)
        }
        return nil
    }

    /// Whether the customer is entitled to any of these products at a date: see ``isEntitled(to:at:)-(String,_)``.
    public func isEntitled(to productIDs: some Sequence<String>, at date: Date) -> Bool {
        productIDs.contains { isEntitled(to: $0, at: date) }
    }

    /// The most recent purchase of a product, as StoreKit 2's `Transaction.latest(for:)`: also if it has expired, was
    /// taken back, or begins after today because it was charged in advance. Nil if the ledger has none.
    ///
    /// Of several on the same date it is the one with the greatest transaction identifier, as a text.
    public func latest(for productID: String) -> Purchase? {
        storage.product(productID).flatMap { storage.products.notes[$0].latest }.map { self[$0] }
    }
}
