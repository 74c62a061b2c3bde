public import ReceiptFields

/// A row that is not in the ledger because another row of the same purchase is.
///
/// Two rows are the same purchase if original transaction and web order line item agree, or, without a line item, transaction
/// and product. Of those that differ, the one from the receipt created last stays, since a refund can be made and taken back;
/// of receipts created at the same time the cancelled row, then the greater encoding.
public struct SupersededPurchase: Hashable, Sendable {
    /// The row that was left out.
    public let purchase: InAppPurchase
    /// The receipt it came from.
    public let source: LedgerSource
    /// The row that is in the ledger.
    public let replacement: InAppPurchase
    /// The receipt that one came from.
    public let replacementSource: LedgerSource
}

extension PurchaseLedger {
    /// The rows that were left out for another of the same purchase, in the order of the ledger. Rows that are identical in
    /// several receipts are one row, not two.
    public var superseded: [SupersededPurchase] {
        let pool = storage.pool
        let winners = Dictionary(pool.losses.map { ($0.row, $0.winner) }) { first, _ in first }
        return pool.inLedgerOrder(pool.losses.map(\.row)).compactMap { row in
            winners[row].map { winner in
                SupersededPurchase(
                    purchase: pool.rows[row], source: pool.sources[pool.origins[row].source],
                    replacement: pool.rows[winner], replacementSource: pool.sources[pool.origins[winner].source])
            }
        }
    }
}
