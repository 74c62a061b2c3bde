import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Ledger: the days of non-renewing subscriptions add up")
struct NonRenewingDaysTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The purchases, by the days when they begin and when Apple revoked them.
        let purchases: [(from: Double, revoked: Double?)]
        /// The transaction that gives access on a day, and the day when that ends, or the day since when there is none.
        let answers: [(day: Double, answer: String)]
    }

    static let cases = [
        Case(
            testDescription: "one purchase", purchases: [(0, nil)],
            answers: [(-1, "denied"), (0, "1 until 30"), (29, "1 until 30"), (30, "denied since 30")]),
        Case(
            testDescription: "two purchases 10 days apart end 60 days after the first",
            purchases: [(0, nil), (10, nil)],
            answers: [(5, "1 until 30"), (10, "2 until 60"), (59, "2 until 60"), (60, "denied since 60")]),
        Case(
            testDescription: "three purchases, each before the end of all before it",
            purchases: [(0, nil), (10, nil), (59, nil)], answers: [(59, "3 until 90"), (90, "denied since 90")]),
        Case(
            testDescription: "a purchase on the day of the end begins there", purchases: [(0, nil), (30, nil)],
            answers: [(29, "1 until 30"), (30, "2 until 60"), (60, "denied since 60")]),
        Case(
            testDescription: "a gap is not filled", purchases: [(0, nil), (40, nil)],
            answers: [(35, "denied since 30"), (40, "2 until 70"), (70, "denied since 70")]),
        Case(
            testDescription: "a first purchase that was refunded adds nothing", purchases: [(0, 5), (3, nil)],
            answers: [(2, "denied"), (4, "2 until 33"), (33, "denied since 33")]),
        Case(
            testDescription: "a refunded purchase between two adds nothing",
            purchases: [(0, nil), (10, 12), (20, nil)],
            answers: [(15, "1 until 30"), (20, "3 until 60"), (60, "denied since 60")]),
        Case(
            testDescription: "two purchases in the same second", purchases: [(0, nil), (0, nil)],
            answers: [(0, "2 until 60"), (59, "2 until 60"), (60, "denied since 60")]),
    ]

    private static let start = Date.utc(2024, 1, 1)
    private static func date(_ day: Double) -> Date { start.addingTimeInterval(day * 86_400) }
    private static func day(_ date: Date) -> String { "\(Int(date.timeIntervalSince(start) / 86_400))" }

    private static func text(_ access: Access) -> String {
        switch access {
        case .granted(let found):
            found.purchase.transactionID + (found.endDate.map { " until " + day($0) } ?? "")
        case .denied(let denial): "denied" + (denial.since.map { " since " + day($0) } ?? "")
        case .undetermined: "undetermined"
        }
    }

    @Test("A purchase before the end of the previous one begins at that end", arguments: cases)
    func sum(_ one: Case) throws {
        let purchases = one.purchases.enumerated().map { place, purchase in
            let bought = TestPurchase.nonRenewable(
                "pass", on: Self.date(purchase.from), transactionID: String(place + 1))
            return purchase.revoked.map { bought.refunded(on: Self.date($0)) } ?? bought
        }
        let other = TestPurchase.nonRenewable("other", on: Self.date(1), transactionID: "9")
        for ledger in [
            try LedgerSubject.ledger(purchases + [other]), try LedgerSubject.ledger([other] + purchases.reversed()),
        ] {
            let days = ["pass": 30]
            for (day, answer) in one.answers {
                let access = ledger.asOf(Self.date(day), nonRenewing: days).access(to: "pass")
                #expect(Self.text(access) == answer, "day \(day)")
                let current = ledger.asOf(Self.date(day), nonRenewing: days).currentEntitlements
                #expect(current == (access.entitlement.map { [$0] } ?? []))
            }
            #expect(ledger.asOf(Self.date(2), nonRenewing: days).access(to: "other").isGranted == false)
        }
    }

    @Test("Each purchase keeps its own end; what has no duration has none")
    func own() throws {
        let ledger = try LedgerSubject.ledger([
            .nonRenewable("pass", on: Self.date(0), transactionID: "1"),
            .nonRenewable("pass", on: Self.date(10), transactionID: "2"),
            .nonConsumable("theme", on: Self.date(10), transactionID: "3"),
        ])
        func ends(_ dated: DatedLedger) -> [Date?] { ledger.indices.map(dated.end(ofNonRenewingAt:)) }
        let today = ledger.asOf(Self.date(5), nonRenewing: ["pass": 30, "theme": 30])
        #expect(ends(today) == [Self.date(30), Self.date(60), nil])
        #expect(ends(ledger.asOf(Self.date(5))) == [nil, nil, nil])
        var asked: [String] = []
        let decided = ledger.asOf(Self.date(5)) { purchase in
            asked.append(purchase.transactionID)
            return purchase.transactionID == "2" ? Self.date(90) : nil
        }
        #expect(ends(decided) == [nil, Self.date(90), nil] && asked == ["1", "2"])
    }
}
