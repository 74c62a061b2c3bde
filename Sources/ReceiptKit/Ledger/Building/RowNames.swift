internal import OrderedCollections
internal import ReceiptFields

/// Numbers in place of the texts that name products and transactions: each text is hashed once, and numbers are compared.
struct RowNames: Sendable {
    /// Product identifiers; the place of each is its number.
    let products: OrderedSet<ExactText>
    /// Transaction identifiers; the place of each is its number.
    let transactions: OrderedSet<ExactText>
    /// The number of each row's product.
    let productOf: [Int]
    /// The number of each row's original transaction, which Xcode leaves out in the original itself.
    let chainOf: [Int]

    /// - Returns: also the key of each row.
    static func naming(_ rows: [InAppPurchase]) -> (RowNames, [RowKey]) {
        var products = TextNumbers()
        var transactions = TextNumbers()
        var (productOf, chainOf, keys): ([Int], [Int], [RowKey]) = ([], [], [])
        productOf.reserveCapacity(rows.count)
        chainOf.reserveCapacity(rows.count)
        keys.reserveCapacity(rows.count)
        for place in rows.indices {
            let product = products.number(of: rows[place].productID)
            let chain = transactions.number(of: rows[place].originalTransactionID ?? rows[place].transactionID)
            productOf.append(product)
            chainOf.append(chain)
            if let lineItem = rows[place].webOrderLineItemID, lineItem != 0 {
                keys.append(.period(lineItem, chain: chain))
            } else {
                keys.append(.transaction(transactions.number(of: rows[place].transactionID), product: product))
            }
        }
        let names = RowNames(
            products: products.texts, transactions: transactions.texts, productOf: productOf, chainOf: chainOf)
        return (names, keys)
    }

    /// The names of some of the rows.
    func selecting(_ rows: [Int]) -> RowNames {
        RowNames(
            products: products, transactions: transactions, productOf: rows.map { productOf[$0] },
            chainOf: rows.map { chainOf[$0] })
    }
}

/// Gives numbers to texts: the same for the same bytes, counted from 0.
private struct TextNumbers {
    private(set) var texts = OrderedSet<ExactText>()
    /// Many rows have a text in common with the row before.
    private var last: (text: ExactText, number: Int)?

    mutating func number(of string: String) -> Int {
        let text = ExactText(string)
        if let last, last.text == text { return last.number }
        let number = texts.append(text).index
        last = (text, number)
        return number
    }
}
