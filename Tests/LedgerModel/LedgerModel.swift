/// The rules of the ledger once more, as plain loops over the evidence: no index, no hash, no numbers for names. Slow, and easy to
/// check. Dates are seconds.
package struct LedgerModel {
    /// One purchase: all evidence of it, and what follows.
    package struct Row {
        /// Each that differs once, the one that is verified first.
        package let told: [ModelRow]
        package let receipt: ModelRow?
        package let transaction: ModelRow?
        package let transactionReceipt: ModelRow?
        /// The latest of each kind.
        private let heads: [ModelRow]
        package let type: Int?
        package let expires: Double?

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
            let latest = [receipt, transaction, transactionReceipt]
            heads = told.filter { latest.contains($0) }
            (type, expires) = (heads.compactMap(\.type).first, heads.compactMap(\.expires).first)
        }

        private static func believes(_ a: ModelRow, rather b: ModelRow) -> Bool {
            if a.told != b.told { return a.told > b.told }
            let (one, two) = (a.originallyPurchased ?? -.infinity, b.originallyPurchased ?? -.infinity)
            if one != two { return one > two }
            if a.revoked != b.revoked { return a.revoked ?? -.infinity > b.revoked ?? -.infinity }
            if a.form != b.form { return a.form.rawValue > b.form.rawValue }
            return isShorterOrLess(b.encoding, a.encoding)
        }

        package var latest: ModelRow { told[0] }
        package var product: String { latest.product }
        var ownership: String? { heads.compactMap(\.ownership).first }
        var isSubscription: Bool { type == nil ? expires != nil : type == 3 }
        package var revoked: Double? {
            type == 1 ? transaction?.revoked : told.first { $0.form != .transactionReceipt }?.revoked
        }
        /// Only a full refund takes everything back; with a type or a reason that is not known it is none.
        var isFullRefund: Bool {
            let reasons = type == 1 ? [transaction].compactMap(\.self) : heads
            let reason = reasons.compactMap(\.revocationReason).first
            guard [nil, 0, 1].contains(reason) else { return false }
            if let type = transaction?.revocationType { return type == "REFUND_FULL" }
            // Of an advanced-commerce purchase the refunds of the items tell.
            return !(transaction?.itemRefunds ?? []).contains { $0 != "FULL" }
        }
        package var upgraded: Double? { told.filter(\.isUpgraded).map(\.told).min() }
        package var isOwned: Bool { type == 0 }

        package var start: Double {
            guard isOwned, let first = heads.compactMap(\.originallyPurchased).first else {
                return latest.purchased
            }
            return min(first, latest.purchased)
        }
        var term: Double { isSubscription ? expires ?? latest.purchased : .infinity }
        /// Where revocation leaves it.
        var end: Double {
            guard let revoked else { return term }
            return isFullRefund ? start : min(term, max(start, revoked))
        }
        package var isVoid: Bool { revoked != nil && end <= start }
        var isSeatAddition: Bool { told.contains { $0.isSeatAddition && $0.isSubscription } }
        func isRevoked(_ time: Double) -> Bool { revoked != nil && (isVoid || revoked ?? .infinity <= time) }
    }

    package let isXcode: Bool
    /// In the order of the ledger.
    package private(set) var rows: [Row] = []
    /// Positions of the rows of each subscription, by its first row.
    package private(set) var chains: [[Int]] = []
    /// Positions of added seats that are part of a period, which are in no chain.
    package internal(set) var parts: Set<Int> = []
    /// Positions of the rows that make one period, for each that seats were added to: the row that began it, and the additions.
    package private(set) var families: [[Int]] = []
    /// Transactions and products of all that added seats.
    private let seatAdditions: [ModelRow]
    /// Positions of renewals that were overtaken.
    package private(set) var overtaken: Set<Int> = []
    /// Until when each row counts.
    package private(set) var ends: [Double] = []
    /// Every date at which anything could change.
    package private(set) var boundaries: [Double] = []
    let renewals: [ModelRenewal]
    package let receiptDate: Double

    package init(
        _ told: [ModelRow], renewals: [ModelRenewal] = [], receiptDate: Double = -.infinity, isXcode: Bool = false
    ) {
        self.isXcode = isXcode
        self.renewals = renewals
        self.receiptDate = receiptDate
        seatAdditions = isXcode ? [] : told.filter { $0.isSeatAddition && $0.isSubscription }
        var groups: [[ModelRow]] = []
        for row in told {
            // All groups that it belongs to are one from now on.
            let own = groups.indices.filter { group in groups[group].contains { isSame($0, row) } }
            let joined = own.flatMap { groups[$0] } + [row]
            for group in own.reversed() { groups.remove(at: group) }
            groups.append(joined)
        }
        rows = groups.map(Row.init)
        // Insertion sort: slow, and easy to check.
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
        for place in chains.indices {
            families += periods(chains[place])
            chains[place].removeAll { parts.contains($0) }
        }
        boundaries = Self.boundaries(rows, renewals)
    }

    private func isSame(_ a: ModelRow, _ b: ModelRow) -> Bool {
        if isXcode {
            guard a.form == b.form else { return false }
            if a.form == .receipt { return a.encoding.isEmpty ? a == b : a.encoding == b.encoding }
            return isSameText(a.transaction, b.transaction) && isSameText(a.product, b.product)
                && a.purchased == b.purchased
        }
        if a.webOrder != 0, a.webOrder == b.webOrder, isOneChain(a, b), !addsSeats(a), !addsSeats(b) { return true }
        guard isSameText(a.product, b.product) else { return false }
        return isSameText(a.transaction, b.transaction) || !a.isSubscription && !b.isSubscription && isOneChain(a, b)
    }

    /// Whether any evidence says of the transaction that it added seats.
    private func addsSeats(_ row: ModelRow) -> Bool {
        seatAdditions.contains {
            isSameText($0.transaction, row.transaction) && isSameText($0.product, row.product)
        }
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
    func isOneChain(_ a: ModelRow, _ b: ModelRow) -> Bool {
        isSameText(a.chain, b.chain) && (!(isXcode && a.chain == "0") || isSameText(a.product, b.product))
    }

    // MARK: What replaced what

    /// Whether `new` took the place of `old`, if their times allow it.
    private func replaces(_ new: Row, _ old: Row) -> Bool {
        if isSameText(new.product, old.product) { return false }
        if old.upgraded != nil { return true }
        if let transaction = old.transaction, transaction.told > new.start { return false }
        return !new.isVoid
    }

    /// Goes through a subscription in the order of starts. What starts and runs ends what it replaces.
    private mutating func shorten(_ chain: [Int]) {
        /// Until when each period ran, refunded ones too.
        var ran: [Int: Double] = [:]
        for position in chain where rows[position].start < rows[position].term {
            let row = rows[position]
            let earlier = chain.filter { ran[$0] != nil && !overtaken.contains($0) }
            let running = earlier.filter { row.start < ran[$0, default: 0] }
            let changes = changes(before: row, in: chain)
            if !changes.isEmpty || wasNeverRun(row, beside: running, in: chain) {
                overtaken.insert(position)
                ends[position] = row.start
                ran[position] = row.start
                for old in running where isSameText(rows[old].product, row.product) {
                    guard let change = changes.min() else { continue }
                    let end = min(ran[old, default: 0], max(change, rows[old].start))
                    ran[old] = end
                    if !rows[old].isVoid { ends[old] = end }
                }
                continue
            }
            for old in running where replaces(row, rows[old]) {
                ran[old] = row.start
                if !rows[old].isVoid { ends[old] = row.start }
            }
            let limits = [row.term, row.revoked.map { max($0, row.start) }, row.upgraded.map { max($0, row.start) }]
            let last = limits.compactMap(\.self).min() ?? row.term
            ran[position] = last
            if !row.isVoid { ends[position] = last }
        }
    }

    /// When other products began between an earlier period of the same product and a renewal that begins at its end.
    private func changes(before row: Row, in chain: [Int]) -> [Double] {
        let before = chain.map { rows[$0] }.filter {
            isSameText($0.product, row.product) && !$0.isVoid && $0.term == row.start && $0.start < row.start
        }
        guard let from = before.map(\.start).min() else { return [] }
        return chain.filter { other in
            let new = rows[other]
            return from <= new.start && new.start < row.start && !overtaken.contains(other) && replaces(new, row)
                && row.start < (row.upgraded == nil ? new.end : new.term)
        }.map { rows[$0].start }
    }

    private func wasNeverRun(_ row: Row, beside running: [Int], in chain: [Int]) -> Bool {
        guard let upgraded = row.upgraded else { return false }
        if upgraded <= row.start { return true }
        for place in running {
            let other = rows[place]
            if isSameText(other.product, row.product) || isExplained(row, without: other, in: chain) { continue }
            if other.upgraded == nil || isExplained(other, without: row, in: chain) { return true }
        }
        return false
    }

    /// Whether a third product began before the evidence that the period was upgraded.
    private func isExplained(_ row: Row, without other: Row, in chain: [Int]) -> Bool {
        chain.map { rows[$0] }.contains { third in
            row.start < third.start && third.start <= row.term && third.start <= row.upgraded ?? row.term
                && !isSameText(third.product, row.product) && !isSameText(third.product, other.product)
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
