import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Ledger: evidence of several environments")
struct LedgerEnvironmentTests {
    private static func transaction(
        _ id: String, _ environment: TestEnvironment, app: String = LedgerSubject.app
    ) throws -> VerifiedEvidence {
        let bought = TestPurchase.nonConsumable("theme", on: .utc(2024, 1, 1), transactionID: id)
        return try AsIfVerified.transaction(
            TestTransaction(bought, environment: environment).with { $0.bundleIdentifier = app })
    }

    private static func summary(_ ledgers: [PurchaseLedger]) -> [String] {
        ledgers.map { "\($0.environment.rawValue): " + $0.map(\.transactionID).joined(separator: " ") }
    }

    @Test("One ledger for each environment, production's first, in whatever order the evidence comes")
    func each() throws {
        let evidence = try [
            Self.transaction("3", .sandbox), Self.transaction("1", .production), Self.transaction("4", .sandbox),
            Self.transaction("2", .production), Self.transaction("1", .production),
            AsIfVerified.receipt(
                [.nonConsumable("theme", on: .utc(2024, 1, 1), transactionID: "5")], environment: .sandbox),
        ]
        for order in [evidence, evidence.reversed()] {
            let ledgers = try PurchaseLedger.ledgers(merging: order)
            #expect(Self.summary(ledgers) == ["Production: 1 2", "Sandbox: 3 4 5"])
            for (environment, ledger) in zip([StoreEnvironment.production, .sandbox], ledgers) {
                #expect(try ledger == PurchaseLedger(merging: evidence.filter { $0.environment == environment }))
            }
        }
        #expect(Self.summary(try PurchaseLedger.ledgers(merging: [evidence[0]])) == ["Sandbox: 3"])
    }

    @Test("Each piece of a list belongs to its own environment, also in a list within a list")
    func lists() throws {
        let mixed = VerifiedEvidence.list([
            try Self.transaction("3", .sandbox),
            .list([try Self.transaction("1", .production), try Self.transaction("4", .sandbox)]), .list([]),
        ])
        #expect(Self.summary(try PurchaseLedger.ledgers(merging: [mixed])) == ["Production: 1", "Sandbox: 3 4"])
        #expect(ledgerError { _ = try PurchaseLedger(merging: [mixed]) }?.code == "ledger.environment")
    }

    @Test("Without evidence there is no ledger, and no error")
    func none() throws {
        #expect(try PurchaseLedger.ledgers(merging: [VerifiedEvidence]()).isEmpty)
        #expect(try PurchaseLedger.ledgers(merging: [any Evidence]()).isEmpty)
        #expect(try PurchaseLedger.ledgers(merging: [VerifiedEvidence.list([])]).isEmpty)
        #expect(ledgerError { _ = try PurchaseLedger(merging: [VerifiedEvidence]()) } == .noEvidence)
    }

    @Test("Of two apps or trust stores, the error is that of one ledger")
    func errors() throws {
        func error(_ evidence: [VerifiedEvidence]) -> LedgerError? {
            ledgerError { _ = try PurchaseLedger.ledgers(merging: evidence) }
        }
        for environment in [TestEnvironment.production, .sandbox] {
            let other = try Self.transaction("2", environment, app: "com.example.other")
            #expect(
                error([try Self.transaction("1", .production), other])
                    == .bundleIdentifierMismatch(LedgerSubject.app, other: "com.example.other"))
        }
        let receipts = try [TestEnvironment.production, .xcode].map { environment in
            try LedgerSubject.verify(TestReceipt(bundleIdentifier: LedgerSubject.app, environment: environment))
                .evidence
        }
        #expect(error(receipts)?.code == "ledger.trustAnchor")
        #expect(Self.summary(try PurchaseLedger.ledgers(merging: [receipts[1]])) == ["Xcode: "])
    }
}
