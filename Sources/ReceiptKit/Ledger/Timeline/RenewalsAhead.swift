internal import HeapModule
internal import ReceiptEssentials

/// Renewals that the App Store charged, and signed, before their period began (rule 29).
///
/// Apple charges up to 24 hours ahead, and signs the notification at once: genuine is a DID_RENEW signed 34 seconds before its period,
/// with `status` 1 in it. A customer with that transaction alone has access. So such a renewal counts from its signed date
/// on, at those dates that no other period of the subscription contains. Revoked and upgraded periods contain their dates too: a
/// refunded period gives no access because its successor was charged.
struct RenewalsAhead: Sendable {
    /// When each period was first known that was signed ahead, and its place, in the order of places.
    let known: [(date: TimeInterval, place: Int)]

    init(_ spans: [PurchaseSpan]) {
        known = spans.enumerated().compactMap { place, span in
            guard span.start < span.term, !span.isOvertaken, span.revocation == nil else { return nil }
            return span.chargedAhead.map { ($0, place) }
        }
    }

    /// Finds, from one instant to the next, the renewal that counts before its period.
    struct Sweep {
        private let periods: [SubscriptionPeriod]
        private var coming: ArraySlice<(date: TimeInterval, place: Int)>
        private var terms: ArraySlice<TimeInterval> = []
        /// The places of renewals that are charged, the first one at the top.
        private var charged: Heap<Int> = []
        private var next = 0
        /// How many periods contain the instant, whatever became of them.
        private var containing = 0

        init(_ ahead: RenewalsAhead, _ periods: [SubscriptionPeriod]) {
            self.periods = periods
            coming = ahead.known.sorted { $0.date < $1.date }[...]
            if ahead.known.isEmpty { return }
            terms = periods.filter { $0.start < $0.term }.map(\.term).sorted()[...]
        }

        /// The place of the renewal that counts at an instant which isn't before the last one asked about.
        mutating func place(at instant: TimeInterval) -> Int? {
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
