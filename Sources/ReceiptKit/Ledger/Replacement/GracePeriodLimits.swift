internal import ReceiptEssentials

/// The latest possible end of each grace period: the date on which something replaces the subscription's period (rule 27).
struct GracePeriodLimits: Sendable {
    /// For each period, the start of the next period of another product.
    private var nextOther: Column<SubscriptionPeriod, TimeInterval>
    private let revocations: Column<SubscriptionPeriod, TimeInterval?>
    private let starts: Column<SubscriptionPeriod, TimeInterval>
    private let successions: [TimeInterval]

    init(
        _ spans: Column<SubscriptionPeriod, PurchaseSpan>, _ periods: [SubscriptionPeriod],
        _ successions: [TimeInterval]
    ) {
        self.successions = successions
        revocations = Column(periods.map(\.revocation))
        starts = Column(periods.map(\.start))
        /// The period after the current one, with its start and the start of the first later period of another product.
        var next: (product: IndexOf<ProductIndex.Product>, start: TimeInterval, other: TimeInterval)?
        nextOther = Column(Array(repeating: .infinity, count: spans.values.count))
        for place in spans.places.reversed() {
            let span = spans[place]
            let other = next.map { $0.product == span.product ? $0.other : $0.start } ?? .infinity
            if span.isOfUnknownType { continue }
            nextOther[place] = other
            if !periods[place].isLeftAside { next = (span.product, span.start, other) }
        }
    }

    /// Returns the end that Apple states, or an earlier one: the revocation, or the date on which another product or subscription replaces
    /// the period.
    func end(_ end: TimeInterval, _ place: IndexOf<SubscriptionPeriod>) -> TimeInterval {
        let next = partitionPoint(successions.indices) { successions[$0] <= starts[place] }
        let succession = next < successions.count ? successions[next] : .infinity
        return min(end, revocations[place] ?? .infinity, succession, nextOther[place])
    }
}
