internal import ReceiptEssentials
internal import ReceiptFields

extension Subscription {
    /// What holds at an instant, and until when.
    struct Moment {
        var row: SubscriptionTimeline.Row
        let index: Int
        /// Until when the grace period lasts that only a status shows.
        var graceEnd: TimeInterval?
    }

    /// The row of an instant. A grace period whose end Apple left out is known at the date of the notification that says so, and for as long as
    /// evidence counts as the present state.
    func moment(at instant: TimeInterval, staleAfter: TimeInterval = 0) -> Moment {
        let index = timeline.index(at: instant)
        let row = timeline.rows[index]
        guard staleAfter > 0, row.state != .subscribed, row.state != .revoked, !row.isSucceeded, let place = row.latest,
            let renewal = renewals.byPeriod[place], let date = renewal.graceWithoutEnd, periods[place].endsByItself
        else { return Moment(row: row, index: index) }
        let last = min(date + staleAfter + 1, renewal.graceOver ?? .infinity)
        let end = max(graceLimits.end(last, place), renewal.graceEnd ?? last)
        guard instant < end else { return Moment(row: row, index: index) }
        var moment = Moment(row: row, index: index, graceEnd: end)
        (moment.row.state, moment.row.shown) = (.inGracePeriod, place)
        return moment
    }

    /// What gives access to one of its products at an instant, also by a grace period that only a status shows.
    func access(
        to product: ProductTimeline, at instant: TimeInterval, staleAfter: TimeInterval
    ) -> ProductTimeline.Access? {
        let own = product.access(at: instant)
        guard staleAfter > 0 else { return own }
        let moment = moment(at: instant, staleAfter: staleAfter)
        guard let end = moment.graceEnd, let place = moment.row.shown, product.last(at: instant, periods) == place
        else { return own }
        return ProductTimeline.Access(range: instant..<end, place: place, end: end, state: .inGracePeriod)
    }

    /// When the state, or the period that shows it, changes next.
    func end(of moment: Moment) -> TimeInterval? {
        guard let graceEnd = moment.graceEnd else { return timeline.end(ofStateAt: moment.index) }
        let next = timeline.rows[moment.index...].firstIndex { row in
            row.latest != moment.row.latest || row.isSucceeded || row.state == .subscribed || row.state == .revoked
        }
        return next.map { min(timeline.starts[$0], graceEnd) } ?? graceEnd
    }

    /// The date of the latest evidence that could have shown a change, or of the latest period's start, which may have been charged ahead.
    func knownAsOf(_ row: SubscriptionTimeline.Row) -> TimeInterval {
        row.latest.map { max(evidenceDate, periods[$0].start) } ?? evidenceDate
    }

    func knownAsOf(at instant: TimeInterval) -> TimeInterval { knownAsOf(timeline.row(at: instant)) }

    /// How the subscription goes on, as the renewal info says that is about the period known last.
    func nextRenewal(_ row: SubscriptionTimeline.Row) -> NextRenewal? {
        row.isSucceeded ? NextRenewal(willAutoRenew: false) : renewal(row).map { NextRenewal($0.info) }
    }

    /// When the unbroken run of renewal infos began that say auto-renew is off, up to the one that says how the subscription goes on (rule 32).
    func renewalOffSince(_ row: SubscriptionTimeline.Row, at instant: TimeInterval) -> TimeInterval? {
        guard let renewal = renewal(row), renewal.isRenewalOff else { return nil }
        let until = renewals.all[..<partitionPoint(renewals.all.indices) { !(renewal < renewals.all[$0]) }]
        let first = until.lastIndex { !$0.isRenewalOff }.map { $0 + 1 } ?? until.startIndex
        return until[first...].first.flatMap { $0.date <= instant ? $0.date : nil }
    }

    /// When the billing problem began that the latest renewal info about the latest period states (rule 32).
    func billingIssueSince(_ row: SubscriptionTimeline.Row, at instant: TimeInterval) -> TimeInterval? {
        guard !row.isSucceeded, let place = row.latest, let infos = renewals.byPeriod[place]?.infos else { return nil }
        let term = periods[place].term
        let first = infos.lastIndex { !$0.statesBillingProblem(after: term) }.map { $0 + 1 } ?? infos.startIndex
        guard first < infos.endIndex else { return nil }
        let isFirstAfterEnd = infos[first].date >= term && (first == infos.startIndex || infos[first - 1].date < term)
        let since = isFirstAfterEnd ? term : infos[first].date
        return since <= instant ? since : nil
    }

    /// The latest renewal info about the period known last. Of a subscription whose place another one took it says no more.
    func renewal(_ row: SubscriptionTimeline.Row) -> RenewalClaim? {
        row.isSucceeded ? nil : row.known.flatMap { renewals.byPeriod[$0]?.latest }
    }

    /// Why the last period of a product gives no access.
    func reason(_ place: Int, lastEnd: TimeInterval?, at instant: TimeInterval) -> Denial.Reason {
        guard periods[place].start <= instant else { return .notStarted }
        if periods[place].isVoid { return .revoked }
        // Or its grace period was replaced.
        if periods[place].isReplaced || lastEnd.map(successions.contains) ?? false && lastEnd != periods[place].end {
            return .replaced
        }
        return periods[place].isRevoked(at: instant) ? .revoked : .expired
    }
}
