// Seats that were added, subscriptions that took another one's place.

extension LedgerModel {
    /// The periods of a subscription, in the order of starts and what was added behind what it was added to, as one list for each period
    /// that seats were added to. Notes which additions are part of a period: those during which another row of it runs anyway.
    mutating func periods(_ chain: [Int]) -> [[Int]] {
        func rank(_ position: Int) -> Int { rows[position].isSeatAddition ? 1 : 0 }
        let ordered = chain.filter { !overtaken.contains($0) }.sorted { a, b in
            if rows[a].start != rows[b].start { return rows[a].start < rows[b].start }
            return rank(a) != rank(b) ? rank(a) < rank(b) : a < b
        }
        var lists: [[Int]] = []
        for position in ordered {
            let row = rows[position]
            let place = lists.lastIndex { isSameText(rows[$0[0]].product, row.product) }
            if row.isSeatAddition, let place, row.start < rows[lists[place][0]].term {
                let isInside = lists[place].contains { ends[position] <= ends[$0] }
                if isInside || row.isVoid { parts.insert(position) }
                lists[place].append(position)
            } else {
                lists.append([position])
            }
        }
        return lists.filter { $0.count > 1 }
    }

    private func family(_ position: Int) -> [Int] { families.first { $0.contains(position) } ?? [position] }

    /// The start of the period that a row shows.
    package func start(_ position: Int) -> Double {
        guard rows[position].isSeatAddition else { return rows[position].start }
        return rows[family(position).first { !rows[$0].isVoid } ?? position].start
    }

    /// The sum of quantity less revoked seats of what is not revoked; nil for members, and if something is missing.
    package func seats(_ position: Int, _ time: Double) -> Int? {
        let family = family(position)
        if rows[family[0]].isSeatAddition || !rows[position].isSubscription { return nil }
        guard family.count > 1 || rows[position].transaction?.isMultiSeat == true else { return nil }
        guard [nil, "PURCHASED"].contains(rows[position].ownership) else { return nil }
        var sum = 0
        for member in family where rows[member].start <= max(time, rows[position].start) {
            if rows[member].isRevoked(time) { continue }
            guard let transaction = rows[member].transaction else { return nil }
            sum += max(0, transaction.quantity - transaction.revokedSeats)
        }
        return sum
    }

    // MARK: What came before

    private func original(_ chain: [Int]) -> String { rows[chain[0]].latest.chain }

    /// When rows of other subscriptions began that name this one as what was before.
    func successions(_ chain: [Int]) -> [Double] {
        rows.filter { row in
            guard row.isSubscription, let previous = row.transaction?.previous else { return false }
            return isSameText(previous, original(chain)) && !isOneChain(row.latest, rows[chain[0]].latest)
        }.map(\.start).sorted()
    }

    /// Whether another subscription is the one that renews now: it began, and this one has not begun again.
    package func isSucceeded(_ chain: [Int], _ time: Double) -> Bool {
        let own = latest(chain, time).map { rows[$0].start } ?? -.infinity
        return successions(chain).contains { own <= $0 && $0 <= time }
    }

    /// The chain that the last row to name one names as what was before.
    package func predecessor(_ chain: [Int]) -> [Int]? {
        let own = rows.filter { $0.isSubscription && isOneChain($0.latest, rows[chain[0]].latest) }
        guard let previous = own.compactMap({ $0.transaction?.previous }).last else { return nil }
        return chains.first { isSameText(original($0), previous) }.flatMap { $0 == chain ? nil : $0 }
    }
}
