// Rules 50 to 54: access to products.

package enum ModelAccess: Equatable, Sendable {
    case granted(position: Int, state: String, end: Double)
    case denied(reason: String, since: Double?, position: Int?, knownAsOf: Double?)
    case undetermined(
        missing: Set<String>, originalTransactionIDs: [String], since: Double?, position: Int?, knownAsOf: Double)
}

extension LedgerModel {
    package func access(
        to product: String, _ time: Double, staleAfter: Double = 0, nonRenewing: ((Row) -> Double?)? = nil
    ) -> ModelAccess {
        let own = entitlements(to: product, time, staleAfter, nonRenewing)
        if let best = best(own) { return .granted(position: best.position, state: best.state, end: best.until) }
        let lacking = chains.filter { lacks($0, product, time, staleAfter) }
        let denial = denial(product, time, nonRenewing)
        // Rule 52.
        let isOfUnknownType = rows.contains { row in
            isSameText(row.product, product) && row.isOfUnknownType && !row.isSubscription && row.start <= time
                && !row.isRevoked(time)
        }
        guard lacking.isEmpty, !isOfUnknownType else {
            return .undetermined(
                missing: Set(
                    lacking.compactMap { missing($0, time, staleAfter) } + (isOfUnknownType ? ["productType"] : [])),
                // Rule 51: no identifiers in Xcode.
                originalTransactionIDs: isXcode ? [] : lacking.map(original), since: denial.since,
                position: denial.position,
                // Rule 53: with several subscriptions, the latest date.
                knownAsOf: (lacking.map { knownAsOf($0, time) } + [denial.knownAsOf, denial.since].compactMap(\.self))
                    .max()
                    ?? -.infinity)
        }
        return .denied(
            reason: denial.reason, since: denial.since, position: denial.position, knownAsOf: denial.knownAsOf)
    }

    /// Rule 54.
    // An undetermined answer takes `since` and `purchase` from the product to which access ended last, even if access
    // to that product is denied. A product that still gives access counts as ending last, and a product that was never
    // bought is used only if there is no other.
    package func access(
        to products: [String], _ time: Double, staleAfter: Double = 0, nonRenewing: ((Row) -> Double?)? = nil
    ) -> ModelAccess {
        let answers = products.map { access(to: $0, time, staleAfter: staleAfter, nonRenewing: nonRenewing) }
        var granted: [ModelEntitlement] = []
        var missing: Set<String> = []
        var chains: [String] = []
        var asOf = -Double.infinity
        var undetermined: (since: Double?, position: Int?)?
        var denied: (answer: ModelAccess, since: Double?, position: Int?)?
        func isLater(_ a: (since: Double?, position: Int?), _ b: (since: Double?, position: Int?)) -> Bool {
            a.since ?? -.infinity > b.since ?? -.infinity
        }
        for answer in answers {
            switch answer {
            case .granted(let position, let state, let end):
                granted.append(ModelEntitlement(position: position, state: state, until: end))
            case .undetermined(let reasons, let identifiers, let since, let position, let knownAsOf):
                missing.formUnion(reasons)
                chains += identifiers.filter { one in !chains.contains { isSameText($0, one) } }
                asOf = max(asOf, knownAsOf)
                if undetermined.map({ isLater((since, position), $0) }) ?? true { undetermined = (since, position) }
            case .denied(_, let since, let position, _):
                if denied.map({ isLater((since, position), ($0.since, $0.position)) }) ?? true {
                    denied = (answer, since, position)
                }
            }
        }
        if let best = best(granted.sorted { $0.position < $1.position }) {
            return .granted(position: best.position, state: best.state, end: best.until)
        }
        if var undetermined {
            if let denied, isLater((denied.since, denied.position), undetermined) {
                undetermined = (denied.since, denied.position)
            }
            return .undetermined(
                missing: missing,
                originalTransactionIDs: self.chains.map(original).filter { one in
                    chains.contains { isSameText($0, one) }
                }, since: undetermined.since, position: undetermined.position,
                knownAsOf: max(asOf, undetermined.since ?? -.infinity))
        }
        return denied?.answer ?? .denied(reason: "noPurchaseKnown", since: nil, position: nil, knownAsOf: nil)
    }

    private func isOf(_ position: Int, _ product: String) -> Bool { isSameText(rows[position].product, product) }

    /// Rule 50: the owned one before a subscribed one, then the one that lasts longest, then the later purchase.
    private func best(_ entitlements: [ModelEntitlement]) -> ModelEntitlement? {
        var best: ModelEntitlement?
        for one in entitlements {
            guard let old = best else {
                best = one
                continue
            }
            let (isOwned, wasOwned) = (one.state == "owned", old.state == "owned")
            if isOwned != wasOwned ? isOwned : one.until >= old.until { best = one }
        }
        return best
    }

    // MARK: Undetermined

    /// Returns whether missing evidence of a subscription could give access to the product.
    private func lacks(_ chain: [Int], _ product: String, _ time: Double, _ staleAfter: Double) -> Bool {
        guard let missing = missing(chain, time, staleAfter) else { return false }
        let purchases = rows.indices.filter { isOf($0, product) }.map { rows[$0] }
        // Rule 51: the product is known to be of another kind.
        if !purchases.isEmpty, purchases.allSatisfy({ isKnownOtherType($0.type) }) { return false }
        // Rule 51: the subscription has a period of the product, or an info about an unseen period names it.
        if members(chain).contains(where: { isOf($0, product) }) { return true }
        let unseen = infos(chain).filter { $0.subject == .unseen }.map(\.renewal)
        if unseen.contains(where: { isSameText($0.product ?? "", product) }) { return true }
        // Rule 51: any info, ever merged, names it as the next product.
        if infos(chain).contains(where: { !$0.renewal.isOff && isSameText($0.renewal.preference, product) }) {
            return true
        }
        // Rule 51: no purchase names the product, and `productChange` is missing.
        return missing == "productChange" && purchases.isEmpty
    }

