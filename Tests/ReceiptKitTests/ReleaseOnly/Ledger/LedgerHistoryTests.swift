import Foundation
import LedgerModel
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests random histories, far more complicated than real ones: few products, transactions, line items and dates, so
/// that they conflict.
@Suite("Ledgers of random histories, beside an independent model")
struct LedgerHistoryTests {
    static let start = Date.utc(2024, 1, 1)

    static let count = UInt64(repetitions(500, sample: 25))

    @Test("Whatever the order, the repetitions and the tree: one ledger, and the model's answers", arguments: 0..<10)
    func histories(_ part: UInt64) throws {
        for seed in (part * Self.count / 10)..<((part + 1) * Self.count / 10) {
            var dice = SeededGenerator(seed: seed)
            let evidence = try Self.history(&dice)
            let ledger = try PurchaseLedger(merging: evidence)

            let repeated = (evidence + evidence.prefix(2)).shuffled(using: &dice)
            try #require(try PurchaseLedger(merging: repeated) == ledger, "seed \(seed): at once")
            var one: PurchaseLedger?
            for piece in repeated { one = try one?.merging(piece) ?? PurchaseLedger(merging: [piece]) }
            try #require(one == ledger, "seed \(seed): one by one")
            var trees = repeated
            while trees.count > 1 {
                let tree = trees.remove(at: Int.random(in: trees.indices, using: &dice))
                let place = Int.random(in: trees.indices, using: &dice)
                trees[place] = .list([trees[place], tree])
            }
            let tree = try PurchaseLedger(merging: trees)
            try #require(tree == ledger && tree.hashValue == ledger.hashValue, "seed \(seed): in a tree")
            #expect(tree.superseded == ledger.superseded)

            let model = LedgerModel(evidence)
            try LedgerComparison(ledger, model).check(seed % 8 == 0 ? model.instants : Self.some(model.instants, &dice))
        }
    }

