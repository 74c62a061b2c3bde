import LedgerModel

/// Rules 21 to 33.
extension RulesModel {
    // MARK: The subject of an info

    /// Rule 21: returns the end of a period for an info.
    private func infoEnd(_ position: Int, signed: Double) -> Double {
        let period = purchases[position]
        guard period.isVoid, !period.neverRan else { return period.end }
        if let revocation = period.revocation, signed >= revocation { return min(period.expiration, revocation) }
        return period.expiration
    }

    private func hasBegun(_ position: Int, _ date: Double) -> Bool {
        let period = purchases[position]
        return period.start <= date || period.revocation == nil && period.chargedAhead.map { $0 <= date } ?? false
    }

    /// Returns the copies of a period, and of the additions that are shown as part of it.
    private func copies(of position: Int) -> [ModelRow] {
        let base = purchases[position].base
        return purchases[position].copies + purchases.filter { $0.shownIn == position }.flatMap(\.copies)
            + (base.map { purchases[$0].copies } ?? [])
    }

    /// Rule 21.
    func subject(_ info: ModelRenewal, _ subscription: Int) -> Subject {
        let periods = subscriptions[subscription]
        guard let date = info.renewalDate else {
            let last = periods.last { hasBegun($0, info.date) && !purchases[$0].neverRan }
            return last.map { .period($0) } ?? .none
        }
        let expiring = periods.filter { copies(of: $0).contains { $0.expires == date } }
        if let product = info.product, let own = expiring.last(where: { same(purchases[$0].product, product) }) {
            return .period(own)
        }
        if let last = expiring.last { return .period(last) }
        if date == info.grace {
            let last = periods.last {
                hasBegun($0, info.date) && !purchases[$0].neverRan && infoEnd($0, signed: info.date) < date
            }
            if let last { return .period(last) }
        }
        return periods.allSatisfy { infoEnd($0, signed: info.date) < date } ? .unseen : .none
    }

    func infos(about position: Int, _ subscription: Int) -> [Info] {
        infos[subscription].filter { $0.subject == .period(position) }
    }
    func unseen(_ subscription: Int) -> [Info] { infos[subscription].filter { $0.subject == .unseen } }

    /// Returns the status numbers of notifications with an info.
    func numbers(with info: Info, _ subscription: Int) -> [Int] {
        statuses[subscription].filter { $0.info?.encoding == info.info.encoding }.compactMap(\.code)
    }

    /// Rule 23: returns the period of a status, or nil if it is about an unseen one, or none.
    private func period(of status: ModelSignedStatus, _ subscription: Int) -> Int? {
        if let own = status.info, let info = infos[subscription].first(where: { $0.info.encoding == own.encoding }) {
            switch info.subject {
            case .period(let position): return position
            case .unseen: return nil
            case .none: break
            }
        }
        return latest(subscription, status.date)
    }

    func statuses(_ code: Int, about position: Int, _ subscription: Int) -> [ModelSignedStatus] {
        statuses[subscription].filter { $0.code == code && period(of: $0, subscription) == position }
    }

    /// Rule 24.
    func announcesGrace(_ info: Info) -> Bool {
        let after: Double
        switch info.subject {
        case .period(let position): after = purchases[position].expiration
        case .unseen: after = info.info.renewalDate ?? .infinity
        case .none: return false
        }
        guard let grace = info.info.grace, grace > after, grace > info.info.date else { return false }
        return !(info.info.isInRetry == false && info.info.intent != nil && info.info.intent != 2)
    }

    /// Rule 24.
    func isInRetry(_ info: Info, _ subscription: Int) -> Bool {
        if info.info.isInRetry == true || announcesGrace(info) { return true }
        return info.subject == .unseen && numbers(with: info, subscription).contains(3)
    }

    // MARK: Grace

    /// Rule 25: returns whether an info gives grace, whatever its product.
    func givesGrace(_ info: Info) -> Bool {
        guard info.info.grace != nil else { return false }
        return announcesGrace(info) || info.info.isInRetry != false
    }

    func givesGrace(_ info: Info, of position: Int) -> Bool {
        givesGrace(info) && (info.info.product.map { same($0, purchases[position].product) } ?? true)
    }

    /// Rule 28.
    func endedNaturally(_ position: Int) -> Bool {
        let period = purchases[position]
        if period.isVoid || period.neverRan || period.upgraded != nil { return false }
        if let revocation = period.revocation, revocation < period.expiration { return false }
        return !period.isEnded && !period.isEndedBySuccessor
    }

    /// Rule 26: returns the statuses 4 that are about a period of their product.
    func undatedGrace(_ position: Int, _ subscription: Int) -> [ModelSignedStatus] {
        if infos(about: position, subscription).contains(where: { givesGrace($0, of: position) }) { return [] }
        return statuses(4, about: position, subscription).filter {
            $0.product.map { same($0, purchases[position].product) } ?? true
        }
    }