    /// Returns whether any renewal info names the product.
    func isNamed(_ product: String, _ chain: [Int]) -> Bool {
        infos(chain).map(\.renewal).contains { info in
            [info.preference, info.product].compactMap(\.self).contains { isSameText($0, product) }
        }
    }

    // MARK: Denied

    private struct ModelDenial {
        var reason = "noPurchaseKnown"
        var since: Double?
        var position: Int?
        var knownAsOf: Double?
    }

    /// Rule 53.
    private func denial(_ product: String, _ time: Double, _ nonRenewing: ((Row) -> Double?)?) -> ModelDenial {
        var best = ModelDenial()
        // Rule 53: `knownAsOf` is based on all subscriptions that have the product or an info that names it.
        let named = chains.filter { isNamed(product, $0) }.map { knownAsOf($0, time) }
        var dates: [Double] = []
        func rank(_ denial: ModelDenial) -> (Double, Int, Double) {
            let reasons = ["noPurchaseKnown", "notAnEntitlement", "notStarted"]
            return (
                denial.since ?? -.infinity, reasons.firstIndex(of: denial.reason) ?? reasons.count,
                denial.position.map { rows[$0].latest.purchased } ?? -.infinity
            )
        }
        func consider(_ denial: ModelDenial) {
            dates += [denial.knownAsOf].compactMap(\.self)
            if rank(best) < rank(denial) { best = denial }
        }
        for chain in chains {
            let own = chain.filter { isOf($0, product) }
            if own.isEmpty { continue }
            let begun = own.filter { rows[$0].start <= time }
            let ran = own.filter { !overtaken.contains($0) }
            let position =
                begun.last { ran.contains($0) } ?? begun.last ?? ran.first ?? own[0]
            let since = boundaries.last { date in
                date <= time && entitled(chain, date - 1, 0).contains { isOf($0.position, product) }
            }
            consider(
                ModelDenial(
                    reason: reason(position, chain, since, time), since: since, position: position,
                    knownAsOf: knownAsOf(chain, time)))
        }
        let others = rows.indices.filter { isOf($0, product) && !rows[$0].isSubscription }
            .sorted { (rows[$0].start, $0) < (rows[$1].start, $1) }
        if let first = others.first {
            let begun = others.filter { rows[$0].start <= time }
            let position = begun.last { !rows[$0].isRevoked(time) } ?? begun.last ?? first
            var denial = other(position, time, nonRenewing)
            denial.since = lastEnd(product, others, time, nonRenewing)
            consider(denial)
        }
        if dates.isEmpty { dates += receipts.map(\.created) }
        // Rule 33: an answer's `knownAsOf` is never before its `since`.
        best.knownAsOf = (dates + named + [best.since].compactMap(\.self)).max()
        return best
    }

    /// Returns the end of the last access by a purchase that isn't a subscription.
    private func lastEnd(
        _ product: String, _ others: [Int], _ time: Double, _ nonRenewing: ((Row) -> Double?)?
    ) -> Double? {
        let dates = others.flatMap { position in
            [rows[position].start, ends[position], seasonEnd(position, nonRenewing)].compactMap(\.self)
        }
        return dates.filter { $0 <= time }.sorted().last { date in
            entitlements(to: product, date.nextDown, 0, nonRenewing).contains { !rows[$0.position].isSubscription }
        }
    }

    private func reason(_ position: Int, _ chain: [Int], _ since: Double?, _ time: Double) -> String {
        guard rows[position].start <= time else { return "notStarted" }
        if rows[position].isVoid { return "revoked" }
        // Rule 53: `replaced`, also if another subscription took over when it was revoked, or in its grace period.
        if overtaken.contains(position) || rows[position].upgraded != nil || causes[position] == .replacement {
            return "replaced"
        }
        if let since, since != ends[position], successions(chain).contains(since) { return "replaced" }
        return rows[position].isRevoked(time) ? "revoked" : "expired"
    }

    /// Returns the denial for a purchase that isn't a subscription.
    private func other(_ position: Int, _ time: Double, _ nonRenewing: ((Row) -> Double?)?) -> ModelDenial {
        let row = rows[position]
        var denial = ModelDenial(reason: "notAnEntitlement", position: position, knownAsOf: knownAsOf(position, time))
        if !(row.start <= time) {
            denial.reason = "notStarted"
        } else if row.isRevoked(time) {
            denial.reason = "revoked"
        } else if row.isNonRenewing, nonRenewing?(row) != nil {
            // Rule 53: a purchase is no entitlement if the caller gives no end for it.
            denial.reason = "expired"
        }
        return denial
    }

    /// Rule 53: of a purchase that isn't a subscription, the date of the preferred copy, or its revocation date if that
    /// is later.
    private func knownAsOf(_ position: Int, _ time: Double) -> Double {
        let row = rows[position]
        if row.isSubscription, let chain = chains.first(where: { isOneChain(rows[$0[0]].latest, row.latest) }) {
            return knownAsOf(chain, time)
        }
        return max(row.latest.date, row.revoked ?? -.infinity)
    }
}
