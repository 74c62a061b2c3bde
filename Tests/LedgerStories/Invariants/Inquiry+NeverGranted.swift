/// A customer without access may be granted it only if the evidence of its end was lost.
extension Inquiry {
    func neverGranted(_ instants: [Seconds]) -> Violation? {
        for time in instants {
            for product in products where !story.truth.isUnclear(product, at: time) {
                guard story.truth.running(product, at: time).isEmpty,
                    case .granted(let entitlement) = access(product, time)
                else { continue }
                if let text = unexplained(entitlement, at: time) {
                    return violation(.neverGranted, time, product, "granted by \(entitlement.transaction): \(text)")
                }
            }
        }
        return nil
    }

    /// Returns nil if a lost piece explains the entitlement.
    private func unexplained(_ entitlement: StoryEntitlement, at time: Seconds) -> String? {
        guard let index = known.transactions[entitlement.transaction] else { return "no such purchase" }
        let purchase = customer.purchases[index]
        guard purchase.product.id == entitlement.product else { return "it is of \(purchase.product.id)" }
        var ends: [(text: String, isStated: Bool)] = []
        if let revocation = purchase.revocation, purchase.isRevoked, revocation.isFull || revocation.date <= time {
            ends.append(("revoked", known.isShownRevoked(index)))
        }
        if let subscription = purchase.subscription {
            ends += self.ends(of: index, subscription, entitlement, at: time)
        }
        if ends.isEmpty { return "nothing was lost that could explain it" }
        return ends.first(where: \.isStated)?.text
    }

    private func ends(
        of index: Int, _ subscription: Int, _ entitlement: StoryEntitlement, at time: Seconds
    ) -> [(text: String, isStated: Bool)] {
        let purchase = customer.purchases[index]
        let own = customer.subscriptions[subscription]
        var ends: [(text: String, isStated: Bool)] = []
        if purchase.isOvertaken {
            let isShown = customer.purchases.indices.contains {
                $0 < index && known.copies[$0].contains { $0.end == purchase.start }
            }
            ends.append(
                ("overtaken", isShownUpgraded(index, at: time) || isShown && isReplacementKnown(index, at: time)))
        } else if let replaced = purchase.replaced, replaced <= time, !purchase.isSucceeded {
            ends.append(("replaced", isShownUpgraded(index, at: time) || isReplacementKnown(index, at: time)))
        }
        if let succeeded = own.succeeded, succeeded <= time, purchase.start < succeeded {
            let next = customer.subscriptions.firstIndex { $0.predecessor == subscription }
            ends.append(("succeeded", next.map { isShownBegun($0, at: time) } ?? false))
        }
        if time < purchase.start {
            // A renewal charged ahead takes effect early if no known period contains the date.
            let isContained = known.periods(of: subscription).contains {
                let other = customer.purchases[$0]
                let end = known.copies[$0].compactMap(\.end).max() ?? .max
                return $0 != index && other.start <= time && time < end && !other.isOvertaken
            }
            let isAhead = purchase.isRenewal && known.copies[index].contains { $0.date <= time }
            ends.append(("before its start", isContained || !isAhead || time < purchase.start - 86_400))
        }
        if entitlement.state == "inGracePeriod",
            let grace = own.graces.first(where: { $0.purchase == index }), grace.end <= time
        {
            ends.append(
                (
                    "grace was over",
                    known.infos[subscription].contains {
                        $0.latest == index && $0.date >= grace.end && $0.date <= time && $0.grace == nil
                    }
                ))
        }
        return ends
    }

    /// Returns whether a transaction shows that the period was upgraded by then, by its date of signing or by evidence
    /// of the replacement.
    private func isShownUpgraded(_ index: Int, at time: Seconds) -> Bool {
        let copies = known.copies[index].filter(\.isUpgraded)
        let purchase = customer.purchases[index]
        return copies.contains { $0.date <= time }
            || !copies.isEmpty
                && known.periods(of: purchase.subscription ?? -1).contains {
                    let other = customer.purchases[$0]
                    // A voided renewal replaces nothing.
                    let isVoid = other.isRenewal && known.isShownRevoked($0)
                    return $0 > index && !other.isOvertaken && !isVoid && other.product != purchase.product
                        && other.start < purchase.end ?? .max && other.start <= time
                }
    }

    /// Returns whether the evidence shows that a subscription, which names its predecessor, has begun.
    private func isShownBegun(_ subscription: Int, at time: Seconds) -> Bool {
        let periods = known.periods(of: subscription)
        let start = periods.first.map {
            min(customer.purchases[$0].start, customer.subscriptions[subscription].originalDate)
        }
        return periods.contains(where: known.isShownModern) && start.map { $0 <= time } ?? false
    }

    /// Returns whether a renewal began so late within another product's period that it must have replaced that product
    /// earlier, and nothing that Apple signed later contradicts this.
    private func showsEarlierChange(_ renewal: Int, from index: Int) -> Bool {
        let (other, purchase) = (customer.purchases[renewal], customer.purchases[index])
        guard let end = other.end, other.product != purchase.product, hasReason(renewal),
            other.start > purchase.start + customer.place.lastDay(of: end - other.start)
        else { return false }
        let isDenied = known.copies[index].contains { !$0.isReceipt && $0.date >= other.start && !$0.isUpgraded }
        let isLater = known.infos[purchase.subscription ?? 0].contains {
            $0.date >= other.start && $0.renewalDate == purchase.end
        }
        return !isDenied && !isLater
    }

    /// Returns whether a transaction says that a renewal is one.
    private func hasReason(_ index: Int) -> Bool {
        known.copies[index].contains {
            !$0.isReceipt && ($0.date >= StoryEra.renewalDates || customer.place == .xcode)
        }
    }

    /// Returns whether evidence shows a later period, with another product or plan, that began while this one ran.
    private func isReplacementKnown(_ index: Int, at time: Seconds) -> Bool {
        let purchase = customer.purchases[index]
        guard let subscription = purchase.subscription else { return false }
        return known.periods(of: subscription).contains {
            let other = customer.purchases[$0]
            // A voided renewal replaces only a period that must have been replaced before it was charged.
            let isVoid = other.isRenewal && known.isShownRevoked($0) && !showsEarlierChange($0, from: index)
            guard $0 > index, !other.isOvertaken, other.start <= time, other.start < purchase.end ?? .max,
                !isVoid, known.hasRun($0) || showsEarlierChange($0, from: index)
            else { return false }
            if other.product != purchase.product { return true }
            return other.plan != purchase.plan && known.isShownModern($0) && known.isShownModern(index)
        }
    }
}
