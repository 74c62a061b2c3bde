internal import ReceiptEssentials

/// Renewals that the App Store charged, and signed, before their period began.
///
/// Apple charges up to 24 hours ahead, and signs the notification at once: genuine is a DID_RENEW signed 34 seconds before its period,
/// with `status` 1 in it. A customer with that transaction alone has access. So such a renewal counts from its signed date
/// on, at those dates that no other period of the subscription contains. Revoked and upgraded periods contain their dates too: a
/// refunded period gives no access because its successor was charged.
struct RenewalsAhead: Sendable {
    /// When each period was first known that was signed ahead, and its place, in the order of places.
    private(set) var known: [(date: TimeInterval, place: Int)] = []
    /// The stretches of time before periods, in the order of those.
    private(set) var stretches: [(range: Range<TimeInterval>, place: Int)] = []

    init(_ periods: [SubscriptionPeriod], _ spans: [PurchaseSpan]) {
        for (place, span) in spans.enumerated() where span.start < span.term && !span.isOvertaken {
            if let signed = span.chargedAhead, span.revocation == nil { known.append((signed, place)) }
        }
        guard !known.isEmpty else { return }
        /// The latest end of each period and those before it, had nothing happened to them.
        var lastTerms: [TimeInterval] = []
        for span in spans { lastTerms.append(max(lastTerms.last ?? -.infinity, span.term)) }
        for (signed, place) in known {
            let start = spans[place].start
            var uncovered = signed
            // Backwards to the first period that may reach into the time before this one.
            let before = spans[..<place].indices.reversed().prefix { lastTerms[$0] > signed }
            for other in before.reversed() where spans[other].start < start {
                if uncovered < spans[other].start { stretches.append((uncovered..<spans[other].start, place)) }
                uncovered = max(uncovered, spans[other].term)
            }
            if uncovered < start { stretches.append((uncovered..<start, place)) }
        }
    }

    /// The place of the last period that was known at a date, which may begin later.
    func lastKnown(at date: TimeInterval, in periods: [SubscriptionPeriod]) -> Int? {
        let begun = partitionPoint(periods.indices) { periods[$0].start <= date }
        let latest = periods[..<begun].lastIndex { !$0.wasOvertaken }
        let ahead = known.lazy.filter { $0.date <= date }.map(\.place).max()
        return [latest, ahead].lazy.compactMap(\.self).max()
    }
}
