import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Ledger merging")
struct LedgerMergingTests {
    static let start = Date.utc(2024, 1, 1)
    static let end = Date.utc(2024, 2, 1)
    static let row = LedgerSubject.period("com.example.monthly", 1, start, end)

    private func receipt(
        _ rows: [TestPurchase], environment: TestEnvironment = .production, created: Date = .utc(2024, 3, 1)
    ) throws -> VerifiedReceipt {
        try LedgerSubject.verify(
            TestReceipt(
                bundleIdentifier: LedgerSubject.app, environment: environment, creationDate: created, purchases: rows))
    }

    @Test("The later receipt wins, also when it takes a refund back", arguments: [true, false])
    func laterReceipt(_ isRefundFirst: Bool) throws {
        let refunded = Self.row.refunded(on: .utc(2024, 1, 10))
        let old = try receipt([isRefundFirst ? refunded : Self.row], created: .utc(2024, 2, 2))
        let new = try receipt([isRefundFirst ? Self.row : refunded], created: .utc(2024, 2, 3))
        for merged in [try old.merging(new), try new.merging(old)] {
            #expect(merged.map(\.receipt) == Array(new.purchases))
            #expect(merged.superseded == Array(try old.ledger))
            #expect(merged.superseded.map(\.evidenceDate) == [.utc(2024, 2, 2)])
            #expect(merged[0].evidenceDate == .utc(2024, 2, 3))
            #expect(merged.currentEntitlements(at: Self.start).isEmpty == !isRefundFirst)
        }
    }

    @Test("Ledgers of other evidence are not equal; of the same, they are")
    func equality() throws {
        let one = try receipt([Self.row])
        #expect(try one.ledger == PurchaseLedger(merging: [one]))
        #expect(try one.ledger != receipt([Self.row.refunded(on: Self.end)]).ledger)
        #expect(try one.ledger != receipt([Self.row], created: .utc(2024, 3, 2)).ledger)
    }

    @Test("At equal dates the revoked purchase wins, then the greater encoding")
    func equalDates() throws {
        let one = try receipt([Self.row])
        let refunded = try receipt([Self.row.refunded(on: Self.end)])
        #expect(try one.merging(refunded).map(\.receipt) == Array(refunded.purchases))
        #expect(try refunded.merging(one).map(\.receipt) == Array(refunded.purchases))
        let greater = try receipt([Self.row.with { $0.purchasedQuantity = 2 }])
        #expect(Array(try one.merging(greater)).map(\.purchasedQuantity) == [2])
        #expect(Array(try greater.merging(one)).map(\.purchasedQuantity) == [2])
        let longer = try receipt([Self.row.with { $0.ownershipType = nil }])
        #expect(try longer.merging(greater).map(\.receipt) == Array(greater.purchases))
    }

    /// A second purchase, and whether it is the same as the first.
    static let keys: [(name: String, other: TestPurchase, isSame: Bool)] = [
        ("another transaction, same line item", row.with { $0.transactionID = "9" }, true),
        ("same transaction, another line item", row.with { $0.webOrderLineItemID = 9 }, true),
        ("another original transaction", row.with { $0.originalTransactionID = "9" }, true),
        ("no line item", row.with { $0.webOrderLineItemID = 0 }, true),
        ("another transaction and line item", row.with { ($0.transactionID, $0.webOrderLineItemID) = ("9", 9) }, false),
        ("another transaction, no line item", row.with { ($0.transactionID, $0.webOrderLineItemID) = ("9", 0) }, false),
    ]

    @Test("A line item is a period, and so is a transaction of a product", arguments: keys.indices)
    func key(_ index: Int) throws {
        let merged = try receipt([Self.row]).merging(receipt([Self.keys[index].other], created: .utc(2024, 4, 1)))
        #expect(merged.count == (Self.keys[index].isSame ? 1 : 2), "\(Self.keys[index].name)")
        #expect(merged.superseded.count == (Self.keys[index].isSame ? 1 : 0))
    }

    @Test("Without a line item transaction and product are the key")
    func transactionKey() throws {
        let one = TestPurchase.nonConsumable("a", on: Self.start, transactionID: "5")
        let refunded = one.refunded(on: Self.end)
        let merged = try receipt([one]).merging(
            receipt([refunded, .nonConsumable("b", on: Self.start, transactionID: "5")], created: .utc(2024, 4, 1)))
        #expect(merged.map(\.productID) == ["a", "b"])
        #expect(merged[0].revocationDate == Self.end)
        #expect(merged.superseded.count == 1)
    }

    @Test("Two purchases of one receipt may clash too, and products that differ in bytes alone do not")
    func withinOneReceipt() throws {
        let clash = try receipt([Self.row, Self.row.refunded(on: Self.end)]).ledger
        #expect(clash.map(\.revocationDate) == [Self.end])
        #expect(clash.superseded.count == 1)
        let spellings = try receipt([
            .nonConsumable("caf\u{e9}", on: Self.start, transactionID: "5"),
            .nonConsumable("cafe\u{301}", on: Self.start, transactionID: "5"),
        ]).ledger
        #expect(spellings.count == 2)
        #expect(spellings.latest(for: "caf\u{e9}")?.productID.utf8.count == 5)
    }

    @Test("Rows that are identical in both receipts are one, dated by the last")
    func identical() throws {
        let old = try receipt([Self.row], created: .utc(2024, 2, 2))
        let new = try receipt([Self.row], created: .utc(2024, 2, 3))
        let merged = try new.merging(old)
        #expect(merged.count == 1)
        #expect(merged.superseded.isEmpty)
        #expect(merged.sources.map(\.creationDate) == [.utc(2024, 2, 2), .utc(2024, 2, 3)])
        #expect(merged[0].evidenceDate == .utc(2024, 2, 3))
    }

