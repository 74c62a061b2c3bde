internal import ReceiptEssentials
internal import ReceiptFields

/// One subscription: all rows with one original transaction, which is one subscription group of one customer.
final class Subscription: Sendable {
    /// What names it: see ``name(_:product:isXcode:)``.
    let name: String
    let originalTransactionID: String
    /// `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    let predecessor: String?
    /// When periods of other subscriptions began that name this one as their predecessor.
    let successions: [Instant]
    /// Where the periods are in the ledger.
    let positions: [Int]
    let periods: [SubscriptionPeriod]
    /// The latest end of each period and those before it.
    let lastEnds: [Instant]
    let gaps: [SubscriptionGap]
    let changes: [ProductChange]
    let renewal: RenewalInfoPayload?
    let group: String?
    let ahead: ChargedAhead
    /// When the latest receipt was created, which tells of all subscriptions.
    let receiptDate: Instant
    /// When the youngest evidence was true that could have shown a change.
    let knownAsOf: Instant

    /// - Parameters:
    ///   - all: positions of the rows, in ledger order; one at least.
    ///   - rows: all; those of the subscription are shortened where something replaced them.
    init(
        _ all: [Int], _ rows: inout [LedgerRow], _ parts: LedgerParts, predecessor: String?, successions: [Instant]
    ) {
        let seats = SeatAdditions(ProductChanges(all.map { rows[$0] }).rows)
        for (position, row) in zip(all, seats.rows) { rows[position] = row }
        let told = all.map { parts.purchases[$0] }
        var (positions, own, purchases) = (all, seats.rows, told)
        var members: [[Purchase]] = []
        if !seats.members.isEmpty {
            let places = seats.rows.indices.filter { !seats.rows[$0].isPart }
            (positions, own, purchases) = (places.map { all[$0] }, places.map { own[$0] }, places.map { told[$0] })
            members = places.map { (seats.members[$0] ?? []).map { told[$0] } }
        }
        let first = purchases[0].latest
        name = Self.name(first.originalTransactionID, product: first.productID, isXcode: parts.subject.isXcode)
        originalTransactionID = first.originalTransactionID
        renewal = parts.renewals[ExactText(name)]
        (self.positions, self.predecessor, self.successions) = (positions, predecessor, successions)
        var periods = zip(purchases, own).map {
            SubscriptionPeriod(purchase: $0, start: $1.start, end: $1.end, wasOvertaken: $1.isOvertaken)
        }
        for (place, members) in members.enumerated() { periods[place].members = members }
        self.periods = periods
        var last = -Instant.infinity
        lastEnds = own.map { row in
            last = max(last, row.end)
            return last
        }
        ahead = ChargedAhead(purchases, own)
        receiptDate = parts.receiptDate
        // A transaction shows what became of its period, and nothing that came after it: Apple signs it anew for each request.
        let shown = zip(told, seats.rows).lazy.map { min($0.latest.date, max($1.term, $0.latest.purchaseDate)) }.max()
        knownAsOf = max(shown ?? -.infinity, receiptDate, renewal?.signedDate.second ?? -.infinity)
        gaps = Self.gaps(own)
        changes = Self.changes(own, purchases)
        group = told.lazy.compactMap(\.subscriptionGroupID).first
    }

    /// The original transaction. In Xcode 0 is that of everything that was bought first, and says nothing: there the product has
    /// to tell subscriptions apart.
    static func name(_ original: String, product: String, isXcode: Bool) -> String {
        isXcode && original == "0" ? "0/" + product : original
    }

    private static func gaps(_ rows: [LedgerRow]) -> [SubscriptionGap] {
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

    private static func changes(_ rows: [LedgerRow], _ purchases: [Purchase]) -> [ProductChange] {
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
