import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests receipts of Xcode's local testing, which lack product types, and whose transactions have no unique
/// identifiers.
@Suite("Ledger of Xcode's receipts")
struct LedgerXcodeTests {
    static let first = Date.utc(2024, 1, 1)

    private func row(_ product: String, _ id: String, _ from: Double, _ to: Double?) -> TestPurchase {
        TestPurchase(
            productID: product, productType: .autoRenewable, purchaseDate: Self.first.addingTimeInterval(from),
            transactionID: id, expirationDate: to.map { Self.first.addingTimeInterval($0) })
    }

    private func ledger(_ rows: [TestPurchase]) throws -> PurchaseLedger {
        try LedgerSubject.ledger(rows, environment: .xcode)
    }

    @Test("Transaction 0 twice is two purchases, and two subscriptions if the products differ")
    func zeroTwice() throws {
        let ledger = try ledger([row("a", "0", 0, 100), row("b", "0", 10, 100), row("a", "0", 100, 200)])
        #expect(ledger.map(\.productID) == ["a", "b", "a"])
        #expect(ledger.superseded.isEmpty)
        #expect(ledger.subscriptions.map { $0.periods.map(\.productID) } == [["a", "a"], ["b"]])
        #expect(ledger.subscription(originalTransactionID: "0")?.periods.count == 2)
        #expect(ledger.currentEntitlements(at: Self.first.addingTimeInterval(50)).map(\.productID) == ["a", "b"])
    }

    @Test("Identical rows are one")
    func identical() throws {
        let twice = try ledger([row("a", "0", 0, 100), row("a", "0", 0, 100)])
        #expect(twice.count == 1)
        #expect(try ledger([row("a", "0", 0, 100), row("a", "0", 0, 100), row("a", "0", 0, 101)]).count == 2)
    }

    @Test("A renewal joins the first purchase, which does not name itself as the original")
    func renewal() throws {
        let renewal = row("b", "57", 100, 200).with { $0.originalTransactionID = "56" }
        let ledger = try ledger([renewal, row("a", "56", 0, 100)])
        #expect(ledger.subscriptions.map(\.originalTransactionID) == ["56"])
        #expect(ledger.subscription(originalTransactionID: "56")?.productChanges.map(\.kind) == [.atRenewal])
    }

    @Test("Without product type and expiration date a purchase is of an unknown type")
    func unknownType() throws {
        let ledger = try ledger([row("a", "3", 0, nil)])
        #expect(ledger.currentEntitlements(at: LedgerSubject.now).isEmpty)
        #expect(ledger.access(to: "a", at: LedgerSubject.now).inShort == "denied: notAnEntitlement 3")
    }
}
