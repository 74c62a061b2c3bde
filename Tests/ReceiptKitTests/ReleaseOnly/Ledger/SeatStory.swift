import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport

/// The true history of a team: consecutive periods, seats added in the middle of them, and refunds of either; and the
/// evidence of it.
struct SeatStory {
    struct Bought {
        let id: Int64
        /// The line item of the period, which added seats share or not.
        let lineItem: Int64
        let start: Date
        let end: Date
        let seats: Int
        let isAddition: Bool
        var revokedSeats = 0
        /// The date of the revocation, and whether it applies only from then on.
        var revoked: (date: Date, isProrated: Bool)?

        func holds(at date: Date) -> Bool {
            guard start <= date && date < end else { return false }
            return revoked.map { $0.isProrated && date < $0.date } ?? true
        }
    }

    private(set) var bought: [Bought] = []

    init(_ dice: inout SeededGenerator) {
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
        var start = LedgerHistoryTests.start
        for number in 1...Int64(1 + below(3)) {
            let end = start.addingTimeInterval(30 * 86_400)
            bought.append(
                Bought(id: number, lineItem: number, start: start, end: end, seats: 1 + below(20), isAddition: false))
            for addition in 0..<Int64(below(4)) {
                let id = number * 10 + addition
                bought.append(
                    Bought(
                        id: id, lineItem: below(2) == 0 ? number : id,
                        start: start.addingTimeInterval(Double(below(30)) * 86_400), end: end, seats: 1 + below(5),
                        isAddition: true))
            }
            start = end.addingTimeInterval(below(3) == 0 ? 5 * 86_400 : 0)
        }
        for place in bought.indices {
            if below(4) == 0 { bought[place].revokedSeats = below(8) }
            guard below(5) == 0 else { continue }
            let date = bought[place].start.addingTimeInterval(Double(1 + below(28)) * 86_400)
            bought[place].revoked = (min(date, bought[place].end), below(2) == 0)
        }
    }

    /// Returns nil without access.
    func seats(at date: Date) -> Int? {
        let holding = bought.filter { $0.holds(at: date) }
        return holding.isEmpty ? nil : holding.map { max(0, $0.seats - $0.revokedSeats) }.reduce(0, +)
    }

    /// Returns a transaction as Apple signs it at the end, or, if `isEarly`, as it was first signed.
    private func transaction(_ one: Bought, isEarly: Bool) -> TestTransaction {
        var transaction = TestTransaction(row(one, refunded: !isEarly))
        transaction.signedDate = isEarly ? one.start : LedgerHistoryTests.start.addingTimeInterval(200 * 86_400)
        transaction.purchasedQuantity = Int64(one.seats)
        transaction.transactionReason = "PURCHASE"
        transaction.changes.set("multiSeatInfo", #"{"revokedSeatQuantity":\#(isEarly ? 0 : one.revokedSeats)}"#)
        // Once seats were added, all transactions of the period say so, including the one from before.
        let isOfAddedSeats = one.isAddition || !isEarly && bought.contains { $0.isAddition && $0.end == one.end }
        if isOfAddedSeats { transaction.changes.set("additionalTransactionReason", #""SEAT_ADDITION""#) }
        if !isEarly, let revoked = one.revoked {
            transaction.revocationType = revoked.isProrated ? "REFUND_PRORATED" : "REFUND_FULL"
        }
        return transaction
    }

    private func row(_ one: Bought, refunded: Bool) -> TestPurchase {
        let row = LedgerSubject.period("team", one.id, one.start, one.end).with { $0.webOrderLineItemID = one.lineItem }
        guard refunded, let revoked = one.revoked else { return row }
        return row.refunded(on: revoked.date)
    }

    /// Returns all transactions as the App Store Server API shows them in the end, and some of them also as first
    /// signed.
    func evidence(_ dice: inout SeededGenerator) throws -> [VerifiedEvidence] {
        try bought.map { try AsIfVerified.transaction(transaction($0, isEarly: false)) }
            + bought.filter { _ in Bool.random(using: &dice) }
            .map { try AsIfVerified.transaction(transaction($0, isEarly: true)) }
    }

    /// Returns the evidence that a server may have: some transactions, and receipts, which don't show which purchases
    /// added seats.
    func some(_ dice: inout SeededGenerator) throws -> [VerifiedEvidence] {
        var evidence = try evidence(&dice).filter { _ in Int.random(in: 0..<3, using: &dice) > 0 }
        for device in 0..<UInt8.random(in: 0..<3, using: &dice) {
            let day = Double.random(in: 0..<100, using: &dice).rounded()
            let created = LedgerHistoryTests.start.addingTimeInterval(day * 86_400)
            let rows = bought.filter { $0.start <= created }.map {
                row($0, refunded: $0.revoked.map { $0.date <= created } ?? false)
            }
            evidence.append(try AsIfVerified.receipt(rows, created: created, device: device))
        }
        return evidence.shuffled(using: &dice)
    }
}
