import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Building the ledger of a verified receipt, and asking it for answers.
enum LedgerCases {
    static let all: [BenchmarkCase] =
        [build(187), build(10_000), evidence(1_000), adding(to: 200), adding(to: 1_000)]
        + [
            // The result has 980 entitlements.
            question("entitlements", "currentEntitlements(at:)", counted: 200) { ledger, date in
                blackHole(ledger.currentEntitlements(at: date))
            },
            question("access", "access(to:at:)") { ledger, date in
                blackHole(ledger.access(to: "com.example.group3.level2", at: date))
            },
            question("entitled", "isEntitled(to:at:)") { ledger, date in
                blackHole(ledger.isEntitled(to: "com.example.group3.level2", at: date))
            },
            question("status", "status(at:)") { ledger, date in
                blackHole(ledger.subscription(originalTransactionID: "410000000000003")?.status(at: date))
            },
            question("latest", "latest(for:)") { ledger, _ in
                blackHole(ledger.latest(for: "com.example.group3.level2"))
            },
        ]

    private static func build(_ count: Int) -> BenchmarkCase {
        BenchmarkCase(
            "ledger-\(count)", "Build the ledger, \(grouped(count)) purchases", purchases: count,
            counted: count > 1_000 ? 2 : 20
        ) { inputs in
            let receipt = try verified(count, inputs)
            return PreparedWork(inputSize: 0) { blackHole(try? PurchaseLedger(merging: [receipt])) }
        }
    }

    /// Transactions of ten subscriptions, in random order.
    private static func evidence(_ count: Int) -> BenchmarkCase {
        BenchmarkCase(
            "ledger-evidence-\(count)", "Build the ledger, \(grouped(count)) transactions", purchases: count,
            counted: 10
        ) { inputs in
            let lines = try inputs.bytes("ledger-evidence-\(count)") {
                Array(try (0..<count).map { try signed($0 * 7 % count) }.joined(separator: "\n").utf8)
            }
            let verifier = try verifier()
            let pieces = try String(decoding: lines, as: UTF8.self).split(separator: "\n").map { jws in
                try verified(String(jws), verifier)
            }
            return PreparedWork(inputSize: 0) { blackHole(try? PurchaseLedger(merging: pieces)) }
        }
    }

    private static func adding(to count: Int) -> BenchmarkCase {
        BenchmarkCase(
            "ledger-add-\(count)", "Merge one transaction into \(grouped(count)) purchases", purchases: count,
            counted: 20
        ) { inputs in
            let receipt = try verified(count, inputs)
            let (ledger, piece) = (try PurchaseLedger(merging: [receipt]), try verified(signed(count / 2), verifier()))
            return PreparedWork(inputSize: 0) { blackHole(try? ledger.merging(piece)) }
        }
    }

    /// The same purchase as in a receipt, as a transaction.
    private static func signed(_ index: Int) throws -> String {
        try TestAuthority.standard.sign(
            TestTransaction(purchase(index), bundleIdentifier: Inputs.app, signedDate: .utc(2024, 5, 1)))
    }

    private static func verified(_ jws: String, _ verifier: ReceiptVerifier) throws -> VerifiedEvidence {
        .transaction(try verifier.verify(transaction: jws, at: VerificationCases.now))
    }

    /// A verifier with one trust store for receipts and JWS, as one ledger requires.
    private static func verifier() throws -> ReceiptVerifier {
        ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [Inputs.app], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
    }

    /// 2014-09-01, when ten subscriptions are active.
    private static let date = Date(timeIntervalSince1970: 1_409_529_600)

    private static func question(
        _ name: String, _ title: String, counted: Int = 10_000,
        _ ask: @escaping @Sendable (PurchaseLedger, Date) -> Void
    ) -> BenchmarkCase {
        BenchmarkCase("ask-\(name)", "Ask 10,000 purchases: `\(title)`", counted: counted) { inputs in
            let ledger = try PurchaseLedger(merging: [verified(10_000, inputs)])
            return PreparedWork(inputSize: 0) { ask(ledger, date) }
        }
    }

    /// A receipt of ten subscriptions with occasional changes of product, and one non-consumable for every nine
    /// periods.
    private static func verified(_ count: Int, _ inputs: Inputs) throws -> VerifiedReceipt {
        let bytes = try inputs.bytes("ledger-\(count)") {
            let receipt = TestReceipt(
                bundleIdentifier: Inputs.app, creationDate: .utc(2024, 5, 1), purchases: (0..<count).map(purchase))
            return try TestAuthority.standard.sign(receipt)
        }
        let receipt = try verifier().verify(bytes, at: VerificationCases.now)
        guard receipt.purchases.count == count else { throw UnexpectedOutcome("purchases are missing") }
        return receipt
    }

    private static func purchase(_ index: Int) -> TestPurchase {
        let start = Date.utc(2012, 1, 1)
        let (subscription, place) = (index % 10, index / 10)
        if place % 10 == 9 {
            return .nonConsumable(
                "com.example.extra\(index)", on: start.addingTimeInterval(Double(index) * 8_640),
                transactionID: String(420_000_000_000_000 + index))
        }
        let from = start.addingTimeInterval(Double(place) * 86_400 + Double(subscription))
        return TestPurchase(
            productID: "com.example.group\(subscription).level\(place / 50 % 3)", productType: .autoRenewable,
            purchaseDate: from, transactionID: String(410_000_000_000_000 + index),
            expirationDate: from.addingTimeInterval(86_400)
        ).with {
            $0.originalTransactionID = String(410_000_000_000_000 + subscription)
            $0.webOrderLineItemID = 410_000_500_000_000 + Int64(index)
        }
    }
}
