// Rules 12 to 19: which periods never ran, and what ended each. The end of grace periods is in LedgerModel+Grace.swift.

extension LedgerModel {
    /// Finds the end of each row: its own end, the start of the period that replaced it, or the start of the subscription that took over.
    mutating func endPeriods() {
        ends = rows.map(\.end)
        causes = rows.map { $0.isVoid || $0.end < $0.term ? .revocation : .expiration }
        for chain in chains { replace(in: chain) }
        for chain in chains { succeed(chain) }
    }

    /// Goes through a subscription in the order of starts. A period that starts and runs ends the period that it
    /// replaces.
    private mutating func replace(in chain: [Int]) {
        /// The end of each period that ran, including those that are now treated as never purchased (rule 18).
        var ran: [Int: Double] = [:]
        for position in chain where rows[position].start < rows[position].term {
            let row = rows[position]
            let running = chain.filter { row.start < ran[$0] ?? -.infinity }
            // Rule 18 also applies if the customer soon left the product that overtook an already charged renewal.
            let beside = chain.filter { other in
                guard let end = ran[other], !overtaken.contains(other) else { return false }
                let isLater = row.chargedAhead.map { $0 <= rows[other].start } ?? false
                return row.start < (isLater ? rows[other].term : end)
            }
            // Rule 12 decides first, and such a period ends no other one (rule 16).
            if neverRan(row, beside: beside, in: chain, ran) {
                overtaken.insert(position)
                end(position, at: row.start, .replacement)
                // Rule 13: the product that overtook the renewal replaced the period before it, which Apple doesn't mark as upgraded.
                let changes = beside.filter {
                    isOther(rows[$0], row) && !rows[$0].isVoidRenewal && row.start - day <= rows[$0].start
                        && mayEnd(rows[$0], row)
                }
                for old in chain where rows[old].term == row.start && !overtaken.contains(old) {
                    guard let change = changes.last, isOther(rows[change], rows[old]),
                        mayEnd(rows[change], rows[old])
                    else { continue }
                    let date = rows[change].start
                    guard rows[old].start <= date, date < ran[old] ?? -.infinity else { continue }
                    ran[old] = date
                    end(old, at: date, .replacement)
                }
                continue
            }
            // Rule 15.
            if row.isVoidRenewal {
                for old in running where showsChange(row, rows[old], in: chain, ran[old] ?? row.start) {
                    ran[old] = row.start
                    end(old, at: row.start, .replacement)
                }
                // Rule 30.
                let goesOn = running.contains { old in
                    row.start < ran[old] ?? row.start && isOther(row, rows[old]) && !overtaken.contains(old)
                        && !leftAside.contains(old)
                }
                if goesOn { leftAside.insert(position) }
            }
            // Rule 16. A voided period that isn't called RENEWAL did run, even if only a receipt shows it, because only renewals are
            // charged ahead. The periods that it ended never come back (rule 18).
            for old in running where !row.isVoidRenewal && replaces(row, rows[old]) {
                ran[old] = row.start
                end(old, at: row.start, .replacement)
            }
            // Rule 17.
            let revoked = max(row.start, row.revoked ?? .infinity)
            let upgraded = max(row.start, row.upgraded ?? .infinity)
            ran[position] = min(row.term, revoked, upgraded)
            if upgraded < row.term, upgraded <= revoked { end(position, at: upgraded, .replacement) }
        }
    }

    private mutating func end(_ position: Int, at date: Double, _ cause: Cause) {
        if rows[position].isVoid { return }
        ends[position] = date
        causes[position] = cause
    }

    /// Two periods differ in product, or in the billing plans that transactions state. If one plan is unknown, the plans
    /// don't differ.
    private func isOther(_ a: Row, _ b: Row) -> Bool {
        if !isSameText(a.product, b.product) { return true }
        guard let one = a.transaction?.billingPlan, let two = b.transaction?.billingPlan else { return false }
        return !isSameText(one, two)
    }

    /// Rule 14: a copy that isn't upgraded says something only if it is dated after the start of the replacement.
    /// If two periods of one product overlap, neither ends the other.
    private func replaces(_ new: Row, _ old: Row) -> Bool {
        if !isOther(new, old) || !mayEnd(new, old) { return false }
        if old.upgraded != nil { return true }
        guard let transaction = old.transaction else { return true }
        return transaction.date <= new.start
    }

    /// A period may end another only if neither is of unknown type (rule 5), or if the other is upgraded.
    private func mayEnd(_ new: Row, _ old: Row) -> Bool {
        !new.isOfUnknownType && !old.isOfUnknownType || old.upgraded != nil
    }

    private func margin(_ renewal: Row) -> Double {
        isSandbox || isXcode ? min(day, (renewal.term - renewal.start) / 10) : day
    }

    /// Returns whether an info that was signed at or after both starts has the other period's expiration as its renewal date.
    private func isMostRecent(_ other: Row, after renewal: Row, in chain: [Int]) -> Bool {
        renewals.contains { info in
            isSameText(info.chain, original(chain)) && info.renewalDate == other.term
                && info.date >= max(other.start, renewal.start)
        }
    }

    /// Rule 15: a renewal that begins inside a period which ran until an instant.
    private func showsChange(_ renewal: Row, _ old: Row, in chain: [Int], _ ran: Double) -> Bool {
        guard renewal.isRenewal, isOther(renewal, old), mayEnd(renewal, old) else { return false }
        guard old.start < renewal.start, renewal.start < ran else { return false }
        if isMostRecent(old, after: renewal, in: chain) { return false }
        if old.upgraded == nil, let transaction = old.transaction, transaction.date >= renewal.start { return false }
        return renewal.isCleanAfterItsStart || old.start + margin(renewal) < renewal.start
    }

