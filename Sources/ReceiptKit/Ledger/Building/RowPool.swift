internal import OrderedCollections
internal import ReceiptFields

/// Rows of one or several receipts, each once, with those that lost against another row of the same purchase.
///
/// What is in a pool depends on the set of rows and receipts it was made of, never on their order: identical rows become
/// one, whose origin is the last receipt; of the others each has its rank. That makes merging commutative, associative and
/// idempotent.
struct RowPool: Sendable {
    /// A row that lost, and the row that stays in its place: indices into `rows`.
    struct Loss: Sendable {
        let row: Int
        let winner: Int
    }

    let sources: [LedgerSource]
    private(set) var rows: [InAppPurchase]
    private(set) var origins: [RowOrigin]
    /// Rows that stay, in no particular order.
    private(set) var kept: [Int] = []
    private(set) var losses: [Loss] = []
    private(set) var names: RowNames

    /// The rows of a receipt.
    init(_ receipt: AppReceipt) {
        sources = [LedgerSource(receipt)]
        rows = receipt.purchases
        origins = rows.indices.map { RowOrigin(source: 0, place: $0) }
        let keys: [RowKey]
        (names, keys) = RowNames.naming(rows)
        deduplicate(keys, keepsAllVariants: receipt.environment == .xcode)
    }

    /// The rows of two pools.
    init(_ a: RowPool, _ b: RowPool, keepsAllVariants: Bool) {
        sources = Self.union(a.sources, b.sources)
        rows = a.rows + b.rows
        var places: [LedgerSource: Int] = [:]
        for (place, source) in sources.enumerated() { places[source] = place }
        origins = [a, b].flatMap { pool in
            let moved = pool.sources.map { places[$0, default: 0] }
            return pool.origins.map { RowOrigin(source: moved[$0.source], place: $0.place) }
        }
        let keys: [RowKey]
        (names, keys) = RowNames.naming(rows)
        deduplicate(keys, keepsAllVariants: keepsAllVariants)
        compact()
    }

    private static func union(_ a: [LedgerSource], _ b: [LedgerSource]) -> [LedgerSource] {
        Set(a + b).sorted(by: LedgerSource.precedes)
    }

    // MARK: The rows of one purchase

    /// In Xcode's receipts transactions have no identifiers of their own, so only identical rows are the same.
    private mutating func deduplicate(_ keys: [RowKey], keepsAllVariants: Bool) {
        var last = OrderedDictionary<RowKey, Int>(minimumCapacity: rows.count)
        var previous = [Int?](repeating: nil, count: rows.count)
        for (row, key) in keys.enumerated() {
            previous[row] = last.updateValue(row, forKey: key, insertingAt: last.count).originalMember
        }
        kept.reserveCapacity(last.count)
        for row in last.values {
            guard let before = previous[row] else {
                kept.append(row)
                continue
            }
            var group = [row, before]
            while let next = previous[group[group.count - 1]] { group.append(next) }
            let variants = distinct(group)
            if keepsAllVariants {
                kept += variants
            } else if let winner = variants.max(by: ranksBelow) {
                kept.append(winner)
                losses += variants.lazy.filter { $0 != winner }.map { Loss(row: $0, winner: winner) }
            }
        }
    }

    /// One of each encoding, with the origin of the last.
    private mutating func distinct(_ group: [Int]) -> [Int] {
        let sorted =
            group.count == 2 && rows[group[0]] == rows[group[1]] ? group : group.sorted(by: isEncodedBelow)
        var variants: [Int] = []
        for row in sorted {
            if let variant = variants.last, rows[variant] == rows[row] {
                origins[variant] = origins[variant].joined(origins[row])
            } else {
                variants.append(row)
            }
        }
        return variants
    }

    /// The later receipt, since refunds can be reversed; at equal dates the cancelled row, then the greater encoding.
    private func ranksBelow(_ a: Int, _ b: Int) -> Bool {
        let dates = (sources[origins[a].source].creationDate, sources[origins[b].source].creationDate)
        if dates.0 != dates.1 { return dates.0 < dates.1 }
        let areCancelled = (rows[a].cancellationDate != nil, rows[b].cancellationDate != nil)
        if areCancelled.0 != areCancelled.1 { return areCancelled.1 }
        return isEncodedBelow(a, b)
    }

    /// The order of the encodings of two rows' SETs. The shorter one's length octets are the smaller.
    func isEncodedBelow(_ a: Int, _ b: Int) -> Bool {
        let (one, other) = (rows[a].contents, rows[b].contents)
        return one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }

    /// Lets go of the rows that were there twice.
    private mutating func compact() {
        guard kept.count + losses.count < rows.count else { return }
        let live = kept + losses.map(\.row)
        var places = [Int](repeating: 0, count: rows.count)
        for (place, row) in live.enumerated() { places[row] = place }
        losses = losses.map { Loss(row: places[$0.row], winner: places[$0.winner]) }
        names = names.selecting(live)
        (rows, origins) = (live.map { rows[$0] }, live.map { origins[$0] })
        kept = Array(kept.indices)
    }
}