    @Test("Merging is commutative, associative and idempotent", arguments: 0..<40)
    func laws(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let receipts = try (0..<3).map { device in
            let rows = (0..<6).map { _ -> TestPurchase in
                let id = Int64.random(in: 1...5, using: &generator)
                var row = LedgerSubject.period("p\(id % 2)", id, Self.start.addingTimeInterval(Double(id)), Self.end)
                if Bool.random(using: &generator) { row.webOrderLineItemID = 0 }
                if Bool.random(using: &generator) { row = row.refunded(on: Self.end) }
                row.purchasedQuantity = Int64.random(in: 1...3, using: &generator)
                return row
            }
            let created = Date.utc(2024, 3, Int.random(in: 1...2, using: &generator))
            return try LedgerSubject.verify(
                TestReceipt(
                    bundleIdentifier: LedgerSubject.app, device: Array(repeating: UInt8(device), count: 16),
                    creationDate: created, purchases: rows))
        }
        let (a, b, c) = (receipts[0], receipts[1], receipts[2])
        let all = try a.merging(b).merging(c)
        for same in [try c.merging(a).merging(b), try PurchaseLedger(merging: [b, c, a]), try all.merging(a)] {
            #expect(same == all)
            #expect(same.hashValue == all.hashValue)
            #expect(same.superseded == all.superseded)
        }
        #expect(try PurchaseLedger(merging: [a, a]) == a.ledger)
        #expect(try a.merging(VerifiedEvidence.list([b.evidence, .list([c.evidence])])) == all)
    }

    /// Returns a receipt of one purchase, verified with this trust store.
    private func receipt(trusting trust: TrustStore, _ row: TestPurchase) throws -> VerifiedReceipt {
        let receipt = TestReceipt(bundleIdentifier: LedgerSubject.app, purchases: [row])
        let policy = try ReceiptPolicy(bundleIdentifiers: [receipt.bundleIdentifier], device: .unchecked, trust: trust)
        return try ReceiptVerifier(policy: policy).verify(
            try TestAuthority.standard.sign(receipt), at: LedgerSubject.now)
    }

    @Test("A root that was renewed under its name and key is the same trust; another set of roots is not")
    func renewedRoot() throws {
        var renewed = try #require(TestAuthority.standard.sha256.root)
        renewed.serialNumber = [0x77]
        renewed.notAfter = renewed.notAfter.addingTimeInterval(86_400)
        let old = try TestAuthority.standard.rootCertificate
        let new = try renewed.encoded()
        #expect(old != new)
        let other = LedgerSubject.period("p2", 2, Self.start, Self.end)
        let one = try receipt(trusting: .roots([old]), Self.row)
        let two = try receipt(trusting: .roots([new]), other)
        #expect(try one.ledger.trust == two.ledger.trust)
        #expect(try one.merging(two).count == 2)
        #expect(try one.merging(two) == two.merging(one))
        #expect(try receipt(trusting: .roots([new, old]), Self.row).ledger == one.ledger)

        var otherNamedAlike = try #require(TestAuthority.untrusted.sha256.root)
        otherNamedAlike.subject = renewed.subject
        let untrusted = try otherNamedAlike.encoded()
        let wider = try receipt(trusting: .roots([old, untrusted]), other)
        #expect(
            ledgerError { _ = try one.merging(wider) }
                == .trustAnchorMismatch(try one.ledger.trust, other: try wider.ledger.trust))
        #expect(try receipt(trusting: .roots([untrusted, old]), other).ledger == wider.ledger)
    }

    @Test("Volume purchases merge with purchases, in production and in sandbox")
    func volumePurchase() throws {
        let other = LedgerSubject.period("p2", 2, Self.start, Self.end)
        for (plain, volume) in [
            (TestEnvironment.production, TestEnvironment.volumePurchase), (.sandbox, .volumePurchaseSandbox),
        ] {
            let one = try receipt([Self.row], environment: plain)
            let two = try receipt([other], environment: volume)
            #expect(one.environment == two.environment)
            #expect(try one.merging(two).map(\.productID).sorted() == [Self.row.productID, "p2"].sorted())
            #expect(try one.merging(two) == two.merging(one))
        }
    }

    @Test("Another app, environment or trust anchor is an error")
    func errors() throws {
        let ledger = try receipt([Self.row]).ledger
        let other = TestReceipt(bundleIdentifier: "com.example.other\u{2028}", purchases: [Self.row])
        let app = ledgerError { _ = try ledger.merging(LedgerSubject.verify(other)) }
        #expect(app == .bundleIdentifierMismatch("com.example.app", other: "com.example.other\u{2028}"))
        #expect(app?.code == "ledger.bundleIdentifier")

        let sandbox = try receipt([Self.row], environment: .sandbox)
        let environment = ledgerError { _ = try ledger.merging(sandbox) }
        #expect(environment == .environmentMismatch(.production, other: .sandbox))
        #expect(environment?.code == "ledger.environment")

        let own = TestReceipt(bundleIdentifier: LedgerSubject.app, purchases: [Self.row])
        let root = try TestAuthority.untrusted.rootCertificate
        let untrusted = try ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [own.bundleIdentifier], device: .unchecked, trust: .roots([root]))
        ).verify(try TestAuthority.untrusted.sign(own), at: LedgerSubject.now)
        let anchor = ledgerError { _ = try ledger.merging(untrusted) }
        #expect(anchor == .trustAnchorMismatch(ledger.trust, other: try untrusted.ledger.trust))
        #expect(anchor?.code == "ledger.trustAnchor")
        for error in [app, environment, anchor] { #expect(error?.description.contains { $0.isNewline } == false) }
    }
}
