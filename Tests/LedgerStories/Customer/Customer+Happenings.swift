/// Events during a period.
extension Customer {
    private enum Happening {
        case renewalOff
        case renewalOn
        case downgrade
        case noDowngrade
        case upgrade
        case planChange
        case priceIncrease
        case consent
        case extended
        case fullRefund
        case proratedRefund
        case oldRefund
        case refundRequest
        case bundle
        case migration
        case unbundle
        case moreSeats
        case fewerSeats
        case seatRefund
        case shareEnds
    }

    mutating func happening(during period: Int, of subscription: Int, at date: Seconds) -> Outcome {
        guard let choice = dice.pick(weighted: choices(period, subscription, date)) else { return .stays }
        return switch choice {
        case .renewalOff: turnRenewal(on: false, period, subscription, date)
        case .renewalOn: turnRenewal(on: true, period, subscription, date)
        case .downgrade: downgrade(period, subscription, date)
        case .noDowngrade: keep(period, subscription, date)
        case .upgrade: upgrade(period, subscription, date)
        case .planChange: changePlan(period, subscription, date)
        case .priceIncrease: askConsent(subscription, date)
        case .consent: consent(subscription, date)
        case .extended: extend(period, subscription, date)
        case .fullRefund: refundRunning(period, subscription, date, percentage: nil)
        case .proratedRefund: refundRunning(period, subscription, date, percentage: dice.between(5, 95))
        case .oldRefund: refundOld(period, subscription, date)
        case .refundRequest: requestRefund(subscription, date)
        case .bundle: succeed(period, subscription, date, by: StoryProduct.bundle)
        case .migration: succeed(period, subscription, date, by: StoryProduct.migrated)
        case .unbundle: leaveBundle(period, subscription, date)
        case .moreSeats: addSeats(period, subscription, date)
        case .fewerSeats: removeSeats(period, subscription, date)
        case .seatRefund: refundSeats(period, subscription, date)
        case .shareEnds: endShare(period, subscription, date)
        }
    }

    private func choices(_ period: Int, _ subscription: Int, _ date: Seconds) -> [(Int64, Happening)] {
        let own = purchases[period]
        guard let state = subscriptions[subscription].states.last else { return [] }
        if own.ownership != "PURCHASED" { return [(30, .shareEnds), (10, .renewalOff)] }
        let isModern = date >= StoryEra.modern
        var choices: [(Int64, Happening)] = [
            (state.willRenew || state.commitmentWillRenew == true ? 14 : 0, .renewalOff),
            (state.willRenew && state.commitmentWillRenew != false ? 0 : 30, .renewalOn),
            (own.product.downgrades.isEmpty ? 0 : 9, .downgrade),
            (state.preference != own.product ? 15 : 0, .noDowngrade),
            (own.product.upgrades.isEmpty ? 0 : 18, .upgrade),
            (own.plan == "MONTHLY" ? 8 : 0, .planChange),
            (state.consent == nil && state.willRenew ? 4 : 0, .priceIncrease),
            (state.consent == false ? 60 : 0, .consent),
            (6, .oldRefund), (4, .refundRequest),
        ]
        guard place != .xcode else { return choices.filter { ![.oldRefund, .refundRequest].contains($0.1) } }
        choices += [(place == .production && own.additionReason == nil ? 5 : 0, .extended)]
        if own.product.group == "30" {
            choices += [(20, .moreSeats), (10, .fewerSeats), (10, .seatRefund)]
        } else {
            choices += [(5, .fullRefund), (isModern ? 5 : 0, .proratedRefund)]
        }
        let isAlone = subscriptions[subscription].succeeded == nil && own.product.group == "10"
        choices += [(isModern && isAlone ? 3 : 0, .bundle), (isModern && isAlone ? 2 : 0, .migration)]
        choices += [(own.product == StoryProduct.bundle ? 15 : 0, .unbundle)]
        return choices
    }

    // MARK: Renewal

    private mutating func turnRenewal(on: Bool, _ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        let isLast = purchases[period].commitment.map { $0.number == 12 } ?? true
        change(subscription, at: date) {
            if $0.commitmentWillRenew != nil { $0.commitmentWillRenew = on }
            if isLast { $0.willRenew = on }
        }
        note(date, "renewal of \(subscriptions[subscription].original) turned \(on ? "on" : "off")")
        notify("DID_CHANGE_RENEWAL_STATUS", on ? "AUTO_RENEW_ENABLED" : "AUTO_RENEW_DISABLED", subscription, date)
        return .stays
    }

    private mutating func downgrade(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        guard let product = dice.pick(purchases[period].product.downgrades) else { return .stays }
        change(subscription, at: date) { $0.preference = product }
        note(date, "\(subscriptions[subscription].original) is to renew to \(product.id)")
        notify("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", subscription, soon(date))
        return .stays
    }

