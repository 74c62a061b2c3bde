import ReceiptKit

extension Evidence {
    /// A ledger of this alone.
    var ledger: PurchaseLedger {
        get throws(LedgerError) { try PurchaseLedger(merging: [self]) }
    }

    /// A ledger of this and more.
    func merging(_ others: any Evidence...) throws(LedgerError) -> PurchaseLedger {
        try PurchaseLedger(merging: [evidence] + others.map(\.evidence))
    }
}
