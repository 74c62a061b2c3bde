internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A subscription at an instant.
extension Chain {
    /// The place of the last period that began at or before an instant, and how many did.
    private func begun(_ instant: TimeInterval) -> Int {
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

    /// Calls `body` with the last running period of each product that has one. Mostly that is one product: two run only where a
    /// transaction that was signed after the second began says that the first was not upgraded.
    func forEachRunning(_ instant: TimeInterval, _ body: (Int) -> Void) {
        guard let last = running(instant) else { return }
        body(last)
        var products = [periods[last].productID]
        var place = last - 1
        while place >= 0, instant < lastEnds[place] {
            let product = periods[place].productID
            if instant < periods[place].end, !products.contains(where: { ExactText($0) == ExactText(product) }) {
                body(place)
                products.append(product)
            }
            place -= 1
        }
    }

    /// Calls `body` with each period that gives access: those that run, or the latest, in the grace period after it.
    func forEachEntitled(_ instant: TimeInterval, _ body: (Int) -> Void) {
        if let grace = grace(instant) { body(grace) } else { forEachRunning(instant, body) }
    }

    /// The period before the grace period that an instant is in.
    func grace(_ instant: TimeInterval) -> Int? {
        guard renewal?.graceEnd != nil else { return nil }
        let standing = standing(instant)
        return standing.state == .inGracePeriod ? standing.place : nil
    }

    /// The first instant after another at which the standing may change.
    func nextBoundary(after instant: TimeInterval) -> TimeInterval? {
        let next = begun(instant)
        var boundary = next < periods.count ? periods[next].start : TimeInterval.infinity
        func add(_ candidate: TimeInterval?) {
            if let candidate, candidate > instant { boundary = min(boundary, candidate) }
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

extension RenewalInfoPayload {
    /// The end of the grace period, of a customer whom the App Store tries to charge.
    var graceEnd: TimeInterval? { isInBillingRetry == false ? nil : gracePeriodExpirationDate?.second }

    /// The later of two; of two at once, the greater encoding.
    static func later(_ a: Self, _ b: Self) -> Self {
        let (one, two) = (a.signedDate.second, b.signedDate.second)
        if one != two { return one > two ? a : b }
        if a.json.count != b.json.count { return a.json.count > b.json.count ? a : b }
        return a.json.lexicographicallyPrecedes(b.json) ? b : a
    }
}