    private mutating func keep(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        let product = purchases[period].product
        change(subscription, at: date) { $0.preference = product }
        note(date, "\(subscriptions[subscription].original) is to renew to \(product.id) again")
        notify("DID_CHANGE_RENEWAL_PREF", nil, subscription, soon(date))
        return .stays
    }

    private mutating func askConsent(_ subscription: Int, _ date: Seconds) -> Outcome {
        change(subscription, at: date) { $0.consent = false }
        note(date, "\(subscriptions[subscription].original): price increase awaits consent")
        notify("PRICE_INCREASE", "PENDING", subscription, soon(date))
        return .stays
    }

    private mutating func consent(_ subscription: Int, _ date: Seconds) -> Outcome {
        change(subscription, at: date) { $0.consent = true }
        notify("PRICE_INCREASE", "ACCEPTED", subscription, soon(date))
        return .stays
    }

    private mutating func extend(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        guard let end = purchases[period].end else { return .stays }
        let longer = end + dice.between(1, 30) * pace.day
        purchases[period].ends.append(.init(from: date, value: longer))
        note(date, "\(describe(period)) extended to \(timestamp(longer))")
        notify("RENEWAL_EXTENDED", nil, subscription, soon(date))
        return .stays
    }

    // MARK: Change of product

    private mutating func upgrade(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        guard let product = dice.pick(purchases[period].product.upgrades) else { return .stays }
        let isCrossgrade = product.level == purchases[period].product.level
        replace(period, subscription, date, by: product, plan: nil)
        feature(isCrossgrade ? "crossgrade" : "upgrade")
        return .goesOn(purchases.count - 1)
    }

    private mutating func changePlan(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        replace(period, subscription, date, by: purchases[period].product, plan: "BILLED_UPFRONT")
        feature("another billing plan")
        return .goesOn(purchases.count - 1)
    }

    private mutating func replace(
        _ period: Int, _ subscription: Int, _ date: Seconds, by product: StoryProduct, plan: String?
    ) {
        purchases[period].upgraded = date
        purchases[period].replaced = date
        // As Apple did in 2020.
        if dice.chance(25) { revokeUpgraded(period, at: min(date + dice.below(8 * pace.hour + 1), horizon - 1)) }
        charge(product, of: subscription, start: date, charged: date, plan: plan)
        notify("DID_CHANGE_RENEWAL_PREF", "UPGRADE", subscription, soon(date))
    }

    mutating func revokeUpgraded(_ period: Int, at date: Seconds) {
        purchases[period].revocation = .init(
            date: date, notified: date, type: date >= StoryEra.modern ? "REFUND_PRORATED" : nil, isFull: false)
        feature("upgraded and revoked")
    }

    /// Replaces the subscription by a bundle or another app's subscription.
    private mutating func succeed(
        _ period: Int, _ subscription: Int, _ date: Seconds, by product: StoryProduct
    ) -> Outcome {
        let isBundle = product == StoryProduct.bundle
        purchases[period].replaced = date
        purchases[period].isSucceeded = true
        if isBundle {
            purchases[period].revocation = .init(date: date, notified: date, reason: 2, isFull: false)
        }
        subscriptions[subscription].succeeded = date
        change(subscription, at: date) { $0.willRenew = false }
        note(date, "\(product.id) takes the place of \(describe(period))")
        feature(isBundle ? "switch to a bundle" : "migration")
        alsoLive(begin(product, at: date, after: subscription))
        if isBundle { notify("REVOKE", nil, subscription, soon(date), about: period) }
        return .isOver
    }

    /// Continues the subscription from before the bundle with a new period.
    private mutating func leaveBundle(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        guard let before = subscriptions[subscription].predecessor, let last = subscriptions[before].purchases.last
        else {
            return .stays
        }
        purchases[period].replaced = date
        purchases[period].isSucceeded = true
        purchases[period].revocation = .init(date: date, notified: date, reason: 2, isFull: false)
        change(subscription, at: date) { $0.willRenew = false }
        feature("switch from a bundle")
        charge(purchases[last].product, of: before, start: date, charged: date) { purchase, _ in
            (purchase.isReturn, purchase.predecessor) = (true, subscription)
        }
        notify("SUBSCRIBED", "RESUBSCRIBE", before, soon(date))
        notify("REVOKE", nil, subscription, soon(date), about: period)
        alsoLive(before)
        return .isOver
    }

    // MARK: Family sharing

    private mutating func endShare(_ period: Int, _ subscription: Int, _ date: Seconds) -> Outcome {
        let isFamily = purchases[period].ownership == "FAMILY_SHARED"
        let type = isFamily ? "FAMILY_REVOKE" : "ASSIGNMENT_REVOKE"
        purchases[period].revocation = .init(
            date: date, notified: date, type: date >= StoryEra.modern ? type : nil, isFull: false)
        change(subscription, at: date) { $0.willRenew = false }
        note(date, "\(describe(period)) is no longer shared")
        feature(isFamily ? "family share revoked" : "seat revoked")
        notify("REVOKE", nil, subscription, soon(date))
        return .ends(date + 4)
    }
}
