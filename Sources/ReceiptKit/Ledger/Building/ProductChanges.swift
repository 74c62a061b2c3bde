/// Which periods of a subscription another product replaced. One original transaction is one subscription group, of which a
/// customer has one product at a time.
///
/// A transaction says that a period was upgraded, or, signed later than another product began, that it was not. Where none says,
/// dates tell: of two products that overlap, the one that began later replaces the other from then on. A period so ended never
/// comes back, also after its replacement has lapsed, because the App Store refunds it.
///
/// Some periods never ran, and replace nothing:
/// - A renewal that the App Store charged ahead, up to a day, before the customer changed to another product. It starts exactly
///   when an earlier period of its product expires, and the other product began inside that period. Real receipts have this:
///   *lite* until 03:36:17, changed to *optimum* at 03:36:06, and yet a renewal of *lite* from 03:36:17.
/// - A period that a transaction calls upgraded at or before its start.
/// - A period that a transaction calls upgraded and that overlaps another product's period which began no later and runs on,
///   unless another purchase explains what upgraded it.
struct ProductChanges {
    /// In the ledger's order, which is the order of starts.
    private(set) var rows: [LedgerRow]
    /// Until when each period ran. A revoked period ran until its revocation, even where it counts as never purchased.
    private var ends: [Instant]
    /// The periods of other dates that run when the one at hand starts.
    private var running: [Int] = []
    /// When the first period of a product began that would end at an instant.
    private var renewed: [Int: [Instant: Instant]] = [:]

    init(_ unchanged: [LedgerRow]) {
        rows = unchanged
        ends = unchanged.map { row in
            let end = min(row.term, max(row.start, row.revocation ?? .infinity))
            return row.upgraded.map { min(end, max(row.start, $0)) } ?? end
        }
        guard isNeeded else { return }
        for row in rows where !row.isVoid {
            let start = renewed[row.product]?[row.term] ?? row.start
            renewed[row.product, default: [:]][row.term] = min(start, row.start)
        }
        for place in rows.indices where rows[place].start < rows[place].term {
            let row = rows[place]
            running.removeAll { ends[$0] <= row.start }
            let change = change(before: place)
            if change != nil || wasUpgradedBeforeItRan(place) {
                rows[place].isOvertaken = true
                ends[place] = row.start
                // What it would have renewed ended with the change too, whatever a transaction leaves out.
                for old in running where rows[old].product == row.product {
                    ends[old] = min(ends[old], max(rows[old].start, change ?? .infinity))
                }
                continue
            }
            for old in running where replaces(row, rows[old]) { ends[old] = row.start }
            running.append(place)
        }
        for place in rows.indices where !rows[place].isVoid { rows[place].end = ends[place] }
    }

    /// Whether a transaction speaks of an upgrade, or periods of several products overlap.
    private var isNeeded: Bool {
        var last = -Instant.infinity
        let overlap = rows.contains { row in
            defer { last = max(last, row.term) }
            return row.start < last
        }
        return overlap && rows.contains { $0.product != rows[0].product } || rows.contains { $0.upgraded != nil }
    }

    /// Whether `new`, which began later or at once, took the place of `old`. What counts as never purchased did not, unless a
    /// transaction says that something did.
    private func replaces(_ new: LedgerRow, _ old: LedgerRow) -> Bool {
        guard new.product != old.product, !new.isOvertaken else { return false }
        return old.upgraded != nil || !new.isVoid && !(new.start < old.notUpgraded)
    }

    /// When the customer changed to another product, after the App Store had charged the renewal at a place; nil if it did not.
    private func change(before place: Int) -> Instant? {
        let row = rows[place]
        guard let from = renewed[row.product]?[row.start], from < row.start else { return nil }
        return rows[..<place].reversed().prefix { $0.start >= from }.last { new in
            new.start < row.start && replaces(new, row) && row.start < (row.upgraded == nil ? new.end : new.term)
        }?.start
    }

    private func wasUpgradedBeforeItRan(_ place: Int) -> Bool {
        let row = rows[place]
        guard let upgraded = row.upgraded else { return false }
        if upgraded <= row.start { return true }
        return running.contains { old in
            rows[old].product != row.product && !isExplained(place, without: old)
                && (rows[old].upgraded == nil || isExplained(old, without: place))
        }
    }

    /// Whether a third product began in the period before the transaction said that it was upgraded.
    private func isExplained(_ place: Int, without other: Int) -> Bool {
        let row = rows[place]
        let limit = min(row.term, row.upgraded ?? row.term)
        return rows[(place + 1)...].prefix { $0.start <= limit }.contains {
            $0.start > row.start && $0.product != row.product && $0.product != rows[other].product
        }
    }
}
