extension LedgerModel {
    private func covers(_ position: Int, _ time: Double) -> Bool {
        rows[position].start <= time && time < ends[position]
    }

    /// The period that counts.
    package func running(_ chain: [Int], _ time: Double) -> Int? { chain.last { covers($0, time) } }

    package func latest(_ chain: [Int], _ time: Double) -> Int? {
        chain.last { rows[$0].start <= time && !overtaken.contains($0) }
    }

    private func renewal(_ chain: [Int]) -> ModelRenewal? {
        renewals.filter { isSameText($0.chain, rows[chain[0]].latest.chain) }.max { a, b in
            a.told != b.told ? a.told < b.told : isShorterOrLess(a.encoding, b.encoding)
        }
    }

    /// When the App Store first signed the row's transaction, if it is a renewal that begins later, within a day.
    private func signedAhead(_ row: Row) -> Double? {
        guard row.revoked == nil, row.start < row.term else { return nil }
        return row.told.filter {
            $0.form == .transaction && $0.isRenewal && row.start - 86_400 <= $0.told && $0.told < row.start
        }.map(\.told).min()
    }

    /// A renewal that was charged ahead and begins later, at a time that no other row contains.
    private func ahead(_ chain: [Int], _ time: Double) -> Int? {
        if chain.contains(where: { rows[$0].start <= time && time < rows[$0].term }) { return nil }
        return chain.first { position in
            guard let signed = signedAhead(rows[position]) else { return false }
            return signed <= time && time < rows[position].start
        }
    }

    /// The last row that was known.
    private func known(_ chain: [Int], _ time: Double) -> Int? {
        chain.last { position in
            min(rows[position].start, signedAhead(rows[position]) ?? .infinity) <= time && !overtaken.contains(position)
        }
    }

    /// The renewal info that is about the row that was known last.
    package func bound(_ chain: [Int], _ time: Double) -> ModelRenewal? {
        guard let renewal = renewal(chain), let position = known(chain, time),
            known(chain, renewal.told) == position, !isSucceeded(chain, time)
        else { return nil }
        return renewal
    }

    package func mayHaveRenewed(_ chain: [Int], _ time: Double) -> Bool {
        if isSucceeded(chain, time) { return false }
        let state = standing(chain, time).state
        if state == "inGracePeriod" || state == "inBillingRetryPeriod" { return true }
        if ahead(chain, time) != nil { return false }
        guard let position = latest(chain, time) else {
            return chain.contains { rows[$0].start <= time && rows[$0].upgraded != nil }
        }
        let row = rows[position]
        guard ends[position] <= time, row.revoked == nil else { return false }
        if row.upgraded != nil { return true }
        if receiptDate >= row.term { return false }
        guard let renewal = renewal(chain), renewal.told >= row.term else { return true }
        return !renewal.hasExpirationIntent && renewal.willAutoRenew != false
    }

    /// Each entitlement's state, and until when it lasts.
    package func access(_ position: Int, _ time: Double) -> (state: String, until: Double) {
        if rows[position].isOwned { return ("owned", ends[position]) }
        if time < ends[position] { return ("subscribed", ends[position]) }
        guard let chain = chains.first(where: { $0.contains(position) }) else { return ("", 0) }
        if let grace = renewal(chain)?.grace, ahead(chain, time) == nil {
            let last = successions(chain).first { time < $0 }
            return ("inGracePeriod", min(grace, last ?? grace))
        }
        let later = boundaries.first { time < $0 && ahead(chain, $0) != position }
        return ("subscribed", later ?? .infinity)
    }

    /// The state's name, and the position of the period that shows it.
    private func standing(_ chain: [Int], _ time: Double) -> (state: String, position: Int?) {
        if let counting = running(chain, time) ?? ahead(chain, time) { return ("subscribed", counting) }
        guard let position = latest(chain, time) else { return ("expired", nil) }
        let row = rows[position]
        if row.isRevoked(time) { return ("revoked", position) }
        guard ends[position] == row.term, let renewal = bound(chain, time) else { return ("expired", nil) }
        if let grace = renewal.grace, renewal.isInRetry != false, time < grace { return ("inGracePeriod", position) }
        if renewal.isInRetry == true, time < row.term + 60 * 86_400 { return ("inBillingRetryPeriod", position) }
        return ("expired", nil)
    }

