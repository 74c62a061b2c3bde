internal import ReceiptEssentials

/// The periods of a subscription that were known at a date: those that had begun or were charged ahead, without those that never ran.
struct KnownPeriods: Sendable {
    private let periods: [SubscriptionPeriod]
    /// For each period, the index of the last period that ran, counting only this period and the earlier ones.
    private var lastRan: [IndexOf<SubscriptionPeriod>?] = []
    /// For each period, the index of the last period that can be the latest, counting only this period and the earlier ones. See
    /// ``SubscriptionPeriod/isLeftAside``.
    private var lastLatest: [IndexOf<SubscriptionPeriod>?] = []
    /// The dates on which renewals were charged ahead, sorted, each with the greatest index of the renewals that were charged by then.
    private var ahead: [(date: TimeInterval, last: IndexOf<SubscriptionPeriod>)] = []
    /// For each period that was charged ahead, the date of the charge.
    private let charged: [IndexOf<SubscriptionPeriod>: TimeInterval]

    init(_ periods: [SubscriptionPeriod], _ renewalsAhead: RenewalsAhead) {
        self.periods = periods
        var (ran, latest): (IndexOf<SubscriptionPeriod>?, IndexOf<SubscriptionPeriod>?)
        for (place, period) in periods.indexed() {
            if !period.wasOvertaken { ran = place }
            if !period.isLeftAside { latest = place }
            lastRan.append(ran)
            lastLatest.append(latest)
        }
        charged = Dictionary(uniqueKeysWithValues: renewalsAhead.known.lazy.map { ($0.place, $0.date) })
        for (date, place) in renewalsAhead.known.sorted(by: { $0.date < $1.date }) {
            ahead.append((date, max(place, ahead.last?.last ?? place)))
        }
    }

    private func begun(at date: TimeInterval) -> Int { partitionPoint(periods.indices) { periods[$0].start <= date } }

    /// Returns the index of the latest period at a date: the last one that had begun and can be the latest.
    func latest(at date: TimeInterval) -> IndexOf<SubscriptionPeriod>? {
        let begun = begun(at: date)
        return begun > 0 ? lastLatest[begun - 1] : nil
    }

    /// Returns the index of the last period that was known at a date.
    func last(at date: TimeInterval) -> IndexOf<SubscriptionPeriod>? {
        let begun = begun(at: date)
        let count = partitionPoint(ahead.indices) { ahead[$0].date <= date }
        return [begun > 0 ? lastRan[begun - 1] : nil, count > 0 ? ahead[count - 1].last : nil].compactMap(\.self).max()
    }

    /// Returns the indices of the last periods that were known at a date, the last one first, for comparison (rule 11).
    func lasts(at date: TimeInterval) -> some Sequence<IndexOf<SubscriptionPeriod>> {
        let last = last(at: date)?.offset ?? -1
        let compared = max(0, last - ReplacedPeriods.mostCompared + 1)..<(last + 1)
        return compared.reversed().lazy.map(IndexOf<SubscriptionPeriod>.init).filter { place in
            !periods[place].wasOvertaken
                && (periods[place].start <= date || charged[place].map { $0 <= date } ?? false)
        }
    }
}
