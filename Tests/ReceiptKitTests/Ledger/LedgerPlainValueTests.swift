import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Purchases of a ledger as plain values")
struct LedgerPlainValueTests {
    @Test("Restored purchases are recognised, but not in subscriptions")
    func isRestored() throws {
        let start = Date.utc(2024, 1, 1)
        let renewal = LedgerSubject.period("p", 2, start, .utc(2024, 2, 1)).with {
            $0.originalPurchaseDate = .utc(2023, 1, 1)
        }
        let sameID = TestPurchase.nonConsumable("n", on: start).with { $0.originalPurchaseDate = .utc(2023, 1, 1) }
        let newID = TestPurchase.nonConsumable("m", on: start, transactionID: "9").with {
            $0.originalTransactionID = "8"
        }
        let equivalentID = TestPurchase.nonConsumable("q", on: start, transactionID: "\u{E9}").with {
            $0.originalTransactionID = "e\u{301}"
        }
        let plain = TestPurchase.nonConsumable("o", on: start)
        let ledger = try LedgerSubject.ledger([renewal, sameID, newID, equivalentID, plain])
        #expect(Set(ledger.filter(\.isRestored).map(\.productID)) == ["n", "m", "q"])
    }

    @Test("A period's description has its kind where that is special")
    func periods() throws {
        let (start, end, next) = (Date.utc(2024, 1, 1), Date.utc(2024, 2, 1), Date.utc(2024, 3, 1))
        let trial = LedgerSubject.period("p", 1, start, end).with { $0.isTrialPeriod = true }
        let history = try #require(
            try LedgerSubject.ledger([trial, LedgerSubject.period("p", 2, end, next)]).subscriptions.first)
        #expect(
            history.periods.map(\.description) == [
                #""p" from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z, trial"#,
                #""p" from 2024-02-01T00:00:00Z to 2024-03-01T00:00:00Z"#,
            ])
    }
}
