import Foundation
import LedgerModel
import ReceiptFields
import ReceiptKit
import Testing

/// Holds a ledger against the model.
struct LedgerComparison {
    let ledger: PurchaseLedger
    let model: LedgerModel

    init(_ ledger: PurchaseLedger, _ model: LedgerModel) throws {
        self.ledger = ledger
        self.model = model
        try #require(ledger.map(\.transactionID) == model.rows.map(\.latest.transaction))
        #expect(ledger.map(\.productID) == model.rows.map(\.product))
        #expect(ledger.map { $0.revocationDate?.timeIntervalSince1970 } == model.rows.map(\.revoked))
        #expect(ledger.map(\.isUpgraded) == model.rows.map { $0.upgraded != nil })
        #expect(ledger.map { $0.receipt == nil } == model.rows.map { $0.receipt == nil })
        #expect(ledger.map { $0.transaction == nil } == model.rows.map { $0.transaction == nil })
        #expect(ledger.map { $0.transactionReceipt == nil } == model.rows.map { $0.transactionReceipt == nil })
        #expect(ledger.superseded.count == model.rows.map(Self.overruled).reduce(0, +))
        try #require(ledger.subscriptions.count == model.chains.count)
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            #expect(history.periods.map(\.purchase) == chain.map { ledger[$0] })
            #expect(
                history.periods.map(\.isOvertaken)
                    == chain.map { model.overtaken.contains($0) && !model.rows[$0].isVoid })
            let gaps = history.gaps.map { [$0.startDate.timeIntervalSince1970, $0.endDate.timeIntervalSince1970] }
            #expect(gaps == model.gaps(chain))
            #expect(
                history.predecessor?.periods.map(\.purchase) == model.predecessor(chain)?.map { ledger[$0] })
        }
        for product in Set(ledger.map(\.productID)) {
            let latest = model.rows.filter { $0.product == product }.map(\.latest).max { a, b in
                (a.purchased, a.transaction) < (b.purchased, b.transaction)
            }
            #expect(ledger.latest(for: product)?.transactionID == latest?.transaction)
        }
    }

    private static func overruled(_ row: LedgerModel.Row) -> Int {
        row.told.count - [row.receipt, row.transaction, row.transactionReceipt].compactMap(\.self).count
    }

    /// Asks everything at these times.
    func check(_ times: [Double]) {
        let products = Set(ledger.map(\.productID)).sorted() + ["com.example.never.sold"]
        for time in times {
            let date = Date(timeIntervalSince1970: time)
            let entitlements = model.entitlements(time)
            #expect(
                ledger.currentEntitlements(at: date).map(\.purchase) == entitlements.map { ledger[$0] }, "at \(time)")
            for product in products {
                let state = ledger.state(of: product, at: date)
                #expect(Self.name(state) == model.state(product, time), "\(product) at \(time)")
                #expect(
                    ledger.isEntitled(to: product, at: date)
                        == entitlements.contains { model.rows[$0].product == product }, "\(product) at \(time)")
            }
            for (history, chain) in zip(ledger.subscriptions, model.chains) {
                let period = history.period(at: date)?.purchase
                #expect(period == model.running(chain, time).map { ledger[$0] }, "at \(time)")
                let status = history.status(at: date)
                let expected = model.status(chain, time)
                #expect(status.state.rawValue == expected.state, "at \(time)")
                #expect(status.until?.timeIntervalSince1970 == expected.until, "at \(time)")
                #expect(status.knownAsOf.timeIntervalSince1970 == model.knownAsOf(chain))
                let renewal = model.bound(chain, time)
                let isSucceeded = model.isSucceeded(chain, time)
                #expect(status.willAutoRenew == (isSucceeded ? false : renewal?.willAutoRenew), "at \(time)")
                let quantity = renewal?.willAutoRenew == false ? nil : renewal?.quantity
                #expect(status.renewalQuantity == quantity, "at \(time)")
                #expect(status.commitmentWillAutoRenew == renewal?.commitmentWillAutoRenew, "at \(time)")
                #expect(
                    status.commitmentAutoRenewPreference
                        == (renewal?.commitmentWillAutoRenew == false ? nil : renewal?.commitmentPreference),
                    "at \(time)")
                #expect(
                    status.autoRenewPreference == (renewal?.willAutoRenew == false ? nil : renewal?.preference),
                    "at \(time)")
                #expect(status.mayHaveRenewed == model.mayHaveRenewed(chain, time), "at \(time)")
            }
            for (entitlement, position) in zip(ledger.currentEntitlements(at: date), entitlements) {
                let expected = model.access(position, time)
                #expect(entitlement.state.rawValue == expected.state, "at \(time)")
                #expect(
                    entitlement.endDate?.timeIntervalSince1970 == (expected.until < .infinity ? expected.until : nil),
                    "at \(time)")
                #expect(entitlement.startDate.timeIntervalSince1970 == model.start(position), "at \(time)")
                #expect(entitlement.seats == model.seats(position, time), "at \(time)")
                let best = ledger.entitlement(to: entitlement.productID, at: date)
                #expect(best != nil && (best?.state == .owned || entitlement.state != .owned), "at \(time)")
                #expect(
                    best?.endDate ?? .distantFuture >= entitlement.endDate ?? .distantFuture || best?.state == .owned)
            }
            agree(date)
        }
    }

    /// Whatever gives access by one answer gives it by all.
    private func agree(_ date: Date) {
        let entitlements = ledger.currentEntitlements(at: date)
        for product in Set(ledger.map(\.productID)) {
            let isEntitled = entitlements.contains { $0.productID == product }
            #expect(ledger.isEntitled(to: product, at: date) == isEntitled, "\(product) at \(date)")
            #expect(ledger.state(of: product, at: date).isActive == isEntitled, "\(product) at \(date)")
        }
        for history in ledger.subscriptions {
            let own = history.periods.map(\.purchase)
            #expect(
                history.status(at: date).state.isEntitled == entitlements.contains { own.contains($0.purchase) },
                "at \(date)")
        }
    }

    private static func name(_ state: ProductState) -> String {
        switch state {
        case .active(let end?, _): "active \(end.timeIntervalSince1970)"
        case .active: "active"
        case .indefinite: "indefinite"
        case .revoked: "revoked"
        case .expired(let date, _): "expired \(date.timeIntervalSince1970)"
        case .notStarted(let date, _): "not started \(date.timeIntervalSince1970)"
        case .neverPurchased: "never"
        }
    }
}
