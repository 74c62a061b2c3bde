internal import ReceiptEssentials
internal import ReceiptFields

/// One subscription: all purchases with one original transaction, which corresponds to one subscription group of one customer.
final class Subscription: Sendable {
    /// The key of the subscription. See ``name(_:product:isXcode:)``.
    let name: String
    let originalTransactionID: String
    /// The `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    let predecessor: String?
    /// The dates on which other subscriptions replaced this one, sorted.
    let successions: [TimeInterval]
    /// The positions of the periods in the ledger.
    let positions: Column<SubscriptionPeriod, IndexOf<Purchase>>
    let periods: [SubscriptionPeriod]
    let gaps: [SubscriptionGap]
    let changes: [ProductChange]
    let renewals: RenewalInfos
    let graceLimits: GracePeriodLimits
    let group: String?
    let timeline: SubscriptionTimeline
    /// The times at which each product gives access, by the product's ID.
    let products: [(product: IndexOf<ProductIndex.Product>, timeline: ProductTimeline)]
    /// The original purchase date, or the start of the first known period if that is earlier. In genuine receipts, the original purchase
    /// date is up to five seconds later.
    let start: TimeInterval
    /// The creation date of the latest receipt with a purchase of this subscription. A receipt for another account of the same customer
    /// shows nothing about this subscription.
    let receiptDate: TimeInterval
    /// The date of the latest evidence that could have shown a change.
    let evidenceDate: TimeInterval
    let isXcode: Bool
    let clock: RenewalClock
    /// The times at which Apple stated that the subscription was active, although no evidence contains a period at that time.
    let unseenActive: UnseenActivity
    /// The possible products of periods that the evidence doesn't contain: those that infos about such periods name, and those that any
    /// info names as the next product.
    let productsToCome: Set<ByteString>
    /// For each period, the start of the next period that ran.
    let ranNext: Column<SubscriptionPeriod, TimeInterval?>

    /// - Parameters:
    ///   - all: the positions of the subscription's purchases, in ledger order. At least one.
    ///   - spans: the spans of all purchases in the ledger. The spans of this subscription are shortened if something replaced them.
    ///   - successions: the starts, sorted, of the subscriptions that name this one as their predecessor, and of the purchases in them.
    init(
        _ all: [IndexOf<Purchase>], _ spans: inout Column<Purchase, PurchaseSpan>, _ evidence: CollectedEvidence,
        predecessor: String?, successions: [TimeInterval]
    ) {
        let purchases = evidence.purchases
        let isSandbox = evidence.subject.environment == .sandbox
        isXcode = evidence.subject.isXcode
        clock = RenewalClock(isSandbox: isSandbox)
        let first = purchases[all[0]]
        name = Self.name(first.originalTransactionID, product: first.productID, isXcode: isXcode)
        originalTransactionID = first.originalTransactionID
        let claims = evidence.renewals[ByteString(name)]
        var replaced = ReplacedPeriods(all.map { spans[$0] }, claims, isFast: isSandbox || isXcode).spans
        Predecessors.end(&replaced, before: successions)
        let seats = SeatAdditions(replaced)
        for (position, span) in zip(all, seats.spans) { spans[position] = span }
        let places =
            seats.families.isEmpty ? Array(seats.spans.places) : seats.spans.places.filter { !seats.spans[$0].isPart }
        let own = Column<SubscriptionPeriod, PurchaseSpan>(places.map { seats.spans[$0] })
        let periods = Self.periods(places, seats, Column(all.map { purchases[$0] }))
        self.periods = periods
        let positions = Column<PurchaseSpan, IndexOf<Purchase>>(all)
        self.positions = Column(places.map { positions[$0] })
        (self.predecessor, self.successions) = (predecessor, successions)
        group = all.lazy.compactMap { purchases[$0].subscriptionGroupID }.first
        gaps = Self.gaps(own.values)
        changes = Self.changes(own, periods)

        let ahead = RenewalsAhead(own)
        let known = KnownPeriods(periods, ahead)
        let limits = GracePeriodLimits(own, periods, successions)
        renewals = RenewalInfos(claims, periods, known, clock) { limits.end($0, $1) }
        timeline = SubscriptionTimeline(periods, ahead, renewals, clock, successions: successions)
        products = ProductTimeline.all(of: own, periods, timeline, renewals)
        graceLimits = limits
        start = replaced.lazy.map(\.firstPurchase).min() ?? -.infinity
        receiptDate = replaced.lazy.map(\.receiptDate).max() ?? -.infinity
        let dates = [
            replaced.lazy.map(\.shownUntil).max(), renewals.latest?.date, renewals.latestStatus, successions.last,
        ]
        evidenceDate = max(receiptDate, dates.lazy.compactMap(\.self).max() ?? -.infinity)
        unseenActive = UnseenActivity(renewals, timeline, periods, all.map { purchases[$0] })
        ranNext = Self.ranNext(own)
        productsToCome = Self.productsToCome(renewals)
    }

