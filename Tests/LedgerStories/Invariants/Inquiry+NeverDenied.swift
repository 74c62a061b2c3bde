/// A customer with access must not be denied it because a renewal, a recovery or an upgrade was lost.
extension Inquiry {
    func neverDenied(_ instants: [Seconds]) -> Violation? {
        for time in instants {
            for product in products where !story.truth.isUnclear(product, at: time) {
                let running = story.truth.running(product, at: time)
                if running.isEmpty {
                    if let text = deniedCapsule(product, at: time) {
                        return violation(.neverDenied, time, product, text)
                    }
                    continue
                }
                if case .denied(let reason, _, _) = access(product, time),
                    let span = running.first(where: { !mayBeDenied(product, $0, at: time) })
                {
                    let purchase = customer.describe(span.purchase)
                    return violation(
                        .neverDenied, time, product, "denied (\(reason)), and \(purchase) gives access (\(span.state))")
                }
                // A question about the whole group also finds a product that no evidence names.
                guard running.contains(where: { !mayGroupBeDenied($0, at: time) }) else { continue }
                let group = ledger.access(toAnyOf: story.group(of: product), at: time, staleAfter: 0)
                if case .denied(let reason, _, _) = group {
                    return violation(.neverDenied, time, product, "the whole group is denied (\(reason))")
                }
            }
        }
        return nil
    }

    /// A purchase of a type unknown to the library is undetermined until evidence shows that it was revoked.
    private func deniedCapsule(_ product: String, at time: Seconds) -> String? {
        guard product == StoryProduct.capsule.id, case .denied(let reason, _, _) = access(product, time) else {
            return nil
        }
        let isKnown = customer.purchases.indices.contains {
            customer.purchases[$0].product.id == product && customer.purchases[$0].start <= time
                && !known.copies[$0].isEmpty && !known.isShownRevoked($0)
        }
        return isKnown ? "denied (\(reason)), of unknown type" : nil
    }

    /// Returns whether a denial is allowed, because the evidence can't prevent it, or because nothing names the
    /// product.
    private func mayBeDenied(_ product: String, _ span: Truth.Span, at time: Seconds) -> Bool {
        if mayGroupBeDenied(span, at: time) { return true }
        guard let subscription = customer.purchases[span.purchase].subscription else { return false }
        // According to the evidence, the subscription gives access to another product: the change was lost.
        let original = customer.subscriptions[subscription].original
        if ledger.entitlements(at: time).contains(where: { $0.original == original }) { return true }
        return !isNamed(product, subscription, at: time)
    }

    private func isNamed(_ product: String, _ subscription: Int, at time: Seconds) -> Bool {
        let periods = known.periods(of: subscription)
        if periods.contains(where: {
            customer.purchases[$0].product.id == product && !customer.purchases[$0].isOvertaken
        }) {
            return true
        }
        let infos = known.infos[subscription]
        // An info is about an unseen period if that period ends later than all known ones.
        let last = periods.compactMap { customer.purchases[$0].end }.max() ?? 0
        let isUnseen = { (info: StoryPiece.Info) in info.renewalDate.map { $0 > last } ?? false }
        if infos.contains(where: { isUnseen($0) && customer.purchases[$0.latest].product.id == product }) {
            return true
        }
        // Any info that ever named it as the next product.
        if infos.contains(where: { $0.willRenew && $0.preference == product }) { return true }
        guard let latest = known.latest(of: subscription, at: time) else { return false }
        // If an unseen product replaced it, that may be any product that no evidence names.
        let isSeen = customer.purchases.indices.contains {
            customer.purchases[$0].product.id == product && !known.copies[$0].isEmpty
        }
        return known.isShownUpgraded(latest) && !isSeen && !infos.contains(where: isUnseen)
    }

