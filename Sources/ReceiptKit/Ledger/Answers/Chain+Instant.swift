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

    /// The first period that begins later.
    func next(_ instant: TimeInterval) -> TimeInterval? {
        let place = begun(instant)
        return place < periods.count ? periods[place].start : nil
    }

    /// The period that gives access: the one that counts, or the latest, in the grace period after it.
    func entitled(_ instant: TimeInterval) -> Int? {
        running(instant) ?? (grace(instant) == nil ? nil : latest(instant))
    }

    /// The grace period that an instant is in, and the period before it.
    func grace(_ instant: TimeInterval) -> (period: SubscriptionPeriod, until: TimeInterval)? {
        guard renewal?.graceEnd != nil, case (.inGracePeriod, let until?) = status(instant), let place = latest(instant)
        else { return nil }
        return (periods[place], until)
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
