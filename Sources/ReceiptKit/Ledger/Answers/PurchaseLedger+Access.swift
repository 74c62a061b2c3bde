public import ReceiptEssentials
internal import ReceiptFields

extension PurchaseLedger {
    /// Whether the customer has access to a product at a date, and if the evidence doesn't show it, what to ask Apple for.
    ///
    /// - Parameters:
    ///   - productID: the product. One that no evidence names, such as that of a downgrade whose notification was lost, is only found if you
    ///     ask for all products of its subscription group: see ``access(to:at:staleAfter:nonRenewingExpiration:)-(Sequence<String>,_,_,_)``.
    ///   - date: the date to ask about, for instance now.
    ///   - staleAfter: for how many seconds after Apple signed it a renewal info, or a receipt, still counts as the present state. A server
    ///     that asks Apple at most once an hour passes 3,600, and is not sent to ask again at every request.
    ///   - nonRenewingExpiration: as for ``currentEntitlements(at:staleAfter:nonRenewingExpiration:)``.
    public func access(
        to productID: String, at date: Date, staleAfter: TimeInterval = 0,
        nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Access {
        let product = storage.product(productID)
        if let product, let found = entitlement(to: product, date.instant, staleAfter, nonRenewingExpiration) {
            return .granted(found)
        }
        var denied = product.map { denial($0, date.instant, nonRenewingExpiration) } ?? noPurchase
        for number in storage.others(thatMayRenewTo: productID, orChange: false) {
            denied.wasKnown(asOf: Date(second: storage.subscriptions[number].knownAsOf(at: date.instant)))
        }
        return undetermined(productID, product, date.instant, staleAfter, denied).map(Access.undetermined)
            ?? .denied(denied)
    }

    /// Whether the customer has access to any of these products at a date: granted if it is to one; else undetermined if it is for one,
    /// with what is missing of all; else denied, with the latest ``Denial/since``.
    public func access(
        to productIDs: some Sequence<String>, at date: Date, staleAfter: TimeInterval = 0,
        nonRenewingExpiration: ((Purchase) -> Date?)? = nil
    ) -> Access {
        var (granted, denials, undetermined): ([Entitlement], [Denial], [Undetermined]) = ([], [], [])
        for productID in productIDs {
            switch access(to: productID, at: date, staleAfter: staleAfter, nonRenewingExpiration: nonRenewingExpiration)
            {
            case .granted(let entitlement): granted.append(entitlement)
            case .denied(let denial): denials.append(denial)
            case .undetermined(let answer): undetermined.append(answer)
            }
        }
        if let best = best(granted) { return .granted(best) }
        if undetermined.isEmpty { return .denied(strongest(denials) ?? noPurchase) }
        return .undetermined(Undetermined(joining: undetermined, denials))
    }

    /// What no evidence names. A receipt lists all purchases of its account.
    private var noPurchase: Denial {
        Denial(
            reason: .noPurchaseKnown, since: nil, purchase: nil,
            knownAsOf: storage.evidence.receiptDate > -.infinity ? Date(second: storage.evidence.receiptDate) : nil)
    }

    // MARK: What may be missing

    /// A product without access is undetermined if something is missing of a subscription that had it or renews to it, or if a change of
    /// product is missing that may be one to it.
    private func undetermined(
        _ productID: String, _ product: Int?, _ instant: TimeInterval, _ staleAfter: TimeInterval,
        _ denial: Denial
    ) -> Undetermined? {
        var found: [(number: Int, missing: MissingEvidence)] = []
        func consider(_ number: Int, unless isOther: (MissingEvidence, Subscription.Moment) -> Bool) {
            let subscription = storage.subscriptions[number]
            let moment = subscription.moment(at: instant, staleAfter: staleAfter)
            guard let missing = subscription.missing(moment, at: instant, staleAfter: staleAfter),
                !isOther(missing, moment)
            else { return }
            found.append((number, missing))
        }
        if let product {
            let own = storage.index.products[product].subscribed
            // What is known to be of another kind never is.
            if storage.index.products[product].isOfOtherKind { return nil }
            for subscribed in own { consider(subscribed.subscription) { _, _ in false } }
        }
        for number in storage.others(thatMayRenewTo: productID, orChange: product == nil)
        where !found.contains(where: { $0.number == number }) {
            consider(number) { missing, moment in
                !(product == nil && missing == .productChange)
                    && !storage.subscriptions[number].mayRenew(to: productID, moment.row)
            }
        }
        if found.isEmpty { return nil }
        found.sort { $0.number < $1.number }
        let subscriptions = found.map { storage.subscriptions[$0.number] }
        return Undetermined(
            missing: Set(found.map(\.missing)),
            originalTransactionIDs: subscriptions.filter { !$0.isXcode }.map(\.originalTransactionID),
            since: denial.since, purchase: denial.purchase,
            knownAsOf: Swift.max(
                Date(second: subscriptions.lazy.map { $0.knownAsOf(at: instant) }.max() ?? -.infinity),
                denial.knownAsOf ?? .distantPast)
        )
    }

    // MARK: Why there is no access

    private func denial(
        _ product: Int, _ instant: TimeInterval, _ nonRenewingExpiration: ((Purchase) -> Date?)?
    ) -> Denial {
        var denials: [Denial] = []
        for subscribed in storage.index.products[product].subscribed {
            let subscription = storage.subscriptions[subscribed.subscription]
            guard let last = subscribed.timeline.last(at: instant, subscription.periods) ?? subscribed.timeline.first
            else { continue }
            let end = subscribed.timeline.lastEnd(before: instant)
            denials.append(
                Denial(
                    reason: subscription.reason(last, lastEnd: end, at: instant),
                    since: end.map(Date.init(second:)), purchase: subscription.periods[last].purchase,
                    knownAsOf: Date(second: subscription.knownAsOf(at: instant))))
        }
        if let denial = denial(storage.index.products[product], instant, nonRenewingExpiration) {
            denials.append(denial)
        }
        return strongest(denials) ?? noPurchase
    }

    /// The one that says most. It rests on the evidence of all.
    private func strongest(_ denials: [Denial]) -> Denial? {
        var strongest = denials.max(by: Denial.isWeaker)
        for date in denials.lazy.compactMap(\.knownAsOf) { strongest?.wasKnown(asOf: date) }
        return strongest
    }

    /// Of what is no subscription: what began last, and of that rather what was not revoked.
    private func denial(
        _ product: ProductIndex.Product, _ instant: TimeInterval, _ nonRenewingExpiration: ((Purchase) -> Date?)?
    ) -> Denial? {
        let spans = product.others
        let begun = spans[..<partitionPoint(spans.indices) { spans[$0].start <= instant }]
        guard let span = begun.last(where: { !self[$0.position].isRevoked(at: instant) }) ?? begun.last ?? spans.first
        else { return nil }
        let purchase = self[span.position]
        let reason: Denial.Reason =
            if !(span.start <= instant) {
                .notStarted
            } else if purchase.isRevoked(at: instant) {
                .revoked
            } else if purchase.kind == .nonRenewable, nonRenewingExpiration?(purchase) != nil {
                .expired
            } else {
                .notAnEntitlement
            }
        let ends = [
            product.owned.begun(at: instant)?.end,
            nonRenewingExpiration.flatMap { lastEnd(product.nonRenewing, instant, $0) },
        ]
        return Denial(
            reason: reason, since: ends.compactMap(\.self).max().map(Date.init(timeIntervalSinceReferenceDate:)),
            purchase: purchase, knownAsOf: Swift.max(purchase.evidenceDate, purchase.revocationDate ?? .distantPast))
    }

    /// When the last access by a non-renewing subscription ended, of which the caller says how long each purchase lasts.
    private func lastEnd(
        _ spans: [ProductIndex.Span], _ instant: TimeInterval, _ expiration: (Purchase) -> Date?
    ) -> TimeInterval? {
        var next = TimeInterval.infinity
        for span in spans[..<partitionPoint(spans.indices) { spans[$0].start <= instant }].reversed() {
            if let expiration = expiration(self[span.position]) {
                let end = Swift.min(expiration.timeIntervalSinceReferenceDate, span.end, next)
                if span.start < end { return end }
            }
            next = span.start
        }
        return nil
    }
}

extension Denial {
    /// Notes evidence that the answer rests on too.
    fileprivate mutating func wasKnown(asOf date: Date) { knownAsOf = max(knownAsOf ?? date, date) }

    /// Whether another one says more: the one whose access ended later, then the one that began later, then the one whose reason says more.
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

extension Undetermined {
    /// What is missing for any of several products, and which of these, or of those that are denied, the customer had last.
    fileprivate init(joining answers: [Undetermined], _ denials: [Denial]) {
        let all = answers.map { ($0.since, $0.purchase) } + denials.map { ($0.since, $0.purchase) }
        let last = all.dropFirst().reduce(all.first) { last, other in
            (last?.0 ?? .distantPast) < other.0 ?? .distantPast ? other : last
        }
        var identifiers: Set<ByteString> = []
        self.init(
            missing: answers.reduce(into: []) { $0.formUnion($1.missing) },
            originalTransactionIDs: answers.flatMap(\.originalTransactionIDs).filter {
                identifiers.insert(ByteString($0)).inserted
            },
            since: last?.0, purchase: last?.1, knownAsOf: answers.lazy.map(\.knownAsOf).max() ?? .distantPast)
    }
}
