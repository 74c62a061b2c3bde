/// Refunds, and refunds that Apple reverses.
extension Customer {
    /// Seats have separate refunds.
    func canBeRefunded(_ purchase: Int) -> Bool {
        let own = purchases[purchase]
        return own.ownership == "PURCHASED" && own.revocation == nil && own.product.group != "30"
    }

    mutating func refund(_ purchase: Int, of subscription: Int?, at date: Seconds, percentage: Int64? = nil) {
        let isTyped = date >= StoryEra.modern
        purchases[purchase].revocation = .init(
            date: date, notified: date, type: isTyped ? percentage == nil ? "REFUND_FULL" : "REFUND_PRORATED" : nil,
            reason: dice.chance(30) ? 1 : 0, percentage: isTyped ? (percentage ?? 100) * 1000 : nil,
            isFull: percentage == nil)
        note(date, "\(describe(purchase)) refunded\(percentage.map { " by \($0) %" } ?? "")")
        notices.append(
            StoryNotice(
                date: soon(date), type: "REFUND", subtype: nil, purchase: purchase, subscription: subscription))
        features.insert(percentage == nil ? "full refund" : "prorated refund")
    }

    /// Reverses the refund. Subscriptions that ended because of it don't resume.
    mutating func reverse(_ purchase: Int, of subscription: Int?, at date: Seconds) {
        purchases[purchase].revocation?.reversed = date
        note(date, "refund of \(describe(purchase)) reversed")
        notices.append(
            StoryNotice(
                date: soon(date), type: "REFUND_REVERSED", subtype: nil, purchase: purchase, subscription: subscription)
        )
        features.insert("refund reversed")
    }

    /// Refunds the current period, which ends the subscription.
    mutating func refundRunning(
        _ period: Int, _ subscription: Int, _ date: Seconds, percentage: Int64?
    ) -> Outcome {
        guard let end = purchases[period].end else { return .stays }
        refund(period, of: subscription, at: date, percentage: percentage)
        let staysOn = dice.chance(30)
        change(subscription, at: date) { $0.willRenew = staysOn }
        guard dice.chance(20) else { return .ends(date + 4) }
        let reversed = date + 10 + dice.below(40 * pace.day)
        guard reversed < horizon else { return .ends(date + 4) }
        reverse(period, of: subscription, at: reversed)
        guard reversed < end else {
            change(subscription, at: reversed) { ($0.willRenew, $0.intent, $0.isInRetry) = (false, 1, false) }
            return .ends(reversed + 4)
        }
        change(subscription, at: reversed) { $0.willRenew = false }
        return lapse(subscription, at: end, intent: 1)
    }

    /// Refunds a past period. The customer stays subscribed.
    mutating func refundOld(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        let old = subscriptions[subscription].purchases.filter {
            guard let end = purchases[$0].end else { return false }
            return $0 != period && end < date && canBeRefunded($0) && purchases[$0].upgraded == nil
                && purchases[$0].replaced == nil
        }
        guard let refunded = dice.pick(Array(old.suffix(3))) else { return .stays }
        refund(refunded, of: subscription, at: date)
        feature("refund of a period that is over")
        let reversed = date + 10 + dice.below(40 * pace.day)
        if dice.chance(20), reversed < horizon { reverse(refunded, of: subscription, at: reversed) }
        return .stays
    }

    /// Lets the customer request a refund of any period, which Apple declines.
    mutating func requestRefund(_ subscription: Int, _ date: Seconds) -> Outcome {
        guard let old = dice.pick(Array(subscriptions[subscription].purchases.suffix(4))) else { return .stays }
        notify("CONSUMPTION_REQUEST", nil, subscription, date + 2, about: old)
        if dice.chance(50) { notify("REFUND_DECLINED", nil, subscription, date + pace.hour, about: old) }
        return .stays
    }
}
