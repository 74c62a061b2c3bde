/// Which purchases of a subscription added seats to a period that another purchase began: both transactions hold, and the period is one.
///
/// That period is the last one of the product that had begun. An addition that ends with it or before, or was refunded in full, is shown as
/// part of it. One that outlasts it, because the other transaction was revoked, is a period of its own too.
struct SeatAdditions {
    /// In the ledger's order.
    private(set) var rows: [LedgerRow]
    /// The places of all rows that share a period, the one that began it first, by the place of each row that is shown.
    private(set) var members: [Int: [Int]] = [:]

    init(_ unchanged: [LedgerRow]) {
        rows = unchanged
        guard rows.contains(where: \.isSeatAddition) else { return }
        /// The places of each product's last period.
        var last: [Int: [Int]] = [:]
        // Of what starts at once, the period comes before what was added to it.
        func order(_ place: Int) -> (Instant, Int, Int) {
            (rows[place].start, rows[place].isSeatAddition ? 1 : 0, place)
        }
        for place in rows.indices.sorted(by: { order($0) < order($1) }) where !rows[place].isOvertaken {
            let row = rows[place]
            if row.isSeatAddition, let first = last[row.product]?.first, row.start < rows[first].term {
                last[row.product]?.append(place)
            } else {
                show(last.updateValue([place], forKey: row.product) ?? [])
            }
        }
        for places in last.values { show(places) }
    }

    private mutating func show(_ places: [Int]) {
        guard places.count > 1 else { return }
        var end = -Instant.infinity
        for place in places {
            rows[place].isPart = place != places[0] && (rows[place].isVoid || rows[place].end <= end)
            end = max(end, rows[place].end)
            if !rows[place].isPart { members[place] = places }
        }
    }
}
