internal import OrderedCollections
internal import ReceiptFields

/// The rows of a ledger in their order. A position is a row's place in it.
struct LedgerRows: Sendable {
    let pool: RowPool
    /// The place in the pool of each position.
    let order: [Int]
    let outlines: [RowOutline]
    /// Product identifiers; the place of each is the product's number.
    let products: OrderedSet<ExactText>

    init(_ pool: RowPool) {
        self.pool = pool
        order = pool.inLedgerOrder(pool.kept)
        var products = OrderedSet<ExactText>()
        var outlines: [RowOutline] = []
        outlines.reserveCapacity(order.count)
        var last: (text: ExactText, number: Int)?
        for place in order {
            let text = ExactText(pool.rows[place].productID)
            // Most rows are renewals of the row before.
            let number = if let last, last.text == text { last.number } else { products.append(text).index }
            last = (text, number)
            outlines.append(RowOutline(pool.rows[place], product: number))
        }
        (self.products, self.outlines) = (products, outlines)
    }

    var count: Int { order.count }

    func product(_ productID: String) -> Int? { products.firstIndex(of: ExactText(productID)) }

    subscript(position: Int) -> InAppPurchase { pool.rows[order[position]] }
}
