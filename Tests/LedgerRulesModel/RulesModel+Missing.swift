import LedgerModel

/// Rules 34 to 49.
extension RulesModel {
    /// Returns the evidence of a subscription that may be missing at a date.
    package func missing(_ subscription: Int, _ time: Double, _ staleAfter: Double) -> String? {
        let state = state(subscription, time, staleAfter)
        // 34
        if let state, ["subscribed", "inGracePeriod"].contains(state.name), let period = state.period {
            guard let info = unseen(subscription).last, let product = info.info.product,
                rule44(subscription, time) != nil
            else { return nil }
            return same(product, purchases[period].product) ? nil : "productChange"
        }
        let isActive = isInWindow(subscription, time, staleAfter)
        // 35
        guard let latest = latest(subscription, time) else {
            if state == nil { return nil }
            if isActive { return "renewal" }
            let began = subscriptions[subscription].contains { purchases[$0].neverRan && purchases[$0].start <= time }
            return began ? "productChange" : "renewal"
        }
        // 36
        if isSucceeded(subscription, time) { return nil }
        // 37
        if isActive { return "renewal" }
        // 38
        if isPastGrace(latest, subscription, time) { return "billingRecovery" }
        let mayHaveChanged = mayHaveChanged(latest, subscription, time)
        let isLone = isLoneAddition(latest)
        // 39
        if isRevoked(latest, time), !mayHaveChanged, !isLone {
            switch rule39(latest, subscription, time) {
            case .nothing: return nil
            case .goOn: break
            }
        }
        let expiration = purchases[latest].expiration
        // 41
        if !mayHaveChanged,
            let info = infos(about: latest, subscription).last(where: {
                $0.info.date >= expiration && covers($0, latest, subscription)
            }), isUpTo(time, info.info.date + staleAfter)
        {
            return nil
        }
        let last = statuses[subscription].last { $0.date <= time }
        let isOver = last.map { $0.code == 2 || $0.code == 5 } ?? false
        // 42
        if unseen(subscription).isEmpty, isOver, let last, last.date >= purchases[latest].revocation ?? expiration,
            isUpTo(time, last.date + staleAfter)
        {
            return nil
        }
        // 43
        let receipt = receiptDate(subscription)
        if !mayHaveChanged, receipt >= expiration, isUpTo(time, receipt + staleAfter) {
            let said = rest(latest, subscription, time, false)
            let isEarly = isUpTo(time, expiration + (isSandbox ? 1 : 28) * secondsOfDay)
            return isEarly && (said == "billingRecovery" || said == "renewal" && !isXcode) ? "billingRecovery" : nil
        }
        // 44
        if let info = unseen(subscription).last {
            guard let word = rule44(subscription, time) else { return nil }
            if let product = info.info.product, !same(product, purchases[latest].product) { return "productChange" }
            return word
        }
        return rest(latest, subscription, time, mayHaveChanged)
    }

    private func receiptDate(_ subscription: Int) -> Double {
        members(subscription).flatMap { purchases[$0].copies }.filter { $0.form == .receipt }.map(\.date).max()
            ?? -.infinity
    }

    /// Rule 44, without its change of product.
    private func rule44(_ subscription: Int, _ time: Double) -> String? {
        guard let info = unseen(subscription).last else { return nil }
        if time < info.info.renewalDate ?? -.infinity { return "renewal" }
        if isInRetry(info, subscription) { return "billingRecovery" }
        return info.info.intent != nil ? nil : "renewal"
    }

    /// Rule 37.
    private func isInWindow(_ subscription: Int, _ time: Double, _ staleAfter: Double) -> Bool {
        let periods = subscriptions[subscription]
        for status in statuses[subscription] where status.code == 1 && status.date <= time {
            let date = status.date
            let isCovered = periods.contains { position in
                let period = purchases[position]
                let end = period.isVoid && !period.neverRan ? period.expiration : period.end
                if period.start <= date && date < end { return true }
                guard let grace = graceEnd(position, subscription, staleAfter) else { return false }
                return period.expiration <= date && date < grace
            }
            if isCovered || ahead(subscription, date) != nil { continue }
            var ends = statuses[subscription].map(\.date) + infos[subscription].map(\.info.date)
            ends += members(subscription).flatMap { purchases[$0].copies }.filter { $0.form == .receipt }.map(\.date)
            ends += periods.filter { !isLeftAside($0, subscription) }.map { purchases[$0].start }
            if let end = ends.filter({ $0 > date }).min(), end <= time { continue }
            return true
        }
        return false
    }

