internal import ReceiptEssentials
internal import ReceiptFields

/// The times at which a signed status 1 proves that there is a period which the evidence doesn't contain (rule 37). Each interval begins
/// when the status was signed, and ends as rule 37 says.
struct UnseenActivity: Sendable {
    /// The intervals, sorted and disjoint.
    private var ranges: [Range<TimeInterval>] = []

    init(
        _ renewals: RenewalInfos, _ timeline: SubscriptionTimeline, _ periods: [SubscriptionPeriod],
        _ purchases: [Purchase]
    ) {
        let active = renewals.statuses.lazy.filter { $0.code == .active }.map(\.date)
        guard !active.isEmpty else { return }
        let voids = VoidPeriods(periods)
        let uncovered = active.filter { !timeline.row(at: $0).state.isEntitled && !voids.contain($0) }
        guard !uncovered.isEmpty else { return }
        let copies = purchases.flatMap { [$0.latest] + $0.others }.filter { $0.source == .receipt }
        let deciding =
            renewals.statuses.map(\.date) + renewals.all.map(\.date) + copies.map(\.date)
            + periods.filter { !$0.isLeftAside }.map(\.start)
        let dates = deciding.sorted()
        for date in uncovered {
            let next = partitionPoint(dates.indices) { dates[$0] <= date }
            ranges.append(date..<(next < dates.count ? dates[next] : .infinity))
        }
    }

    func contains(_ instant: TimeInterval) -> Bool {
        let count = partitionPoint(ranges.indices) { ranges[$0].lowerBound <= instant }
        return count > 0 && ranges[count - 1].contains(instant)
    }

    /// The periods that were refunded in full, with their own start and expiration dates.
    private struct VoidPeriods {
        private var starts: [TimeInterval] = []
        /// For each period, the latest expiration of this period and those before it.
        private var terms: [TimeInterval] = []

        init(_ periods: [SubscriptionPeriod]) {
            for period in periods where period.isVoid && !period.wasOvertaken {
                starts.append(period.start)
                terms.append(max(period.term, terms.last ?? -.infinity))
            }
        }

        func contain(_ instant: TimeInterval) -> Bool {
            let count = partitionPoint(starts.indices) { starts[$0] <= instant }
            return count > 0 && instant < terms[count - 1]
        }
    }
}
