import Foundation
import FuzzSupport
import LedgerModel
import ReceiptKit

/// What a ledger holds, whatever the date: the order, each purchase once, and the subscriptions.
enum Rules {
    static func check(_ ledger: PurchaseLedger, _ model: LedgerModel) {
        require(
            ledger.map { $0.receipt.map { Array($0.contents) } } == model.rows.map { $0.receipt?.encoding },
            "other rows, or another order")
        // The latest of each kind of evidence stays.
        let superseded = model.rows.map { row in
            row.told.count - [row.receipt, row.transaction, row.transactionReceipt].compactMap(\.self).count
        }
        require(ledger.superseded.count == superseded.reduce(0, +), "\(ledger.superseded.count) rows superseded")
        for loser in ledger.superseded { require(ledger.contains(loser.replacement), "who was superseded") }
        for text in [ledger.description] + ledger.sources.map(\.description) { requirePrintable(text) }
        subscriptions(ledger, model)
        for product in Set(ledger.map(\.productID)) {
            let rows = model.rows.map(\.latest).filter { $0.product.utf8.elementsEqual(product.utf8) }
            let latest = rows.max { a, b in
                a.purchased != b.purchased
                    ? a.purchased < b.purchased
                    : a.transaction.utf8.lexicographicallyPrecedes(b.transaction.utf8)
            }
            require(ledger.latest(for: product)?.transactionID == latest?.transaction, "the latest of \(product)")
        }
    }

    /// They partition the rows that are periods of subscriptions.
    private static func subscriptions(_ ledger: PurchaseLedger, _ model: LedgerModel) {
        require(ledger.subscriptions.count == model.chains.count, "\(ledger.subscriptions.count) subscriptions")
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            require(
                history.periods.map(\.purchase) == chain.map { ledger[$0] },
                "the periods of \(history.originalTransactionID)")
            require(
                history.periods.map(\.isOvertaken)
                    == chain.map { model.overtaken.contains($0) && !model.rows[$0].isVoid },
                "what was overtaken in \(history.originalTransactionID)")
            let gaps = history.gaps.map { [$0.startDate.timeIntervalSince1970, $0.endDate.timeIntervalSince1970] }
            require(gaps == model.gaps(chain), "the gaps of \(history.originalTransactionID)")
            require(history.gaps(longerThan: 3_600).allSatisfy { $0.duration > 3_600 }, "short gaps")
            let found = ledger.subscriptions[originalTransactionID: history.originalTransactionID]
            require(found?.originalTransactionID == history.originalTransactionID, "looked up by its identifier")
            for change in history.productChanges {
                require(!change.productID.utf8.elementsEqual(change.previousProductID.utf8), "a change to the same")
            }
        }
    }
}
