internal import ReceiptEssentials
internal import ReceiptFields

/// Denials of access (rule 53).
extension AccessInquiry {
    /// The denial for a product that no evidence names. Its `knownAsOf` is the date of the latest receipt, because a receipt lists all
    /// purchases of its account.
    var noPurchase: Access.Denial {
        Access.Denial(
            reason: .noPurchaseKnown, since: nil, purchase: nil,
            knownAsOf: storage.evidence.receiptDate > -.infinity ? Date(second: storage.evidence.receiptDate) : nil)
    }

    /// Returns the reason why the customer has no access to a product.
    func denial(_ product: IndexOf<ProductIndex.Product>) -> Access.Denial {
        var denials: [Access.Denial] = []
        for subscribed in storage.index.products[product].subscribed {
            let subscription = storage.subscriptions[subscribed.subscription]
            guard let last = subscribed.timeline.last(at: instant, subscription.periods) ?? subscribed.timeline.first
            else { continue }
            let end = subscribed.timeline.lastEnd(before: instant)
            denials.append(
                Access.Denial(
                    reason: subscription.reason(last, lastEnd: end, at: instant),
                    since: end.map(Date.init(second:)), purchase: subscription.periods[last].purchase,
                    knownAsOf: Date(second: subscription.knownAsOf(at: instant))))
        }
        if let denial = denial(storage.index.products[product]) {
            denials.append(denial)
        }
        return strongest(denials) ?? noPurchase
    }

    /// Returns the most informative of several denials, with the latest `knownAsOf` of all of them.
    func strongest(_ denials: [Access.Denial]) -> Access.Denial? {
        var strongest = denials.max(by: Access.Denial.isWeaker)
        for date in denials.lazy.compactMap(\.knownAsOf) { strongest?.wasKnown(asOf: date) }
        if let since = strongest?.since { strongest?.wasKnown(asOf: since) }
        return strongest
    }

    /// Returns the denial for a product that isn't a subscription. It names the purchase that began last, preferring one that isn't
    /// revoked.
    private func denial(_ product: ProductIndex.Product) -> Access.Denial? {
        let spans = product.others
        let begun = spans[..<partitionPoint(spans.indices) { spans[$0].start <= instant }]
        guard let span = begun.last(where: { !ledger[$0.position].isRevoked(at: instant) }) ?? begun.last ?? spans.first
        else { return nil }
        let purchase = ledger[span.position]
        let reason: Access.Denial.Reason =
            if !(span.start <= instant) {
                .notStarted
            } else if purchase.isRevoked(at: instant) {
                .revoked
            } else if dated.end(ofNonRenewing: span.position) != nil {
                .expired
            } else {
                .notAnEntitlement
            }
        let ends = [
            product.owned.begun(at: instant)?.end,
            lastEnd(product.nonRenewing),
        ]
        return Access.Denial(
            reason: reason, since: ends.compactMap(\.self).max().map(Date.init(timeIntervalSinceReferenceDate:)),
            purchase: purchase, knownAsOf: Swift.max(purchase.evidenceDate, purchase.revocationDate ?? .distantPast))
    }

    /// Returns the date on which a non-renewing subscription last stopped giving access. The caller states how long each purchase lasts.
    private func lastEnd(_ spans: [ProductIndex.Span]) -> TimeInterval? {
        var next = TimeInterval.infinity
        for span in spans[..<partitionPoint(spans.indices) { spans[$0].start <= instant }].reversed() {
            if let expiration = dated.end(ofNonRenewing: span.position) {
                let end = Swift.min(expiration.timeIntervalSinceReferenceDate, span.end, next)
                if span.start < end { return end }
            }
            next = span.start
        }
        return nil
    }
}

extension Access.Denial {
    /// Moves ``knownAsOf`` to the date of other evidence for the answer, if that date is later.
    mutating func wasKnown(asOf date: Date) { knownAsOf = max(knownAsOf ?? date, date) }

    /// Returns true if `b` is more informative than `a`: the access in `b` ended later; if both ended at the same time, the reason of `b`
    /// is more specific; if the reasons are equally specific, the purchase of `b` began later.
    fileprivate static func isWeaker(_ a: Self, _ b: Self) -> Bool {
        func order(_ denial: Self) -> (Date, Int, Date) {
            let reasons = [Reason.noPurchaseKnown, .notAnEntitlement, .notStarted]
            return (
                denial.since ?? .distantPast, reasons.firstIndex(of: denial.reason) ?? reasons.count,
                denial.purchase?.purchaseDate ?? .distantPast
            )
        }
        return order(a) < order(b)
    }
}
