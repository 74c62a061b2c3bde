internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Everything behind a ledger, made once and shared by all copies of it and of what it answers.
final class LedgerStorage: Sendable {
    /// Each purchase is there once, in the order of the ledger.
    let parts: LedgerParts
    let sources: [LedgerSource]
    let products: LedgerProducts
    let chains: [Chain]
    /// Non-consumables, in the order in which they begin to count.
    let owned: [Timetable.Span]
    private let productNames: Names
    private let chainNumbers: [ExactText: Int]
    private let tokens: [UUID: [Int]]

    var rows: [Purchase] { parts.purchases }

    init(_ unordered: LedgerParts) {
        let isXcode = unordered.subject.isXcode
        let rows = LedgerRows(unordered.purchases, isXcode: isXcode)
        let purchases = rows.rows.map(\.purchase)
        var outlines = rows.rows.map { Outline($0.purchase, product: $0.product) }
        var tokens: [UUID: [Int]] = [:]
        /// Places of the rows of each subscription, and which it is.
        var members: [[Int]] = []
        var chainOf: [ChainKey: Int] = [:]
        for (place, row) in rows.rows.enumerated() {
            if let token = row.purchase.appAccountToken { tokens[token, default: []].append(place) }
            guard outlines[place].kind == .subscription else { continue }
            let key = ChainKey(row, isXcode)
            if let chain = chainOf[key] {
                members[chain].append(place)
            } else {
                chainOf[key] = members.count
                members.append([place])
            }
        }
        var parts = unordered
        parts.purchases = purchases
        self.parts = parts
        chains = members.map { Chain($0, purchases, &outlines, unordered) }
        products = LedgerProducts(purchases, outlines, chains, count: rows.products.count, needsTrialFlag: !isXcode)
        let owned = outlines.indices.lazy.filter { outlines[$0].kind == .owned && !outlines[$0].isVoid }.map {
            Timetable.Span(group: 0, start: outlines[$0].start, end: outlines[$0].end, row: $0)
        }
        self.owned = owned.sorted { ($0.start, $0.row) < ($1.start, $1.row) }
        productNames = rows.products
        chainNumbers = Dictionary(
            zip(chains.map(\.name.original), chains.indices), uniquingKeysWith: { first, _ in first })
        self.tokens = tokens
        sources = unordered.sources.sorted(by: LedgerSource.precedes)
    }

    /// The number of a product that some row names.
    func product(_ productID: String) -> Int? { productNames[productID] }

    /// The first subscription with an original transaction.
    func chain(_ originalTransactionID: String) -> Int? { chainNumbers[ExactText(originalTransactionID)] }

    /// Whether the row is a non-consumable.
    func isOwned(_ row: Int) -> Bool { rows[row].kind == .owned }

    func positions(of token: UUID) -> [Int] { tokens[token] ?? [] }
}

/// What tells subscriptions apart: see ``Chain/Name``.
private struct ChainKey: Hashable {
    let original: UInt64
    let product: Int?

    init(_ row: LedgerRows.Row, _ isXcode: Bool) {
        original = row.original
        product = isXcode && original == 0 ? row.product : nil
    }
}
