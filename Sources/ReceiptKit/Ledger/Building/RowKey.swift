/// What makes two rows the same purchase, in several receipts or in one.
///
/// One line item is one period of a subscription, on all devices and after every restoration; without one, a transaction is.
/// Source: `web_order_line_item_id` is "the primary key for subscription purchases" (Apple, *Validating receipts*).
enum RowKey: Hashable {
    /// A line item that is not 0, and the number of the original transaction.
    case period(Int64, chain: Int)
    /// The numbers of transaction and product.
    case transaction(Int, product: Int)
}
