import LedgerModel

/// Rules 12 to 19.
extension RulesModel {
    /// Returns whether two periods differ in the product, or in the billing plan.
    func differ(_ a: Int, _ b: Int) -> Bool {
        if !same(purchases[a].product, purchases[b].product) { return true }
        guard let first = purchases[a].plan, let second = purchases[b].plan else { return false }
        func plan(_ word: String) -> Int { ["BILLED_UPFRONT", "MONTHLY"].firstIndex(of: word) ?? 2 }
        return plan(first) != plan(second)
    }

    /// Returns whether one period may end another.
    private func mayEnd(_ a: Int, _ b: Int) -> Bool {
        !purchases[a].isUnknownType && !purchases[b].isUnknownType || purchases[b].upgraded != nil
    }

    /// Returns the ran-until date, as determined by rules 12 to 16 so far.
    private func ranUntil(_ position: Int) -> Double {
        let period = purchases[position]
        if period.neverRan { return period.start }
        var date = min(period.expiration, period.revocation ?? .infinity, period.upgraded ?? .infinity)
        if period.isEnded { date = min(date, period.end) }
        return max(date, period.start)
    }

    private mutating func end(_ position: Int, _ date: Double) {
        let end = max(date, purchases[position].start)
        purchases[position].end = purchases[position].isEnded ? min(purchases[position].end, end) : end
        purchases[position].isEnded = true
    }

    /// Returns a day, or in sandbox and Xcode a tenth of the renewal's length, at most a day.
    private func dayOf(_ renewal: Int) -> Double {
        guard isSandbox || isXcode else { return secondsOfDay }
        return min(secondsOfDay, (purchases[renewal].expiration - purchases[renewal].start) / 10)
    }

    private func hasInfo(_ subscription: Int, from date: Double, renewing: Double) -> Bool {
        infos[subscription].contains { $0.info.date >= date && $0.info.renewalDate == renewing }
    }

    mutating func replace(_ subscription: Int) {
        let periods = subscriptions[subscription].filter { purchases[$0].takesPart }
        for position in periods {
            purchases[position].neverRan = neverRan(position, periods, subscription)
            if purchases[position].neverRan {
                rule13(position, periods, subscription)
                continue
            }
            if !purchases[position].isVoidedRenewal { rule14(position, periods) }
            if purchases[position].isRenewal { rule15(position, periods, subscription) }
        }
        for position in subscriptions[subscription] {
            let period = purchases[position]
            let natural = min(period.expiration, period.revocation ?? .infinity)
            // Rule 17.
            if !period.isEnded, !period.neverRan, let upgraded = period.upgraded, period.takesPart {
                let date = max(upgraded, period.start)
                if date <= period.revocation ?? .infinity, date < period.expiration { end(position, date) }
            }
            if purchases[position].isEnded { purchases[position].endedAt = purchases[position].end }
            // Rules 9, 12 and 18.
            if period.isVoid || period.neverRan {
                purchases[position].end = period.start
            } else if purchases[position].isEnded {
                purchases[position].end = min(purchases[position].end, natural)
            } else {
                purchases[position].end = natural
            }
        }
    }

    /// Rule 12.
    private func neverRan(_ renewal: Int, _ periods: [Int], _ subscription: Int) -> Bool {
        let period = purchases[renewal]
        if period.isPurchaseByApple { return false }
        // (a)
        let before = periods.contains {
            same(purchases[$0].product, period.product) && purchases[$0].expiration == period.start && $0 != renewal
        }
        for other in periods where other != renewal {
            let bought = purchases[other]
            guard bought.isPurchaseByApple, differ(other, renewal), mayEnd(other, renewal),
                bought.expiration > period.start, bought.start < period.start,
                bought.start >= period.start - dayOf(renewal)
            else { continue }
            if period.isRenewal || before,
                hasInfo(subscription, from: max(bought.start, period.start), renewing: bought.expiration)
            {
                return true
            }
            if before, period.copies.contains(where: { $0.date >= period.start && !period.isClean($0) }) { return true }
        }
        // (b)
        if let upgraded = period.upgraded, upgraded <= period.start { return true }
        // (c)
        if period.transactions.contains(where: { $0.date >= period.start && period.isClean($0) }) { return false }
        // (d)
        if periods.contains(where: { $0 < renewal && isOvertaken(renewal, by: $0, periods, subscription) }) {
            return true
        }
        // (e)
        return periods.contains { $0 < renewal && isUpgradedBefore(renewal, by: $0, periods) }
    }

    /// The conditions of (d) and (e) on the other period.
    private func canOvertake(_ other: Int, _ renewal: Int) -> Bool {
        let (period, own) = (purchases[other], purchases[renewal])
        guard differ(other, renewal), mayEnd(other, renewal), !period.isVoidedRenewal, !period.neverRan else {
            return false
        }
        // Still running.
        if ranUntil(other) > own.start { return true }
        guard let charged = own.chargedAhead, period.start >= charged else { return false }
        return period.expiration > own.start
    }

