import LedgerModel

/// Rules 50 to 60.
extension RulesModel {
    package struct Entitlement: Equatable {
        package var purchase: Int
        package var state: String
        package var end: Double
        package var seats: Int?
    }

    package enum Access: Equatable {
        case granted(Entitlement)
        case denied(String, since: Double?, purchase: Int?, knownAsOf: Double?)
        case undetermined(Set<String>, [String], since: Double?, purchase: Int?, knownAsOf: Double)
    }

    /// Returns the entitlements at a date, in the order of the ledger.
    package func entitlements(_ time: Double, _ staleAfter: Double) -> [Entitlement] {
        var found: [Entitlement] = []
        for position in purchases.indices where !purchases[position].isPeriod {
            if let end = ownEnd(position), purchases[position].start <= time, time < end {
                let state = purchases[position].type == 0 ? "owned" : "nonRenewing"
                found.append(Entitlement(purchase: position, state: state, end: end, seats: nil))
            }
        }
        for subscription in subscriptions.indices {
            found += entitlements(of: subscription, time, staleAfter)
        }
        return found.sorted { $0.purchase < $1.purchase }
    }

    /// Returns the end of access by a purchase that isn't a period, or nil if it gives none.
    private func ownEnd(_ position: Int) -> Double? {
        let purchase = purchases[position]
        if purchase.isVoid { return nil }
        let end: Double
        switch purchase.type {
        case 0: end = .infinity
        case 2:
            guard let last = lasting(purchase) else { return nil }
            end = last
        default: return nil
        }
        return min(end, purchase.revocation ?? .infinity)
    }

    /// Rule 50.
    private func entitlements(of subscription: Int, _ time: Double, _ staleAfter: Double) -> [Entitlement] {
        let running = subscriptions[subscription].filter { contains($0, time) }
        if running.isEmpty {
            guard let state = state(subscription, time, staleAfter), let period = state.period else { return [] }
            if state.name == "inGracePeriod" {
                let end = graceEnd(period, subscription, staleAfter) ?? time
                return [Entitlement(purchase: period, state: state.name, end: end, seats: seats(period, time))]
            }
            if state.name == "subscribed" {
                let end = purchases[period].end
                return [Entitlement(purchase: period, state: state.name, end: end, seats: seats(period, time))]
            }
            return []
        }
        var products: [Entitlement] = []
        for position in running.reversed() {
            if products.contains(where: { same(purchases[$0.purchase].product, purchases[position].product) }) {
                continue
            }
            products.append(
                Entitlement(
                    purchase: position, state: "subscribed", end: purchases[position].end, seats: seats(position, time))
            )
        }
        return products
    }

    /// Rule 20.
    private func seats(_ position: Int, _ time: Double) -> Int? {
        if let ownership = purchases[position].ownership, ownership != "PURCHASED" { return nil }
        let base = purchases[position].base ?? position
        var all = purchases.indices.filter { $0 == base || purchases[$0].base == base }
        let isMultiSeat =
            all.count(where: { !purchases[$0].neverRan }) > 1
            || all.contains { purchases[$0].latestTransaction?.isMultiSeat == true }
        all = all.filter { $0 == position || purchases[$0].start <= time }
        var seats = 0
        for part in all where !isRevoked(part, time) && !purchases[part].neverRan {
            guard let copy = purchases[part].latestTransaction else { return nil }
            seats += max(0, copy.quantity - copy.revokedSeats)
        }
        return isMultiSeat ? seats : nil
    }

    // MARK: Access

    /// Rule 50: returns the preferred one of several entitlements.
    private func best(_ entitlements: [Entitlement]) -> Entitlement? {
        var best: Entitlement?
        for other in entitlements {
            guard let known = best else {
                best = other
                continue
            }
            let (isOwned, wasOwned) = (other.state == "owned", known.state == "owned")
            if isOwned != wasOwned {
                if isOwned { best = other }
            } else if other.end > known.end
                || other.end == known.end
                    && purchases[other.purchase].purchased > purchases[known.purchase].purchased
            {
                best = other
            }
        }
        return best
    }

