/// Checks the reason and date of denied access, if only one answer is right.
extension Inquiry {
    func wrongReason(_ product: String, _ answer: StoryAccess, at time: Seconds) -> String? {
        switch answer {
        case .granted: return nil
        case .denied(let reason, let since, _):
            if let expected = reasons(product, at: time), !expected.contains(reason) {
                return "denied (\(reason)), and not \(expected)"
            }
            return wrongSince(product, since, at: time)
        case .undetermined(_, _, let since, _): return wrongSince(product, since, at: time)
        }
    }

    /// Returns all purchases of a product, if they belong to one subscription or were bought once.
    private func purchases(_ product: String) -> [Int]? {
        let all = customer.purchases.indices.filter { customer.purchases[$0].product.id == product }
        let owners = Set(all.map { customer.purchases[$0].original })
        return owners.count > 1
            ? nil : all.filter { !customer.purchases[$0].isAddition && !customer.purchases[$0].isOvertaken }
    }

    private func reasons(_ product: String, at time: Seconds) -> Set<String>? {
        // A fully refunded consumable is revoked.
        if product == StoryProduct.coins.id { return ["notAnEntitlement", "notStarted", "revoked"] }
        if product == StoryProduct.capsule.id { return nil }
        guard let all = purchases(product) else { return nil }
        guard let first = all.first else { return all.isEmpty && product == "never" ? ["noPurchaseKnown"] : nil }
        guard let last = all.last(where: { customer.purchases[$0].start <= time }) else {
            // Another product of the subscription may have begun earlier.
            let subscription = customer.purchases[first].subscription
            return subscription.flatMap { known.latest(of: $0, at: time) } == nil ? ["notStarted"] : nil
        }
        let purchase = customer.purchases[last]
        if isExtentLost(last) { return nil }
        let isLatest = purchase.subscription.map { known.latest(of: $0, at: time) == last } ?? true
        let others: Set<String> = isLatest && purchase.replaced == nil ? [] : ["replaced", "expired"]
        if let revocation = purchase.revocation, purchase.isRevoked, revocation.isFull || revocation.date <= time {
            return others.union(["revoked"])
        }
        return others.union(purchase.replaced.map { $0 <= time } ?? false ? ["replaced"] : ["expired"])
    }

    /// Checks the end of the last access to the product, if no revocation makes it uncertain.
    private func wrongSince(_ product: String, _ since: Double?, at time: Seconds) -> String? {
        guard let all = purchases(product), !all.contains(where: { customer.purchases[$0].revocation != nil }) else {
            return nil
        }
        if all.contains(where: { customer.purchases[$0].isQuietlyReplaced }) { return nil }
        let graces = all.compactMap { customer.purchases[$0].subscription }.flatMap {
            customer.subscriptions[$0].graces
        }
        if graces.contains(where: { $0.isDateMissing || $0.recovery != nil }) { return nil }
        let expected = story.truth.spans[product]?.map(\.end).filter { $0 <= time }.max()
        return since == expected.map(Double.init) ? nil : "since \(since ?? 0), and not \(expected ?? 0)"
    }
}
