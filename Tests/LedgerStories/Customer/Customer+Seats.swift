/// Seats for a team.
extension Customer {
    mutating func addSeats(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        let base = purchases[period]
        let seats = 1 + dice.below(5)
        var addition = StoryPurchase(
            id: nextID(), original: base.original, product: base.product, subscription: subscription, start: date,
            charged: date, originalDate: base.originalDate)
        addition.lineItem = dice.chance(50) ? base.lineItem : base.lineItem.map { $0 + 500_000 + dice.below(1000) }
        addition.ends = [.init(from: date, value: base.end ?? date)]
        (addition.quantity, addition.isAddition, addition.additionReason) = (seats, true, date)
        purchases.append(addition)
        if base.additionReason == nil { purchases[period].additionReason = date }
        let all = seats + (subscriptions[subscription].states.last?.renewalQuantity ?? base.quantity)
        change(subscription, at: date) { $0.renewalQuantity = all }
        note(date, "\(seats) seats added to \(describe(period))")
        notify("DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY", subscription, soon(date), about: purchases.count - 1)
        let refunded = date + 10 + dice.below(pace.day)
        if dice.chance(15), refunded < horizon { refund(purchases.count - 1, of: subscription, at: refunded) }
        return .stays
    }

    mutating func removeSeats(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        let all = subscriptions[subscription].states.last?.renewalQuantity ?? purchases[period].quantity
        let left = max(1, all - 1 - dice.below(5))
        change(subscription, at: date) { $0.renewalQuantity = left }
        note(date, "\(describe(period)) is to renew with \(left) seats")
        notify("DID_CHANGE_RENEWAL_PREF", "DECREASE_QUANTITY", subscription, soon(date))
        return .stays
    }

    /// Refunds some seats, which doesn't end access.
    mutating func refundSeats(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        let base = purchases[period]
        let before = base.revokedSeats.last?.value ?? 0
        guard base.quantity - before > 1 else { return .stays }
        let refunded = before + 1 + dice.below(base.quantity - before - 1)
        purchases[period].revokedSeats.append(.init(from: date, value: refunded))
        note(date, "\(refunded) seats of \(describe(period)) refunded in all")
        notify("REFUND", "SEATS", subscription, soon(date))
        return .stays
    }
}
