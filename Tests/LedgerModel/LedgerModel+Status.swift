// Rules 29 to 33: the running period, access, and the five states.

/// The status of a subscription.
package struct ModelStatus: Equatable, Sendable {
    /// The state, as StoreKit calls it.
    package let state: String
    package let until: Double?
    package let position: Int?
    package let missing: String?
    package let knownAsOf: Double
}

/// An entitlement at a date.
package struct ModelEntitlement: Equatable, Sendable {
    package let position: Int
    package let state: String
    package let until: Double
}

extension LedgerModel {
    func runs(_ position: Int, _ time: Double) -> Bool { rows[position].start <= time && time < ends[position] }

    /// Returns the period in effect.
    package func running(_ chain: [Int], _ time: Double) -> Int? { chain.last { runs($0, time) } }

    /// Rule 30: the latest period, L.
    package func latest(_ chain: [Int], _ time: Double) -> Int? {
        chain.last { rows[$0].start <= time && !overtaken.contains($0) && !leftAside.contains($0) }
    }

    /// Rule 29: a renewal that was charged ahead gives access at dates that no period contains, whatever ended the
    /// period.
    package func ahead(_ chain: [Int], _ time: Double) -> Int? {
        if chain.contains(where: { rows[$0].start <= time && time < rows[$0].term }) { return nil }
        return chain.first { position in
            guard !overtaken.contains(position), let signed = rows[position].signedAhead else { return false }
            return signed <= time && time < rows[position].start
        }
    }

    /// Returns the latest period if it is in its grace period.
    package func inGrace(_ chain: [Int], _ time: Double, _ staleAfter: Double = 0) -> Int? {
        guard let position = latest(chain, time), ends[position] <= time,
            let end = graceEnd(position, chain, staleAfter), time < end
        else { return nil }
        return position
    }

    /// Returns the periods that give access in a subscription: the last running period of each product (rule 50),
    /// periods charged ahead, and periods in grace, but no grace while another product is still running (rule 31).
    package func entitled(_ chain: [Int], _ time: Double, _ staleAfter: Double = 0) -> [ModelEntitlement] {
        let running = chain.filter { runs($0, time) }
        var all = running.filter { position in
            !running.contains { $0 > position && isSameText(rows[$0].product, rows[position].product) }
        }.map { ModelEntitlement(position: $0, state: "subscribed", until: ends[$0]) }
        func add(_ position: Int, _ state: String, _ until: Double) {
            if all.contains(where: { isSameText(rows[$0.position].product, rows[position].product) }) { return }
            all.append(ModelEntitlement(position: position, state: state, until: until))
        }
        if let ahead = ahead(chain, time) { add(ahead, "subscribed", ends[ahead]) }
        // In grace, access ends with the grace period.
        if all.isEmpty, let position = inGrace(chain, time, staleAfter), let end = graceEnd(position, chain, staleAfter)
        {
            add(position, "inGracePeriod", end)
        }
        return all
    }

    /// Returns everything that gives access, in the order of the ledger.
    package func entitlements(
        _ time: Double, _ staleAfter: Double = 0, nonRenewing: ((Row) -> Double?)? = nil
    ) -> [ModelEntitlement] {
        entitlements(rows.indices, chains, time, staleAfter, nonRenewing)
    }

    /// Returns the entitlements to one product.
    func entitlements(
        to product: String, _ time: Double, _ staleAfter: Double, _ nonRenewing: ((Row) -> Double?)?
    ) -> [ModelEntitlement] {
        let own = rows.indices.filter { isSameText(rows[$0].product, product) }
        let chains = chains.filter { $0.contains { own.contains($0) } }
        return entitlements(own, chains, time, staleAfter, nonRenewing).filter { own.contains($0.position) }
    }

    private func entitlements(
        _ own: some Sequence<Int>, _ chains: [[Int]], _ time: Double, _ staleAfter: Double,
        _ nonRenewing: ((Row) -> Double?)?
    ) -> [ModelEntitlement] {
        var all = chains.flatMap { entitled($0, time, staleAfter) }
        for position in own where rows[position].start <= time {
            if rows[position].isOwned, time < ends[position] {
                all.append(ModelEntitlement(position: position, state: "owned", until: ends[position]))
            }
            if let end = seasonEnd(position, nonRenewing), time < end {
                all.append(ModelEntitlement(position: position, state: "nonRenewing", until: end))
            }
        }
        return all.sorted { $0.position < $1.position }
    }

    /// Returns the end of a non-renewing subscription, according to the caller's duration.
    func seasonEnd(_ position: Int, _ nonRenewing: ((Row) -> Double?)?) -> Double? {
        guard rows[position].isNonRenewing, let end = nonRenewing?(rows[position]) else { return nil }
        return min(end, ends[position])
    }

    /// Rule 19: the subscription is succeeded. A period that begins in the second of the takeover has begun after it.
    package func isSucceeded(_ chain: [Int], _ time: Double) -> Bool {
        let own = latest(chain, time).map { rows[$0].start } ?? -.infinity
        return successions(chain).contains { own < $0 && $0 <= time }
    }

    // MARK: The status

