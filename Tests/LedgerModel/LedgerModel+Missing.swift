// Rules 34 to 49: missing evidence of a subscription.

extension LedgerModel {
    /// Returns `renewal`, `billingRecovery`, `productChange`, or nil.
    package func missing(_ chain: [Int], _ time: Double, _ staleAfter: Double = 0) -> String? {
        // Rule 34.
        if !entitled(chain, time, staleAfter).isEmpty {
            guard let unseen = latestUnseen(chain), let product = unseen.product, missing(unseen, time) != nil,
                let shown = status(chain, time, staleAfter: staleAfter, isMissingKnown: false)?.position,
                !isSameText(rows[shown].product, product)
            else { return nil }
            return "productChange"
        }
        guard let position = latest(chain, time) else { return missingBeforeAll(chain, time) }
        let row = rows[position]
        // Rules 36 to 39.
        if isSucceeded(chain, time) { return nil }
        if isSaidActive(chain, time) { return "renewal" }
        if isSettledRefund(position, chain, time) { return nil }
        if isNatural(position), let problem = problemWithoutGrace(position, chain),
            time < min(problem, row.term + longestGrace)
        {
            return "billingRecovery"
        }
        // Rule 40.
        let isChanged = isChange(row) || hasLostUpgrade(position, chain, time)
        // Rule 41.
        if !isChanged, let info = latestInfo(about: position, chain), info.date >= row.term,
            isUpTo(time, info.date + staleAfter)
        {
            let states = isInRetry(info, row.term) || info.hasIntent || givesGrace(info, row.term)
            let isNotice = beside(info).contains(4) && isOfItsProduct(info.product, position)
            if info.renewalDate != nil || states || isNotice { return nil }
        }
        // Rule 42.
        if latestUnseen(chain) == nil, let last = lastStatus(chain, time), [2, 5].contains(last.code),
            last.date >= row.revoked ?? row.term, isUpTo(time, last.date + staleAfter)
        {
            return nil
        }
        // Rule 43.
        if !isChanged, let created = receiptDates(chain).max(), created >= row.term, isUpTo(time, created + staleAfter)
        {
            let missing = missingAfterKnown(position, chain, time)
            let mayRecover = missing == "billingRecovery" || missing == "renewal" && !isXcode
            return mayRecover && isUpTo(time, row.term + longestGrace) ? "billingRecovery" : nil
        }
        // Rule 44.
        if let unseen = latestUnseen(chain) {
            guard let missing = missing(unseen, time) else { return nil }
            return isSameText(unseen.product ?? row.product, row.product) ? missing : "productChange"
        }
        // Rule 45.
        if isChanged { return isChangeSettled(position, chain, time) ? nil : "productChange" }
        return missingAfterKnown(position, chain, time)
    }

    /// Rule 35.
    private func missingBeforeAll(_ chain: [Int], _ time: Double) -> String? {
        guard beginning(chain) <= time else { return nil }
        if isSaidActive(chain, time) { return "renewal" }
        let hasOvertaken = chain.contains { overtaken.contains($0) && rows[$0].start <= time }
        return hasOvertaken ? "productChange" : "renewal"
    }

    /// Rule 36.
    private func isSaidActive(_ chain: [Int], _ time: Double) -> Bool {
        statuses(chain).contains { status in
            guard status.code == 1, status.date <= time else { return false }
            let isCovered = chain.contains { position in
                let row = rows[position]
                if row.isVoid {
                    return !overtaken.contains(position) && row.start <= status.date && status.date < row.term
                }
                return runs(position, status.date)
            }
            if isCovered || !entitled(chain, status.date, 0).isEmpty { return false }
            var deciding = statuses(chain).map(\.date) + infos(chain).map(\.renewal.date) + receiptDates(chain)
            deciding += chain.filter { !overtaken.contains($0) && !leftAside.contains($0) }.map { rows[$0].start }
            return !deciding.contains { status.date < $0 && $0 <= time }
        }
    }

    private func lastStatus(_ chain: [Int], _ time: Double) -> ModelSignedStatus? {
        statuses(chain).filter { $0.date <= time }.max { $0.date < $1.date }
    }

    /// Rule 38.
    private func problemWithoutGrace(_ position: Int, _ chain: [Int]) -> Double? {
        let term = rows[position].term
        let infos = infos(about: position, chain).filter {
            isInRetry($0, term) || $0.intent == 2 || beside($0).contains(3)
        }
        let bare = statuses(about: position, chain).filter { $0.code == 3 && $0.info == nil }
        guard let first = (infos.map(\.date) + bare.map(\.date)).min() else { return nil }
        let hasGrace = infos.contains { $0.date == first && (givesGrace($0, term) || beside($0).contains(4)) }
        return hasGrace ? nil : first
    }

