import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit

/// What a ledger holds, whatever the date: the order, each purchase once, and the subscriptions.
enum Rules {
    static func check(_ ledger: PurchaseLedger, _ model: Model) {
        require(Array(ledger) == model.rows.map(\.purchase), "other rows, or another order")
        require(ledger.superseded.count == model.superseded, "\(ledger.superseded.count) rows superseded")
        for loser in ledger.superseded {
            require(!ledger.contains(loser.purchase) && ledger.contains(loser.replacement), "who was superseded")
        }
        for text in [ledger.description] + ledger.sources.map(\.description) { requirePrintable(text) }
        subscriptions(ledger, model)
        for product in Set(ledger.map(\.productID)) {
            let latest = model.rows.filter { $0.purchase.productID.utf8.elementsEqual(product.utf8) }.max { a, b in
                a.start != b.start ? a.start < b.start : a.transaction.lexicographicallyPrecedes(b.transaction)
            }
            let found = ledger.latest(for: product)
            require(
                found?.purchaseDate == latest?.purchase.purchaseDate
                    && found?.transactionID == latest?.purchase.transactionID, "the latest of \(product)")
        }
    }

    /// They partition the rows that are periods of subscriptions.
    private static func subscriptions(_ ledger: PurchaseLedger, _ model: Model) {
        require(ledger.subscriptions.count == model.chains.count, "\(ledger.subscriptions.count) subscriptions")
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            require(
                history.periods.map(\.purchase) == chain.map { model.rows[$0].purchase },
                "the periods of \(history.originalTransactionID)")
            require(
                history.periods.map(\.isOvertaken) == chain.map { model.winners[$0] != nil },
                "what was overtaken in \(history.originalTransactionID)")
            let gaps = history.gaps.map {
                [$0.startDate.timeIntervalSinceReferenceDate, $0.endDate.timeIntervalSinceReferenceDate]
            }
            require(gaps == model.gaps(chain), "the gaps of \(history.originalTransactionID)")
            require(history.gaps(longerThan: 3_600).allSatisfy { $0.duration > 3_600 }, "short gaps")
            let found = ledger.subscriptions[history.originalTransactionID]
            require(found?.originalTransactionID == history.originalTransactionID, "looked up by its identifier")
            for change in history.productChanges {
                require(!change.productID.utf8.elementsEqual(change.previousProductID.utf8), "a change to the same")
            }
        }
    }
}
