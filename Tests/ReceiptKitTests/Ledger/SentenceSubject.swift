import Foundation
import LedgerModel
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Transactions in days since 2024 began, and their ledger, which is compared with the model at every date at which an
/// answer could change.
enum SentenceSubject {
    static let start = Date.utc(2024, 1, 1)

    static func day(_ days: Double) -> Date { start.addingTimeInterval(days * 86_400) }

    /// A period of the subscription `1`.
    ///
    /// - Parameter members: Members of the payload, with Apple's names, as JSON.
    static func transaction(
        _ product: String, _ id: Int64, _ from: Double, _ to: Double, signed: Double, original: String = "1",
        _ members: KeyValuePairs<String, String> = [:], _ change: (inout TestTransaction) -> Void = { _ in }
    ) -> TestTransaction {
        var transaction = TestTransaction(LedgerSubject.period(product, id, day(from), day(to), original: original))
        transaction.signedDate = day(signed)
        for (name, value) in members { transaction.changes.set(name, value) }
        change(&transaction)
        return transaction
    }

    static func renewal(
        _ transaction: TestTransaction, signed: Double, _ members: KeyValuePairs<String, String> = [:],
        _ change: (inout TestRenewalInfo) -> Void = { _ in }
    ) -> TestRenewalInfo {
        var renewal = TestRenewalInfo(of: transaction)
        renewal.signedDate = day(signed)
        for (name, value) in members { renewal.changes.set(name, value) }
        change(&renewal)
        return renewal
    }

    static func ledger(_ transactions: TestTransaction...) throws -> PurchaseLedger {
        try ledger(transactions.map { try AsIfVerified.transaction($0) })
    }

    /// Returns the ledger of all evidence, after checking that merging piece by piece gives the same, in every order of
    /// up to four.
    static func ledger(_ evidence: [VerifiedEvidence]) throws -> PurchaseLedger {
        let ledger = try PurchaseLedger(merging: evidence)
        for order in orders(evidence.count <= 4 ? evidence : []) + [evidence.reversed()] {
            var grown = try PurchaseLedger(merging: order.prefix(1))
            for piece in order.dropFirst() { grown = try grown.merging(piece) }
            try #require(grown == ledger && grown.map(\.id) == ledger.map(\.id), "the order decides")
            #expect(grown.superseded == ledger.superseded)
        }
        #expect(Set(ledger.map(\.id)).count == ledger.count, "an id stands for two purchases")
        let model = LedgerModel(evidence)
        try LedgerComparison(ledger, model).check(model.instants)
        return ledger
    }

    private static func orders<Element>(_ list: [Element]) -> [[Element]] {
        if list.count < 2 { return [list] }
        return list.indices.flatMap { place in
            var rest = list
            let first = rest.remove(at: place)
            return orders(rest).map { [first] + $0 }
        }
    }

    /// Returns the transactions that give access on these days.
    static func access(_ ledger: PurchaseLedger, _ days: [Double]) -> [[String]] {
        days.map { ledger.currentEntitlements(at: day($0)).map(\.purchase.transactionID) }
    }

    static func seats(_ ledger: PurchaseLedger, _ days: [Double]) -> [Int?] {
        days.map { ledger.asOf(day($0)).entitlement(to: "team")?.seats }
    }
}

/// Suites with questions in days, like ``SentenceSubject``.
protocol AccessQuestions {}

extension AccessQuestions {
    func access(_ ledger: PurchaseLedger, _ product: String, _ days: Double) -> String {
        ledger.access(to: product, at: SentenceSubject.day(days)).inShort
    }

    func status(_ ledger: PurchaseLedger, _ days: Double, original: String = "1") throws -> SubscriptionStatus {
        try #require(ledger.subscription(originalTransactionID: original)?.status(at: SentenceSubject.day(days)))
    }
}
