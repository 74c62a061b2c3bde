/// If nothing is lost, access must be granted exactly when the customer has it, up to the last piece.
extension Inquiry {
    func complete(_ instants: [Seconds]) -> Violation? {
        guard story.isComplete else { return nil }
        for time in instants where time <= story.youngest {
            for product in products where !story.truth.isUnclear(product, at: time) {
                let answer = access(product, time)
                if let text = wrong(product, answer, at: time) ?? wrongReason(product, answer, at: time) {
                    return violation(.complete, time, product, text)
                }
            }
            for index in customer.subscriptions.indices {
                if let text = wrongStatus(index, at: time) { return violation(.complete, time, nil, text) }
            }
        }
        return nil
    }

    private func wrong(_ product: String, _ answer: StoryAccess, at time: Seconds) -> String? {
        let running = story.truth.running(product, at: time)
        switch answer {
        case .granted(let entitlement):
            if running.isEmpty { return "granted, and the customer has no access: \(entitlement)" }
            return wrong(entitlement, running, at: time)
        case .denied(let reason, _, _):
            if product == StoryProduct.capsule.id, hasCapsule(at: time) { return "denied (\(reason)), of unknown type" }
            let hasAccess = running.contains { !isExtentLost($0.purchase) }
            return hasAccess ? "denied (\(reason)), and the customer has access" : nil
        case .undetermined(let missing, let originals, _, _):
            if !running.isEmpty { return "undetermined, and the customer has access" }
            if product == StoryProduct.capsule.id { return wrongCapsule(missing, originals, at: time) }
            if !missing.isSubset(of: ["renewal", "billingRecovery"]) {
                return "nothing changed unseen, and \(missing)"
            }
            let mayBe = customer.subscriptions.indices.filter { hasNamed(product, $0) && !showsEnd($0, at: time) }
            if mayBe.isEmpty { return "undetermined \(missing), and the evidence shows the end" }
            let allowed = customer.place == .xcode ? [] : Set(mayBe.map { customer.subscriptions[$0].original })
            return originals.isSubset(of: allowed) ? nil : "to ask for: \(originals), and not \(allowed)"
        }
    }

    /// Returns whether a purchase of a type unknown to the library is not revoked at a date.
    private func hasCapsule(at time: Seconds) -> Bool {
        customer.purchases.contains { purchase in
            let isShared = purchase.revocation.map { !$0.isFull && time < $0.date } ?? false
            return purchase.product == StoryProduct.capsule && purchase.start <= time
                && (!purchase.isRevoked || isShared)
        }
    }

    private func wrongCapsule(_ missing: Set<String>, _ originals: Set<String>, at time: Seconds) -> String? {
        if !hasCapsule(at: time) { return "undetermined \(missing), and not bought" }
        return missing == ["productType"] && originals.isEmpty ? nil : "undetermined \(missing) of \(originals)"
    }

    private func wrong(_ entitlement: StoryEntitlement, _ running: [Truth.Span], at time: Seconds) -> String? {
        let purchase = known.transactions[entitlement.transaction]
        guard let span = running.first(where: { $0.purchase == purchase }) else {
            return "granted by \(entitlement.transaction), which gives no access"
        }
        // If several purchases give access, the one that lasts longest applies.
        let last = running.map(\.end).max() ?? span.end
        let expected = last == .max ? nil : Double(last)
        let isOpen = running.contains {
            customer.purchases[$0.purchase].isQuietlyReplaced || isExtentLost($0.purchase)
        }
        if entitlement.end != expected, !isOpen { return "until \(entitlement.end ?? 0), and not \(expected ?? 0)" }
        if running.count == 1, entitlement.state != span.state { return "\(entitlement.state), and not \(span.state)" }
        let seats = seats(span.purchase, at: time)
        return entitlement.seats == seats ? nil : "\(entitlement.seats ?? -1) seats, and not \(seats ?? -1)"
    }

    private func seats(_ purchase: Int, at time: Seconds) -> Int? {
        let base = customer.purchases[purchase]
        guard base.product.group == "30", base.ownership == "PURCHASED" else { return nil }
        return customer.purchases.filter {
            $0.subscription == base.subscription && $0.end == base.end && $0.start <= time && !$0.isRevoked
        }.map { max(0, Int($0.quantity - ($0.revokedSeats.last?.value ?? 0))) }.reduce(0, +)
    }

    /// Returns whether the subscription had the product, or was to renew to it.
    private func hasNamed(_ product: String, _ subscription: Int) -> Bool {
        known.periods(of: subscription).contains { customer.purchases[$0].product.id == product }
            || known.infos[subscription].contains { $0.preference == product }
    }

