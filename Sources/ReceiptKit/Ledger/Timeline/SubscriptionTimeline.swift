internal import ReceiptEssentials
internal import ReceiptFields

/// A subscription's history as a table with one row for each instant at which something changes. The answer at a date is the last row that
/// begins by then.
struct SubscriptionTimeline: Sendable {
    /// The values from one instant until the next row. Periods are identified by their index.
    struct Row: Sendable, Equatable {
        /// The last period that has begun, even if it was revoked or replaced. Periods that never ran are skipped.
        var latest: IndexOf<SubscriptionPeriod>?
        /// The last known period, which may begin later.
        var known: IndexOf<SubscriptionPeriod>?
        /// True if a subscription that names this one as its predecessor has begun, and no period of this subscription has begun since
        /// then.
        var isSucceeded = false
        /// True if the renewal after the latest period was marked as upgraded before it started, and no evidence names the product that
        /// replaced it.
        var isRenewalUpgraded = false
        var state = SubscriptionStatus.State.expired
        /// The period that determines the state.
        var shown: IndexOf<SubscriptionPeriod>?
        /// True if that period is a renewal that was charged ahead, and no period contains the instant.
        var isAhead = false

        /// The period that gives access.
        var access: IndexOf<SubscriptionPeriod>? { state.isEntitled ? shown : nil }
        /// The running period. If there are several, the one that began last.
        var running: IndexOf<SubscriptionPeriod>? { state == .subscribed && !isAhead ? shown : nil }
    }

    private(set) var rows: [Row] = []
    private(set) var starts: [TimeInterval] = []

    init(
        _ periods: [SubscriptionPeriod], _ ahead: RenewalsAhead, _ renewals: RenewalInfos, _ clock: RenewalClock,
        successions: [TimeInterval]
    ) {
        let instants = Self.instants(periods, ahead, renewals, clock, successions)
        var running = PurchaseSpan.running(periods.places, { periods[$0].start }, { periods[$0].end })[...]
        var known = ahead.known.sorted { $0.date < $1.date }[...]
        var charged = RenewalsAhead.Sweep(ahead, periods)
        var (successions, next) = (successions[...], periods.startIndex)
        var succession: TimeInterval?
        var row = Row()
        rows.reserveCapacity(instants.count)
        starts.reserveCapacity(instants.count)
        for instant in instants {
            while next < periods.endIndex, periods[next].start <= instant {
                if !periods[next].isLeftAside {
                    (row.latest, row.isRenewalUpgraded) = (IndexOf(next), false)
                } else if periods[next].wasOvertaken, periods[next].purchase.isUpgraded, let latest = row.latest,
                    !periods[latest].isVoid,
                    periods[latest].end <= periods[next].start
                {
                    row.isRenewalUpgraded = true
                }
                next += 1
            }
            while let first = known.first, first.date <= instant {
                row.known = max(row.known ?? first.place, first.place)
                known.removeFirst()
            }
            if let latest = row.latest { row.known = max(row.known ?? latest, latest) }
            while let first = running.first, first.range.upperBound <= instant { running.removeFirst() }
            let runs = running.first.flatMap { $0.range.contains(instant) ? $0.place : nil }
            let ahead = charged.place(at: instant)
            while let first = successions.first, first <= instant {
                succession = first
                successions.removeFirst()
            }
            row.isSucceeded = succession.map { date in row.latest.map { periods[$0].start < date } ?? true } ?? false
            row.isAhead = runs == nil && ahead != nil
            if let access = runs ?? ahead {
                (row.state, row.shown) = (.subscribed, access)
            } else {
                (row.state, row.shown) = Self.stateWithoutPeriod(row, at: instant, periods, renewals, clock)
            }
            guard rows.last != row else { continue }
            rows.append(row)
            starts.append(instant)
        }
    }

    /// Returns the index of the row for an instant.
    func index(at instant: TimeInterval) -> Int { max(0, partitionPoint(starts.indices) { starts[$0] <= instant } - 1) }

    func row(at instant: TimeInterval) -> Row { rows[index(at: instant)] }

    /// Returns the next instant at which the state, or the period that determines it, changes.
    func end(ofStateAt index: Int) -> TimeInterval? {
        rows[index...].firstIndex { ($0.state, $0.shown) != (rows[index].state, rows[index].shown) }.map { starts[$0] }
    }

    /// Returns all instants at which a row may begin, sorted. The first one is before all dates.
    private static func instants(
        _ periods: [SubscriptionPeriod], _ ahead: RenewalsAhead, _ renewals: RenewalInfos, _ clock: RenewalClock,
        _ successions: [TimeInterval]
    ) -> [TimeInterval] {
        var instants = [-TimeInterval.infinity]
        instants.reserveCapacity(periods.count + 8)
        func add(_ instant: TimeInterval?) {
            if let instant, instant != instants.last { instants.append(instant) }
        }
        for (place, period) in periods.indexed() {
            add(period.start)
            if period.start < period.end { add(period.end) }
            if !ahead.known.isEmpty { add(period.term) }
            add(period.revocation)
            guard let renewal = renewals.byPeriod[place] else { continue }
            add(renewal.graceEnd)
            if renewal.isInRetry { add(clock.retryEnd(of: period)) }
        }
        for known in ahead.known { add(known.date) }
        successions.forEach(add)
        instants.sort()
        // Everything that begins or ends at the same instant shares one row.
        return instants.indices.filter { $0 == 0 || instants[$0] != instants[$0 - 1] }.map { instants[$0] }
    }

    /// Returns the state, as StoreKit 2 defines it, if no period is running, and the period that determines this state.
    private static func stateWithoutPeriod(
        _ row: Row, at instant: TimeInterval, _ periods: [SubscriptionPeriod], _ renewals: RenewalInfos,
        _ clock: RenewalClock
    ) -> (SubscriptionStatus.State, IndexOf<SubscriptionPeriod>?) {
        guard let place = row.latest else { return (.expired, nil) }
        let latest = periods[place]
        if latest.isRevoked(at: instant) { return (.revoked, place) }
        // A replaced period has ended, and the App Store doesn't charge the customer for it again.
        guard latest.endsByItself, !row.isSucceeded, let renewal = renewals.byPeriod[place]
        else { return (.expired, place) }
        if let end = renewal.graceEnd, instant < end { return (.inGracePeriod, place) }
        if renewal.isInRetry, instant < clock.retryEnd(of: latest) {
            return (.inBillingRetryPeriod, place)
        }
        return (.expired, place)
    }
}
