/// Renewals that the App Store charged, and signed, before their period began.
///
/// Apple charges up to 24 hours ahead, and signs the notification at once: genuine is a DID_RENEW signed 34 seconds before its period,
/// with `status` 1 in it. A customer with that transaction alone has access. So such a renewal counts from its signed date
/// on, at those dates that no other period of the subscription contains. Revoked and upgraded periods contain their dates too: a
/// refunded period gives no access because its successor was charged.
struct ChargedAhead: Sendable {
    /// When each period was first known: its start, or before that, when its transaction was first signed.
    let known: [Instant]
    /// The stretches of time before periods, in the order of those.
    let stretches: [Timetable.Span]

    init(_ purchases: [Purchase], _ rows: [LedgerRow]) {
        var known = rows.map(\.start)
        var stretches: [Timetable.Span] = []
        /// The latest end of each period and those before it, had nothing happened to them.
        var lastTerms: [Instant] = []
        for (place, row) in rows.enumerated() {
            if row.start < row.term, let signed = purchases[place].signedAhead {
                known[place] = signed
                var uncovered = signed
                // Backwards to the first period that may reach into the time before this one.
                let before = rows[..<place].indices.reversed().prefix { lastTerms[$0] > signed }
                for other in before.reversed() where rows[other].start < row.start {
                    if uncovered < rows[other].start {
                        stretches.append(Timetable.Span(start: uncovered, end: rows[other].start, row: place))
                    }
                    uncovered = max(uncovered, rows[other].term)
                }
                if uncovered < row.start {
                    stretches.append(Timetable.Span(start: uncovered, end: row.start, row: place))
                }
            }
            lastTerms.append(max(lastTerms.last ?? -.infinity, row.term))
        }
        (self.known, self.stretches) = (known, stretches)
    }

    /// The period that counts at an instant before it begins.
    func place(at instant: Instant) -> Int? {
        stretches.first { $0.start <= instant && instant < $0.end }?.row
    }
}

extension Purchase {
    /// When Apple first signed the transaction of a renewal that begins later, within a day. Nil if it was revoked.
    fileprivate var signedAhead: Instant? {
        guard revocation == nil else { return nil }
        let start = latest.purchaseDate
        func signed(_ variant: Variant) -> Instant? {
            variant.transaction?.reason == .renewal && start - 86_400 <= variant.date && variant.date < start
                ? variant.date : nil
        }
        return others.lazy.compactMap(signed).min().map { min($0, signed(latest) ?? $0) } ?? signed(latest)
    }
}
