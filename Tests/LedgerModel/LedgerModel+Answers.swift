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
        renewals.filter { $0.chain == rows[chain[0]].latest.chain }.max { a, b in
            a.told != b.told ? a.told < b.told : isShorterOrLess(a.encoding, b.encoding)
        }
    }

    /// The state's name, and the position of the period that shows it.
    private func standing(_ chain: [Int], _ time: Double) -> (state: String, position: Int?) {
        if let running = running(chain, time) { return ("subscribed", running) }
        guard let position = latest(chain, time) else { return ("expired", nil) }
        let row = rows[position]
        if let revoked = row.revoked, row.isVoid || revoked <= time { return ("revoked", position) }
        guard let renewal = renewal(chain), ends[position] == row.term, latest(chain, renewal.told) == position else {
            return ("expired", nil)
        }
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
        ([receiptDate] + chain.map { rows[$0].latest.told } + [renewal(chain)?.told].compactMap(\.self)).max() ?? 0
    }

    /// The last running period of each product, or the latest in the grace period after it.
    private func entitled(_ chain: [Int], _ time: Double) -> [Int] {
        let now = standing(chain, time)
        if now.state == "inGracePeriod" { return [now.position].compactMap(\.self) }
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
        let own = rows.indices.filter { rows[$0].product.utf8.elementsEqual(product.utf8) }
        let good = own.filter { !rows[$0].isVoid }
        let definite = good.filter { rows[$0].isSubscription || rows[$0].isOwned }
        let begun = definite.filter { rows[$0].start <= time }.map { ends[$0] }.max()
        if let begun, time < begun { return begun == .infinity ? "active" : "active \(begun)" }
        for chain in chains {
            let (state, until) = status(chain, time)
            if state == "inGracePeriod", let until, latest(chain, time).map({ rows[$0].product }) == product {
                return "active \(until)"
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