    /// Returns whether the evidence shows that a subscription gives no access at a date; then nothing is missing. The
    /// checks are in the design's order.
    func showsEnd(_ subscription: Int, at time: Seconds) -> Bool {
        let own = customer.subscriptions[subscription]
        guard let latest = known.latest(of: subscription, at: time) else { return true }
        let period = customer.purchases[latest]
        let end = period.end ?? .max
        let infos = known.infos[subscription].filter { $0.latest == latest && $0.date >= end }
        if !running(subscription, at: time).isEmpty { return true }
        if let succeeded = own.succeeded, succeeded <= time, period.start < succeeded { return true }
        if known.mayHaveHadGrace(latest, at: time) { return false }
        if period.isRevoked, let revocation = period.revocation, revocation.isFull || revocation.date <= time,
            showsEnd(of: latest, revocation, at: time)
        {
            return true
        }
        // An info without `renewalDate` may be about a period that nothing else shows, unless the info says that this
        // period has ended.
        if infos.contains(where: { $0.date >= time && ($0.renewalDate != nil || $0.hasIntent || $0.isInRetry == true) })
        {
            return true
        }
        let receipts = known.receipts[subscription]
        if time > end + customer.place.longestGrace, receipts.contains(where: { $0 >= time }) { return true }
        let later = end + customer.place.laterReceipt(isMonthly: known.isMonthly(latest))
        if receipts.contains(where: { $0 >= later }) { return true }
        guard let last = infos.last, last.isInRetry != true else { return false }
        let isOver = last.renewalDate.map { last.date >= $0 } ?? false
        return last.hasIntent || isOver && !last.willRenew
    }

    /// Returns whether nothing can have followed the refund of the latest period.
    private func showsEnd(of latest: Int, _ revocation: StoryPurchase.Revocation, at time: Seconds) -> Bool {
        let period = customer.purchases[latest]
        guard let subscription = period.subscription, let end = period.end else { return false }
        let (infos, statuses) = (known.infos[subscription], known.statuses[subscription])
        let periods = known.periods(of: subscription)
        let next = periods.first { $0 > latest && !customer.purchases[$0].isOvertaken && known.hasRun($0) }
        let nextStart = next.map { customer.purchases[$0].start } ?? .max
        if nextStart <= end { return true }
        let isSwitch = revocation.reason > 1
        if !isSwitch, time < end,
            !statuses.contains(where: {
                $0.date >= revocation.date && $0.date < nextStart && [1, 3, 4].contains($0.value)
            })
        {
            return true
        }
        if statuses.contains(where: { $0.date >= end && $0.date <= time && [2, 5].contains($0.value) }) { return true }
        let own = infos.filter { $0.latest == latest }
        if isSwitch { return own.contains { $0.hasIntent && $0.date >= end && $0.date <= time } }
        if own.contains(where: { $0.hasIntent && $0.date >= revocation.date || !$0.willRenew && $0.date >= end }) {
            return true
        }
        let after = infos.last { $0.date >= revocation.date && $0.date < nextStart }
        let isOff = after.map { !$0.willRenew || $0.hasIntent } ?? false
        return revocation.date < end - customer.place.lastDay(of: end - period.start)
            && (period.plan != "MONTHLY" || isOff)
    }

    private func running(_ subscription: Int, at time: Seconds) -> [Truth.Span] {
        story.truth.spans.values.flatMap { spans in
            spans.filter {
                $0.start <= time && time < $0.end && customer.purchases[$0.purchase].subscription == subscription
            }
        }
    }

    private func wrongStatus(_ index: Int, at time: Seconds) -> String? {
        let own = customer.subscriptions[index]
        guard let first = own.purchases.first, let latest = known.latest(of: index, at: time) else { return nil }
        let isBefore = time < min(own.originalDate, customer.purchases[first].start)
        guard let status = ledger.status(of: own.original, at: time) else {
            return isBefore ? nil : "\(own.original) has no status"
        }
        if isBefore { return "\(own.original) has not begun, and is \(status.state)" }
        // If Apple didn't sign the end of grace, the notification at its end shows it.
        let open = { (grace: StorySubscription.Grace) in grace.isDateMissing ? customer.pace.hour : 0 }
        if own.graces.contains(where: { $0.start <= time && time < $0.end + open($0) }) { return nil }
        let running = running(index, at: time)
        if running.contains(where: { isExtentLost($0.purchase) }) { return nil }
        let has = !running.isEmpty
        if has != status.isEntitled { return "\(own.original) is \(status.state), and the customer has access: \(has)" }
        if has || own.succeeded.map({ $0 <= time }) ?? false { return nil }
        let period = customer.purchases[latest]
        var states: Set<String> = ["expired"]
        if let revocation = period.revocation, period.isRevoked, revocation.isFull || revocation.date <= time {
            states = ["revoked"]
        } else if own.state(at: time)?.isInRetry == true {
            states = ["inBillingRetryPeriod", "expired"]
        }
        return states.contains(status.state) ? nil : "\(own.original) is \(status.state), and not \(states)"
    }
}