    /// Rule 12 (d).
    private func isOvertaken(_ renewal: Int, by other: Int, _ periods: [Int], _ subscription: Int) -> Bool {
        let (period, own) = (purchases[other], purchases[renewal])
        guard period.start < own.start, canOvertake(other, renewal) else { return false }
        if endsByRule15(renewal, other, subscription), own.start - period.start > dayOf(renewal) { return false }
        let expiring = periods.filter {
            $0 != renewal && purchases[$0].expiration == own.start && !purchases[$0].neverRan
        }
        if let first = expiring.filter({ same(purchases[$0].product, own.product) }).map({ purchases[$0].start }).min(),
            period.start >= first
        {
            return true
        }
        if let first = expiring.map({ purchases[$0].start }).min(), period.start >= first,
            period.start >= own.start - secondsOfDay
        {
            return true
        }
        return own.chargedAhead.map { period.start >= $0 } ?? false
    }

    /// Rule 12 (e).
    private func isUpgradedBefore(_ renewal: Int, by other: Int, _ periods: [Int]) -> Bool {
        guard purchases[renewal].upgraded != nil, !purchases[renewal].isCleanFromStart, canOvertake(other, renewal)
        else { return false }
        if isExplained(renewal, without: other, periods) { return false }
        return purchases[other].upgraded == nil || isExplained(other, without: renewal, periods)
    }

    private func isExplained(_ position: Int, without other: Int, _ periods: [Int]) -> Bool {
        let period = purchases[position]
        let last = min(period.expiration, period.upgraded ?? .infinity)
        return periods.contains {
            $0 != position && $0 != other && purchases[$0].start > period.start && purchases[$0].start <= last
                && differ($0, position) && differ($0, other)
        }
    }

    private mutating func rule13(_ renewal: Int, _ periods: [Int], _ subscription: Int) {
        let start = purchases[renewal].start
        let last = periods.last {
            $0 < renewal && purchases[$0].start < start && purchases[$0].start >= start - secondsOfDay
                && (isOvertaken(renewal, by: $0, periods, subscription) || isUpgradedBefore(renewal, by: $0, periods))
        }
        guard let last else { return }
        for position in periods where position != last && position != renewal {
            let period = purchases[position]
            if period.expiration == start, period.start <= purchases[last].start,
                ranUntil(position) > purchases[last].start, differ(position, last), mayEnd(last, position)
            {
                end(position, purchases[last].start)
            }
        }
    }

    private mutating func rule14(_ later: Int, _ periods: [Int]) {
        let start = purchases[later].start
        for position in periods where position < later && differ(position, later) && mayEnd(later, position) {
            guard ranUntil(position) > start else { continue }
            if purchases[position].upgraded != nil
                || !purchases[position].transactions.contains(where: { $0.date > start })
            {
                end(position, start)
            }
        }
    }

    private mutating func rule15(_ renewal: Int, _ periods: [Int], _ subscription: Int) {
        let own = purchases[renewal]
        for position in periods where position < renewal && differ(position, renewal) && mayEnd(renewal, position) {
            guard ranUntil(position) > own.start, own.start > purchases[position].start else { continue }
            if endsByRule15(renewal, position, subscription) { end(position, own.start) }
        }
    }

    /// Rule 15, for a period inside which the renewal begins.
    private func endsByRule15(_ renewal: Int, _ position: Int, _ subscription: Int) -> Bool {
        let (own, period) = (purchases[renewal], purchases[position])
        guard own.isRenewal, own.start - period.start > dayOf(renewal) || own.isCleanFromStart else { return false }
        if period.upgraded == nil, period.transactions.contains(where: { $0.date >= own.start }) { return false }
        return !hasInfo(subscription, from: max(own.start, period.start), renewing: period.expiration)
    }

    /// Rule 19.
    mutating func takeOver(_ subscription: Int) {
        let name = purchases[subscriptions[subscription][0]].original
        var dates: [Double] = []
        for other in subscriptions.indices where other != subscription {
            let naming = members(other).filter { purchases[$0].previous.map { same($0, name) } ?? false }
            if naming.isEmpty { continue }
            dates.append(beginning(other))
            for (number, position) in naming.enumerated() {
                let period = purchases[position]
                let follows = naming[..<number].contains { purchases[$0].expiration == period.start }
                if number == 0 || !period.isRenewal && !follows { dates.append(period.start) }
            }
        }
        takeovers.append(dates.sorted())
        for position in subscriptions[subscription] {
            for date in dates where purchases[position].start < date {
                let period = purchases[position]
                if period.isVoid || period.neverRan { continue }
                if period.end > date || period.end == date && period.revocation == date {
                    purchases[position].end = date
                    purchases[position].isEndedBySuccessor = true
                }
            }
        }
    }

    /// The earliest of a subscription's original purchase dates and starts.
    func beginning(_ subscription: Int) -> Double {
        let own = members(subscription)
        return min(
            own.map { purchases[$0].start }.min() ?? .infinity,
            own.compactMap { purchases[$0].originallyPurchased }.min() ?? .infinity)
    }

    /// Rule 19: returns whether another subscription replaced this one.
    func isSucceeded(_ subscription: Int, _ time: Double) -> Bool {
        guard let date = takeovers[subscription].last(where: { $0 <= time }) else { return false }
        return !subscriptions[subscription].contains {
            !purchases[$0].neverRan && purchases[$0].start >= date && purchases[$0].start <= time
        }
    }
}
