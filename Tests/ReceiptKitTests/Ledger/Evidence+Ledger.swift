import ReceiptKit

extension Evidence {
    /// The ledger of only this evidence.
    var ledger: PurchaseLedger {
        get throws(LedgerError) { try PurchaseLedger(merging: [self]) }
    }

    /// Returns the ledger of this and other evidence.
    func merging(_ others: any Evidence...) throws(LedgerError) -> PurchaseLedger {
        try PurchaseLedger(merging: [evidence] + others.map(\.evidence))
    }
}
