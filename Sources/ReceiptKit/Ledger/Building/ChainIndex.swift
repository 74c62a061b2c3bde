internal import OrderedCollections
internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The subscriptions: rows with one original transaction, which is one subscription group of one customer.
struct ChainIndex: Sendable {
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
    /// The first chain of each original transaction, by the transaction's number.
    private let firstChains: [Int?]

    init(_ rows: LedgerRows, isXcode: Bool) {
        let names = rows.pool.names
        // In Xcode's receipts 0 is the identifier of every first purchase, and says nothing: there the product has to tell
        // subscriptions apart.
        let nothing = isXcode ? names.transactions.firstIndex(of: ExactText("0")) : nil
        var chainsOfProducts: [Int: Int] = [:]
        var firstChains = [Int?](repeating: nil, count: names.transactions.count)
        var groupOf = [Int?](repeating: nil, count: rows.count)
        var count = 0
        for (position, outline) in rows.outlines.enumerated() where outline.kind == .subscription {
            let id = names.chainOf[rows.order[position]]
            let known = id == nothing ? chainsOfProducts[outline.product] : firstChains[id]
            let chain = known ?? count
            groupOf[position] = chain
            guard known == nil else { continue }
            count += 1
            if id == nothing { chainsOfProducts[outline.product] = chain }
            firstChains[id] = firstChains[id] ?? chain
        }
        let groups = Groups(groupOf, count: count)
        self.groups = groups
        self.firstChains = firstChains
        chains = (0..<count).map { Chain(Array(groups.members[groups.range($0)]), rows) }
    }

    /// The first chain with an original transaction.
    func number(of transaction: Int) -> Int? { firstChains[transaction] }
}

extension ChainIndex.Chain {
    /// - Parameter positions: the chain's rows, in ledger order.
    init(_ positions: [Int], _ rows: LedgerRows) {
        let counting = positions.filter { rows.outlines[$0].counts }
        if let only = counting.first, counting.count == 1 {
            let outline = rows.outlines[only]
            stretches = [IntervalIndex.Interval(start: outline.start, end: outline.end, row: only)]
            return
        }
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
                    previousProductID: rows.pool.names.products[before.product].string,
                    productID: rows.pool.names.products[new.product].string))
            old = (new.product, new.end)
        }
    }
}