    private func isGranted(_ product: String, by subscription: Int, _ time: Double, _ staleAfter: Double) -> Bool {
        entitlements(of: subscription, time, staleAfter).contains { same(purchases[$0.purchase].product, product) }
    }

    package func access(to product: String, _ time: Double, _ staleAfter: Double = 0) -> Access {
        let all = entitlements(time, staleAfter).filter { same(purchases[$0.purchase].product, product) }
        if let best = best(all) { return .granted(best) }
        let denial = denial(product, time)
        var missing: Set<String> = []
        var originals: [Int] = []
        let own = purchases.filter { same($0.product, product) }
        let types = own.map(\.type)
        let isOtherKind = !own.isEmpty && types.allSatisfy { $0 != nil && $0 != 3 && !isUnknown($0) }
        if !isOtherKind {
            for subscription in subscriptions.indices {
                guard let word = self.missing(subscription, time, staleAfter) else { continue }
                let hasPeriod = subscriptions[subscription].contains { same(purchases[$0].product, product) }
                let isNamed = infos[subscription].contains {
                    if $0.subject == .unseen, let named = $0.info.product, same(named, product) { return true }
                    return same($0.info.preference, product) && $0.info.willAutoRenew != false
                }
                if hasPeriod || isNamed || own.isEmpty && word == "productChange" {
                    missing.insert(word)
                    originals.append(subscription)
                }
            }
        }
        // Rule 52.
        let isUnknownKind = own.contains {
            $0.isUnknownType && $0.expires == nil && $0.start <= time
                && !($0.isVoid || $0.revocation.map { $0 <= time } ?? false)
        }
        if isUnknownKind { missing.insert("productType") }
        if missing.isEmpty {
            return .denied(denial.reason, since: denial.since, purchase: denial.purchase, knownAsOf: denial.knownAsOf)
        }
        return .undetermined(
            missing, names(originals), since: denial.since, purchase: denial.purchase,
            knownAsOf: max(
                denial.knownAsOf ?? -.infinity, originals.map { knownAsOf($0, time) }.max() ?? -.infinity))
    }

    private func names(_ subscriptions: [Int]) -> [String] {
        if isXcode { return [] }
        let order = subscriptions.sorted { self.subscriptions[$0][0] < self.subscriptions[$1][0] }
        return order.prefix(100).map { purchases[self.subscriptions[$0][0]].original }
    }

    private struct Reason {
        var reason: String
        var since: Double?
        var purchase: Int?
        var knownAsOf: Double?
    }

    /// Rule 53: returns the end of the last access to a product by a subscription.
    private func lastAccess(_ product: String, _ subscription: Int, _ time: Double) -> Double? {
        // This leaves out the time that `staleAfter` adds.
        changes(subscription, 0).last {
            $0 <= time && !isGranted(product, by: subscription, $0, 0)
                && isGranted(product, by: subscription, $0 - 1, 0)
        }
    }

