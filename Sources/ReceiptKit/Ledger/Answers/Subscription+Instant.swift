internal import ReceiptEssentials
internal import ReceiptFields

/// A subscription at an instant.
extension Subscription {
    /// The place of the last period that began at or before an instant, and how many did.
    func begun(_ instant: TimeInterval) -> Int {
        partitionPoint(periods.indices) { periods[$0].start <= instant }
    }

    /// The period that counts: the last one that runs.
    func running(_ instant: TimeInterval) -> Int? {
        var place = begun(instant) - 1
        while place >= 0, instant < lastEnds[place] {
            if instant < periods[place].end { return place }
            place -= 1
        }
        return nil
    }

    /// The last period that has begun, whatever became of it, but for renewals that were overtaken.
    func latest(_ instant: TimeInterval) -> Int? {
        periods[..<begun(instant)].lastIndex { !$0.wasOvertaken }
    }

    /// The period that gives access: the one that runs, or one that was charged ahead, where no other contains the instant.
    func counting(_ instant: TimeInterval) -> Int? { running(instant) ?? ahead.place(at: instant) }

    /// Calls `body` with each period that gives access. Mostly there is one: of two products both run only where a transaction
    /// that was signed after the second began says that the first was not upgraded.
    func forEachEntitled(_ instant: TimeInterval, _ body: (Int) -> Void) {
        guard let last = counting(instant) else {
            if let grace = grace(instant) { body(grace) }
            return
        }
        body(last)
        var others: [Int] = []
        func isSame(_ a: Int, _ b: Int) -> Bool { ExactText(periods[a].productID) == ExactText(periods[b].productID) }
        for place in (0..<last).reversed() {
            guard instant < lastEnds[place] else { return }
            let isNew = !isSame(place, last) && !others.contains { isSame($0, place) }
            guard isNew, periods[place].start <= instant, instant < periods[place].end else { continue }
            body(place)
            others.append(place)
        }
    }

    /// The period before the grace period that an instant is in.
    func grace(_ instant: TimeInterval) -> Int? {
        guard renewal?.graceEnd != nil else { return nil }
        let standing = standing(instant)
        return standing.state == .inGracePeriod ? standing.place : nil
    }

    /// Until when a period gives access that does at an instant: until its end, or in the grace period until the end of that.
    func accessEnd(_ place: Int, _ instant: TimeInterval) -> TimeInterval {
        if instant < periods[place].end { return periods[place].end }
        if let grace = renewal?.graceEnd, instant < grace {
            return min(grace, successions.first { $0 > instant } ?? grace)
        }
        // Overtaken before it began: it gives access as long as nothing else contains the date.
        return ahead.stretches.first { $0.row == place && instant < $0.end }?.end ?? periods[place].end
    }

    /// The first instant after another at which the standing may change.
    func nextBoundary(after instant: TimeInterval) -> TimeInterval? {
        let next = begun(instant)
        var boundary = next < periods.count ? periods[next].start : TimeInterval.infinity
        func add(_ candidate: TimeInterval?) {
            if let candidate, candidate > instant { boundary = min(boundary, candidate) }
        }
        // No period is known more than a day before it begins.
        for place in periods[next...].indices.prefix(while: { periods[$0].start - 86_400 < boundary }) {
            add(ahead.known[place])
        }
        add(successions.first { $0 > instant })
        for stretch in ahead.stretches {
            add(stretch.start)
            add(stretch.end)
        }
        if let place = running(instant) { add(periods[place].end) }
        if let place = latest(instant) {
            add(periods[place].purchase.revocation)
            add(renewal?.graceEnd)
            add(periods[place].purchase.term + Self.longestRetry)
        }
        return boundary < .infinity ? boundary : nil
    }
}

/// What the renewal info knows.
extension Subscription {
    /// The last period that was known at an instant, which may begin later.
    private func lastKnown(_ instant: TimeInterval) -> Int? {
        // No period is known more than a day before it begins.
        let place = partitionPoint(periods.indices) { periods[$0].start <= instant + 86_400 }
        return periods[..<place].indices.last { ahead.known[$0] <= instant && !periods[$0].wasOvertaken }
    }

    /// The renewal info, if it is about the period that is the latest at an instant. One that was signed before knows nothing of
    /// that period, and one that was signed after a later period was known is about that one. Of a subscription whose place another one
    /// took it says no more.
    func renewal(_ instant: TimeInterval) -> RenewalInfoPayload? {
        guard let renewal, let place = lastKnown(instant), lastKnown(renewal.signedDate.second) == place,
            !isSucceeded(instant)
        else { return nil }
        return renewal
    }

    /// Whether a subscription that gives no access at an instant may have renewed without the evidence knowing.
    func mayHaveRenewed(_ instant: TimeInterval) -> Bool {
        if isSucceeded(instant) { return false }
        let standing = standing(instant)
        if standing.state == .inBillingRetryPeriod || standing.state == .inGracePeriod { return true }
        if ahead.place(at: instant) != nil { return false }
        guard let place = latest(instant) else {
            // All that is known is a renewal that an upgrade overtook.
            return periods[..<begun(instant)].contains { $0.purchase.isUpgraded }
        }
        guard periods[place].end <= instant else { return false }
        let latest = periods[place].purchase
        if latest.revocation != nil { return false }
        // What replaced it is not known: no later period has begun.
        if latest.isUpgraded { return true }
        if receiptDate >= latest.term { return false }
        guard let renewal, renewal.signedDate.second >= latest.term else { return true }
        return renewal.expirationReason == nil && renewal.willAutoRenew != false
    }
}

extension RenewalInfoPayload {
    /// The end of the grace period, in which the App Store retries the charge.
    var graceEnd: TimeInterval? { isInBillingRetry == false ? nil : gracePeriodExpirationDate?.second }

    /// The product that the subscription renews to, if it does.
    var preference: String? { willAutoRenew == false ? nil : autoRenewProductID }

    /// The later of two; of two at once, the greater encoding.
    static func later(_ a: Self, _ b: Self) -> Self {
        let (one, two) = (a.signedDate.second, b.signedDate.second)
        if one != two { return one > two ? a : b }
        if a.json.count != b.json.count { return a.json.count > b.json.count ? a : b }
        return a.json.lexicographicallyPrecedes(b.json) ? b : a
    }
}
