public import ReceiptEssentials
internal import ReceiptFields

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
        var found: [Entitlement] = []
        var places: [Int] = []
        for span in storage.owned {
            guard span.start <= instant else { break }
            guard instant < span.end else { continue }
            places.append(span.row)
            found.append(entitlement(span, .owned, until: span.end))
        }
        for subscription in storage.subscriptions {
            subscription.forEachEntitled(instant) { place in
                places.append(subscription.positions[place])
                found.append(entitlement(subscription, place, instant))
            }
        }
        if let nonRenewingExpiration {
            for (product, notes) in storage.products.notes.enumerated() where notes.isNonRenewable {
                guard let pass = nonRenewing(product, instant, nonRenewingExpiration) else { continue }
                places.append(pass.place)
                found.append(pass.entitlement)
            }
        }
        return places.indices.sorted { places[$0] < places[$1] }.map { found[$0] }
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
        var found = entitledPeriods(of: product, instant).map { entitlement($0.subscription, $0.place, instant) }
        let rows = storage.products.rows(of: product, .definite, at: instant).begun
        let owned = rows.lazy.filter { instant < $0.end && self[$0.row].kind == .owned }
        if let longest = owned.max(by: { ($0.end, $0.row) < ($1.end, $1.row) }) {
            found.append(entitlement(longest, .owned, until: longest.end))
        }
        if let nonRenewingExpiration, let pass = nonRenewing(product, instant, nonRenewingExpiration) {
            found.append(pass.entitlement)
        }
        return best(found)
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

    /// Whether the customer is entitled to a product at a date: the short form of
    /// ``entitlement(to:at:nonRenewingExpiration:)-(String,_,_)``. Non-renewing subscriptions, whose end only you know, are left out.
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
        let own = storage.product(productID).map { storage.products.notes[$0].subscriptions } ?? []
        return storage.subscriptions.enumerated().contains { number, subscription in
            (own.contains(number) || subscription.renewal?.preference.map(ExactText.init) == ExactText(productID))
                && subscription.mayHaveRenewed(date.instant)
        }
    }

    /// What gives access to a product at an instant, and until when. The place is the one in the ledger.
    func access(to product: Int, _ instant: TimeInterval) -> (place: Int, until: TimeInterval)? {
        if let row = storage.products.rows(of: product, .definite, at: instant).longest, instant < row.end {
            return (row.row, row.end)
        }
        for number in storage.products.notes[product].subscriptions {
            let subscription = storage.subscriptions[number]
            // What runs was found above.
            guard let place = subscription.ahead.place(at: instant) ?? subscription.grace(instant),
                storage.product(subscription.periods[place].productID) == product
            else { continue }
            return (subscription.positions[place], subscription.accessEnd(place, instant))
        }
        return nil
    }

    // MARK: What gives access

    /// The periods of a product that give access.
    func entitledPeriods(
        of product: Int, _ instant: TimeInterval
    ) -> [(subscription: Subscription, place: Int)] {
        var found: [(Subscription, Int)] = []
        for subscription in storage.products.notes[product].subscriptions.map({ storage.subscriptions[$0] }) {
            subscription.forEachEntitled(instant) { place in
                let isOwn = storage.product(subscription.periods[place].productID) == product
                if isOwn { found.append((subscription, place)) }
            }
        }
        return found
    }

    /// A purchase of a non-renewing subscription, until when the caller says it lasts.
    private func nonRenewing(
        _ product: Int, _ instant: TimeInterval, _ expiration: (Purchase) -> Date?
    ) -> (place: Int, entitlement: Entitlement)? {
        guard storage.products.notes[product].isNonRenewable,
            let span = storage.products.rows(of: product, .indefinite, at: instant).lastRunning,
            self[span.row].kind == .nonRenewable, let expiration = expiration(self[span.row])
        else { return nil }
        let end = Swift.min(expiration.timeIntervalSinceReferenceDate, span.end)
        return instant < end ? (span.row, entitlement(span, .nonRenewing, until: end)) : nil
    }

    /// Receipts tell of all purchases, other evidence of its own.
    private func entitlement(_ span: Timetable.Span, _ state: Entitlement.State, until end: Instant) -> Entitlement {
        let purchase = self[span.row]
        return Entitlement(
            purchase: purchase, state: state, startDate: Date(second: span.start),
            endDate: end < .infinity ? Date(second: end) : nil, seats: nil, outlook: .none,
            knownAsOf: Date(second: Swift.max(purchase.latest.date, storage.parts.receiptDate)))
    }

    private func entitlement(_ subscription: Subscription, _ place: Int, _ instant: TimeInterval) -> Entitlement {
        let period = subscription.periods[place]
        let isRunning = instant < period.end || subscription.ahead.place(at: instant) == place
        return Entitlement(
            purchase: period.purchase, state: isRunning ? .subscribed : .inGracePeriod, startDate: period.startDate,
            endDate: Date(second: subscription.accessEnd(place, instant)), seats: period.seats(at: instant),
            outlook: subscription.outlook(instant), knownAsOf: Date(second: subscription.knownAsOf))
    }

    /// Owned before subscribed, then what lasts longest.
    private func best(_ entitlements: [Entitlement]) -> Entitlement? {
        entitlements.max { a, b in
            if (a.state == .owned) != (b.state == .owned) { return b.state == .owned }
            return a.endDate ?? .distantFuture < b.endDate ?? .distantFuture
        }
    }
}