    /// The state's name, and the first of all instants at which it, or its period, is another one.
    package func status(_ chain: [Int], _ time: Double) -> (state: String, until: Double?) {
        let now = standing(chain, time)
        return (now.state, boundaries.first { time < $0 && standing(chain, $0) != now })
    }

    package func knownAsOf(_ chain: [Int]) -> Double {
        // A transaction shows nothing that came after its period.
        let all = rows.filter { $0.isSubscription && isOneChain($0.latest, rows[chain[0]].latest) }
        let told = all.map { min($0.latest.told, max($0.term, $0.start)) }
        return ([receiptDate] + told + [renewal(chain)?.told].compactMap(\.self)).max() ?? 0
    }

    /// The last running period of each product, or the latest in the grace period after it.
    private func entitled(_ chain: [Int], _ time: Double) -> [Int] {
        let now = standing(chain, time)
        if now.state == "inGracePeriod" { return [now.position].compactMap(\.self) }
        if let ahead = ahead(chain, time) { return [ahead] }
        let running = chain.filter { covers($0, time) }
        return running.filter { position in
            !running.contains { $0 > position && isSameText(rows[$0].product, rows[position].product) }
        }
    }

    /// Positions.
    package func entitlements(_ time: Double) -> [Int] {
        let owned = rows.indices.filter { rows[$0].isOwned && covers($0, time) }
        return (owned + chains.flatMap { entitled($0, time) }).sorted()
    }

    /// The state of a product, as a text to compare.
    package func state(_ product: String, _ time: Double) -> String {
        // What is part of a period shows nothing that the period does not, and its refund takes no period away.
        let own = rows.indices.filter { rows[$0].product.utf8.elementsEqual(product.utf8) && !parts.contains($0) }
        let good = own.filter { !rows[$0].isVoid }
        let definite = good.filter { rows[$0].isSubscription || rows[$0].isOwned }
        let begun = definite.filter { rows[$0].start <= time }.map { ends[$0] }.max()
        if let begun, time < begun { return begun == .infinity ? "active" : "active \(begun)" }
        for chain in chains {
            for position in entitled(chain, time) where rows[position].product.utf8.elementsEqual(product.utf8) {
                return "active \(access(position, time).until)"
            }
        }
        let others = good.filter { !definite.contains($0) }
        if others.contains(where: { covers($0, time) }) { return "indefinite" }
        let isRevoked = own.contains { position in
            let row = rows[position]
            guard let revoked = row.revoked else { return false }
            return (row.isVoid ? row.start : max(row.start, revoked)) <= time && time < row.term
        }
        if isRevoked { return "revoked" }
        if let begun { return "expired \(begun)" }
        let next = good.map { rows[$0].start }.filter { !($0 <= time) }.min()
        return next.map { "not started \($0)" } ?? "never"
    }

    /// Every boundary, a second before and after.
    package var instants: [Double] { Set(boundaries.flatMap { [$0 - 1, $0, $0 + 1] }).sorted() }

    /// Every date at which anything could change.
    static func boundaries(_ rows: [Row], _ renewals: [ModelRenewal]) -> [Double] {
        var times: Set<Double> = []
        for row in rows {
            for told in row.told {
                times.formUnion(
                    [told.purchased, told.expires, told.revoked, told.originallyPurchased, told.told].compactMap(\.self)
                )
            }
        }
        for renewal in renewals { times.formUnion([renewal.told, renewal.grace].compactMap(\.self)) }
        for row in rows where row.isSubscription { times.insert(row.term + 60 * 86_400) }
        return times.sorted()
    }
}
