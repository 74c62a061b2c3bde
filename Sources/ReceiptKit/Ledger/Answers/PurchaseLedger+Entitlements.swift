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
        var found: [Access] = []
        for span in storage.owned {
            guard span.start <= instant else { break }
            if instant < span.end { found.append(.owned(span)) }
        }
        for number in storage.subscriptions.indices {
            storage.subscriptions[number].forEachEntitled(instant) { found.append(.period(subscription: number, $0)) }
        }
        if let nonRenewingExpiration {
            for (product, notes) in storage.products.notes.enumerated() where notes.isNonRenewable {
                if let pass = nonRenewing(product, instant, nonRenewingExpiration) { found.append(pass) }
            }
        }
        let order = found.indices.map { (position(found[$0]), $0) }.sorted { $0.0 < $1.0 }
        return order.map { entitlement(found[$0.1], instant) }
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
        var found: [Access] = []
        if let span = storage.products.rows(of: product, .definite, at: instant).longest, instant < span.end,
            self[span.row].kind == .owned
        {
            found.append(.owned(span))
        }
        for number in storage.products.notes[product].subscriptions {
            let subscription = storage.subscriptions[number]
            subscription.forEachEntitled(instant) { place in
                guard storage.product(subscription.periods[place].productID) == product else { return }
                found.append(.period(subscription: number, place))
            }
        }
        if let nonRenewingExpiration, let pass = nonRenewing(product, instant, nonRenewingExpiration) {
            found.append(pass)
        }
        return best(found.map { entitlement($0, instant) })
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
        let product = storage.product(productID)
        return storage.subscriptions.indices.contains { number in
            let subscription = storage.subscriptions[number]
            let isOwn = product.map { storage.products.notes[$0].subscriptions.contains(number) } ?? false
            guard isOwn || subscription.renewal?.preference.map(ExactText.init) == ExactText(productID) else {
                return false
            }
            return subscription.mayHaveRenewed(date.instant)
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
}

// MARK: - What gives access

/// What gives access at an instant.
private enum Access {
    case owned(Timetable.Span)
    /// A period, by the numbers of its subscription and of the period in it.
    case period(subscription: Int, Int)
    /// A purchase of a non-renewing subscription, and until when the caller says it lasts.
    case nonRenewing(Timetable.Span, until: TimeInterval)
}

extension PurchaseLedger {
    private func nonRenewing(
        _ product: Int, _ instant: TimeInterval, _ expiration: (Purchase) -> Date?
    ) -> Access? {
        guard storage.products.notes[product].isNonRenewable,
            let span = storage.products.lastRunning(of: product, .indefinite, at: instant),
            self[span.row].kind == .nonRenewable, let expiration = expiration(self[span.row])
        else { return nil }
        let end = Swift.min(expiration.timeIntervalSinceReferenceDate, span.end)
        return instant < end ? .nonRenewing(span, until: end) : nil
    }

    private func position(_ access: Access) -> Int {
        switch access {
        case .owned(let span), .nonRenewing(let span, _): span.row
        case .period(let subscription, let place): storage.subscriptions[subscription].positions[place]
        }
    }

    /// Receipts tell of all purchases, other evidence of its own.
    private func entitlement(_ access: Access, _ instant: TimeInterval) -> Entitlement {
        let purchase = self[position(access)]
        func entitlement(_ state: Entitlement.State, _ span: Timetable.Span, until end: TimeInterval) -> Entitlement {
            Entitlement(
                purchase: purchase, state: state, startDate: Date(second: span.start),
                endDate: end < .infinity ? Date(second: end) : nil, seats: nil, outlook: .none,
                knownAsOf: Date(second: Swift.max(purchase.latest.date, storage.parts.receiptDate)))
        }
        switch access {
        case .owned(let span): return entitlement(.owned, span, until: span.end)
        case .nonRenewing(let span, let end): return entitlement(.nonRenewing, span, until: end)
        case .period(let number, let place):
            let subscription = storage.subscriptions[number]
            let isRunning = instant < subscription.periods[place].end
            return Entitlement(
                purchase: purchase,
                state: isRunning || subscription.ahead.place(at: instant) == place ? .subscribed : .inGracePeriod,
                startDate: subscription.periods[place].startDate,
                endDate: Date(second: subscription.accessEnd(place, instant)),
                seats: subscription.periods[place].seats(at: instant), outlook: subscription.outlook(instant),
                knownAsOf: Date(second: subscription.knownAsOf))
        }
    }

    /// Owned before subscribed, then what lasts longest.
    private func best(_ entitlements: [Entitlement]) -> Entitlement? {
        entitlements.max { a, b in
            if (a.state == .owned) != (b.state == .owned) { return b.state == .owned }
            return a.endDate ?? .distantFuture < b.endDate ?? .distantFuture
        }
    }
}
