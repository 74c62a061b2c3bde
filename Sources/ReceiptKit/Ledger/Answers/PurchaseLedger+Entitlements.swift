internal import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseLedger {
    /// What the customer is entitled to at a date, in the sense of StoreKit 2's `Transaction.currentEntitlements`, as far as
    /// the evidence knows.
    ///
    /// - Each non-consumable that was not revoked. One that was restored counts from the original purchase on.
    /// - The running period of each auto-renewable subscription, or the latest one, in the grace period after it: see
    ///   ``SubscriptionHistory/status(at:)``.
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
            if instant < span.end { found.append((span.row, owned(span))) }
        }
        for chain in storage.chains {
            let renewal = chain.renewal(instant)
            chain.forEachEntitled(instant) { place in
                found.append((chain.positions[place], chain.entitlement(place, instant, renewal)))
            }
        }
        if let nonRenewingExpiration {
            for (product, notes) in storage.products.notes.enumerated() where notes.isNonRenewable {
                if let one = nonRenewing(product, instant, nonRenewingExpiration) { found.append(one) }
            }
        }
        return found.sorted { $0.position < $1.position }.map(\.entitlement)
    }

    /// What gives access to a product at a date: owned before subscribed, then what lasts longest. Nil without access, as far as
    /// the evidence knows: ask ``mayHaveRenewed(_:at:)`` before you lock a customer out.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - date: the date to ask about, for instance now.
    ///   - nonRenewingExpiration: as for ``currentEntitlements(at:nonRenewingExpiration:)``.
    public func entitlement(
        to productID: String, at date: Date, nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Entitlement? {
        guard let product = storage.product(productID) else { return nil }
        let instant = date.instant
        var best: Entitlement?
        func add(_ entitlement: Entitlement) {
            if best.map(entitlement.isPreferred(to:)) ?? true { best = entitlement }
        }
        if let span = storage.products.rows(of: product, .definite, at: instant).longest, instant < span.end,
            self[span.row].kind == .owned
        {
            add(owned(span))
        }
        for number in storage.products.notes[product].chains {
            let chain = storage.chains[number]
            chain.forEachEntitled(instant) { place in
                guard storage.product(chain.periods[place].productID) == product else { return }
                add(chain.entitlement(place, instant, chain.renewal(instant)))
            }
        }
        if let nonRenewingExpiration, storage.products.notes[product].isNonRenewable,
            let one = nonRenewing(product, instant, nonRenewingExpiration)
        {
            add(one.entitlement)
        }
        return best
    }

    /// What gives access to any of these products at a date: owned before subscribed, then what lasts longest. See
    /// ``entitlement(to:at:nonRenewingExpiration:)-(String,_,_)``.
    public func entitlement(
        to productIDs: some Sequence<String>, at date: Date, nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Entitlement? {
        productIDs.reduce(nil) { best, productID in
            let other = entitlement(to: productID, at: date, nonRenewingExpiration: nonRenewingExpiration)
            guard let best, let other else { return best ?? other }
            return other.isPreferred(to: best) ? other : best
        }
    }

    /// Whether the customer is entitled to a product at a date: the short form of ``entitlement(to:at:nonRenewingExpiration:)``.
    /// Non-renewing subscriptions, whose end only you know, are left out.
    public func isEntitled(to productID: String, at date: Date) -> Bool {
        storage.product(productID).map { access(to: $0, date.instant) != nil } ?? false
    }

    /// Whether the customer is entitled to any of these products at a date: see ``isEntitled(to:at:)-(String,_)``.
    public func isEntitled(to productIDs: some Sequence<String>, at date: Date) -> Bool {
        productIDs.contains { isEntitled(to: $0, at: date) }
    }

    /// Whether a subscription that this product belongs to, or renews to, may have renewed without the evidence knowing: ask Apple
    /// before you lock the customer out. See ``SubscriptionStatus/mayHaveRenewed``.
    public func mayHaveRenewed(_ productID: String, at date: Date) -> Bool {
        let product = storage.product(productID)
        return storage.chains.indices.contains { number in
            let chain = storage.chains[number]
            let isOwn = product.map { storage.products.notes[$0].chains.contains(number) } ?? false
            guard isOwn || chain.renewal?.preference.map(ExactText.init) == ExactText(productID) else { return false }
            return chain.mayHaveRenewed(date.instant)
        }
    }

    /// What gives access to a product at an instant, and until when. The place is the one in the ledger.
    func access(to product: Int, _ instant: TimeInterval) -> (place: Int, until: TimeInterval)? {
        if let row = storage.products.rows(of: product, .definite, at: instant).longest, instant < row.end {
            return (row.row, row.end)
        }
        for number in storage.products.notes[product].chains {
            let chain = storage.chains[number]
            // What runs was found above.
            guard let place = chain.ahead.place(at: instant) ?? chain.grace(instant),
                storage.product(chain.periods[place].productID) == product
            else { continue }
            return (chain.positions[place], chain.accessEnd(place, instant))
        }
        return nil
    }

    private func owned(_ span: Timetable.Span) -> Entitlement {
        let purchase = self[span.row]
        return Entitlement(
            purchase: purchase, state: .owned, startDate: Date(second: span.start),
            endDate: span.end < .infinity ? Date(second: span.end) : nil, willAutoRenew: nil, autoRenewPreference: nil,
            knownAsOf: knownAsOf(purchase))
    }

    private func nonRenewing(
        _ product: Int, _ instant: TimeInterval, _ expiration: (Purchase) -> Date?
    ) -> (position: Int, entitlement: Entitlement)? {
        guard let row = storage.products.lastRunning(of: product, .indefinite, at: instant),
            self[row.row].kind == .nonRenewable, let expiration = expiration(self[row.row])
        else { return nil }
        let end = Swift.min(expiration.timeIntervalSinceReferenceDate, row.end)
        guard instant < end else { return nil }
        let entitlement = Entitlement(
            purchase: self[row.row], state: .nonRenewing, startDate: Date(second: row.start),
            endDate: end < .infinity ? Date(second: end) : nil, willAutoRenew: nil, autoRenewPreference: nil,
            knownAsOf: knownAsOf(self[row.row]))
        return (row.row, entitlement)
    }

    /// Receipts tell of all purchases, other evidence of its own.
    private func knownAsOf(_ purchase: Purchase) -> Date {
        Date(second: Swift.max(purchase.latest.date, storage.parts.receiptDate))
    }
}

extension Chain {
    /// What a period gives that counts at an instant.
    fileprivate func entitlement(
        _ place: Int, _ instant: TimeInterval, _ renewal: RenewalInfoPayload?
    ) -> Entitlement {
        let period = periods[place]
        let isInGrace = period.end <= instant && ahead.place(at: instant) != place
        return Entitlement(
            purchase: period.purchase, state: isInGrace ? .inGracePeriod : .subscribed, startDate: period.startDate,
            endDate: Date(second: accessEnd(place, instant)), willAutoRenew: renewal?.willAutoRenew,
            autoRenewPreference: renewal?.preference, knownAsOf: Date(second: knownAsOf))
    }
}