    @Test("Upgrades with complete or partial evidence, early or late", arguments: 0..<10)
    func upgrades(_ part: UInt64) throws {
        for seed in (part * Self.count / 10)..<((part + 1) * Self.count / 10) {
            var dice = SeededGenerator(seed: seed)
            let story = UpgradeStory(&dice)
            let end = story.periods.map(\.end).max() ?? Self.start
            let ledger = try PurchaseLedger(merging: story.evidence(signed: end))
            var date = Self.start
            while date < end {
                #expect(
                    ledger.currentEntitlements(at: date).map(\.productID)
                        == [story.product(at: date)].compactMap(\.self), "seed \(seed) at \(date): \(story.periods)")
                date += 21_600
            }
            let some = try story.evidence(&dice)
            guard !some.isEmpty else { continue }
            let model = LedgerModel(some)
            try LedgerComparison(PurchaseLedger(merging: some.shuffled(using: &dice)), model).check(model.instants)
        }
    }

    @Test("Seats that were bought, added, refunded or revoked, pieces in whole or in part", arguments: 0..<10)
    func seats(_ part: UInt64) throws {
        for seed in (part * Self.count / 10)..<((part + 1) * Self.count / 10) {
            var dice = SeededGenerator(seed: seed)
            let story = SeatStory(&dice)
            let ledger = try PurchaseLedger(merging: story.evidence(&dice))
            try #require(ledger.count == story.bought.count, "seed \(seed)")
            for day in 0..<110 {
                let date = Self.start.addingTimeInterval(Double(day) * 86_400)
                let entitlement = ledger.asOf(date).entitlement(to: "team")
                #expect(entitlement?.seats == story.seats(at: date), "seed \(seed) on \(day): \(story.bought)")
                #expect((entitlement != nil) == ledger.isEntitled(to: "team", at: date))
                let end = entitlement?.endDate ?? date
                #expect(entitlement.map { _ in story.seats(at: end.addingTimeInterval(-1)) != nil } ?? true)
            }
            let some = try story.some(&dice)
            guard !some.isEmpty else { continue }
            let pieces = try PurchaseLedger(merging: some)
            var grown = try PurchaseLedger(merging: some.suffix(1))
            for piece in some.reversed() { grown = try grown.merging(piece) }
            try #require(grown == pieces && grown.map(\.id) == pieces.map(\.id), "seed \(seed): one by one")
            #expect(Set(pieces.map(\.id)).count == pieces.count, "seed \(seed): two purchases with one id")
            let model = LedgerModel(some)
            try LedgerComparison(pieces, model).check(model.instants)
        }
    }

    @Test("A status applies until its date, and no change comes before it")
    func until() throws {
        for seed in 0..<UInt64(200) {
            var dice = SeededGenerator(seed: seed)
            let ledger = try PurchaseLedger(merging: Self.history(&dice))
            for history in ledger.subscriptions {
                for period in history.periods {
                    guard let status = history.status(at: period.startDate), let until = status.until else { continue }
                    var date = period.startDate
                    while date < until {
                        let same = history.status(at: date)
                        #expect(same?.state == status.state && same?.until == until, "seed \(seed)")
                        date += 86_400
                    }
                }
            }
        }
    }

    /// Returns a few of many instants, and for some histories all of them, because asking takes most of the time.
    private static func some(_ instants: [Double], _ dice: inout SeededGenerator) -> [Double] {
        (0..<6).compactMap { _ in instants.randomElement(using: &dice) }
    }

    static func history(_ dice: inout SeededGenerator) throws -> [VerifiedEvidence] {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
        func date(_ steps: Int) -> Date { start.addingTimeInterval(Double(steps) * 864_000) }
        var purchases = (0..<(1 + below(7))).map { index -> TestPurchase in
            let from = below(10)
            let id = Int64(1 + below(9))
            var row: TestPurchase
            switch below(8) {
            case 0: row = .nonConsumable("n", on: date(from), transactionID: String(id))
            case 1: row = .consumable("c", on: date(from), transactionID: String(id))
            case 2: row = .nonRenewable("s", on: date(from), transactionID: String(id))
            default:
                row = LedgerSubject.period(
                    ["a", "b", "c"][below(3)], id, date(from), date(from + below(5)),
                    original: below(4) == 0 ? "2" : "1")
                if below(4) == 0 { row.webOrderLineItemID = 0 }
            }
            if row.expirationDate == nil, below(3) == 0 {
                row.originalTransactionID = String(1 + below(9))
                row.originalPurchaseDate = date(from - below(3))
            }
            if below(6) == 0 { row.transactionID = String(20 + below(5)) }
            // A different string for the same number.
            if below(9) == 0 { row.transactionID = "0" + row.transactionID }
            if below(5) == 0 { row = row.trial() }
            return below(7) == 0 ? row.familyShared() : row
        }
        purchases += ModernMembers.additions(to: purchases, &dice)
        func refunded(_ purchase: TestPurchase) -> TestPurchase {
            below(4) == 0 ? purchase.refunded(on: date(below(14))) : purchase
        }
        func transaction() -> TestTransaction {
            var transaction = TestTransaction(refunded(purchases[below(purchases.count)]))
            transaction.signedDate = date(below(14)).addingTimeInterval(below(2) == 0 ? 0 : 0.25)
            // Charged ahead.
            if below(3) == 0 {
                transaction.signedDate = transaction.purchaseDate.addingTimeInterval(-Double(below(30)) * 3_600)
            }
            transaction.transactionReason = ["PURCHASE", "RENEWAL", "RENEWAL"][below(3)]
            transaction.purchaseDate += below(2) == 0 ? 0 : 0.5
            if transaction.revocationDate != nil {
                transaction.revocationType =
                    [nil, "REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE", "NEW"][below(6)]
                transaction.revocationReason = [nil, 0, 1, 2][below(4)]
            }
            if transaction.expirationDate != nil, below(4) == 0 { transaction.isUpgraded = true }
            if below(5) == 0 { transaction.webOrderLineItemID = nil }
            ModernMembers.mark(&transaction, &dice)
            return transaction
        }
        func renewal(_ transaction: TestTransaction) -> TestRenewalInfo {
            var renewal = TestRenewalInfo(of: transaction)
            renewal.signedDate = date(below(14))
            renewal.isInBillingRetryPeriod = [nil, true, true, false][below(4)]
            renewal.autoRenewStatus = [0, 1, 1][below(3)]
            if below(4) == 0 { renewal.expirationIntent = 2 }
            if below(2) == 0 { renewal.gracePeriodExpirationDate = date(below(16)) }
            ModernMembers.mark(&renewal, &dice)
            return renewal
        }
        let story = UpgradeStory(&dice)
        let pieces = below(3) == 0 ? try story.evidence(&dice) : []
        return try pieces
            + (0..<(1 + below(6))).map { _ in
                switch below(6) {
                case 5: return try AsIfVerified.transactionReceipt(purchases[below(purchases.count)])
                case 0, 1:
                    return try AsIfVerified.receipt(
                        purchases.filter { _ in below(3) > 0 }.map(refunded), created: date(below(14)),
                        device: UInt8(below(2)))
                case 2:
                    let transaction = transaction()
                    return try AsIfVerified.status(transaction, renewal(transaction))
                case 3:
                    let transaction = transaction()
                    return try AsIfVerified.notification(transaction, renewal(transaction))
                default: return try AsIfVerified.transaction(transaction())
                }
            }
    }
}
