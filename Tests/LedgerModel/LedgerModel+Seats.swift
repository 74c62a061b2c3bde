// Rule 20: seats that were added to a period.

extension LedgerModel {
    /// Returns the periods of a subscription, in the order of starts, as one list for each period with added seats; the
    /// earliest row began the period. Records which additions are part of a period: those during which another row of
    /// the period runs in any case.
    mutating func periods(_ chain: [Int]) -> [[Int]] {
        func rank(_ position: Int) -> Int { rows[position].carriesSeatAddition ? 1 : 0 }
        let ordered = chain.filter { !overtaken.contains($0) }.sorted { a, b in
            if rows[a].start != rows[b].start { return rows[a].start < rows[b].start }
            return rank(a) != rank(b) ? rank(a) < rank(b) : a < b
        }
        var lists: [[Int]] = []
        for position in ordered {
            let row = rows[position]
            let place = lists.lastIndex { isSameText(rows[$0[0]].product, row.product) }
            // Rule 20: an addition belongs to the period of its product in which it begins. If there is no such period,
            // the addition is the base itself, because the base has the reason too. A transaction without the reason
            // also belongs to the period if it ends at the same time as the base and as a transaction with the reason.
            let isWithout = place.map { place in
                rows[lists[place][0]].term == row.term
                    && chain.contains {
                        rows[$0].carriesSeatAddition && rows[$0].term == row.term
                            && isSameText(rows[$0].product, row.product)
                    }
            }
            guard row.carriesSeatAddition || isWithout == true, let place, row.start < rows[lists[place][0]].term else {
                lists.append([position])
                continue
            }
            let isInside = lists[place].contains { ends[position] <= ends[$0] }
            if isInside || row.isVoid { parts.insert(position) }
            lists[place].append(position)
        }
        return lists.filter { $0.count > 1 }
    }

    func family(_ position: Int) -> [Int] { families.first { $0.contains(position) } ?? [position] }

    /// Returns the start of the period that a row shows.
    package func start(_ position: Int) -> Double {
        let family = family(position)
        if position == family[0] { return rows[position].start }
        return rows[family.first { !rows[$0].isVoid } ?? position].start
    }

    /// Rule 20: the quantities less the refunded seats of all transactions of the period that aren't revoked.
    /// Nil for members, and if a row of the period has no transaction. The seats of a lone addition are its own.
    package func seats(_ position: Int, _ time: Double) -> Int? {
        let family = family(position)
        guard rows[position].isSubscription else { return nil }
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
}
