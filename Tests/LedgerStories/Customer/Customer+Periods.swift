/// The transition of a subscription from one period to the next.
extension Customer {
    /// The result of a period.
    enum Outcome {
        case stays
        /// The subscription continues with this period.
        case goesOn(Int)
        /// Access ends at this date; the customer may come back.
        case ends(Seconds)
        /// Nothing follows.
        case isOver
    }

    mutating func live(_ subscription: Int) {
        var running = subscriptions[subscription].purchases.last
        while let period = running { running = pass(period, of: subscription) }
    }

    /// Goes through a period, and returns the next one.
    private mutating func pass(_ period: Int, of subscription: Int) -> Int? {
        var now = max(purchases[period].start, purchases[period].charged) + 4
        for _ in 0..<dice.below(dice.chance(25) ? 5 : 2) {
            guard let end = purchases[period].end else { return nil }
            let last = min(end - pace.ahead, horizon) - 4
            guard now + 4 < last else { break }
            now = dice.between(now + 2, last)
            switch happening(during: period, of: subscription, at: now) {
            case .stays: now += 4
            case .goesOn(let next): return next
            case .ends(let date): return comeBack(to: subscription, after: date)
            case .isOver: return nil
            }
        }
        switch close(period, of: subscription, after: now) {
        case .goesOn(let next): return next
        case .ends(let date): return comeBack(to: subscription, after: date)
        case .stays, .isOver: return nil
        }
    }

    /// Ends a period.
    private mutating func close(_ period: Int, of subscription: Int, after now: Seconds) -> Outcome {
        guard let end = purchases[period].end, let state = subscriptions[subscription].states.last else {
            return .isOver
        }
        if isRefundedLast(period, of: subscription, after: now, end) { return .ends(end + 4) }
        let isSandboxDone = place != .production && purchases[period].isRenewal && periodsInARow(subscription) > 12
        if !state.willRenew || isSandboxDone { return lapse(subscription, at: end, intent: 1) }
        if state.consent == false { return lapse(subscription, at: end, intent: 3) }
        if dice.chance(1) { return lapse(subscription, at: end, intent: 4) }
        if dice.chance(9) { return fail(period, of: subscription, at: end) }
        return renew(period, of: subscription, after: now, end)
    }

    /// In sandbox a subscription renews twelve times and then ends.
    private func periodsInARow(_ subscription: Int) -> Int {
        let all = subscriptions[subscription].purchases
        return all.count - (all.lastIndex { !purchases[$0].isRenewal } ?? 0)
    }

    private mutating func renew(_ period: Int, of subscription: Int, after now: Seconds, _ end: Seconds) -> Outcome {
        guard let state = subscriptions[subscription].states.last else { return .isOver }
        var (start, charged) = (end, max(now + 2, end - dice.below(pace.ahead + 1)))
        // Renewals are sometimes late in sandbox and seldom in production, which leaves a gap.
        if place == .sandbox ? dice.chance(15) : place == .production && dice.chance(2) {
            start = end + 1 + dice.below(dice.chance(50) ? 3 * pace.hour : 20)
            charged = start
            feature("late renewal")
        }
        guard charged < horizon, charged <= start else { return .isOver }
        let next = charge(
            state.preference, of: subscription, start: start, charged: charged, isRenewal: true, plan: state.plan)
        notify("DID_RENEW", nil, subscription, charged + 1 + dice.below(2))
        if start < end || start - charged < 30 || !dice.chance(7) {
            return voidAfterUpgrade(next, subscription) ?? refundAfterwards(period, next, subscription)
        }
        return overtake(next, after: period, of: subscription) ?? .goesOn(next)
    }

    /// Lets the customer upgrade after the next period was charged ahead and before it begins.
    private mutating func overtake(_ ahead: Int, after period: Int, of subscription: Int) -> Outcome? {
        let (charged, start) = (purchases[ahead].charged, purchases[ahead].start)
        let date = dice.between(charged + 10, start - 2)
        let products = purchases[period].product.upgrades.filter { $0 != purchases[ahead].product }
        guard date < horizon, purchases[period].ownership == "PURCHASED", let product = dice.pick(products) else {
            return nil
        }
        purchases[ahead].upgraded = date
        purchases[ahead].isOvertaken = true
        purchases[period].replaced = date
        if dice.chance(50) { purchases[period].upgraded = date }
        if dice.chance(50) { revokeUpgraded(ahead, at: min(date + dice.below(8 * pace.hour + 1), horizon - 1)) }
        feature("overtaken renewal")
        note(date, "upgrade overtakes \(describe(ahead))")
        let next = charge(product, of: subscription, start: date, charged: date)
        notify("DID_CHANGE_RENEWAL_PREF", "UPGRADE", subscription, soon(date))
        return .goesOn(next)
    }

