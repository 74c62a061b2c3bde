internal import ReceiptEssentials
internal import ReceiptFields

extension DatedLedger {
    /// Returns the customer's access to a product. If the evidence doesn't decide whether there is access, the answer contains what to ask
    /// Apple for.
    ///
    /// - Parameter productID: the product's identifier. If no evidence names the product, for instance because the notification of a
    ///   downgrade was lost, ask for all products of its subscription group. See ``access(to:)-(Sequence<String>)``.
    public func access(to productID: String) -> Access {
        var inquiry = AccessInquiry(self)
        return inquiry.access(to: productID)
    }

    /// Returns the customer's access to any of these products. The answer is *granted* if access to one of the products is granted.
    /// Otherwise, it is *undetermined* if access to one of them is undetermined; the answer then contains all evidence that may be missing
    /// for any of the products. Otherwise, the answer is *denied*, with the latest ``Access/Denial/since``.
    public func access(to productIDs: some Sequence<String>) -> Access {
        var inquiry = AccessInquiry(self)
        return inquiry.access(toAny: productIDs)
    }

    /// Returns the answers to several questions. Each question is about access to any product in a list.
    package func access(toAnyOf questions: [[String]]) -> [Access] {
        var inquiry = AccessInquiry(self)
        return questions.map { inquiry.access(toAny: $0) }
    }

    /// Returns the entitlement to a product that the evidence shows, or nil if it shows none. If there are several, an owned product is
    /// preferred to a subscription, and then the entitlement that lasts longest. Before you lock a customer out, ask
    /// ``access(to:)-(String)``, which also finds missing evidence.
    public func entitlement(to productID: String) -> Entitlement? {
        storage.product(productID).flatMap { entitlement(to: $0) }
    }

    /// Returns the entitlement to any of these products that the evidence shows, or nil if it shows none. If there are several, an owned
    /// product is preferred to a subscription, and then the entitlement that lasts longest.
    public func entitlement(to productIDs: some Sequence<String>) -> Entitlement? {
        Self.best(productIDs.compactMap { entitlement(to: $0) })
    }

    /// The customer's entitlements, as StoreKit 2's `Transaction.currentEntitlements` defines them, according to the evidence.
    ///
    /// - Each non-consumable that wasn't revoked. A restored one gives access from its original purchase date.
    /// - The running period of each auto-renewable subscription, or the latest period if it is in its grace period. See ``status(of:)``.
    /// - The latest purchase of each non-renewing subscription that wasn't revoked and hasn't ended, if you state how long it lasts.
    ///   StoreKit 2 also returns those that have ended.
    ///
    /// Consumables, free subscriptions (product type 4), and products of an unknown type are never included. A product can be included more
    /// than once, for instance if the customer bought it and also has it by family sharing. The entitlements are in the same order as the
    /// ledger's purchases.
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

    // MARK: Purchases that give access

    /// A purchase that gives access, and the end of that access.
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

    /// Returns the running purchase of a non-renewing subscription. The caller states when it ends.
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

    /// Returns true if `b` is preferred to `a`: owned over subscribed, then the later end, then the later purchase.
    private static func isShorter(_ a: Entitlement, _ b: Entitlement) -> Bool {
        if (a.state == .owned) != (b.state == .owned) { return b.state == .owned }
        let (one, two) = (a.endDate ?? .distantFuture, b.endDate ?? .distantFuture)
        return one != two ? one < two : a.purchase.latest.purchaseDate < b.purchase.latest.purchaseDate
    }
}
