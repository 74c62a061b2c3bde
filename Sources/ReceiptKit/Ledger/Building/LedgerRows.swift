internal import ReceiptFields

/// The rows of a ledger in their order. A position is a row's place in it.
struct LedgerRows: Sendable {
    let pool: RowPool
    /// The place in the pool of each position.
    let order: [Int]
    let outlines: [RowOutline]

    init(_ pool: RowPool) {
        self.pool = pool
        order = pool.inLedgerOrder(pool.kept)
        outlines = order.map { RowOutline(pool.rows, $0, product: pool.names.productOf[$0]) }
    }

    var count: Int { order.count }

    subscript(position: Int) -> InAppPurchase { pool.rows[order[position]] }
}
