public import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseLedger {
    /// What the customer is entitled to at a date, in the sense of StoreKit 2's `Transaction.currentEntitlements`, as far as
    /// receipts know.
    ///
    /// - Each non-consumable that is not cancelled. One that was restored counts from the original purchase on.
    /// - The running period of each auto-renewable subscription: see ``SubscriptionHistory/period(at:)``. One that has expired
    ///   is over; unlike StoreKit 2 a receipt knows of no extra time.
    /// - The latest purchase of each non-renewing subscription that is not cancelled, if you say how long it lasts, and it
    ///   has not ended; StoreKit 2 hands out ended ones too.
    ///
    /// Never consumables, free subscriptions (product type 4), and products of an unknown type. One product can be there more
    /// than once: bought, and shared by the family.
    ///
    /// ```swift
    /// let entitlements = ledger.currentEntitlements(at: now) { purchase in
    ///     purchase.productID == "com.example.season" ? purchase.purchaseDate.addingTimeInterval(90 * 86_400) : nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - date: the date to ask about, for instance now.
    ///   - nonRenewingExpiration: when the purchase of a non-renewing subscription ends, which is in no receipt; nil, if it
    ///     is to be left out. Asked once for each product.
    public func currentEntitlements(
        at date: Date, nonRenewingExpiration: ((InAppPurchase) -> Date?)? = nil
    ) -> Purchases {
        let instant = date.instant
        var positions = storage.entitlements.rows(at: instant)
        if let nonRenewingExpiration {
            for group in 0..<storage.products.nonRenewable.count {
                guard let position = latestNonRenewing(group, at: instant),
                    let expiration = nonRenewingExpiration(self[position]),
                    instant < expiration.timeIntervalSinceReferenceDate
                else { continue }
                positions.append(position)
            }
        }
        positions.sort()
        return Purchases(storage: storage, positions: positions)
    }

    private func latestNonRenewing(_ group: Int, at instant: TimeInterval) -> Int? {
        let groups = storage.products.nonRenewable
        let range = groups.range(group)
        let outlines = storage.rows.outlines
        let place = partitionPoint(range) { outlines[groups.members[$0]].start <= instant }
        return place > range.lowerBound ? groups.members[place - 1] : nil
    }

    /// The most recent purchase of a product, as StoreKit 2's `Transaction.latest(for:)`: also if it has expired, was
    /// cancelled, or begins after today because it was charged in advance. Nil if the ledger has none.
    ///
    /// Of several on the same date it is the one with the greatest transaction identifier, as a text.
    public func latest(for productID: String) -> InAppPurchase? {
        storage.product(productID).flatMap { storage.products.notes[$0].latest }.map { self[$0] }
    }
}