    /// A lone addition of seats says nothing about the period that it was added to.
    private func revocation(_ position: Int) -> Double? {
        let knowsBase = family(position).contains { member in
            rows[member].claims.contains { $0.form == .transaction && !($0.isSeatAddition && $0.isSubscription) }
        }
        return rows[position].carriesSeatAddition && !knowsBase ? nil : rows[position].revoked
    }

    private func isChange(_ row: Row) -> Bool { row.upgraded != nil || row.isRevokedForChange }

    /// Rule 39.
    private func isSettledRefund(_ position: Int, _ chain: [Int], _ time: Double) -> Bool {
        let row = rows[position]
        guard let revoked = revocation(position), row.isRevoked(time) else { return false }
        if isChange(row) { return false }
        let next = startOfNext(position, chain)
        if next <= row.term { return true }
        guard time < row.term else { return false }
        if let unseen = latestUnseen(chain), unseen.date >= revoked { return false }
        return !statuses(chain).contains { [1, 3, 4].contains($0.code) && $0.date >= revoked && $0.date < next }
    }

    /// Returns the start of the next period that ran.
    private func startOfNext(_ position: Int, _ chain: [Int]) -> Double {
        let next = chain.first { other in
            position < other && !overtaken.contains(other)
                && (!rows[other].isVoidRenewal || rows[other].isCleanAfterItsStart)
        }
        return next.map { rows[$0].start } ?? .infinity
    }

    private func hasLostUpgrade(_ position: Int, _ chain: [Int], _ time: Double) -> Bool {
        if rows[position].isVoid { return false }
        return chain.contains { other in
            position < other && overtaken.contains(other) && rows[other].upgraded != nil
                && ends[position] <= rows[other].start && rows[other].start <= time
        }
    }

    /// Rule 44.
    private func missing(_ unseen: ModelRenewal, _ time: Double) -> String? {
        guard let date = unseen.renewalDate, date <= time else { return "renewal" }
        if isInRetry(unseen, date) || beside(unseen).contains(3) { return "billingRecovery" }
        return unseen.hasIntent ? nil : "renewal"
    }

    private func isOverByStatus(_ position: Int, _ chain: [Int], _ time: Double) -> Bool {
        guard let last = lastStatus(chain, time) else { return false }
        return [2, 5].contains(last.code) && last.date >= rows[position].term
    }

    private func isDecidedByReceipt(_ position: Int, _ chain: [Int]) -> Bool {
        let wait = isSandbox ? 7 * day : retryDays(position) * day
        return receiptDates(chain).contains { $0 >= rows[position].term + wait }
    }

    /// Rule 45.
    private func isChangeSettled(_ position: Int, _ chain: [Int], _ time: Double) -> Bool {
        isOverByStatus(position, chain, time) || isDecidedByReceipt(position, chain)
            || infos(about: position, chain).contains {
                $0.hasIntent && $0.date >= rows[position].term && $0.date <= time
            }
    }

    /// Rule 46.
    private func endsWithRevocation(_ position: Int, _ chain: [Int], _ time: Double) -> Bool {
        let row = rows[position]
        guard let revoked = revocation(position) else { return false }
        if let known = known(chain, time), !isSameText(rows[known].product, row.product) { return true }
        if isOverByStatus(position, chain, time) { return true }
        let about = infos(about: position, chain)
        if about.contains(where: { $0.hasIntent && $0.date >= revoked || $0.isOff && $0.date >= row.term }) {
            return true
        }
        let margin = isSandbox ? min(day, (row.term - row.start) / 10) : day
        guard revoked < row.term - margin else { return false }
        if !row.isMonthlyCommitment { return true }
        let next = startOfNext(position, chain)
        let since = infos(chain).map(\.renewal).filter { $0.date >= revoked && $0.date < next }
        guard let last = latest(since) else { return false }
        return last.isOff || last.hasIntent
    }

    /// Rules 46 to 49.
    private func missingAfterKnown(_ position: Int, _ chain: [Int], _ time: Double) -> String? {
        let row = rows[position]
        if endsWithRevocation(position, chain, time) || isDecidedByReceipt(position, chain) { return nil }
        // Rule 48.
        let info = latestInfo(about: position, chain)
        let retry = statuses(about: position, chain).filter { $0.code == 3 }.map(\.date).max()
        let notice = graceNotices(position, chain).max()
        if let retry, retry >= info?.date ?? retry, retry > notice ?? -.infinity { return "billingRecovery" }
        if let notice, notice >= info?.date ?? notice { return "renewal" }
        if let info {
            if isInRetry(info, row.term) { return "billingRecovery" }
            if info.hasIntent { return nil }
            if info.isOff, let date = info.renewalDate, date <= info.date { return nil }
        }
        // Rule 49.
        return !isXcode && receiptDates(chain).contains { $0 >= row.term } ? "billingRecovery" : "renewal"
    }
}
