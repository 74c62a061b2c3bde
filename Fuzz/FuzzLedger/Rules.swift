import Foundation
import FuzzSupport
import ReceiptKit

/// Rules for every ledger, at any date: each purchase once and in order, and the subscriptions.
enum Rules {
    static func check(_ ledger: PurchaseLedger) {
        for (one, next) in zip(ledger, ledger.dropFirst()) {
            require(one.purchaseDate <= next.purchaseDate, "another order: \(one), \(next)")
        }
        // Purchases in Xcode's receipts differ only in their bytes, and evidence may contradict itself.
        let kinds = [
            ledger.contains { $0.transaction != nil }, ledger.contains { $0.receipt != nil },
            ledger.contains { $0.transactionReceipt != nil },
        ]
        if ledger.environment != .xcode, ledger.superseded.isEmpty, kinds.count(where: \.self) == 1 {
            let ids = Set(ledger.map { Array($0.id.utf8) })
            require(ids.count == ledger.count, "an id stands for two purchases: \(ledger.map(\.id))")
        }
        for text in [ledger.description] + ledger.sources.map(\.description) { requirePrintable(text) }
        subscriptions(ledger)
        for product in Set(ledger.map(\.productID)) {
            let own = ledger.filter { $0.productID.utf8.elementsEqual(product.utf8) }
            let latest = ledger.latest(for: product)
            require(latest?.purchaseDate == own.map(\.purchaseDate).max(), "the latest of \(product)")
        }
    }

    /// Subscriptions must partition the purchases that are subscription periods.
    private static func subscriptions(_ ledger: PurchaseLedger) {
        var seen: Set<Purchase> = []
        for history in ledger.subscriptions {
            for period in history.periods {
                require(seen.insert(period.purchase).inserted, "in two subscriptions: \(period)")
                require(ledger.contains(period.purchase), "not in the ledger: \(period)")
                requirePrintable(period.description)
                guard let end = period.effectiveEndDate else { continue }
                require(period.startDate < end, "it ends as it begins: \(period)")
                require(!period.isOvertaken, "overtaken, and it gives access: \(period)")
            }
            for (one, next) in zip(history.gaps, history.gaps.dropFirst()) {
                require(one.endDate < next.startDate, "gaps that touch")
            }
            for gap in history.gaps {
                require(gap.startDate < gap.endDate, "an empty gap")
                require(history.period(at: gap.startDate) == nil, "a period in a gap")
            }
            let found = ledger.subscription(originalTransactionID: history.originalTransactionID)
            require(found?.originalTransactionID == history.originalTransactionID, "looked up by its identifier")
            for change in history.productChanges {
                require(!change.productID.utf8.elementsEqual(change.previousProductID.utf8), "a change to the same")
            }
        }
    }
}