    /// Rule 53.
    private func denial(_ product: String, _ time: Double) -> Reason {
        var found: [Reason] = []
        var knownAsOf: Double?
        func known(_ date: Double) { knownAsOf = max(knownAsOf ?? -.infinity, date) }
        for subscription in subscriptions.indices {
            let periods = subscriptions[subscription].filter { same(purchases[$0].product, product) }
            let isNamed = infos[subscription].contains {
                $0.info.product.map { same($0, product) } ?? false || same($0.info.preference, product)
            }
            if !periods.isEmpty || isNamed { known(self.knownAsOf(subscription, time)) }
            let begun = periods.filter { purchases[$0].start <= time }
            guard let last = begun.last(where: { !purchases[$0].neverRan }) ?? begun.last else {
                let first = periods.first { !purchases[$0].neverRan } ?? periods.first
                if let first { found.append(Reason(reason: "notStarted", purchase: first)) }
                continue
            }
            let since = lastAccess(product, subscription, time)
            let period = purchases[last]
            let reason: String
            if period.isVoid {
                reason = "revoked"
            } else if period.neverRan {
                reason = "replaced"
            } else if period.upgraded != nil || period.isEnded || period.isEndedBySuccessor
                || since.map({ $0 != period.expiration && takeovers[subscription].contains($0) }) ?? false
            {
                reason = "replaced"
            } else if isRevoked(last, time) {
                reason = "revoked"
            } else {
                reason = "expired"
            }
            found.append(Reason(reason: reason, since: since, purchase: last))
        }
        let others = purchases.indices.filter { !purchases[$0].isPeriod && same(purchases[$0].product, product) }
            .sorted { (purchases[$0].start, $0) < (purchases[$1].start, $1) }
        let begun = others.filter { purchases[$0].start <= time }
        if let last = begun.last(where: { !isRevoked($0, time) }) ?? begun.last ?? others.first {
            known(max(purchases[last].preferred.date, purchases[last].revocationDate ?? -.infinity))
        }
        if let last = begun.last(where: { !isRevoked($0, time) }) ?? begun.last {
            let since = begun.compactMap { ownEnd($0) }.filter { $0 <= time }.max()
            let reason: String
            if isRevoked(last, time) {
                reason = "revoked"
            } else if purchases[last].type == 2, lasting(purchases[last]) != nil {
                reason = "expired"
            } else {
                reason = "notAnEntitlement"
            }
            found.append(Reason(reason: reason, since: since, purchase: last))
        } else if let first = others.first {
            found.append(Reason(reason: "notStarted", purchase: first))
        }
        let since = found.compactMap(\.since).max()
        if found.isEmpty {
            found.append(Reason(reason: "noPurchaseKnown"))
        }
        var answer = found[0]
        for other in found.dropFirst() where isStronger(other, answer) { answer = other }
        answer.since = since
        if knownAsOf == nil { knownAsOf = receipts.map(\.created).max() }
        if let since, let known = knownAsOf { knownAsOf = max(known, since) }
        answer.knownAsOf = knownAsOf
        return answer
    }

    private func isStronger(_ a: Reason, _ b: Reason) -> Bool {
        let (first, second) = (a.since ?? -.infinity, b.since ?? -.infinity)
        if first != second { return first > second }
        let order = ["noPurchaseKnown", "notAnEntitlement", "notStarted"]
        let (strength, other) = (order.firstIndex(of: a.reason) ?? 3, order.firstIndex(of: b.reason) ?? 3)
        if strength != other { return strength > other }
        return a.purchase.map { purchases[$0].purchased } ?? -.infinity > b.purchase.map { purchases[$0].purchased }
            ?? -.infinity
    }

    /// Rule 54.
    package func access(to products: [String], _ time: Double, _ staleAfter: Double = 0) -> Access {
        let answers = products.map { access(to: $0, time, staleAfter) }
        var granted: [Entitlement] = []
        for case .granted(let entitlement) in answers { granted.append(entitlement) }
        if var best = granted.first {
            for other in granted.dropFirst() {
                let (isOwned, wasOwned) = (other.state == "owned", best.state == "owned")
                let isLater = purchases[other.purchase].purchased > purchases[best.purchase].purchased
                let isBetter = other.end > best.end || other.end == best.end && isLater
                if isOwned && !wasOwned || isOwned == wasOwned && isBetter { best = other }
            }
            return .granted(best)
        }
        var missing: Set<String> = []
        var originals: [String] = []
        var reasons: [Reason] = []
        var undetermined: [Reason] = []
        for answer in answers {
            switch answer {
            case .granted: break
            case .denied(let reason, let since, let purchase, let knownAsOf):
                reasons.append(Reason(reason: reason, since: since, purchase: purchase, knownAsOf: knownAsOf))
            case .undetermined(let words, let names, let since, let purchase, let knownAsOf):
                missing.formUnion(words)
                originals += names.filter { !originals.contains($0) }
                undetermined.append(Reason(reason: "", since: since, purchase: purchase, knownAsOf: knownAsOf))
            }
        }
        func strongest(_ reasons: [Reason]) -> Reason? {
            var answer = reasons.first
            for other in reasons.dropFirst()
            where other.since ?? -.infinity > answer?.since ?? -.infinity { answer = other }
            return answer
        }
        if !undetermined.isEmpty, let one = strongest(undetermined + reasons) {
            let known = undetermined.compactMap(\.knownAsOf).max() ?? -.infinity
            return .undetermined(
                missing, Array(originals.prefix(100)), since: one.since, purchase: one.purchase,
                knownAsOf: max(known, one.since ?? -.infinity))
        }
        var one = reasons.first
        for other in reasons.dropFirst() { if let known = one, isStronger(other, known) { one = other } }
        return .denied(
            one?.reason ?? "noPurchaseKnown", since: one?.since, purchase: one?.purchase,
            knownAsOf: reasons.compactMap(\.knownAsOf).max())
    }

