import Foundation
import LedgerModel
import ReceiptFields
import ReceiptKit
import Testing

/// Compares a ledger with the model.
struct LedgerComparison {
    let ledger: PurchaseLedger
    let model: LedgerModel
    private let difference: ModelDifference

    init(_ ledger: PurchaseLedger, _ model: LedgerModel) throws {
        (self.ledger, self.model, difference) = (ledger, model, ModelDifference(ledger, model))
        try #require(difference.first() == nil)
        #expect(ledger.map { $0.receipt == nil } == model.rows.map { $0.receipt == nil })
        #expect(ledger.map { $0.transaction == nil } == model.rows.map { $0.transaction == nil })
        #expect(ledger.map { $0.transactionReceipt == nil } == model.rows.map { $0.transactionReceipt == nil })
        #expect(ledger.superseded.count == model.rows.map(Self.overruled).reduce(0, +))
        for product in Set(ledger.map(\.productID)) {
            let latest = model.rows.filter { $0.product == product }.map(\.latest).max { a, b in
                (a.purchased, a.transaction) < (b.purchased, b.transaction)
            }
            #expect(ledger.latest(for: product)?.transactionID == latest?.transaction)
        }
    }

    private static func overruled(_ row: LedgerModel.Row) -> Int {
        row.claims.count - [row.receipt, row.transaction, row.transactionReceipt].compactMap(\.self).count
    }

    /// Compares all answers at these times.
    func check(_ times: [Double]) {
        let products = Set(ledger.map(\.productID)).sorted() + ["com.example.never.sold"]
        for time in times {
            for staleAfter in [0, 7_200.0] {
                #expect(difference.first(at: time, staleAfter: staleAfter, products) == nil)
            }
            agree(Date(timeIntervalSince1970: time), products)
        }
    }

    /// Checks that all answers agree about access.
    private func agree(_ date: Date, _ products: [String]) {
        let entitlements = ledger.currentEntitlements(at: date)
        for product in products {
            let own = entitlements.filter { $0.productID == product }
            let access = ledger.access(to: product, at: date)
            #expect(access.isGranted == !own.isEmpty, "\(product) at \(date)")
            #expect(ledger.isEntitled(to: product, at: date) == access.isGranted, "\(product) at \(date)")
            #expect(ledger.asOf(date).entitlement(to: product) == access.entitlement, "\(product) at \(date)")
            if let best = access.entitlement {
                #expect(own.contains(best) && (best.state == .owned || !own.contains { $0.state == .owned }))
                let ends = own.filter { $0.state == best.state }.map { $0.endDate ?? .distantFuture }
                #expect(best.endDate ?? .distantFuture == ends.max(), "\(product) at \(date)")
            }
        }
        for history in ledger.subscriptions {
            let own = history.periods.map(\.purchase)
            let isEntitled = entitlements.contains { own.contains($0.purchase) }
            #expect(history.status(at: date)?.state.isEntitled ?? false == isEntitled, "at \(date)")
        }
    }
}