    /// Rule 12 (a).
    private func isDisowned(_ row: Row, in chain: [Int]) -> Bool {
        let followsOwn = chain.contains { place in
            let before = rows[place]
            return !overtaken.contains(place) && before.term == row.start && before.start < row.start
                && isSameText(before.product, row.product)
        }
        guard row.isRenewal || followsOwn else { return false }
        return chain.map { rows[$0] }.contains { other in
            other.isPurchase && isOther(other, row) && mayEnd(other, row) && other.start < row.start
                && row.start < other.term
                && other.start >= row.start - margin(row)
                && (isMostRecent(other, after: row, in: chain) || followsOwn && row.isTakenBack)
        }
    }

    /// Rule 12.
    private func neverRan(_ row: Row, beside running: [Int], in chain: [Int], _ ran: [Int: Double]) -> Bool {
        // Rule 12: a period that any copy calls PURCHASE is not a renewal.
        if row.isPurchase { return false }
        if isDisowned(row, in: chain) { return true }
        if let upgraded = row.upgraded, upgraded <= row.start { return true }
        // Rule 12 (c): a clean transaction dated at or after the start shows that it ran. A receipt doesn't, because
        // receipts list overtaken renewals.
        if row.isShownAfterItsStart { return false }
        for place in running {
            let other = rows[place]
            if !isOther(other, row) || other.isVoidRenewal || !mayEnd(other, row) { continue }
            let isShown =
                other.start + margin(row) < row.start && showsChange(row, other, in: chain, ran[place] ?? row.start)
            if other.start < row.start, !isShown, isOvertaken(row, by: other, in: chain) { return true }
            if row.claims.contains(where: { $0.isClean && $0.date >= row.start }) { continue }
            // Rule 12 (e): the other period began first, and nothing else explains the upgrade.
            if row.upgraded == nil || isExplained(row, without: other, in: chain) { continue }
            if other.upgraded == nil || isExplained(other, without: row, in: chain) { return true }
        }
        return false
    }

    /// Returns whether another product, which still runs at the start of a renewal, began after the renewal had been
    /// charged ahead.
    private func isOvertaken(_ row: Row, by other: Row, in chain: [Int]) -> Bool {
        // Rule 12 (d): the other period began at or after the start of a period that expires at the renewal's start.
        for place in chain where !overtaken.contains(place) {
            let before = rows[place]
            guard before.term == row.start, before.start <= other.start else { continue }
            // A downgrade renews to a different product than that of the previous row.
            if !isOther(before, row) || row.start - day <= other.start { return true }
        }
        // Rule 12 (d): the other period began after the renewal had been charged ahead, even if the period before the renewal isn't known.
        return row.chargedAhead.map { $0 <= other.start } ?? false
    }

    /// Returns whether a third product began before the evidence that the period was upgraded.
    private func isExplained(_ row: Row, without other: Row, in chain: [Int]) -> Bool {
        chain.map { rows[$0] }.contains { third in
            row.start < third.start && third.start <= row.term && third.start <= row.upgraded ?? row.term
                && isOther(third, row) && isOther(third, other)
        }
    }

    // MARK: Predecessors

    /// Rule 19: the earlier of its earliest original purchase date and its first known start.
    package func beginning(_ chain: [Int]) -> Double {
        let own = members(chain).map { rows[$0] }
        return (own.map(\.start) + own.compactMap(\.originallyPurchased)).min() ?? .infinity
    }

    /// Returns the dates when the subscriptions began that name this one as their predecessor.
    // Rule 19: they begin even if all their known periods were refunded. If a customer returned and left again, another purchase names this
    // subscription as its predecessor. Such a purchase is left out if it renews an earlier one: it begins when the earlier one ends, or
    // says RENEWAL.
    package func successions(_ chain: [Int]) -> [Double] {
        var dates: [Double] = []
        for other in chains where other != chain {
            let naming = members(other).filter { position in
                rows[position].transaction?.previous.map { isSameText($0, original(chain)) } ?? false
            }
            if naming.isEmpty { continue }
            let switches = naming.enumerated().filter { place, position in
                let earlier = naming[..<place]
                let isRenewal = rows[position].claims.contains { $0.reason == "RENEWAL" }
                return earlier.isEmpty || !isRenewal && !earlier.contains { rows[$0].term == rows[position].start }
            }
            dates += [beginning(other)] + switches.map { rows[$0.element].start }
        }
        return dates.sorted()
    }

    /// Rule 19: periods that began before the other subscription end at its beginning at the latest.
    private mutating func succeed(_ chain: [Int]) {
        for beginning in successions(chain) {
            // Rule 19: a period that was revoked in that second is ended by the other subscription.
            for position in chain where rows[position].start < beginning && beginning <= ends[position] {
                if beginning == ends[position], causes[position] == .expiration { continue }
                end(position, at: beginning, .replacement)
            }
        }
    }

    /// Returns the predecessor that is named by the last row that names one.
    package func predecessor(_ chain: [Int]) -> [Int]? {
        guard let previous = members(chain).compactMap({ rows[$0].transaction?.previous }).last else { return nil }
        return chains.first { isSameText(original($0), previous) }.flatMap { $0 == chain ? nil : $0 }
    }

    package func gaps(_ chain: [Int]) -> [[Double]] {
        var gaps: [[Double]] = []
        var end: Double?
        for position in chain where rows[position].start < ends[position] {
            if let end, rows[position].start > end { gaps.append([end, rows[position].start]) }
            end = max(end ?? ends[position], ends[position])
        }
        return gaps
    }
}