    /// Rules 25 to 28: returns the end of a period's grace, or nil if it has none.
    func graceEnd(_ position: Int, _ subscription: Int, _ staleAfter: Double) -> Double? {
        guard endedNaturally(position) else { return nil }
        let period = purchases[position]
        var end: Double?
        if let giving = infos(about: position, subscription).last(where: { givesGrace($0, of: position) }) {
            end = giving.info.grace
            if let early = earlyEnd(position, subscription, after: giving.info.date, with: giving) {
                end = end.map { min($0, early) }
            }
        } else {
            for status in undatedGrace(position, subscription) {
                var last = status.date + 1 + staleAfter
                if let early = earlyEnd(position, subscription, after: status.date, with: nil) {
                    last = min(last, early)
                }
                end = max(end ?? -.infinity, last)
            }
            for ended in graceEnds[subscription] {
                guard let own = ended.info,
                    let info = infos[subscription].first(where: { $0.info.encoding == own.encoding }),
                    info.subject == .period(position),
                    own.product.map({ same($0, period.product) }) ?? true,
                    ended.date > period.expiration,
                    ended.date <= period.expiration + (isSandbox ? 1 : 28) * secondsOfDay
                else { continue }
                end = max(end ?? -.infinity, ended.date)
            }
        }
        guard var end else { return nil }
        if let revocation = period.revocation { end = min(end, revocation) }
        for later in subscriptions[subscription] where later > position {
            let other = purchases[later]
            if same(other.product, period.product) || other.isUnknownType || period.isUnknownType { continue }
            if isLeftAside(later, subscription) { continue }
            end = min(end, other.start)
        }
        for date in takeovers[subscription] where date > period.start { end = min(end, date) }
        return end > period.expiration ? end : nil
    }

    /// Rule 27.
    private func earlyEnd(_ position: Int, _ subscription: Int, after date: Double, with giving: Info?) -> Double? {
        var dates: [Double] = []
        for status in statuses[subscription] where status.date > date && [2, 3, 5].contains(status.code) {
            if status.code == 3, let giving, status.info?.encoding == giving.info.encoding { continue }
            dates.append(status.date)
        }
        for info in infos(about: position, subscription) where info.info.date > date && !givesGrace(info) {
            let came = numbers(with: info, subscription)
            if came.contains(where: { [2, 3, 5].contains($0) }) && !came.contains(4)
                || info.info.isInRetry == false && (info.info.willAutoRenew == false || info.info.intent != nil)
            {
                dates.append(info.info.date)
            }
        }
        return dates.min()
    }

    // MARK: The state

    /// Rule 30: returns whether a period is left aside.
    func isLeftAside(_ position: Int, _ subscription: Int) -> Bool {
        let period = purchases[position]
        if period.neverRan { return true }
        guard period.isVoidedRenewal, period.takesPart else { return false }
        return subscriptions[subscription].contains {
            let other = purchases[$0]
            guard $0 != position, differ($0, position), !other.neverRan else { return false }
            let end =
                other.isVoid
                ? min(
                    other.expiration, other.revocation ?? .infinity, other.upgraded ?? .infinity, other.endedAt)
                : other.end
            return other.start <= period.start && period.start < end
        }
    }

    /// Rule 30: L.
    func latest(_ subscription: Int, _ time: Double) -> Int? {
        subscriptions[subscription].last { purchases[$0].start <= time && !isLeftAside($0, subscription) }
    }

    /// Rule 30: the known period.
    func known(_ subscription: Int, _ time: Double) -> Int? {
        subscriptions[subscription].last { hasBegun($0, time) && !isLeftAside($0, subscription) }
    }

    func contains(_ position: Int, _ time: Double) -> Bool {
        purchases[position].start <= time && time < purchases[position].end
    }

    /// Rule 29.
    func ahead(_ subscription: Int, _ time: Double) -> Int? {
        let periods = subscriptions[subscription]
        if periods.contains(where: { purchases[$0].start <= time && time < purchases[$0].expiration }) { return nil }
        return periods.first {
            let period = purchases[$0]
            guard let charged = period.chargedAhead, period.revocation == nil, !period.neverRan else { return false }
            return charged <= time && time < period.start
        }
    }

    /// R: returns how long Apple retries.
    func retry(_ position: Int) -> Double {
        if isSandbox { return secondsOfDay }
        let isLong: Bool
        if let plan = purchases[position].plan {
            isLong = plan == "MONTHLY"
        } else {
            // 1 May 2026.
            isLong = purchases[position].start >= 1_777_593_600
        }
        return (isLong ? 90 : 60) * secondsOfDay
    }

    func isRevoked(_ position: Int, _ time: Double) -> Bool {
        purchases[position].isVoid || purchases[position].revocation.map { $0 <= time } ?? false
    }

