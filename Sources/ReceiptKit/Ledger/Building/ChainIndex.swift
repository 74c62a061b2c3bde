internal import OrderedCollections
internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The subscriptions: rows with one original transaction, which is one subscription group of one customer.
struct ChainIndex: Sendable {
    /// What makes a chain. In Xcode's receipts `0` is the identifier of every first purchase, and says nothing; there the
    /// product has to tell subscriptions apart.
    private struct Key: Hashable {
        let id: ExactText
        let product: Int?

        init(_ row: InAppPurchase, product: Int, isXcode: Bool) {
            id = ExactText(row.chainID)
            self.product = isXcode && id == ExactText("0") ? product : nil
        }
    }

    /// What was found about one chain.
    struct Chain: Sendable {
        /// Positions of the rows that were overtaken.
        var overtaken: Set<Int> = []
        var stretches: [IntervalIndex.Interval] = []
        var gaps: [SubscriptionGap] = []
        var changes: [ProductChange] = []
    }

    /// Positions of the rows of each chain, in ledger order. Chains are numbered by their first row.
    let groups: Groups
    let chains: [Chain]
    /// The number of the first chain with an original transaction identifier.
    private let numbers: OrderedDictionary<ExactText, Int>

    init(_ rows: LedgerRows, isXcode: Bool) {
        var keys = OrderedSet<Key>()
        var groupOf = [Int?](repeating: nil, count: rows.count)
        var last: (key: Key, number: Int)?
        for position in rows.outlines.indices where rows.outlines[position].kind == .subscription {
            let key = Key(rows[position], product: rows.outlines[position].product, isXcode: isXcode)
            let number = if let last, last.key == key { last.number } else { keys.append(key).index }
            last = (key, number)
            groupOf[position] = number
        }
        let groups = Groups(groupOf, count: keys.count)
        var numbers = OrderedDictionary<ExactText, Int>(minimumCapacity: keys.count)
        for (number, key) in keys.enumerated() where numbers[key.id] == nil { numbers[key.id] = number }
        self.groups = groups
        self.numbers = numbers
        chains = (0..<groups.count).map { Chain(Array(groups.members[groups.range($0)]), rows) }
    }

    func number(of originalTransactionID: String) -> Int? { numbers[ExactText(originalTransactionID)] }
}

extension ChainIndex.Chain {
    /// - Parameter positions: the chain's rows, in ledger order.
    init(_ positions: [Int], _ rows: LedgerRows) {
        let counting = positions.filter { rows.outlines[$0].counts }
        let outlines = counting.map { rows.outlines[$0] }
        let renewals = AdvanceRenewals(outlines)
        overtaken = Set(renewals.overtakenUntil.keys.map { counting[$0] })
        stretches = RunningPeriods.stretches(outlines, counting, renewals)
        findGaps(outlines)
        findChanges(counting, rows)
    }

    private mutating func findGaps(_ outlines: [RowOutline]) {
        guard var end = outlines.first?.end else { return }
        for outline in outlines {
            if outline.start > end {
                gaps.append(
                    SubscriptionGap(
                        startDate: Date(timeIntervalSinceReferenceDate: end),
                        endDate: Date(timeIntervalSinceReferenceDate: outline.start)))
            }
            end = max(end, outline.end)
        }
    }

    private mutating func findChanges(_ positions: [Int], _ rows: LedgerRows) {
        var old: (product: Int, end: TimeInterval)?
        for position in positions where !overtaken.contains(position) {
            let new = rows.outlines[position]
            guard let before = old, before.product != new.product else {
                old = (new.product, max(new.end, old?.end ?? new.end))
                continue
            }
            changes.append(
                ProductChange(
                    date: Date(timeIntervalSinceReferenceDate: new.start),
                    kind: new.start < before.end ? .whileRunning : new.start == before.end ? .atRenewal : .afterGap,
                    previousProductID: rows.products[before.product].string,
                    productID: rows.products[new.product].string))
            old = (new.product, new.end)
        }
    }
}
