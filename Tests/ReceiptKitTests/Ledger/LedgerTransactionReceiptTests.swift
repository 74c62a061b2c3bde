import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests iOS 6 transaction receipts together with receipts: one purchase, and a ledger that reports that an environment
/// was only claimed.
@Suite("Ledger of transaction receipts")
struct LedgerTransactionReceiptTests {
    private let old = TestTransactionReceipt().with { $0.productID = "com.example.pro" }

    /// Returns both kinds of evidence, verified with one policy.
    private func evidence(_ old: TestTransactionReceipt, _ purchases: [TestPurchase], created: Date) throws -> (
        transactionReceipt: VerifiedTransactionReceipt, receipt: VerifiedReceipt
    ) {
        let issued = try TestAuthority.standard.issue(old)
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [LedgerSubject.app], device: .unchecked,
            trust: .roots(
                [TestAuthority.standard.rootCertificate], intermediates: [issued.issuerCertificate]))
        policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        let verifier = ReceiptVerifier(policy: policy)
        let receipt = TestReceipt(
            bundleIdentifier: LedgerSubject.app, creationDate: created, purchases: purchases)
        return (
            try verifier.verify(transactionReceipt: issued.base64, at: LedgerSubject.now),
            try verifier.verify(TestAuthority.standard.sign(receipt), at: LedgerSubject.now)
        )
    }

    /// Returns the one purchase of both, after checking both orders.
    private func row(
        _ old: TestTransactionReceipt, _ purchase: TestPurchase, created: Date = .utc(2025, 6, 1)
    ) throws -> Purchase {
        let (transactionReceipt, receipt) = try evidence(old, [purchase], created: created)
        let ledger = try receipt.merging(transactionReceipt)
        #expect(try transactionReceipt.merging(receipt) == ledger)
        #expect(try PurchaseLedger(merging: [transactionReceipt.evidence, receipt.evidence]) == ledger)
        #expect(try ledger.merging(transactionReceipt) == ledger)
        #expect(ledger.count == 1)
        #expect(ledger.hasUnsignedEnvironment)
        #expect(try !receipt.ledger.hasUnsignedEnvironment)
        let purchase = try #require(ledger.first)
        #expect(purchase.receipt?.productID == old.productID)
        #expect(purchase.transactionReceipt?.transactionID == old.transactionID)
        return purchase
    }

    @Test("Alone, it is a purchase of a type unknown to the library")
    func alone() throws {
        let ledger = try evidence(old, [], created: .utc(2025, 6, 1)).transactionReceipt.ledger
        let purchase = try #require(ledger.first)
        #expect(ledger.hasUnsignedEnvironment)
        #expect(purchase.receipt == nil)
        #expect(purchase.productType == nil)
        #expect(purchase.purchasedQuantity == 1)
        #expect(ledger.currentEntitlements(at: LedgerSubject.now).isEmpty)
    }

    @Test("One transaction and product are one row, and the receipt tells the type")
    func transaction() throws {
        let purchase = try row(
            old, .nonConsumable("com.example.pro", on: old.purchaseDate, transactionID: old.transactionID))
        #expect(purchase.productType == .nonConsumable)
    }

    @Test("One line item is one period, whatever its transaction")
    func lineItem() throws {
        let period = old.with {
            $0.webOrderLineItemID = 7
            $0.expirationDate = $0.purchaseDate.addingTimeInterval(30 * 86_400)
        }
        let purchase = try row(
            period,
            LedgerSubject.period(
                "com.example.pro", 7, period.purchaseDate, try #require(period.expirationDate),
                original: period.originalTransactionID))
        #expect(purchase.expirationDate == Date(timeIntervalSince1970: 1_703_101_559))
    }

    @Test("It can't show revocations: a purchase revoked in a receipt stays revoked, even before a later restoration")
    func revocation() throws {
        let restored = old.with {
            $0.transactionID = "410000900000009"
            $0.originalTransactionID = "410000900000001"
        }
        let refunded = TestPurchase.nonConsumable(
            "com.example.pro", on: .utc(2023, 10, 1), transactionID: "410000900000001"
        ).with { $0.cancellationDate = .utc(2023, 10, 2) }
        let purchase = try row(restored, refunded, created: .utc(2023, 11, 1))
        #expect(purchase.transactionID == restored.transactionID)
        #expect(purchase.revocationDate == .utc(2023, 10, 2))
    }
}