    // MARK: Introductory offers

    /// Returns the products of a group, and its names.
    private func group(_ named: [String], _ name: String?) -> (Set<String>, Set<String>) {
        var products = Set(named)
        var groups = Set([name].compactMap(\.self))
        while true {
            let before = (products.count, groups.count)
            for purchase in purchases where purchase.isPeriod {
                if let group = purchase.latestTransaction?.group {
                    if products.contains(purchase.product) { groups.insert(group) }
                    if groups.contains(group) { products.insert(purchase.product) }
                }
            }
            for subscription in subscriptions.indices {
                let own = members(subscription).map { purchases[$0] }
                let names = own.compactMap { $0.latestTransaction?.group }
                let named = infos[subscription].flatMap { [$0.info.product, $0.info.preference].compactMap(\.self) }
                    .filter { !$0.isEmpty }
                let isNamed = !products.isDisjoint(with: named)
                if isNamed { groups.formUnion(names) }
                if isNamed || !groups.isDisjoint(with: names) { products.formUnion(own.map(\.product)) }
            }
            if before == (products.count, groups.count) { return (products, groups) }
        }
    }

    /// Rules 55 to 60.
    package func eligibility(
        of named: [String]?, inGroup name: String? = nil, _ time: Double, _ staleAfter: Double, isComplete: Bool
    ) -> String {
        let products = group(named ?? [], name).0
        let own = purchases.indices.filter { products.contains(purchases[$0].product) && purchases[$0].isPeriod }
        let begun = own.filter { purchases[$0].start <= time }
        // 55
        if begun.contains(where: { purchases[$0].hadOffer }) {
            return "ineligible offerUsed"
        }
        // 56
        if entitlements(time, staleAfter).contains(where: {
            products.contains(purchases[$0.purchase].product) && purchases[$0.purchase].isPeriod
        }) {
            return "ineligible subscribed"
        }
        // 57
        let related = subscriptions.indices.filter {
            subscriptions[$0].contains { products.contains(purchases[$0].product) }
        }
        for subscription in related where hasHole(subscription) { return "undetermined incompleteHistory" }
        // 58
        if !isXcode, begun.contains(where: { purchases[$0].isTrialUnknown }) {
            return "undetermined unknownTrial"
        }
        // 59
        if receipts.isEmpty, !isComplete { return "undetermined incompleteHistory" }
        if related.contains(where: { missing($0, time, staleAfter) != nil }) { return "undetermined missing" }
        // 60
        if name != nil {
            let isUnknown = purchases.contains { purchase in
                purchase.isPeriod && purchase.start <= time && !isGroupKnown(purchase.product)
            }
            if isUnknown { return "undetermined unknownGroup" }
        }
        return begun.isEmpty ? "eligible newCustomer" : "eligible offerUnused"
    }

    private func isGroupKnown(_ product: String) -> Bool {
        subscriptions.indices.contains { subscription in
            let own = members(subscription).map { purchases[$0] }
            guard own.contains(where: { $0.latestTransaction?.group != nil }) else { return false }
            return own.contains { same($0.product, product) }
        }
    }

    /// Rule 57.
    private func hasHole(_ subscription: Int) -> Bool {
        let own = members(subscription)
        let name = purchases[subscriptions[subscription][0]].original
        let isKnown = own.contains { purchases[$0].copies.contains { same($0.transaction, name) } }
        if !isKnown, !(isXcode && name == "0") { return true }
        let first = own.map { purchases[$0].start }.min() ?? .infinity
        if let original = own.compactMap({ purchases[$0].originallyPurchased }).min(), original < first - secondsOfDay {
            return true
        }
        guard let previous = own.compactMap({ purchases[$0].previous }).last else { return false }
        return !subscriptions.contains { same(purchases[$0[0]].original, previous) }
    }
}
