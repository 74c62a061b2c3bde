import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport

/// The true history of one subscription, and the evidence of it: upgrades, renewals that were charged ahead of them and
/// never ran, transactions that Apple signed late, and transactions that never arrived.
struct UpgradeStory {
    struct Period {
        let product: String
        let id: Int64
        let start: Date
        let end: Date
        /// The date when the App Store charged it.
        let charged: Date
        /// The date when another product replaced it.
        var replaced: Date?
    }

    /// The periods, in the order in which they were charged.
    private(set) var periods: [Period] = []

    init(_ dice: inout SeededGenerator) {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
        let day = 86_400.0
        var now = LedgerHistoryTests.start
        var products = ["a", "b", "c", "d"].shuffled(using: &dice)
        var product = products.removeLast()
        func add(_ start: Date, charged: Date) {
            let end = start.addingTimeInterval(Double(10 + below(30)) * day)
            periods.append(
                Period(product: product, id: Int64(periods.count + 1), start: start, end: end, charged: charged))
        }
        add(now, charged: now)
        for _ in 0..<(1 + below(4)) {
            guard let last = periods.last else { return }
            switch below(3) {
            case 0:
                now = last.end
                add(now, charged: now.addingTimeInterval(-Double(below(2)) * 3_600))
            case 1 where products.count > 1:
                // In the middle of the period.
                now = last.start.addingTimeInterval(Double(1 + below(8)) * day)
                product = products.removeLast()
                periods[periods.count - 1].replaced = now
                add(now, charged: now)
            default:
                guard products.count > 1 else { continue }
                // Between the charge of the renewal and its start.
                add(last.end, charged: last.end.addingTimeInterval(-0.9 * day))
                now = last.end.addingTimeInterval(-0.1 * day)
                product = products.removeLast()
                periods[periods.count - 1].replaced = now
                add(now, charged: now)
            }
        }
    }

    /// Returns the product that the customer has at a date.
    func product(at date: Date) -> String? {
        periods.last { $0.start <= date && date < min($0.end, $0.replaced ?? $0.end) }?.product
    }

    /// Returns a period's transaction, as Apple signs it at a date.
    static func transaction(_ period: Period, signed: Date) -> TestTransaction {
        var transaction = TestTransaction(LedgerSubject.period(period.product, period.id, period.start, period.end))
        transaction.signedDate = signed
        if let replaced = period.replaced, replaced <= signed { transaction.isUpgraded = true }
        return transaction
    }

    /// Returns all periods, as the App Store Server API shows them on one day.
    func evidence(signed: Date) throws -> [VerifiedEvidence] {
        try periods.map { try AsIfVerified.transaction(Self.transaction($0, signed: signed)) }
    }

    /// Returns the evidence that a server may have: some of it, signed when it was charged or later, in one or two
    /// copies.
    func evidence(_ dice: inout SeededGenerator) throws -> [VerifiedEvidence] {
        var evidence: [VerifiedEvidence] = []
        for period in periods {
            for _ in 0..<Int.random(in: 0...2, using: &dice) {
                let days = [0, 0, 1, 5, 20, 60].randomElement(using: &dice) ?? 0
                let signed = period.charged.addingTimeInterval(Double(days) * 86_400)
                evidence.append(try AsIfVerified.transaction(Self.transaction(period, signed: signed)))
            }
        }
        return evidence
    }
}