    /// Rule 31: 60 days, or 90 in a commitment that is billed `MONTHLY`; without a known plan 90 from May 2026 on.
    func retryDays(_ position: Int) -> Double {
        if rows[position].isMonthlyCommitment { return 90 }
        return rows[position].transaction?.billingPlan == nil && rows[position].start >= 1_777_593_600 ? 90 : 60
    }

    private func isInRetry(_ position: Int, _ chain: [Int], _ time: Double) -> Bool {
        guard isNatural(position), !isSucceeded(chain, time), ends[position] <= time else { return false }
        let info = latestInfo(about: position, chain)
        let status = statuses(about: position, chain).filter { $0.code == 3 }.map(\.date).max()
        let isLast = status.map { $0 >= info?.date ?? $0 } ?? false
        guard isLast || info.map({ isInRetry($0, rows[position].term) }) ?? false else { return false }
        return time < rows[position].term + (isSandbox ? day : retryDays(position) * day)
    }

    /// Rule 31. Access comes before `revoked`, so that status and entitlements agree.
    private func standing(_ chain: [Int], _ time: Double, _ staleAfter: Double) -> (state: String, position: Int?) {
        if let position = running(chain, time) ?? ahead(chain, time) { return ("subscribed", position) }
        if let position = inGrace(chain, time, staleAfter) { return ("inGracePeriod", position) }
        guard let position = latest(chain, time) else { return ("expired", nil) }
        if rows[position].isRevoked(time) { return ("revoked", position) }
        return (isInRetry(position, chain, time) ? "inBillingRetryPeriod" : "expired", position)
    }

    /// Rule 31: the status is nil before the subscription began, unless a renewal that was charged ahead gives access.
    package func status(
        _ chain: [Int], _ time: Double, staleAfter: Double = 0, isMissingKnown: Bool = true
    ) -> ModelStatus? {
        let now = standing(chain, time, staleAfter)
        if time < beginning(chain), now.state != "subscribed" { return nil }
        // Rule 31: the state lasts until it, or the period that shows it, changes. The missing evidence may change
        // earlier.
        let until = boundaries(staleAfter).first { time < $0 && standing(chain, $0, staleAfter) != now }
        return ModelStatus(
            state: now.state, until: until, position: now.position,
            missing: isMissingKnown ? missing(chain, time, staleAfter) : nil,
            knownAsOf: knownAsOf(chain, time))
    }

    /// Rule 33.
    // The date of a transaction, but at most the end of its period; a revocation date, or the date of the copy that
    // reversed the revocation; and the beginning of the subscription that replaced this one.
    package func knownAsOf(_ chain: [Int], _ time: Double) -> Double {
        let all = members(chain).map { rows[$0] }
        var dates = all.map { min($0.latest.date, max($0.term, $0.start)) } + all.compactMap(\.revoked)
        dates += all.filter { $0.revoked == nil && $0.claims.contains { $0.revoked != nil } }.map(\.latest.date)
        dates += infos(chain).map(\.renewal.date)
        dates += statuses.filter { isSameText($0.chain, original(chain)) }.map(\.date)
        dates += receiptDates(chain) + successions(chain)
        // An answer is based on the start of the latest period, which may have been charged ahead.
        if let position = latest(chain, time) { dates.append(rows[position].start) }
        return dates.max() ?? -.infinity
    }

    /// The creation dates of receipts with a purchase of the subscription.
    func receiptDates(_ chain: [Int]) -> [Double] {
        members(chain).flatMap { rows[$0].claims }.filter { $0.form == .receipt }.map(\.date)
    }

    // MARK: Dates

    /// All dates at which an answer could change.
    package var boundaries: [Double] { boundaries(0) }

    /// The date of the latest evidence, or of the latest event in it.
    package var youngest: Double {
        let copies = rows.flatMap(\.claims).flatMap { copy in
            // For purchases that aren't periods, a revocation date later than the signing date is a date of change.
            let revoked = copy.isSubscription ? nil : copy.revoked
            return [copy.date, copy.purchased, copy.originallyPurchased, revoked].compactMap(\.self)
        }
        return (copies + renewals.map(\.date) + statuses.map(\.date) + receipts.map(\.created)).max() ?? -.infinity
    }

    /// Every boundary, one second before and one second after.
    package var instants: [Double] { Set(boundaries.flatMap { [$0 - 1, $0, $0 + 1] }).sorted() }

    package func boundaries(_ staleAfter: Double) -> [Double] {
        var times: Set<Double> = []
        for copy in rows.flatMap(\.claims) {
            let dates = [copy.purchased, copy.expires, copy.revoked, copy.originallyPurchased, copy.date]
            times.formUnion(dates.compactMap(\.self))
        }
        for row in rows where row.isSubscription {
            let offsets = [day, 28 * day, 60 * day, 90 * day]
            times.formUnion(offsets.flatMap { [row.term + $0, row.term + $0 + 1] })
        }
        for renewal in renewals {
            times.formUnion([renewal.grace, renewal.renewalDate].compactMap(\.self))
        }
        for date in renewals.map(\.date) + statuses.map(\.date) + receipts.map(\.created) {
            times.formUnion([date, date + staleAfter + 1])
        }
        return times.sorted()
    }
}
