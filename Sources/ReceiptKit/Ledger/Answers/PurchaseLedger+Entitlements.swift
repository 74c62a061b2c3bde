public import ReceiptEssentials
internal import ReceiptFields

extension PurchaseLedger {
    /// What the customer is entitled to at a date, in the sense of StoreKit 2's `Transaction.currentEntitlements`, as far as
    /// the evidence knows.
    ///
    /// - Each non-consumable that was not revoked. One that was restored counts from the original purchase on.
    /// - The running period of each auto-renewable subscription, or the latest one, in the grace period after it: see
    ///   ``SubscriptionHistory/status(at:staleAfter:)``.
    /// - The latest purchase of each non-renewing subscription that was not revoked, if you say how long it lasts, and it
    ///   has not ended; StoreKit 2 hands out ended ones too.
    ///
    /// Never consumables, free subscriptions (product type 4), and products of an unknown type. One product can be there more
    /// than once: bought, and shared by the family. The entitlements are in the ledger's order of purchases.
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
    ///   - staleAfter: for how many seconds after Apple signed it evidence still counts as the present state: see
    ///     ``access(to:at:staleAfter:nonRenewingExpiration:)-(String,_,_,_)``.
    ///   - nonRenewingExpiration: when the purchase of a non-renewing subscription ends, which no evidence says; nil, if it
    ///     is to be left out. Asked once for each product.
    public func currentEntitlements(
        at date: Date, staleAfter: TimeInterval = 0, nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> [Entitlement] {
        let instant = date.instant
        var grants: [Grant] = []
        for span in storage.owned {
            guard span.start <= instant else { break }
            if instant < span.end { grants.append(Grant(position: span.position, state: .owned, end: span.end)) }
        }
        for (number, subscription) in storage.subscriptions.enumerated() {
            guard staleAfter > 0 || subscription.timeline.row(at: instant).access != nil else { continue }
            for (_, product) in subscription.products {
                if let access = subscription.access(to: product, at: instant, staleAfter: staleAfter) {
                    grants.append(grant(number, access))
                }
            }
        }
        if let nonRenewingExpiration {
            for product in storage.index.products.indices {
                if let grant = nonRenewing(product, instant, nonRenewingExpiration) { grants.append(grant) }
            }
        }
        grants.sort { $0.position < $1.position }
        return grants.map { entitlement($0, at: instant) }
    }

    /// What gives access to a product at a date: owned before subscribed, then what lasts longest. Nil where the
    /// evidence shows none: ask ``access(to:at:staleAfter:nonRenewingExpiration:)-(String,_,_,_)`` before you lock a customer out.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - date: the date to ask about, for instance now.
    ///   - nonRenewingExpiration: as for ``currentEntitlements(at:staleAfter:nonRenewingExpiration:)``.
    public func entitlement(
        to productID: String, at date: Date, nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Entitlement? {
        storage.product(productID).flatMap { entitlement(to: $0, date.instant, 0, nonRenewingExpiration) }
    }

    /// What gives access to any of these products at a date: owned before subscribed, then what lasts longest. See
    /// ``entitlement(to:at:nonRenewingExpiration:)-(String,_,_)``.
    public func entitlement(
        to productIDs: some Sequence<String>, at date: Date, nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Entitlement? {
        best(
            productIDs.compactMap {
                entitlement(to: $0, at: date, nonRenewingExpiration: nonRenewingExpiration)
            })
    }

    /// Whether the evidence shows access to a product at a date: the short form of
    /// ``access(to:at:staleAfter:nonRenewingExpiration:)-(String,_,_,_)``. False doesn't say whether evidence is missing. Non-renewing
    /// subscriptions, whose end only you know, are left out.
    public func isEntitled(to productID: String, at date: Date) -> Bool {
        guard let product = storage.product(productID) else { return false }
        let instant = date.instant
        if let owned = storage.index.products[product].owned.begun(at: instant), instant < owned.end { return true }
        return storage.index.products[product].subscribed.contains { $0.timeline.access(at: instant) != nil }
    }

    /// Whether the evidence shows access to any of these products at a date: see ``isEntitled(to:at:)-(String,_)``.
    public func isEntitled(to productIDs: some Sequence<String>, at date: Date) -> Bool {
        productIDs.contains { isEntitled(to: $0, at: date) }
    }

    // MARK: What gives access

    /// A purchase that gives access, and until when.
    private struct Grant {
        /// Its place in the ledger.
        let position: Int
        let state: Entitlement.State
        let end: TimeInterval
        /// The number of the subscription, and the place of the period in it.
        var period: (subscription: Int, place: Int)?
    }

    func entitlement(
        to product: Int, _ instant: TimeInterval, _ staleAfter: TimeInterval,
        _ nonRenewingExpiration: ((Purchase) -> Date?)?
    ) -> Entitlement? {
        if let span = storage.index.products[product].owned.begun(at: instant), instant < span.end {
            return entitlement(Grant(position: span.position, state: .owned, end: span.end), at: instant)
        }
        var best = nonRenewingExpiration.flatMap { nonRenewing(product, instant, $0) }
            .map { entitlement($0, at: instant) }
        for subscribed in storage.index.products[product].subscribed {
            let subscription = storage.subscriptions[subscribed.subscription]
            guard let access = subscription.access(to: subscribed.timeline, at: instant, staleAfter: staleAfter) else {
                continue
            }
            let found = entitlement(grant(subscribed.subscription, access), at: instant)
            best = best.map { Self.isShorter($0, found) ? found : $0 } ?? found
        }
        return best
    }

    private func grant(_ subscription: Int, _ access: ProductTimeline.Access) -> Grant {
        Grant(
            position: storage.subscriptions[subscription].positions[access.place], state: access.state,
            end: access.end, period: (subscription, access.place))
    }

    /// A purchase of a non-renewing subscription, until when the caller says it lasts.
    private func nonRenewing(
        _ product: Int, _ instant: TimeInterval, _ expiration: (Purchase) -> Date?
    ) -> Grant? {
        guard let span = storage.index.products[product].nonRenewing.begun(at: instant), instant < span.end,
            let expiration = expiration(self[span.position])
        else { return nil }
        let end = Swift.min(expiration.timeIntervalSinceReferenceDate, span.end)
        return instant < end ? Grant(position: span.position, state: .nonRenewing, end: end) : nil
    }

    private func entitlement(_ grant: Grant, at instant: TimeInterval) -> Entitlement {
        let purchase = self[grant.position]
        let endDate = grant.end < .infinity ? Date(timeIntervalSinceReferenceDate: grant.end) : nil
        guard let (number, place) = grant.period else {
            return Entitlement(
                purchase: purchase, state: grant.state, startDate: Date(second: purchase.start), endDate: endDate,
                seats: nil, items: nil, nextRenewal: nil, knownAsOf: purchase.evidenceDate)
        }
        let subscription = storage.subscriptions[number]
        let period = subscription.periods[place]
        let row = subscription.timeline.row(at: instant)
        return Entitlement(
            purchase: purchase, state: grant.state, startDate: period.startDate, endDate: endDate,
            seats: period.seats(at: instant),
            items: purchase.items(at: Date(timeIntervalSinceReferenceDate: instant)),
            nextRenewal: subscription.nextRenewal(row), knownAsOf: Date(second: subscription.knownAsOf(row)))
    }

    func best(_ entitlements: [Entitlement]) -> Entitlement? { entitlements.max(by: Self.isShorter) }

    /// Owned is better than subscribed, a later end than an earlier one, and of two with one end the later purchase.
    private static func isShorter(_ a: Entitlement, _ b: Entitlement) -> Bool {
        if (a.state == .owned) != (b.state == .owned) { return b.state == .owned }
        let (one, two) = (a.endDate ?? .distantFuture, b.endDate ?? .distantFuture)
        return one != two ? one < two : a.purchase.latest.purchaseDate < b.purchase.latest.purchaseDate
    }
}
