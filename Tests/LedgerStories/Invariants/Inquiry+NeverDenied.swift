/// A customer with access is not denied for a renewal, a recovery or an upgrade that got lost.
extension Inquiry {
    func neverDenied(_ instants: [Seconds]) -> Violation? {
        for time in instants {
            for product in products where !story.truth.isUnclear(product, at: time) {
                let running = story.truth.running(product, at: time)
                if running.isEmpty { continue }
                if case .denied(let reason, _, _) = access(product, time),
                    let span = running.first(where: { !mayBeDenied(product, $0, at: time) })
                {
                    let purchase = customer.describe(span.purchase)
                    return violation(
                        .neverDenied, time, product, "denied (\(reason)), and \(purchase) gives access (\(span.state))")
                }
                // Asking for the whole group also finds a product that no evidence names.
                guard running.contains(where: { !mayGroupBeDenied($0, at: time) }) else { continue }
                let group = ledger.access(toAnyOf: story.group(of: product), at: time, staleAfter: 0)
                if case .denied(let reason, _, _) = group {
                    return violation(.neverDenied, time, product, "the whole group is denied (\(reason))")
                }
            }
        }
        return nil
    }

    /// What no evidence can exclude, and what only the one product can't be known by.
    private func mayBeDenied(_ product: String, _ span: Truth.Span, at time: Seconds) -> Bool {
        if mayGroupBeDenied(span, at: time) { return true }
        guard let subscription = customer.purchases[span.purchase].subscription else { return false }
        // The subscription gives access to another product, as far as the evidence goes: the change was lost.
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
        // An info is about an unseen period if that ends later than all known ones.
        let last = periods.compactMap { customer.purchases[$0].end }.max() ?? 0
        let isUnseen = { (info: StoryPiece.Info) in info.renewalDate.map { $0 > last } ?? false }
        if infos.contains(where: { isUnseen($0) && customer.purchases[$0.latest].product.id == product }) {
            return true
        }
        guard let latest = known.latest(of: subscription, at: time) else { return false }
        if let info = infos.last(where: { $0.latest == latest }), info.willRenew, info.preference == product {
            return true
        }
        // Replaced by what no evidence shows: that may be any product that no evidence names.
        let isSeen = customer.purchases.indices.contains {
            customer.purchases[$0].product.id == product && !known.copies[$0].isEmpty
        }
        return known.isShownUpgraded(latest) && !isSeen && !infos.contains(where: isUnseen)
    }

    private func mayGroupBeDenied(_ span: Truth.Span, at time: Seconds) -> Bool {
        let purchase = customer.purchases[span.purchase]
        let copies = known.copies[span.purchase]
        // That a refund was reversed is lost, or how much was revoked. Only receipts of production show either.
        let last = copies.last { !$0.isReceipt || customer.place == .production }
        if let last, last.isRevoked, !purchase.isRevoked || isExtentLost(span.purchase) { return true }
        guard let subscription = purchase.subscription else { return copies.isEmpty }
        let own = customer.subscriptions[subscription]
        if known.periods(of: subscription).isEmpty { return true }
        guard let latest = known.latest(of: subscription, at: time) else { return time < own.originalDate }
        // After the latest known period the customer came back of their own accord.
        let later = customer.purchases.indices.filter {
            customer.purchases[$0].subscription == subscription && $0 > latest && $0 <= span.purchase
        }
        if later.contains(where: { customer.purchases[$0].isReturn }) { return true }
        if span.state == "inGracePeriod" { return isGraceLost(span, subscription, at: time) }
        return isPlanLost(latest, subscription)
    }

    /// Whether a purchase was revoked in part, and no evidence says that it wasn't all of it: receipts don't.
    func isExtentLost(_ purchase: Int) -> Bool {
        customer.purchases[purchase].isRevoked && known.isShownRevoked(purchase)
            && !known.copies[purchase].contains { $0.isRevoked && $0.isTyped }
    }

    /// Of a grace period that nothing tells, what was signed about the period later shows that it had ended.
    private func isGraceLost(_ span: Truth.Span, _ subscription: Int, at time: Seconds) -> Bool {
        let infos = known.infos[subscription].filter { $0.latest == span.purchase }
        let end = customer.purchases[span.purchase].end ?? .max
        if known.copies[span.purchase].isEmpty { return infos.contains { $0.hasIntent && $0.isInRetry != true } }
        let hasReceipt = known.receipts[subscription].contains { $0 >= end + 60 * 86_400 }
        return !infos.contains { $0.grace != nil } && (hasReceipt || infos.contains { $0.date >= end })
    }

    /// That Apple retries for 90 days, receipts don't say.
    private func isPlanLost(_ latest: Int, _ subscription: Int) -> Bool {
        let end = customer.purchases[latest].end ?? .max
        return customer.purchases[latest].plan == "MONTHLY" && !known.isShownModern(latest)
            && known.receipts[subscription].contains { $0 >= end + 60 * 86_400 }
    }
}