    /// Refunds the period that has just ended. The customer keeps the next one.
    private mutating func refundAfterwards(_ period: Int, _ next: Int, _ subscription: Int) -> Outcome {
        let (charged, date) = (purchases[next].charged, purchases[next].charged + 4 + dice.below(pace.hour))
        if dice.chance(3), date < horizon, date > charged, canBeRefunded(period) {
            refund(period, of: subscription, at: date)
            feature("refund after the renewal was charged")
        }
        return .goesOn(next)
    }

    /// Refunds the first renewal after an upgrade in full. The replaced product stays replaced.
    private mutating func voidAfterUpgrade(_ renewal: Int, _ subscription: Int) -> Outcome? {
        let all = subscriptions[subscription].purchases
        guard let place = all.firstIndex(of: renewal), place > 1, purchases[all[place - 2]].upgraded != nil,
            let end = purchases[renewal].end, canBeRefunded(renewal), dice.chance(12)
        else { return nil }
        let (charged, start) = (purchases[renewal].charged, purchases[renewal].start)
        let date = dice.chance(30) ? charged + 4 : dice.between(max(charged, start) + 4, end - pace.ahead - 4)
        guard date < horizon, date > charged else { return nil }
        refund(renewal, of: subscription, at: date)
        change(subscription, at: date) { $0.willRenew = false }
        feature("voided renewal after an upgrade")
        return .ends(max(date, start) + 4)
    }

    /// Makes a full refund on the last day, before the renewal is charged: then there is no renewal.
    private mutating func isRefundedLast(
        _ period: Int, of subscription: Int, after now: Seconds, _ end: Seconds
    ) -> Bool {
        let date = max(now + 2, end - dice.below(pace.ahead))
        guard dice.chance(2), date < end - 4, date < horizon, canBeRefunded(period) else { return false }
        refund(period, of: subscription, at: date)
        change(subscription, at: date) { $0.willRenew = false }
        feature("refund on the last day")
        if dice.chance(50), end + 4 < horizon {
            change(subscription, at: end) { ($0.intent, $0.isInRetry) = (1, false) }
            notify("EXPIRED", "VOLUNTARY", subscription, end + 1 + dice.below(3))
        }
        return true
    }

    /// Ends the subscription, permanently or until the customer comes back.
    mutating func lapse(_ subscription: Int, at end: Seconds, intent: Int, isAtOnce: Bool = false) -> Outcome {
        guard end < horizon else { return .isOver }
        change(subscription, at: end) {
            ($0.intent, $0.isInRetry, $0.grace) = (intent, false, nil)
            if intent == 1 { $0.willRenew = false }
            $0.isGraceDateMissing = false
        }
        let notified = isAtOnce ? end : soon(end)
        let subtype = [2: "BILLING_RETRY", 3: "PRICE_INCREASE", 4: "PRODUCT_NOT_FOR_SALE"][intent] ?? "VOLUNTARY"
        notify("EXPIRED", subtype, subscription, notified)
        note(end, "subscription \(subscriptions[subscription].original) expires, intent \(intent)")
        let refunded = notified + dice.below(20 * pace.day)
        if let latest = subscriptions[subscription].states.last?.latest, dice.chance(5), refunded < horizon,
            canBeRefunded(latest), place != .xcode
        {
            refund(latest, of: subscription, at: refunded)
            feature("refund after the end")
            return .ends(refunded)
        }
        return .ends(notified)
    }

    private mutating func comeBack(to subscription: Int, after date: Seconds) -> Int? {
        let start = date + 5 + dice.below(dice.chance(40) ? 3 * pace.day : 150 * pace.day)
        guard start < horizon, dice.chance(60), let before = subscriptions[subscription].purchases.last else {
            return nil
        }
        let product =
            dice.chance(50) ? purchases[before].product : dice.pick(StoryProduct.group(of: purchases[before].product))
        guard let product else { return nil }
        let isModern = start >= StoryEra.modern
        let next = charge(product, of: subscription, start: start, charged: start) {
            $0.isReturn = true
            if isModern, $1.chance(20) { $0.offer = (4, "PAY_AS_YOU_GO") }
        }
        let isWinBack = purchases[next].offer != nil
        feature(isWinBack ? "win-back" : "resubscription")
        notify("SUBSCRIBED", "RESUBSCRIBE", subscription, soon(start))
        return next
    }
}
