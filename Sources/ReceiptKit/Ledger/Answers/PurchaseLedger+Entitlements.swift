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
    ///   - nonRenewingExpiration: when the purchase of a non-renewing subscription ends, which no evidence says; nil, if it
    ///     is to be left out. Asked once for each product.
    public func currentEntitlements(
        at date: Date, nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> [Entitlement] {
        let instant = date.instant
        var found: [(position: Int, entitlement: Entitlement)] = []
        for span in storage.owned {
            guard span.start <= instant else { break }
            if instant < span.end { found.append((span.position, entitlement(span, .owned, until: span.end))) }
        }
        for subscription in storage.subscriptions where subscription.timeline.row(at: instant).access != nil {
            for (_, timeline) in subscription.products {
                guard let access = timeline.access(at: instant) else { continue }
                found.append((subscription.positions[access.place], entitlement(subscription, access, instant)))
            }
        }
        if let nonRenewingExpiration {
            for product in storage.index.products.indices {
                guard let pass = nonRenewing(product, instant, nonRenewingExpiration) else { continue }
                found.append(pass)
            }
        }
        return found.sorted { $0.position < $1.position }.map(\.entitlement)
    }

    /// What gives access to a product at a date: owned before subscribed, then what lasts longest. Nil where the
    /// evidence shows none: ask ``access(to:at:staleAfter:nonRenewingExpiration:)-(String,_,_,_)`` before you lock a customer out.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - date: the date to ask about, for instance now.
    ///   - nonRenewingExpiration: as for ``currentEntitlements(at:nonRenewingExpiration:)``.
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
    /// ``access(to:at:staleAfter:nonRenewingExpiration:)-(String,_,_,_)``. False says nothing of what the evidence lacks. Non-renewing
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

    /// What gives access to a product: owned before subscribed, then what lasts longest.
    func entitlement(
        to product: Int, _ instant: TimeInterval, _ staleAfter: TimeInterval,
        _ nonRenewingExpiration: ((Purchase) -> Date?)?
    ) -> Entitlement? {
        if let span = storage.index.products[product].owned.begun(at: instant), instant < span.end {
            return entitlement(span, .owned, until: span.end)
        }
        var best = nonRenewingExpiration.flatMap { nonRenewing(product, instant, $0)?.entitlement }
        for subscribed in storage.index.products[product].subscribed {
            let subscription = storage.subscriptions[subscribed.subscription]
            var access = subscribed.timeline.access(at: instant)
            if staleAfter > 0, let grace = subscription.staleGrace(at: instant, staleAfter: staleAfter),
                subscribed.timeline.last(at: instant, subscription.periods) == grace.place
            {
                access = grace
            }
            guard let access else { continue }
            let found = entitlement(subscription, access, instant)
            best = best.map { Self.isShorter($0, found) ? found : $0 } ?? found
        }
        return best
    }

    /// A purchase of a non-renewing subscription, until when the caller says it lasts.
    private func nonRenewing(
        _ product: Int, _ instant: TimeInterval, _ expiration: (Purchase) -> Date?
    ) -> (position: Int, entitlement: Entitlement)? {
        guard let span = storage.index.products[product].nonRenewing.begun(at: instant), instant < span.end,
            let expiration = expiration(self[span.position])
        else { return nil }
        let end = Swift.min(expiration.timeIntervalSinceReferenceDate, span.end)
        return instant < end ? (span.position, entitlement(span, .nonRenewing, until: end)) : nil
    }

    private func entitlement(
        _ span: ProductIndex.Span, _ state: Entitlement.State, until end: TimeInterval
    ) -> Entitlement {
        let purchase = self[span.position]
        return Entitlement(
            purchase: purchase, state: state, startDate: Date(second: purchase.start),
            endDate: end < .infinity ? Date(timeIntervalSinceReferenceDate: end) : nil, seats: nil, items: nil,
            outlook: .none,
            knownAsOf: purchase.evidenceDate)
    }

    private func entitlement(
        _ subscription: Subscription, _ access: ProductTimeline.Access, _ instant: TimeInterval
    ) -> Entitlement {
        let period = subscription.periods[access.place]
        return Entitlement(
            purchase: period.purchase, state: access.state, startDate: period.startDate,
            endDate: Date(second: access.end), seats: period.seats(at: instant),
            items: period.purchase.items(at: Date(timeIntervalSinceReferenceDate: instant)),
            outlook: subscription.outlook(subscription.timeline.row(at: instant)),
            knownAsOf: Date(second: subscription.knownAsOf))
    }

    /// Owned before subscribed, then what lasts longest.
    func best(_ entitlements: [Entitlement]) -> Entitlement? { entitlements.max(by: Self.isShorter) }

    /// Of two that last as long, the earlier purchase comes first.
    private static func isShorter(_ a: Entitlement, _ b: Entitlement) -> Bool {
        if (a.state == .owned) != (b.state == .owned) { return b.state == .owned }
        let (one, two) = (a.endDate ?? .distantFuture, b.endDate ?? .distantFuture)
        return one != two ? one < two : a.purchase.latest.purchaseDate < b.purchase.latest.purchaseDate
    }
}
