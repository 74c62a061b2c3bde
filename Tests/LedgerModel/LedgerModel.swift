/// The rules of the ledger once more, as plain loops over what was told: no index, no hash, no numbers for names. Slow, and easy to
/// believe. Dates are seconds.
package struct LedgerModel {
    /// One purchase: all that was told of it, and what follows.
    package struct Row {
        /// Each that differs once, the one that is believed first.
        package let told: [ModelRow]
        package let receipt: ModelRow?
        package let transaction: ModelRow?
        package let transactionReceipt: ModelRow?

        init(_ all: [ModelRow]) {
            var distinct: [ModelRow] = []
            for row in all {
                let twin = distinct.firstIndex { $0.form == row.form && $0.encoding == row.encoding }
                if let twin, !row.encoding.isEmpty {
                    distinct[twin].told = max(distinct[twin].told, row.told)
                } else {
                    distinct.append(row)
                }
            }
            told = distinct.sorted { Self.believes($0, rather: $1) }
            receipt = told.first { $0.form == .receipt }
            transaction = told.first { $0.form == .transaction }
            transactionReceipt = told.first { $0.form == .transactionReceipt }
        }

        private static func believes(_ a: ModelRow, rather b: ModelRow) -> Bool {
            if a.told != b.told { return a.told > b.told }
            let (one, two) = (a.originallyPurchased ?? -.infinity, b.originallyPurchased ?? -.infinity)
            if one != two { return one > two }
            if a.revoked != b.revoked { return a.revoked ?? -.infinity > b.revoked ?? -.infinity }
            if a.form != b.form { return a.form.rawValue > b.form.rawValue }
            return isShorterOrLess(b.encoding, a.encoding)
        }

        /// The latest of each kind.
        private var heads: [ModelRow] {
            told.filter { $0 == receipt || $0 == transaction || $0 == transactionReceipt }
        }
        package var latest: ModelRow { told[0] }
        package var product: String { latest.product }
        package var type: Int? { heads.compactMap(\.type).first }
        package var expires: Double? { heads.compactMap(\.expires).first }
        var isSubscription: Bool { type == nil ? expires != nil : type == 3 }
        package var revoked: Double? {
            type == 1 ? transaction?.revoked : told.first { $0.form != .transactionReceipt }?.revoked
        }
        var isRevokedInPart: Bool { ["REFUND_PRORATED", "FAMILY_REVOKE"].contains(transaction?.revocationType) }
        package var upgraded: Double? { told.filter(\.isUpgraded).map(\.told).min() }
        package var isOwned: Bool { type == 0 }

        package var start: Double {
            guard isOwned, let first = heads.compactMap(\.originallyPurchased).first else { return latest.purchased }
            return min(first, latest.purchased)
        }
        var term: Double { isSubscription ? expires ?? latest.purchased : .infinity }
        /// Where revocation leaves it.
        var end: Double {
            guard let revoked else { return term }
            return isRevokedInPart ? min(term, max(start, revoked)) : start
        }
        package var isVoid: Bool { revoked != nil && end <= start }
    }

    package let isXcode: Bool
    /// In the order of the ledger.
    package private(set) var rows: [Row] = []
    /// Positions of the rows of each subscription, by its first row.
    package private(set) var chains: [[Int]] = []
    /// Positions of renewals that were overtaken.
    package private(set) var overtaken: Set<Int> = []
    /// Until when each row counts.
    package private(set) var ends: [Double] = []
    let renewals: [ModelRenewal]
    let receiptDate: Double

    package init(
        _ told: [ModelRow], renewals: [ModelRenewal] = [], receiptDate: Double = -.infinity, isXcode: Bool = false
    ) {
        self.isXcode = isXcode
        self.renewals = renewals
        self.receiptDate = receiptDate
        var groups: [[ModelRow]] = []
        for row in told {
            // All groups that it belongs to are one from now on.
            let own = groups.indices.filter { group in groups[group].contains { isSame($0, row) } }
            let joined = own.flatMap { groups[$0] } + [row]
            for group in own.reversed() { groups.remove(at: group) }
            groups.append(joined)
        }
        rows = groups.map(Row.init)
        // Insertion sort: slow, and easy to believe.
        for index in rows.indices.dropFirst() {
            var place = index
            while place > 0, Self.precedes(rows[place], rows[place - 1]) {
                rows.swapAt(place, place - 1)
                place -= 1
            }
        }
        for (position, row) in rows.enumerated() where row.isSubscription {
            if let chain = chains.firstIndex(where: { isOneChain(rows[$0[0]].latest, row.latest) }) {
                chains[chain].append(position)
            } else {
                chains.append([position])
            }
        }
        ends = rows.map(\.end)
        for chain in chains { shorten(chain) }
    }

    private func isSame(_ a: ModelRow, _ b: ModelRow) -> Bool {
        if isXcode {
            guard a.form == b.form else { return false }
            if a.form == .receipt { return a.encoding.isEmpty ? a == b : a.encoding == b.encoding }
            return a.transaction == b.transaction && isSameText(a.product, b.product) && a.purchased == b.purchased
        }
        if a.webOrder != 0, a.webOrder == b.webOrder, a.chain == b.chain { return true }
        guard isSameText(a.product, b.product) else { return false }
        return a.transaction == b.transaction || !a.isSubscription && !b.isSubscription && a.chain == b.chain
    }

    private static func precedes(_ a: Row, _ b: Row) -> Bool {
        if a.latest.purchased != b.latest.purchased { return a.latest.purchased < b.latest.purchased }
        if a.expires != b.expires { return a.expires ?? .infinity < b.expires ?? .infinity }
        for text in [\ModelRow.transaction, \.product]
        where !isSameText(a.latest[keyPath: text], b.latest[keyPath: text]) {
            return Array(a.latest[keyPath: text].utf8).lexicographicallyPrecedes(Array(b.latest[keyPath: text].utf8))
        }
        return isShorterOrLess(a.latest.encoding, b.latest.encoding)
    }

    /// Xcode gives every first purchase the identifier 0, which tells nothing.
    private func isOneChain(_ a: ModelRow, _ b: ModelRow) -> Bool {
        a.chain == b.chain && (!(isXcode && a.chain == "0") || isSameText(a.product, b.product))
    }

    // MARK: What replaced what

    /// Whether `new` took the place of `old`, if their times allow it.
    private func replaces(_ new: Row, _ old: Row) -> Bool {
        if isSameText(new.product, old.product) { return false }
        if old.upgraded != nil { return true }
        if let transaction = old.transaction, transaction.told > new.start { return false }
        return !new.isVoid && new.start < new.end
    }

    private mutating func shorten(_ chain: [Int]) {
        for position in chain where rows[position].start < rows[position].term {
            let row = rows[position]
            let before = chain.map { rows[$0] }.filter {
                isSameText($0.product, row.product) && !$0.isVoid && $0.term == row.start && $0.start < row.start
            }
            guard let from = before.map(\.start).min() else { continue }
            let isOvertaken = chain.contains { other in
                let new = rows[other]
                return from <= new.start && new.start < row.start && !overtaken.contains(other) && replaces(new, row)
                    && row.start < (row.upgraded == nil ? new.end : new.term)
            }
            if isOvertaken {
                overtaken.insert(position)
                ends[position] = row.start
            }
        }
        for (place, position) in chain.enumerated() where !overtaken.contains(position) {
            let row = rows[position]
            let next = chain.dropFirst(place + 1).first {
                rows[$0].start < row.term && !overtaken.contains($0) && replaces(rows[$0], row)
            }
            if row.start >= row.end { continue }
            let end = next.map { rows[$0].start } ?? row.upgraded.map { max($0, row.start) } ?? row.end
            ends[position] = min(row.end, end)
        }
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
