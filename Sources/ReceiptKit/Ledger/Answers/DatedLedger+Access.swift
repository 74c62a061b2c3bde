internal import ReceiptEssentials
internal import ReceiptFields

extension DatedLedger {
    /// The customer's access to a product, and if the evidence doesn't show it, what to ask Apple for.
    ///
    /// - Parameter productID: the product. One that no evidence names, such as that of a downgrade whose notification was lost, is only found
    ///   if you ask for all products of its subscription group: see ``access(to:)-(Sequence<String>)``.
    public func access(to productID: String) -> Access {
        var inquiry = AccessInquiry(self)
        return inquiry.access(to: productID)
    }

    /// The customer's access to any of these products: granted if it is to one; else undetermined if it is for one, with what is missing of
    /// all; else denied, with the latest ``Access/Denial/since``.
    public func access(to productIDs: some Sequence<String>) -> Access {
        var inquiry = AccessInquiry(self)
        return inquiry.access(toAny: productIDs)
    }

    /// The answers to several questions, each about any of some products.
    package func access(toAnyOf questions: [[String]]) -> [Access] {
        var inquiry = AccessInquiry(self)
        return questions.map { inquiry.access(toAny: $0) }
    }

    /// The access that the evidence shows to a product: owned before subscribed, then what lasts longest. Nil if it shows none: ask
    /// ``access(to:)-(String)`` before you lock a customer out.
    public func entitlement(to productID: String) -> Entitlement? {
        storage.product(productID).flatMap { entitlement(to: $0) }
    }

    /// The access that the evidence shows to any of these products: owned before subscribed, then what lasts longest.
    public func entitlement(to productIDs: some Sequence<String>) -> Entitlement? {
        Self.best(productIDs.compactMap { entitlement(to: $0) })
    }

    /// The customer's entitlements, in the sense of StoreKit 2's `Transaction.currentEntitlements`, as far as the evidence knows.
    ///
    /// - Each non-consumable that was not revoked. One that was restored counts from the original purchase on.
    /// - The running period of each auto-renewable subscription, or the latest one, in the grace period after it: see ``status(of:)``.
    /// - The latest purchase of each non-renewing subscription that was not revoked, if you say how long it lasts, and it
    ///   has not ended; StoreKit 2 hands out ended ones too.
    ///
    /// Never consumables, free subscriptions (product type 4), and products of an unknown type. One product can be there more
    /// than once: bought, and shared by the family. The entitlements are in the ledger's order of purchases.
    public var currentEntitlements: [Entitlement] {
        let instant = instant
        var grants: [Grant] = []
        for span in storage.owned {
            guard span.start <= instant else { break }
            if instant < span.end { grants.append(Grant(position: span.position, state: .owned, end: span.end)) }
        }
        for (number, subscription) in storage.subscriptions.indexed() {
            guard staleAfter > 0 || subscription.timeline.row(at: instant).access != nil else { continue }
            for (_, product) in subscription.products {
                if let access = subscription.access(to: product, at: instant, staleAfter: staleAfter) {
                    grants.append(grant(number, access))
                }
            }
        }
        if hasNonRenewing { grants += storage.index.products.places.compactMap(nonRenewing) }
        grants.sort { $0.position < $1.position }
        return grants.map(entitlement)
    }

    // MARK: What gives access

    /// A purchase that gives access, and until when.
    private struct Grant {
        let position: IndexOf<Purchase>
        let state: Entitlement.State
        let end: TimeInterval
        var period: (subscription: IndexOf<Subscription>, place: IndexOf<SubscriptionPeriod>)?
    }

    func entitlement(to product: IndexOf<ProductIndex.Product>) -> Entitlement? {
        let instant = instant
        if let span = storage.index.products[product].owned.begun(at: instant), instant < span.end {
            return entitlement(Grant(position: span.position, state: .owned, end: span.end))
        }
        var best = nonRenewing(product).map(entitlement)
        for subscribed in storage.index.products[product].subscribed {
            let subscription = storage.subscriptions[subscribed.subscription]
            guard let access = subscription.access(to: subscribed.timeline, at: instant, staleAfter: staleAfter) else {
                continue
            }
            let found = entitlement(grant(subscribed.subscription, access))
            best = best.map { Self.isShorter($0, found) ? found : $0 } ?? found
        }
        return best
    }

    private func grant(_ subscription: IndexOf<Subscription>, _ access: ProductTimeline.Access) -> Grant {
        Grant(
            position: storage.subscriptions[subscription].positions[access.place], state: access.state,
            end: access.end, period: (subscription, access.place))
    }

    /// A purchase of a non-renewing subscription, until when the caller says it lasts.
    private func nonRenewing(_ product: IndexOf<ProductIndex.Product>) -> Grant? {
        guard let span = storage.index.products[product].nonRenewing.begun(at: instant), instant < span.end,
            let expiration = end(ofNonRenewing: span.position)
        else { return nil }
        let end = Swift.min(expiration.timeIntervalSinceReferenceDate, span.end)
        return instant < end ? Grant(position: span.position, state: .nonRenewing, end: end) : nil
    }

    private func entitlement(_ grant: Grant) -> Entitlement {
        let purchase = ledger[grant.position]
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

    static func best(_ entitlements: [Entitlement]) -> Entitlement? { entitlements.max(by: isShorter) }

    /// Owned is better than subscribed, a later end than an earlier one, and of two with one end the later purchase.
    private static func isShorter(_ a: Entitlement, _ b: Entitlement) -> Bool {
        if (a.state == .owned) != (b.state == .owned) { return b.state == .owned }
        let (one, two) = (a.endDate ?? .distantFuture, b.endDate ?? .distantFuture)
        return one != two ? one < two : a.purchase.latest.purchaseDate < b.purchase.latest.purchaseDate
    }
}
