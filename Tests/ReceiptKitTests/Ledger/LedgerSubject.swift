import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Receipts of one app from the standard test authority, for the ledger's tests.
enum LedgerSubject {
    static let app = "com.example.app"
    /// 2026-01-01T00:00:00Z, after every purchase in these tests.
    static let now = Subject.now

    /// Verifies a receipt with a policy for its environment.
    static func verify(_ receipt: TestReceipt) throws -> VerifiedReceipt {
        let isXcode = receipt.environment == .xcode
        let authority = isXcode ? TestAuthority.xcode : .standard
        let root = try authority.rootCertificate
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [receipt.bundleIdentifier], device: .unchecked,
            environments: [StoreEnvironment(rawValue: receipt.environment.rawValue)],
            trust: isXcode ? .xcode([root]) : .roots([root]))
        return try ReceiptVerifier(policy: policy).verify(
            try authority.sign(receipt), at: max(now, receipt.creationDate))
    }

    static func ledger(_ receipt: TestReceipt) throws -> PurchaseLedger {
        try PurchaseLedger(merging: [verify(receipt)])
    }

    /// The ledger of a receipt with these purchases.
    static func ledger(
        _ purchases: [TestPurchase], environment: TestEnvironment = .production, created: Date = .utc(2025, 6, 1)
    ) throws -> PurchaseLedger {
        try ledger(
            TestReceipt(bundleIdentifier: app, environment: environment, creationDate: created, purchases: purchases))
    }

    /// A period of the subscription `1`, whose transaction identifier is also its line item.
    static func period(
        _ productID: String, _ id: Int64, _ start: Date, _ end: Date, original: String = "1"
    ) -> TestPurchase {
        TestPurchase(
            productID: productID, productType: .autoRenewable, purchaseDate: start, transactionID: String(id),
            expirationDate: end
        ).with {
            $0.originalTransactionID = original
            $0.webOrderLineItemID = id
        }
    }

    /// The ledger of a real receipt, or nil if there is no corpus.
    static func corpusLedger(_ suffix: String) throws -> PurchaseLedger {
        let entry = try #require(Corpus.entries.first { $0.name.hasSuffix(suffix) })
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [entry.expected.bundleID], device: .unchecked, environments: [.sandbox])
        return try PurchaseLedger(merging: [ReceiptVerifier(policy: policy).verify(entry.bytes, at: now)])
    }
}

/// Returns the error that `body` throws, or nil.
func ledgerError(_ body: () throws -> Void) -> LedgerError? {
    do {
        try body()
        return nil
    } catch { return error as? LedgerError }
}