    /// Rule 38.
    private func isPastGrace(_ latest: Int, _ subscription: Int, _ time: Double) -> Bool {
        guard endedNaturally(latest) else { return false }
        let expiration = purchases[latest].expiration
        let info = infos(about: latest, subscription).first {
            isInRetry($0, subscription) || $0.info.intent == 2 || numbers(with: $0, subscription).contains(3)
        }
        let status = statuses(3, about: latest, subscription).first { status in
            status.info == nil
        }
        var date: Double
        if let info, info.info.date <= status?.date ?? .infinity {
            let atOnce = infos(about: latest, subscription).filter { $0.info.date == info.info.date }
            if atOnce.contains(where: { givesGrace($0) || numbers(with: $0, subscription).contains(4) }) {
                return false
            }
            date = info.info.date
        } else if let status {
            date = status.date
        } else {
            return false
        }
        date = min(date, expiration + (isSandbox ? 1 : 28) * secondsOfDay)
        return expiration <= time && time < date
    }

    private enum Rule39 { case nothing, goOn }

    private func next(_ latest: Int, _ subscription: Int) -> Int? {
        subscriptions[subscription].first {
            guard $0 > latest, !purchases[$0].neverRan else { return false }
            return !purchases[$0].isVoidedRenewal || purchases[$0].isCleanFromStart
        }
    }

    private func rule39(_ latest: Int, _ subscription: Int, _ time: Double) -> Rule39 {
        let period = purchases[latest]
        let next = next(latest, subscription)
        if let next, purchases[next].start <= period.expiration { return .nothing }
        guard time < period.expiration, let revocation = period.revocation else { return .goOn }
        if unseen(subscription).contains(where: { $0.info.date >= revocation }) { return .goOn }
        let limit = next.map { purchases[$0].start } ?? .infinity
        let isAlive = statuses[subscription].contains {
            [1, 3, 4].contains($0.code) && $0.date >= revocation && $0.date < limit
        }
        return isAlive ? .goOn : .nothing
    }

    /// Rule 40.
    private func mayHaveChanged(_ latest: Int, _ subscription: Int, _ time: Double) -> Bool {
        let period = purchases[latest]
        if period.upgraded != nil { return true }
        if period.revocation != nil, let reason = period.revocationReason, reason != 0, reason != 1 { return true }
        return subscriptions[subscription].contains {
            let renewal = purchases[$0]
            return renewal.upgraded != nil && renewal.neverRan && $0 > latest && renewal.start <= time
                && !period.isVoid && period.end <= renewal.start
        }
    }

    /// Rule 41: returns whether an info without a renewal date applies.
    private func covers(_ info: Info, _ latest: Int, _ subscription: Int) -> Bool {
        if info.info.renewalDate != nil { return true }
        if isInRetry(info, subscription) || info.info.intent != nil || givesGrace(info) { return true }
        return numbers(with: info, subscription).contains(4)
            && info.info.product.map { same($0, purchases[latest].product) } ?? true
    }

    /// Rules 45 to 49.
    private func rest(_ latest: Int, _ subscription: Int, _ time: Double, _ mayHaveChanged: Bool) -> String? {
        let period = purchases[latest]
        let expiration = period.expiration
        let last = statuses[subscription].last { $0.date <= time }
        let isOver = last.map { ($0.code == 2 || $0.code == 5) && $0.date >= expiration } ?? false
        let about = infos(about: latest, subscription)
        let receipt = receiptDate(subscription)
        let long = isSandbox ? 7 * secondsOfDay : retry(latest)
        // 45
        if mayHaveChanged {
            if isOver || receipt >= expiration + long { return nil }
            if about.contains(where: { $0.info.intent != nil && $0.info.date >= expiration && $0.info.date <= time }) {
                return nil
            }
            return "productChange"
        }
        // 46
        if !isLoneAddition(latest), let revocation = period.revocation {
            let early = expiration - revocation
            var isEarly = early > secondsOfDay || isSandbox && early > (expiration - period.start) / 10
            if period.plan == "MONTHLY" {
                let limit = next(latest, subscription).map { purchases[$0].start } ?? .infinity
                let info = infos[subscription].last { $0.info.date >= revocation && $0.info.date < limit }
                isEarly = isEarly && info.map { $0.info.willAutoRenew == false || $0.info.intent != nil } ?? false
            }
            if isEarly || isOver { return nil }
            if about.contains(where: { $0.info.intent != nil && $0.info.date >= revocation }) { return nil }
            if about.contains(where: { $0.info.willAutoRenew == false && $0.info.date >= expiration }) { return nil }
            if let known = known(subscription, time), !same(purchases[known].product, period.product) { return nil }
        }
        // 47
        if receipt >= expiration + long { return nil }
        // 48
        let info = about.last
        let signed = info?.info.date ?? -.infinity
        let undated = undatedGrace(latest, subscription)
        let lastUndated = undated.map(\.date).max() ?? -.infinity
        if statuses(3, about: latest, subscription).contains(where: { $0.date >= signed && $0.date > lastUndated }) {
            return "billingRecovery"
        }
        if undated.contains(where: { $0.date >= signed }) { return "renewal" }
        if let info {
            if isInRetry(info, subscription) { return "billingRecovery" }
            if info.info.intent != nil { return nil }
            if info.info.willAutoRenew == false, let date = info.info.renewalDate, info.info.date >= date { return nil }
        }
        // 49
        return receipt >= expiration && !isXcode ? "billingRecovery" : "renewal"
    }
}
