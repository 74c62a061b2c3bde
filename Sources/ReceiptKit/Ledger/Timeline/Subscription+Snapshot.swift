internal import ReceiptEssentials
internal import ReceiptFields

extension Subscription {
    /// The state of the subscription at an instant, with the end of a grace period that Apple left out.
    struct Snapshot {
        var row: SubscriptionTimeline.Row
        let index: Int
        /// The end of a grace period that only a status announces.
        var graceEnd: TimeInterval?
    }

    /// Returns the row for an instant. If Apple left out the end of a grace period, the grace period is assumed to last through the second
    /// of the status that announces it, and for `staleAfter` seconds longer.
    func snapshot(at instant: TimeInterval, staleAfter: TimeInterval = 0) -> Snapshot {
        let index = timeline.index(at: instant)
        let row = timeline.rows[index]
        guard staleAfter > 0, row.state != .subscribed, row.state != .revoked, !row.isSucceeded, let place = row.latest,
            let renewal = renewals.byPeriod[place], let date = renewal.graceWithoutEnd, periods[place].endsByItself
        else { return Snapshot(row: row, index: index) }
        let last = min(date + staleAfter + 1, renewal.graceOver ?? .infinity)
        let end = max(graceLimits.end(last, place), renewal.graceEnd ?? last)
        guard instant < end else { return Snapshot(row: row, index: index) }
        var snapshot = Snapshot(row: row, index: index, graceEnd: end)
        (snapshot.row.state, snapshot.row.shown) = (.inGracePeriod, place)
        return snapshot
    }

    /// Returns the access to one of the subscription's products at an instant. It takes into account a grace period that only a status
    /// announces.
    func access(
        to product: ProductTimeline, at instant: TimeInterval, staleAfter: TimeInterval
    ) -> ProductTimeline.Access? {
        let own = product.access(at: instant)
        guard staleAfter > 0 else { return own }
        let snapshot = snapshot(at: instant, staleAfter: staleAfter)
        guard let end = snapshot.graceEnd, let place = snapshot.row.shown, product.last(at: instant, periods) == place
        else { return own }
        return ProductTimeline.Access(range: instant..<end, place: place, end: end, state: .inGracePeriod)
    }

    /// Returns the next instant at which the state, or the period that determines it, changes.
    func end(of snapshot: Snapshot) -> TimeInterval? {
        guard let graceEnd = snapshot.graceEnd else { return timeline.end(ofStateAt: snapshot.index) }
        let next = timeline.rows[snapshot.index...].firstIndex { row in
            row.latest != snapshot.row.latest || row.isSucceeded || row.state == .subscribed || row.state == .revoked
        }
        return next.map { min(timeline.starts[$0], graceEnd) } ?? graceEnd
    }

    /// Returns the date of the latest evidence that could have shown a change, or the start of the latest period if it is later, because
    /// the period may have been charged ahead.
    func knownAsOf(_ row: SubscriptionTimeline.Row) -> TimeInterval {
        row.latest.map { max(evidenceDate, periods[$0].start) } ?? evidenceDate
    }

    func knownAsOf(at instant: TimeInterval) -> TimeInterval { knownAsOf(timeline.row(at: instant)) }

    /// Returns the next renewal, from the latest renewal info about the last known period.
    func nextRenewal(_ row: SubscriptionTimeline.Row) -> NextRenewal? {
        row.isSucceeded ? NextRenewal(willAutoRenew: false) : renewal(row).map { NextRenewal($0.info) }
    }

    /// Returns the date since which auto-renewal has been off (rule 32). It is the signing date of the first of the consecutive renewal
    /// infos, up to the info about the next renewal, which all say that auto-renewal is off.
    func renewalOffSince(_ row: SubscriptionTimeline.Row, at instant: TimeInterval) -> TimeInterval? {
        guard let renewal = renewal(row), renewal.isRenewalOff else { return nil }
        let until = renewals.all[..<partitionPoint(renewals.all.indices) { !(renewal < renewals.all[$0]) }]
        let first = until.lastIndex { !$0.isRenewalOff }.map { $0 + 1 } ?? until.startIndex
        return until[first...].first.flatMap { $0.date <= instant ? $0.date : nil }
    }

    /// Returns the start of the billing problem that the latest renewal info about the latest period states (rule 32).
    func billingIssueSince(_ row: SubscriptionTimeline.Row, at instant: TimeInterval) -> TimeInterval? {
        guard !row.isSucceeded, let place = row.latest, let infos = renewals.byPeriod[place]?.infos else { return nil }
        let term = periods[place].term
        let first = infos.lastIndex { !$0.statesBillingProblem(after: term) }.map { $0 + 1 } ?? infos.startIndex
        guard first < infos.endIndex else { return nil }
        let isFirstAfterEnd = infos[first].date >= term && (first == infos.startIndex || infos[first - 1].date < term)
        let since = isFirstAfterEnd ? term : infos[first].date
        return since <= instant ? since : nil
    }

    /// Returns the latest renewal info about the last known period. Nil if another subscription replaced this one.
    func renewal(_ row: SubscriptionTimeline.Row) -> RenewalClaim? {
        row.isSucceeded ? nil : row.known.flatMap { renewals.byPeriod[$0]?.latest }
    }

    /// Returns the reason why the last period of a product gives no access.
    func reason(_ place: IndexOf<SubscriptionPeriod>, lastEnd: TimeInterval?, at instant: TimeInterval)
        -> Access.Denial.Reason
    {
        guard periods[place].start <= instant else { return .notStarted }
        if periods[place].isVoid { return .revoked }
        // The grace period may have been replaced, too.
        if periods[place].isReplaced || lastEnd.map(successions.contains) ?? false && lastEnd != periods[place].end {
            return .replaced
        }
        return periods[place].isRevoked(at: instant) ? .revoked : .expired
    }
}
