internal import ReceiptFields

/// What makes two rows the same purchase, in several receipts or in one.
///
/// One line item is one period of a subscription, on all devices and after every restoration; without one, a transaction is.
/// Source: `web_order_line_item_id` is "the primary key for subscription purchases" (Apple, *Validating receipts*).
enum RowKey: Hashable {
    case period(originalTransactionID: ExactText, lineItem: Int64)
    case transaction(ExactText, product: ExactText)

    init(_ row: InAppPurchase) {
        let lineItem = row.webOrderLineItemID ?? 0
        self =
            lineItem != 0
            ? .period(originalTransactionID: ExactText(row.chainID), lineItem: lineItem)
            : .transaction(ExactText(row.transactionID), product: ExactText(row.productID))
    }
}

extension InAppPurchase {
    /// The original transaction's identifier. Xcode leaves it out in the original itself.
    var chainID: String { originalTransactionID ?? transactionID }
}
