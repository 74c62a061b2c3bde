import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Random receipts, far more tangled than real ones, and the real ones, against plain loops.
@Suite("Ledger against a model")
struct LedgerModelTests {
    @Test("random rows on a narrow grid of dates", arguments: 0..<200)
    func random(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let start = Date.utc(2024, 1, 1)
        let size = Int.random(in: 1...14, using: &generator)
        let purchases = (0..<size).map { index in
            let from = Int.random(in: 0...12, using: &generator)
            let length = Int.random(in: 0...6, using: &generator)
            var row = LedgerSubject.period(
                ["a", "b", "c"].randomElement(using: &generator) ?? "a", Int64(index + 1),
                start.addingTimeInterval(Double(from)), start.addingTimeInterval(Double(from + length)),
                original: ["1", "1", "1", "2"].randomElement(using: &generator) ?? "1")
            if Int.random(in: 0..<6, using: &generator) == 0 { row = row.refunded(on: start) }
            if Int.random(in: 0..<8, using: &generator) == 0 {
                row = .nonConsumable("n", on: start.addingTimeInterval(Double(from)), transactionID: "n\(index)")
                row.originalPurchaseDate = start.addingTimeInterval(Double(from - length))
            }
            return row
        }
        let receipt = try LedgerSubject.verify(
            TestReceipt(bundleIdentifier: LedgerSubject.app, creationDate: .utc(2025, 1, 1), purchases: purchases))
        check(receipt, (-2...40).map { start.addingTimeInterval(Double($0) / 2) })
    }

    @Test("real receipts, at every date in them and a second around it", .enabled(if: Corpus.isAvailable))
    func corpus() throws {
        for entry in Corpus.entries where entry.expected.chainsToAppleRoot && entry.expected.inApp.count <= 40 {
            let policy = ReceiptPolicy(
                bundleIdentifier: entry.expected.bundleID, device: .unchecked, environments: [.sandbox])
            let receipt = try ReceiptVerifier(policy: policy).verify(entry.bytes, at: LedgerSubject.now)
            let dates = receipt.purchases.flatMap { [$0.purchaseDate] + [$0.expirationDate].compactMap(\.self) }
            check(receipt, dates.flatMap { [$0.addingTimeInterval(-1), $0, $0.addingTimeInterval(1)] })
        }
    }

    private func check(_ receipt: VerifiedReceipt, _ dates: [Date]) {
        let ledger = receipt.ledger
        let model = LedgerModel(receipt)
        #expect(Array(ledger) == model.rows)
        #expect(ledger.subscriptions.map(\.originalTransactionID) == model.chainIDs)
        for subscription in ledger.subscriptions {
            let chain = model.chain(subscription.originalTransactionID)
            #expect(subscription.periods.map(\.purchase) == chain)
            #expect(subscription.gaps.map { [$0.startDate, $0.endDate] } == model.gaps(chain))
            let overtaken = model.overtaking(chain)
            #expect(subscription.periods.filter(\.isOvertaken).map(\.purchase) == chain.filter { overtaken[$0] != nil })
            for date in dates { #expect(subscription.period(at: date)?.purchase == model.running(chain, date)) }
        }
        for date in dates {
            #expect(Array(ledger.currentEntitlements(at: date)) == model.entitlements(date), "\(date)")
        }
    }
}