    /// Rule 31: returns whether Apple's latest evidence about a period shows retries.
    private func isLastWordRetry(_ position: Int, _ subscription: Int) -> Bool {
        let latest = infos(about: position, subscription).last
        if let latest, isInRetry(latest, subscription) { return true }
        return statuses(3, about: position, subscription).contains { $0.date >= latest?.info.date ?? -.infinity }
    }

    package struct State: Equatable {
        package var name: String
        package var period: Int?
    }

    /// Rule 31. Returns nil before the subscription began.
    package func state(_ subscription: Int, _ time: Double, _ staleAfter: Double) -> State? {
        let periods = subscriptions[subscription]
        if let running = periods.last(where: { contains($0, time) }) {
            return State(name: "subscribed", period: running)
        }
        if let ahead = ahead(subscription, time) { return State(name: "subscribed", period: ahead) }
        if time < beginning(subscription) { return nil }
        guard let latest = latest(subscription, time) else { return State(name: "expired", period: nil) }
        if let end = graceEnd(latest, subscription, staleAfter), purchases[latest].expiration <= time, time < end {
            return State(name: "inGracePeriod", period: latest)
        }
        if isRevoked(latest, time) { return State(name: "revoked", period: latest) }
        if endedNaturally(latest), !isSucceeded(subscription, time), isLastWordRetry(latest, subscription),
            time < purchases[latest].expiration + retry(latest)
        {
            return State(name: "inBillingRetryPeriod", period: latest)
        }
        return State(name: "expired", period: latest)
    }

    /// Returns every date at which an answer about a subscription may change without new evidence.
    func changes(_ subscription: Int, _ staleAfter: Double) -> [Double] {
        var dates = [beginning(subscription)] + takeovers[subscription]
        for position in subscriptions[subscription] {
            let period = purchases[position]
            dates += [period.start, period.end, period.expiration, period.expiration + retry(position)]
            dates += [period.chargedAhead, period.revocation, graceEnd(position, subscription, staleAfter)].compactMap(
                \.self)
        }
        return Set(dates).sorted()
    }

    /// Rule 31: returns the date until which the state lasts.
    package func until(_ subscription: Int, _ time: Double, _ staleAfter: Double) -> Double? {
        let now = state(subscription, time, staleAfter)
        return changes(subscription, staleAfter).first { $0 > time && state(subscription, $0, staleAfter) != now }
    }

    // MARK: Dates of the state

    /// Rule 32.
    package func renewalOffSince(_ subscription: Int, _ time: Double) -> Double? {
        guard !isSucceeded(subscription, time), let known = known(subscription, time),
            let info = infos(about: known, subscription).last, info.info.willAutoRenew == false,
            let place = infos[subscription].firstIndex(where: { $0.info == info.info })
        else { return nil }
        var first = place
        while first > 0, infos[subscription][first - 1].info.willAutoRenew == false { first -= 1 }
        let since = infos[subscription][first].info.date
        return since <= time ? since : nil
    }

    func statesProblem(_ info: Info, _ subscription: Int) -> Bool {
        isInRetry(info, subscription) || info.info.intent == 2
            || numbers(with: info, subscription).contains { $0 == 3 || $0 == 4 }
    }

    /// Rule 32.
    package func billingIssueSince(_ subscription: Int, _ time: Double) -> Double? {
        guard !isSucceeded(subscription, time), let latest = latest(subscription, time) else { return nil }
        let about = infos(about: latest, subscription)
        guard var first = about.indices.last, statesProblem(about[first], subscription) else { return nil }
        while first > 0, statesProblem(about[first - 1], subscription) { first -= 1 }
        var since = about[first].info.date
        let expiration = purchases[latest].expiration
        if let place = about.firstIndex(where: { $0.info.date >= expiration }), place == first { since = expiration }
        return since <= time ? since : nil
    }

    /// Rule 33.
    package func knownAsOf(_ subscription: Int, _ time: Double) -> Double {
        var date = -Double.infinity
        let own = members(subscription)
        for position in own {
            let purchase = purchases[position]
            date = max(date, min(purchase.preferred.date, max(purchase.expiration, purchase.start)))
            date = max(date, purchase.revocation ?? -.infinity)
            if purchase.revocationDate == nil,
                purchase.copies.dropFirst().contains(where: { $0.revoked != nil && $0.date < purchase.preferred.date })
            {
                date = max(date, purchase.preferred.date)
            }
            for receipt in receipts
            where receipt.rows.contains(where: { row in
                purchase.copies.contains { $0.form == .receipt && $0.encoding == row.encoding }
            }) {
                date = max(date, receipt.created)
            }
        }
        for info in infos[subscription] { date = max(date, info.info.date) }
        for status in statuses[subscription] + graceEnds[subscription] { date = max(date, status.date) }
        for takeover in takeovers[subscription] { date = max(date, takeover) }
        if let latest = latest(subscription, time) { date = max(date, purchases[latest].start) }
        return date
    }
}
