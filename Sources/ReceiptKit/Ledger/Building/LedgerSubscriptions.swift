internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// One subscription: all rows with one original transaction, which is one subscription group of one customer.
final class Chain: Sendable {
    /// What names it: see ``name(_:product:isXcode:)``.
    let name: String
    let originalTransactionID: String
    /// Where the periods are in the ledger.
    let positions: [Int]
    let periods: [SubscriptionPeriod]
    /// The latest end of each period and those before it.
    let lastEnds: [Instant]
    let gaps: [SubscriptionGap]
    let changes: [ProductChange]
    let renewal: RenewalInfoPayload?
    let group: String?
    /// When the youngest of the evidence was true. Receipts tell of all subscriptions.
    let knownAsOf: Instant

    /// - Parameters:
    ///   - positions: of the rows, in ledger order; one at least.
    ///   - rows: all; those of the subscription are shortened where something replaced them.
    init(_ positions: [Int], _ rows: inout [Row], _ parts: LedgerParts) {
        var own = positions.map { rows[$0] }
        Self.shorten(&own)
        for (position, row) in zip(positions, own) { rows[position] = row }
        let purchases = positions.map { parts.purchases[$0] }
        let first = purchases[0].latest
        name = Self.name(first.originalTransactionID, product: first.productID, isXcode: parts.subject.isXcode)
        originalTransactionID = first.originalTransactionID
        renewal = parts.renewals[ExactText(name)]
        self.positions = positions
        periods = zip(purchases, own).map {
            SubscriptionPeriod(purchase: $0, start: $1.start, end: $1.end, wasOvertaken: $1.isOvertaken)
        }
        var last = -Instant.infinity
        lastEnds = own.map { row in
            last = max(last, row.end)
            return last
        }
        let told = purchases.lazy.map(\.latest.date).max() ?? -.infinity
        knownAsOf = max(told, parts.receiptDate, renewal?.signedDate.second ?? -.infinity)
        gaps = Self.gaps(own)
        changes = Self.changes(own, purchases)
        group = purchases.lazy.compactMap(\.subscriptionGroupID).first
    }

    /// The original transaction. In Xcode 0 is that of everything that was bought first, and says nothing: there the product has
    /// to tell subscriptions apart.
    static func name(_ original: String, product: String, isXcode: Bool) -> String {
        isXcode && original == "0" ? "0/" + product : original
    }

    // MARK: What replaced what

    /// Ends rows where another product took their place. A row so ended never comes back to life.
    ///
    /// A transaction says that a row was upgraded, or, signed later than another product began, that it was not. Where none
    /// says, dates tell: of two products that overlap the later one counts. With one exception: a row that starts exactly when
    /// an earlier row of its product expires is a renewal, charged up to a day ahead, and loses to another product that began
    /// inside of that earlier row. Seen in real receipts: *lite* until 03:36:17, changed to *optimum* at 03:36:06, and yet a
    /// renewal of *lite* from 03:36:17. What was overtaken in this way replaces nothing in its turn.
    private static func shorten(_ rows: inout [Row]) {
        var last = -Instant.infinity
        let overlap = rows.contains { row in
            defer { last = max(last, row.term) }
            return row.start < last
        }
        let isChanged = rows.contains { $0.product != rows[0].product }
        guard overlap && isChanged || rows.contains(where: { $0.upgraded != nil }) else { return }
        /// When the first row of a product began that would end at an instant.
        var renewed: [Int: [Instant: Instant]] = [:]
        for row in rows where !row.isVoid {
            let start = renewed[row.product]?[row.term] ?? row.start
            renewed[row.product, default: [:]][row.term] = min(start, row.start)
        }
        /// Whether `new`, which began first or inside, took the place of `old`. What counts as never purchased did not, unless
        /// a transaction says that something did.
        func replaces(_ new: Row, _ old: Row) -> Bool {
            guard new.product != old.product, !new.isOvertaken else { return false }
            return old.upgraded != nil || new.start < new.end && !(new.start < old.notUpgraded)
        }
        for place in rows.indices where rows[place].start < rows[place].term {
            let row = rows[place]
            guard let from = renewed[row.product]?[row.start], from < row.start else { continue }
            let isOvertaken = rows[..<place].reversed().prefix { $0.start >= from }.contains { new in
                new.start < row.start && replaces(new, row)
                    && row.start < (row.upgraded == nil ? new.end : new.term)
            }
            if isOvertaken { (rows[place].isOvertaken, rows[place].end) = (true, row.start) }
        }
        for place in rows.indices where rows[place].start < rows[place].end {
            let row = rows[place]
            let replacement = rows[(place + 1)...].prefix { $0.start < row.term }.first { replaces($0, row) }
            let end = replacement?.start ?? row.upgraded.map { max(row.start, $0) } ?? row.end
            rows[place].end = min(row.end, end)
        }
    }

    private static func gaps(_ rows: [Row]) -> [SubscriptionGap] {
        var gaps: [SubscriptionGap] = []
        var end: Instant?
        for row in rows where row.start < row.end {
            if let end, row.start > end {
                gaps.append(SubscriptionGap(startDate: Date(second: end), endDate: Date(second: row.start)))
            }
            end = max(end ?? row.end, row.end)
        }
        return gaps
    }

    private static func changes(_ rows: [Row], _ purchases: [Purchase]) -> [ProductChange] {
        var changes: [ProductChange] = []
        /// The place of the row before, and the latest end of its product's rows in a run.
        var old: (place: Int, end: Instant)?
        for (place, row) in rows.enumerated() where row.start < row.term && !row.isVoid && !row.isOvertaken {
            if let before = old, rows[before.place].product != row.product {
                changes.append(
                    ProductChange(
                        date: Date(second: row.start),
                        kind: row.start < before.end ? .whileRunning : row.start == before.end ? .atRenewal : .afterGap,
                        previousProductID: purchases[before.place].productID, productID: purchases[place].productID))
                old = nil
            }
            old = (place, max(row.term, old?.end ?? row.term))
        }
        return changes
    }
}
