internal import ReceiptEssentials

/// The end of a grace period, at the latest where something takes the place of its subscription's period (rule 27).
struct GracePeriodLimits: Sendable {
    /// For each place, when the next period of another product begins.
    private var nextOther: [TimeInterval]
    private let revocations: [TimeInterval?]
    private let starts: [TimeInterval]
    private let successions: [TimeInterval]

    init(_ spans: [PurchaseSpan], _ periods: [SubscriptionPeriod], _ successions: [TimeInterval]) {
        self.successions = successions
        revocations = periods.map(\.revocation)
        starts = periods.map(\.start)
        /// The next period, and the next one after that of another product.
        var next: (product: Int, start: TimeInterval, other: TimeInterval)?
        nextOther = Array(repeating: .infinity, count: spans.count)
        for place in spans.indices.reversed() {
            let span = spans[place]
            let other = next.map { $0.product == span.product ? $0.other : $0.start } ?? .infinity
            if span.isOfUnknownType { continue }
            nextOther[place] = other
            if !periods[place].isLeftAside { next = (span.product, span.start, other) }
        }
    }

    /// The end that Apple gave it, or earlier: with a revocation, and as another product or subscription takes the place of the period.
    func end(_ end: TimeInterval, _ place: Int) -> TimeInterval {
        let next = partitionPoint(successions.indices) { successions[$0] <= starts[place] }
        let succession = next < successions.count ? successions[next] : .infinity
        return min(end, revocations[place] ?? .infinity, succession, nextOther[place])
    }
}