    private static func periods(
        _ places: [IndexOf<PurchaseSpan>], _ seats: SeatAdditions, _ purchases: Column<PurchaseSpan, Purchase>
    ) -> [SubscriptionPeriod] {
        var seated: [IndexOf<PurchaseSpan>: SeatedPeriod] = [:]
        if !seats.families.isEmpty {
            let shown = Dictionary(
                uniqueKeysWithValues: places.enumerated().map { ($1, IndexOf<SubscriptionPeriod>($0)) })
            for family in seats.families {
                let period = SeatedPeriod(
                    members: family.map { purchases[$0] }, places: family.compactMap { shown[$0] }.sorted())
                for place in family { seated[place] = period }
            }
        }
        return places.map { place in
            SubscriptionPeriod(
                purchases[place], seats.spans[place], seats: seated[place],
                seatAdditions: (seats.listed[place] ?? []).map { purchases[$0] })
        }
    }

    /// For each period, returns the start of the next period that ran. A voided renewal ran if evidence that is dated after its start shows
    /// that it ran.
    private static func ranNext(
        _ spans: Column<SubscriptionPeriod, PurchaseSpan>
    ) -> Column<SubscriptionPeriod, TimeInterval?> {
        var next: TimeInterval?
        var starts: [TimeInterval?] = []
        starts.reserveCapacity(spans.values.count)
        for span in spans.values.reversed() {
            starts.append(next)
            if !span.isOvertaken, !span.isVoidRenewal || span.ran { next = span.start }
        }
        return Column(starts.reversed())
    }

    /// Returns the key of a subscription: its original transaction identifier. In Xcode every first purchase has the identifier 0, so the
    /// key also contains the product there.
    static func name(_ original: String, product: String, isXcode: Bool) -> String {
        isXcode && original == "0" ? "0/" + product : original
    }

    private static func gaps(_ spans: [PurchaseSpan]) -> [SubscriptionGap] {
        var gaps: [SubscriptionGap] = []
        var end: TimeInterval?
        for span in spans where span.start < span.end {
            if let end, span.start > end {
                gaps.append(SubscriptionGap(startDate: Date(second: end), endDate: Date(second: span.start)))
            }
            end = max(end ?? span.end, span.end)
        }
        return gaps
    }

    private static func changes(
        _ spans: Column<SubscriptionPeriod, PurchaseSpan>, _ periods: [SubscriptionPeriod]
    ) -> [ProductChange] {
        var changes: [ProductChange] = []
        /// The index of the previous period, and the latest end of consecutive periods of its product.
        var old: (place: IndexOf<SubscriptionPeriod>, end: TimeInterval)?
        for (place, span) in spans.indexed() where span.start < span.term && !span.isVoid && !span.isOvertaken {
            if let before = old, spans[before.place].product != span.product {
                changes.append(
                    ProductChange(
                        date: Date(second: span.start),
                        kind: span.start < before.end
                            ? .whileRunning : span.start == before.end ? .atRenewal : .afterGap,
                        previousProductID: periods[before.place].productID, productID: periods[place].productID))
                old = nil
            }
            old = (place, max(span.term, old?.end ?? span.term))
        }
        return changes
    }
}
