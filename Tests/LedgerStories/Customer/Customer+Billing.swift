/// Renewals that Apple couldn't charge.
extension Customer {
    mutating func fail(_ period: Int, of subscription: Int, at end: Seconds) -> Outcome {
        guard end < horizon else { return .isOver }
        let own = subscriptions[subscription]
        let isWeekly = [purchases[period].product, own.states.last?.preference].contains { $0?.length == .week }
        let grace = own.graceLength.map { end + (isWeekly ? min($0, 6 * pace.day) : $0) }
        let isDateMissing = grace != nil && place == .production && dice.chance(3)
        let isTrial = purchases[period].offer?.discount == "FREE_TRIAL"
        let isRetryHidden = grace != nil && !isDateMissing && place != .xcode && dice.chance(isTrial ? 50 : 4)
        if isRetryHidden { feature("retry false in grace") }
        change(subscription, at: end) {
            ($0.isInRetry, $0.grace, $0.isGraceDateMissing) = (true, grace, isDateMissing)
            $0.isRetryHidden = isRetryHidden
            $0.intent = own.hasIntentInRetry ? 2 : nil
        }
        let notified = soon(end)
        notify("DID_FAIL_TO_RENEW", grace == nil ? nil : "GRACE_PERIOD", subscription, notified)
        note(end, "renewal of \(describe(period)) fails\(grace.map { ", grace until \(timestamp($0))" } ?? "")")
        let days: Int64 = purchases[period].plan == "MONTHLY" ? 90 : 60
        let last = end + days * pace.day
        // The App Store charges the customer in the grace period, later, or not at all.
        let inGrace = grace.map { dice.between(notified + 4, $0 - 4) } ?? .max
        let later = dice.between(max(notified, grace ?? end) + 10, last - 4)
        let choice = dice.pick(weighted: [
            (grace == nil ? 0 : 40, 0), (25, 1), (grace == nil ? 0 : 6, 2), (6, 3), (20, 4),
            (grace == nil ? 0 : 4, 5),
        ])
        let date = [inGrace, later, inGrace, later, last, inGrace][choice ?? 4]
        if let grace {
            subscriptions[subscription].graces.append(
                .init(
                    purchase: period, start: end, end: date < horizon ? min(date, grace) : grace,
                    isDateMissing: isDateMissing))
        }
        if let grace, grace < date, grace < horizon {
            change(subscription, at: grace) { ($0.grace, $0.isGraceDateMissing) = (nil, false) }
            notify("GRACE_PERIOD_EXPIRED", nil, subscription, min(soon(grace), date - 2))
        }
        guard date < horizon else { return .isOver }
        switch choice {
        case 0: return recover(subscription, start: end, at: date)
        case 1: return recover(subscription, start: date, at: date)
        case 2, 3: return stop(subscription, at: date)
        case 5:
            // An expiration within the grace period without GRACE_PERIOD_EXPIRED, as was reported.
            feature("grace given up")
            return lapse(subscription, at: date, intent: 2, isAtOnce: true)
        default: return lapse(subscription, at: last, intent: 2)
        }
    }

    /// After a charge in the grace period, the new period begins when the old one ended; after a later charge, it
    /// begins on the day of that charge.
    private mutating func recover(_ subscription: Int, start: Seconds, at date: Seconds) -> Outcome {
        guard let state = subscriptions[subscription].states.last else { return .isOver }
        feature(start < date ? "recovery in grace" : "recovery in retry")
        let next = charge(
            state.preference, of: subscription, start: start, charged: date, isRenewal: true, plan: state.plan)
        if start < date {
            subscriptions[subscription].graces[subscriptions[subscription].graces.count - 1].recovery = next
        }
        notify("DID_RENEW", "BILLING_RECOVERY", subscription, date + 1 + dice.below(2))
        return .goesOn(next)
    }

    /// The customer turns renewal off during the retries: Apple stops retrying, and grace ends.
    private mutating func stop(_ subscription: Int, at date: Seconds) -> Outcome {
        change(subscription, at: date) {
            ($0.willRenew, $0.isInRetry, $0.grace, $0.intent) = (false, false, nil, 1)
            $0.isGraceDateMissing = false
        }
        feature("renewal turned off in retry")
        note(date, "subscription \(subscriptions[subscription].original): renewal turned off, no more retries")
        notify("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", subscription, date)
        return .ends(date + 2)
    }
}
