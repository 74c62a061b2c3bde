import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Histories that no customer has, which could make the rules quadratic or worse.
struct HostileHistory: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The products to ask about, one by one.
    var products: [String] = ["a", "b"]
    let transaction: @Sendable (Int, _ count: Int) -> TestTransaction

    private static func period(
        _ product: String, _ id: Int, _ from: Double, _ to: Double, original: String = "1",
        _ change: (inout TestTransaction) -> Void = { _ in }
    ) -> TestTransaction {
        let start = Date.utc(2025, 1, 1)
        var transaction = TestTransaction(
            LedgerSubject.period(
                product, Int64(id) + 1, start.addingTimeInterval(from), start.addingTimeInterval(to),
                original: original))
        transaction.signedDate = start.addingTimeInterval(to)
        change(&transaction)
        return transaction
    }

    static let all: [HostileHistory] = [
        HostileHistory(testDescription: "upgraded periods beside upgraded and refunded renewals") { place, count in
            let isRenewal = place >= count / 2
            return period(isRenewal ? "b" : "a", place, Double(place), 10_000_000) {
                $0.isUpgraded = true
                $0.transactionReason = isRenewal ? "RENEWAL" : nil
                if isRenewal { $0.revocationDate = $0.signedDate }
            }
        },
        HostileHistory(testDescription: "seat additions of which each outlasts the last") { place, count in
            period("a", place, Double(place), 10_000_000 + Double(place)) {
                $0.additionalTransactionReason = "SEAT_ADDITION"
            }
        },
        HostileHistory(testDescription: "renewals of a second that were signed a day ahead") { place, count in
            period("a", place, 100_000 + Double(2 * place), 100_001 + Double(2 * place)) {
                $0.transactionReason = "RENEWAL"
                $0.signedDate = $0.purchaseDate.addingTimeInterval(-86_000)
            }
        },
        HostileHistory(
            testDescription: "upgraded subscriptions, and 1,000 unknown products",
            products: (0..<1_000).map { "unknown\($0)" }
        ) { place, count in
            period("a\(place)", place, 0, 1_000, original: String(place + 1)) { $0.isUpgraded = true }
        },
    ]
}

extension HostileCostTests {
    /// They take turns, so that a slow moment of the machine affects both.
    @Test(
        "Twice as many pieces of a history take at most three times as long, and as many bytes",
        arguments: HostileHistory.all)
    func history(_ history: HostileHistory) throws {
        func evidence(_ count: Int) throws -> [VerifiedEvidence] {
            try (0..<count).map { try AsIfVerified.transaction(history.transaction($0, count)) }
        }
        let (some, twice) = (try evidence(2_000), try evidence(4_000))
        func answer(_ pieces: [VerifiedEvidence]) throws -> Int {
            let ledger = try PurchaseLedger(merging: pieces)
            let date = Date.utc(2025, 3, 1)
            let encoder = JSONEncoder()
            let access = ledger.asOf(date, staleAfter: 0).access(toAnyOf: history.products.map { [$0] })
            let statuses = ledger.subscriptions.compactMap { $0.status(at: date) }
            return try encoder.encode(ledger).count + encoder.encode(access).count + encoder.encode(statuses).count
        }
        #expect(Double(try answer(twice)) <= 3 * Double(try answer(some)))
        let clock = ContinuousClock()
        var times = (some: Duration.seconds(1_000), twice: Duration.seconds(1_000))
        for _ in 0..<5 {
            times.some = min(times.some, try clock.measure { _ = try answer(some) })
            times.twice = min(times.twice, try clock.measure { _ = try answer(twice) })
        }
        print("hostile cost: \(history.testDescription): \(times.twice), \(times.twice / times.some) of half as many")
        #expect(times.twice <= times.some * 3)
    }
}
