internal import HeapModule
internal import ReceiptEssentials

/// Renewals that the App Store charged and signed before their period began (rule 29).
///
/// Apple charges up to 24 hours ahead and signs the notification at once. For instance, a genuine DID_RENEW with `status` 1 was signed 34
/// seconds before its period. A customer for whom the ledger has only that transaction has access. Therefore, such a renewal gives access
/// from its signing date, on dates that no other period of the subscription contains. Revoked and upgraded periods contain their dates too,
/// so a successor that was charged ahead doesn't give access during a refunded period.
struct RenewalsAhead: Sendable {
    /// The first signing date and the index of each period that was signed ahead, sorted by index.
    let known: [(date: TimeInterval, place: IndexOf<SubscriptionPeriod>)]

    init(_ spans: Column<SubscriptionPeriod, PurchaseSpan>) {
        known = spans.indexed().compactMap { place, span in
            guard span.start < span.term, !span.isOvertaken, span.revocation == nil else { return nil }
            return span.chargedAhead.map { ($0, place) }
        }
    }

    /// Finds the renewal that gives access before its period, for a sequence of increasing instants.
    struct Sweep {
        private let periods: [SubscriptionPeriod]
        private var coming: ArraySlice<(date: TimeInterval, place: IndexOf<SubscriptionPeriod>)>
        private var terms: ArraySlice<TimeInterval> = []
        /// The indices of the renewals that were charged, the lowest index at the top.
        private var charged: Heap<IndexOf<SubscriptionPeriod>> = []
        private var next = 0
        /// The number of periods that contain the instant, revoked and replaced ones included.
        private var containing = 0

        init(_ ahead: RenewalsAhead, _ periods: [SubscriptionPeriod]) {
            self.periods = periods
            coming = ahead.known.sorted { $0.date < $1.date }[...]
            if ahead.known.isEmpty { return }
            terms = periods.filter { $0.start < $0.term }.map(\.term).sorted()[...]
        }

        /// Returns the index of the renewal that gives access at an instant. Instants must not decrease from call to call.
        mutating func place(at instant: TimeInterval) -> IndexOf<SubscriptionPeriod>? {
            if terms.isEmpty, charged.isEmpty, coming.isEmpty { return nil }
            while next < periods.endIndex, periods[next].start <= instant {
                if periods[next].start < periods[next].term { containing += 1 }
                next += 1
            }
            while let term = terms.first, term <= instant {
                containing -= 1
                terms.removeFirst()
            }
            while let first = coming.first, first.date <= instant {
                charged.insert(first.place)
                coming.removeFirst()
            }
            while let first = charged.min, periods[first].start <= instant { charged.removeMin() }
            return containing == 0 ? charged.min : nil
        }
    }
}
