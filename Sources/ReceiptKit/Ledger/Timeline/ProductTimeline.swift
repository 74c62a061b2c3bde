internal import OrderedCollections
internal import ReceiptEssentials

/// The times at which one product of a subscription gives access.
struct ProductTimeline: Sendable {
    /// An interval in which one purchase gives access.
    struct Access: Sendable {
        let range: Range<TimeInterval>
        /// The index of the period in its subscription.
        let place: IndexOf<SubscriptionPeriod>
        /// The end of this period's access, even if another period takes over before that end.
        let end: TimeInterval
        let state: Entitlement.State
    }

    private var accesses: [Access] = []
    /// The indices and starts of the periods, without those that never ran.
    private var begun: [(start: TimeInterval, place: IndexOf<SubscriptionPeriod>)] = []
    /// The indices of periods that never ran.
    private var overtaken: [IndexOf<SubscriptionPeriod>] = []

    /// Returns the access at an instant.
    func access(at instant: TimeInterval) -> Access? {
        lastAccess(at: instant).flatMap { instant < $0.range.upperBound ? $0 : nil }
    }

    /// The end of the last access.
    var lastEnd: TimeInterval { accesses.last?.range.upperBound ?? -.infinity }

    /// Returns the end of the last access before an instant without access.
    func lastEnd(before instant: TimeInterval) -> TimeInterval? { lastAccess(at: instant)?.range.upperBound }

    /// Returns the last access that has begun.
    private func lastAccess(at instant: TimeInterval) -> Access? {
        let count = partitionPoint(accesses.indices) { accesses[$0].range.lowerBound <= instant }
        return count > 0 ? accesses[count - 1] : nil
    }

    /// Returns the index of the last period that has begun. A period that never ran is returned only if there is no other.
    func last(at instant: TimeInterval, _ periods: [SubscriptionPeriod]) -> IndexOf<SubscriptionPeriod>? {
        let count = partitionPoint(begun.indices) { begun[$0].start <= instant }
        return count > 0 ? begun[count - 1].place : overtaken.last { periods[$0].start <= instant }
    }

    /// The index of the first period.
    var first: IndexOf<SubscriptionPeriod>? { begun.first?.place ?? overtaken.first }

    /// Creates one timeline for each product of a subscription.
    static func all(
        of spans: Column<SubscriptionPeriod, PurchaseSpan>, _ periods: [SubscriptionPeriod],
        _ timeline: SubscriptionTimeline,
        _ renewals: RenewalInfos
    ) -> [(product: IndexOf<ProductIndex.Product>, timeline: ProductTimeline)] {
        /// For each product, the indices of its periods. The products are in the order of their first periods.
        var lists: OrderedDictionary<IndexOf<ProductIndex.Product>, [IndexOf<SubscriptionPeriod>]> = [:]
        for (place, span) in spans.indexed() { lists[span.product, default: []].append(place) }
        var others: [IndexOf<ProductIndex.Product>: [Access]] = [:]
        for (index, row) in timeline.rows.enumerated() where row.running == nil {
            guard let place = row.access else { continue }
            let next = index + 1 < timeline.starts.count ? timeline.starts[index + 1] : .infinity
            others[spans[place].product, default: []].append(
                Access(
                    range: timeline.starts[index]..<next, place: place,
                    end: row.isAhead ? spans[place].end : renewals.byPeriod[place]?.graceEnd ?? .infinity,
                    state: row.state == .subscribed ? .subscribed : .inGracePeriod))
        }
        return lists.map { ($0, ProductTimeline($1, periods, others[$0] ?? [])) }
    }

    private init(_ places: [IndexOf<SubscriptionPeriod>], _ periods: [SubscriptionPeriod], _ others: [Access]) {
        accesses = PurchaseSpan.running(places, { periods[$0].start }, { periods[$0].end }).map {
            Access(range: $0.range, place: $0.place, end: periods[$0.place].end, state: .subscribed)
        }
        if !others.isEmpty {
            accesses += others
            accesses.sort { $0.range.lowerBound < $1.range.lowerBound }
        }
        overtaken = places.filter { periods[$0].wasOvertaken }
        begun = places.filter { !periods[$0].wasOvertaken }.map { (periods[$0].start, $0) }
    }
}
