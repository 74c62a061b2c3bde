import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// The work of a server with the receipts from one customer's devices: it verifies each receipt, merges them, and
/// answers from the merged ledger.
///
/// Copy this type; the tests below keep it correct.
struct CustomerPurchases {
    /// One verifier for the whole server: it caches the certificate chains that it has validated.
    let verifier: ReceiptVerifier

    init(bundleIdentifier: String, trust: TrustStore = .appStore) throws {
        // A server can't check the device: a client that sends another customer's receipt can send its identifier too.
        // To protect against shared receipts, bind the original transactions to one account; see `accounts` below.
        verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [bundleIdentifier], device: .unchecked, environments: [.production], trust: trust))
    }

    /// Returns the ledger of all receipts that a customer sent, in any order and from any device. Returns nil if there
    /// is none.
    ///
    /// A receipt only contains what had happened when it was created. An older one that arrives later doesn't undo
    /// anything.
    func ledger(of receipts: [[UInt8]], at now: Date) throws -> PurchaseLedger? {
        if receipts.isEmpty { return nil }
        return try PurchaseLedger(merging: receipts.map { try verifier.verify($0, at: now) })
    }

    /// Returns whether the customer has access to any of the products.
    func isEntitled(_ ledger: PurchaseLedger, to productIDs: Set<String>, at now: Date) -> Bool {
        ledger.currentEntitlements(at: now).contains { productIDs.contains($0.productID) }
    }

    /// Returns the identifiers to store with the account. If one of them belongs to another account already, a receipt
    /// was shared.
    func accounts(_ ledger: PurchaseLedger) -> Set<String> {
        Set(ledger.map(\.originalTransactionID))
    }
}

@Suite("Ledger on a server: an example")
struct LedgerServerExampleTests {
    static let start = Date.utc(2024, 1, 1)
    static let products: Set<String> = ["com.example.monthly", "com.example.yearly"]

    /// A customer with a phone, a tablet and a new phone. The second month was refunded, which only later receipts
    /// show; in March the customer changed to the yearly subscription.
    static func receipts() throws -> [[UInt8]] {
        let months = TestPurchase.subscription(
            "com.example.monthly", from: start, periods: 3, transactionID: "410000000000001")
        let yearly = months[2].with {
            $0.productID = "com.example.yearly"
            $0.transactionID = "410000000000009"
            $0.webOrderLineItemID += 1
            $0.purchaseDate = .utc(2024, 3, 10)
            $0.expirationDate = .utc(2025, 3, 10)
        }
        let refunded = [months[0], months[1].refunded(on: .utc(2024, 2, 20))]
        let level = TestPurchase.nonConsumable(
            "com.example.level", on: .utc(2024, 1, 5), transactionID: "410000000000100")
        let restored = level.with { $0.purchaseDate = .utc(2024, 4, 1) }
        let histories: [(device: UInt8, created: Date, purchases: [TestPurchase])] = [
            (1, .utc(2024, 1, 6), [months[0], level]),
            (1, .utc(2024, 2, 2), Array(months[..<2]) + [level]),
            (2, .utc(2024, 2, 2), Array(months[..<2])),
            (2, .utc(2024, 3, 2), refunded + [months[2]]),
            (1, .utc(2024, 3, 11), refunded + [months[2], yearly, level]),
            (3, .utc(2024, 4, 1), refunded + [months[2], yearly, restored]),
        ]
        return try histories.map { history in
            try TestAuthority.standard.sign(
                TestReceipt(
                    device: Array(repeating: history.device, count: 16), creationDate: history.created,
                    purchases: history.purchases))
        }
    }

    @Test("Receipts of several devices, merged in a thousand random orders, give one answer")
    func anyOrder() throws {
        let server = try CustomerPurchases(
            bundleIdentifier: "com.example.app", trust: .roots([TestAuthority.standard.rootCertificate]))
        let now = Date.utc(2024, 4, 2)
        let evidence = try Self.receipts().map { try server.verifier.verify($0, at: now).evidence }
        let expected = try #require(try server.ledger(of: try Self.receipts(), at: now))

        #expect(server.isEntitled(expected, to: Self.products, at: now))
        #expect(!server.isEntitled(expected, to: Self.products, at: .utc(2024, 2, 15)))
        #expect(!server.isEntitled(expected, to: Self.products, at: .utc(2025, 3, 10)))
        #expect(
            expected.currentEntitlements(at: now).map(\.productID) == ["com.example.yearly", "com.example.level"])
        #expect(expected.superseded.count == 2)
        #expect(server.accounts(expected) == ["410000000000001", "410000000000100"])

        var generator = SeededGenerator(seed: 2024)
        for _ in 0..<repetitions(1_000, sample: 50) {
            // Use every receipt at least once and some twice, in a random grouping: ((a, b), (c, (d, e))) as well as
            // one by one.
            var parts = (evidence + [evidence[Int.random(in: evidence.indices, using: &generator)]])
                .shuffled(using: &generator)
            while parts.count > 1 {
                let part = parts.remove(at: Int.random(in: parts.indices, using: &generator))
                let place = Int.random(in: parts.indices, using: &generator)
                parts[place] = .list([parts[place], part])
            }
            let merged = try PurchaseLedger(merging: parts)
            #expect(merged == expected)
            #expect(merged.superseded == expected.superseded)
            #expect(
                Array(merged.currentEntitlements(at: now)) == Array(expected.currentEntitlements(at: now)))
        }
    }

    @Test("A receipt of another app is rejected before it can be merged")
    func anotherApp() throws {
        let server = try CustomerPurchases(
            bundleIdentifier: "com.example.app", trust: .roots([TestAuthority.standard.rootCertificate]))
        let other = try TestAuthority.standard.sign(TestReceipt(bundleIdentifier: "com.example.other"))
        #expect(
            throws: VerificationError.bundleIdentifierMismatch(
                found: "com.example.other", accepted: ["com.example.app"])
        ) { try server.ledger(of: [other], at: .utc(2024, 6, 1)) }
    }
}
