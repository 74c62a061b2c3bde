import ReceiptKit

/// Which account owns which purchase. In a database this is a table whose column `originalTransactionID` is unique.
package actor PurchaseStore {
    private var owners: [String: String] = [:]
    private var ledgers: [String: PurchaseLedger] = [:]

    package init() {}

    /// Adds a receipt to what is known of an account. Nil, with nothing changed, if another account owns a purchase.
    func add(_ receipt: VerifiedReceipt, to account: String) throws -> PurchaseLedger? {
        let purchases = receipt.purchases.map { $0.originalTransactionID ?? $0.transactionID }
        guard purchases.allSatisfy({ owners[$0, default: account] == account }) else { return nil }
        // Merged, never replaced: an old receipt that comes late takes nothing back.
        let ledger = try ledgers[account]?.merging(receipt.ledger) ?? receipt.ledger
        for purchase in purchases { owners[purchase] = account }
        ledgers[account] = ledger
        return ledger
    }
}