    private func mayGroupBeDenied(_ span: Truth.Span, at time: Seconds) -> Bool {
        let purchase = customer.purchases[span.purchase]
        let copies = known.copies[span.purchase]
        // The reversal of a refund, or the extent of a revocation, is lost. Only receipts from production show either.
        let last = copies.last { !$0.isReceipt || customer.place == .production }
        if let last, last.isRevoked, !purchase.isRevoked || isExtentLost(span.purchase) { return true }
        guard let subscription = purchase.subscription else { return copies.isEmpty }
        let own = customer.subscriptions[subscription]
        if known.periods(of: subscription).isEmpty { return true }
        if isSaidActive(subscription, at: time) { return false }
        guard let latest = known.latest(of: subscription, at: time) else { return time < own.originalDate }
        // After the latest known period the customer came back on their own.
        let later = customer.purchases.indices.filter {
            customer.purchases[$0].subscription == subscription && $0 > latest && $0 <= span.purchase
        }
        if later.contains(where: { customer.purchases[$0].isReturn }) { return true }
        if span.state == "inGracePeriod" { return isGraceLost(span, subscription, at: time) }
        return isPlanLost(latest, subscription)
    }

    /// Returns whether Apple's last word is a notification that the subscription is active, at a date when no known
    /// period ran.
    private func isSaidActive(_ subscription: Int, at time: Seconds) -> Bool {
        guard let status = known.statuses[subscription].last(where: { $0.date <= time }), status.value == 1 else {
            return false
        }
        let periods = known.periods(of: subscription)
        let isCovered = periods.contains { index in
            let own = customer.purchases[index]
            let ends = known.copies[index].compactMap(\.end)
            return min(own.start, own.charged) <= status.date && status.date < ends.max() ?? .max
        }
        if isCovered || customer.subscriptions[subscription].succeeded.map({ $0 <= time }) ?? false { return false }
        let copies = periods.flatMap { known.copies[$0].filter(\.isReceipt).map(\.date) }
        let said = known.infos[subscription].map(\.date) + copies + periods.map { customer.purchases[$0].start }
        return !said.contains { status.date < $0 && $0 <= time }
    }

    /// Returns whether a purchase was partly revoked and no evidence shows that it wasn't fully: receipts don't.
    func isExtentLost(_ purchase: Int) -> Bool {
        customer.purchases[purchase].isRevoked && known.isShownRevoked(purchase)
            && !known.copies[purchase].contains { $0.isRevoked && $0.isTyped }
    }

    /// Returns whether a grace period has no evidence, and later evidence about the period shows that it had ended.
    private func isGraceLost(_ span: Truth.Span, _ subscription: Int, at time: Seconds) -> Bool {
        if known.mayHaveHadGrace(span.purchase, at: time), !known.copies[span.purchase].isEmpty { return false }
        // A notification at the end of grace shows that there was grace.
        if known.statuses[subscription].contains(where: { $0.isGraceOver && $0.latest == span.purchase }),
            !known.copies[span.purchase].isEmpty
        {
            return false
        }
        let infos = known.infos[subscription].filter { $0.latest == span.purchase }
        let end = customer.purchases[span.purchase].end ?? .max
        if known.copies[span.purchase].isEmpty { return infos.contains { $0.hasIntent && $0.isInRetry != true } }
        let last = end + customer.place.laterReceipt(isMonthly: known.isMonthly(span.purchase))
        let hasReceipt = known.receipts[subscription].contains { $0 >= last }
        return !infos.contains { $0.grace != nil } && (hasReceipt || infos.contains { $0.date >= end })
    }

    /// Returns whether Apple's 90 days of retries are unknown, because receipts don't show them for periods before May
    /// 2026.
    private func isPlanLost(_ latest: Int, _ subscription: Int) -> Bool {
        let end = customer.purchases[latest].end ?? .max
        return customer.purchases[latest].plan == "MONTHLY" && !known.isMonthly(latest)
            && known.receipts[subscription].contains { $0 >= end + 60 * 86_400 }
    }
}
