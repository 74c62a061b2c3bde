import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

private func day(_ year: Int, _ month: Int, _ day: Int) -> Date { .utc(year, month, day) }

/// Tests the customer of the page *Entitlements and time*.
@Suite("Documentation: Entitlements and time")
struct LedgerExampleTests {
    /// A trial in January, then months, of which February's was refunded, and a yearly subscription from April.
    private static let periods: [TestPurchase] = [
        period(1, "com.example.monthly", day(2024, 1, 1), for: .weeks(1)).trial(),
        period(2, "com.example.monthly", day(2024, 1, 8)),
        period(3, "com.example.monthly", day(2024, 2, 8)).refunded(on: day(2024, 2, 20)),
        period(4, "com.example.monthly", day(2024, 3, 8)),
        period(5, "com.example.yearly", day(2024, 4, 20), for: .years(1)),
    ]
    private static let pro = TestPurchase.nonConsumable(
        "com.example.pro", on: day(2024, 2, 1), transactionID: "410000000000100")

    private static func period(
        _ number: Int64, _ productID: String, _ start: Date, for length: TestPeriod = .months(1)
    ) -> TestPurchase {
        TestPurchase.autoRenewable(
            productID, on: start, for: length, transactionID: String(410_000_000_000_000 + number)
        )
        .with {
            $0.originalTransactionID = "410000000000001"
            $0.originalPurchaseDate = day(2024, 1, 1)
            $0.webOrderLineItemID = 410_000_500_000_000 + number
        }
    }

    private func verified(_ created: Date, _ purchases: [TestPurchase]) throws -> VerifiedReceipt {
        let bytes = try TestAuthority.standard.sign(TestReceipt(creationDate: created, purchases: purchases))
        return try Subject.verify(bytes)
    }

    @Test("The samples print what the page shows")
    func results() throws {
        let receipt = try verified(day(2024, 5, 2), Self.periods + [Self.pro])
        let unrefunded = Self.periods.prefix(3).map { period in
            period.with { ($0.cancellationDate, $0.cancellationReason) = (nil, nil) }
        }
        let older = try verified(day(2024, 2, 10), unrefunded + [Self.pro])
        let transcript = Transcript()
        func print(_ item: Any, line: Int = #line) { transcript.note(item, line: line) }

        let ledger = try PurchaseLedger(merging: [receipt])

        print(ledger.access(to: "com.example.monthly", at: day(2024, 1, 3)))
        // → granted: "com.example.monthly" subscribed until
        //   2024-01-08T00:00:00Z, known as of 2024-05-02T00:00:00Z
        print(ledger.access(to: "com.example.monthly", at: day(2024, 2, 10)))
        // → denied: revoked on 2024-02-20T00:00:00Z, no access since
        //   2024-02-08T00:00:00Z (transaction "410000000000003"), known as
        //   of 2024-05-02T00:00:00Z
        print(ledger.access(to: "com.example.yearly", at: day(2025, 5, 1)))
        // → undetermined: a renewal may be missing since 2025-04-20T00:00:00Z
        //   (transaction "410000000000005"), known as of 2025-04-20T00:00:00Z
        print(ledger.access(to: "com.example.other", at: day(2024, 4, 10)))
        // → denied: noPurchaseKnown, known as of 2024-05-02T00:00:00Z

        print(ledger.currentEntitlements(at: day(2024, 1, 3)).map(\.productID))
        // → ["com.example.monthly"]
        print(ledger.currentEntitlements(at: day(2024, 3, 10)).map(\.productID))
        // → ["com.example.pro", "com.example.monthly"]
        print(ledger.currentEntitlements(at: day(2024, 4, 10)).map(\.productID))
        // → ["com.example.pro"]
        print(ledger.currentEntitlements(at: day(2024, 5, 1)).map(\.productID))
        // → ["com.example.pro", "com.example.yearly"]

        let may = ledger.asOf(day(2024, 5, 1))
        let yearly = may.entitlement(to: "com.example.yearly")
        print(yearly?.state.rawValue ?? "no access")
        // → subscribed
        print(yearly?.endDate?.formatted(.iso8601) ?? "no end")
        // → 2025-04-20T00:00:00Z
        print(yearly?.willAutoRenew.map { "renews: \($0)" } ?? "unknown")
        // → unknown

        for subscription in ledger.subscriptions {
            print(subscription)
            // → subscription "410000000000001", periods: 5, gaps: 2,
            //   changes of product: 1
            print(subscription.periods.map(\.kind.name))
            // → ["trial", "regular", "regular", "regular", "regular"]
            print(subscription.gaps.map { $0.duration / 86_400 })
            // → [29.0, 12.0]
            print(subscription.productChanges.map(\.kind.rawValue))
            // → ["afterGap"]
        }

        // Receipts don't name groups: list the products of yours.
        let group = ["com.example.monthly", "com.example.yearly"]
        let april = day(2024, 4, 10)
        print(ledger.asOf(april).introductoryOfferEligibility(in: group))
        // → not eligible: an offer was used by transaction "410000000000001"

        print(ledger.firstAcquired(before: "20"))
        // → purchased before, with version "17"

        let merged = try ledger.merging(older)
        print(merged.count == ledger.count)
        // → true
        print(try PurchaseLedger(merging: [older, receipt]) == merged)
        // → true

        try transcript.check()

        let news = ["com.example.news"]
        #expect(ledger.asOf(april).introductoryOfferEligibility(in: news).answer == .newCustomer)
        #expect(merged.superseded.count == 1)
        #expect(merged.sources.count == 2)
    }

    @Test("The answer for a customer: the end of access, the refund, and the end of the paid time")
    func whole() throws {
        let evidence = try [verified(day(2024, 5, 2), Self.periods).evidence]
        func shown(_ date: Date) throws -> String { try answer(from: evidence, at: date) }
        #expect(try shown(day(2024, 1, 3)) == "com.example.monthly until 2024-01-08T00:00:00Z")
        #expect(try shown(day(2024, 2, 25)) == "revoked since 2024-02-08T00:00:00Z")
        #expect(try shown(day(2024, 5, 1)) == "com.example.yearly until 2025-04-20T00:00:00Z")
        #expect(try shown(day(2025, 5, 1)) == #"unknown: ask about ["410000000000001"]"#)
        #expect(try shown(day(2023, 12, 1)) == "notStarted since ever")
        #expect(try answer(from: [], at: day(2024, 5, 1)) == "not a customer")
    }

    @Test("Receipts alone don't know grace and retry, for 28 days; then the latest one denies")
    func receiptsAlone() throws {
        let ledger = try verified(day(2024, 5, 20), Array(Self.periods.prefix(4))).ledger
        func missing(_ date: Date) -> Set<Access.Missing>? {
            let access = ledger.access(to: "com.example.monthly", at: date)
            guard case .undetermined(let answer) = access else { return nil }
            return answer.missing
        }
        #expect(missing(day(2024, 4, 10)) == [.billingRecovery])
        #expect(missing(day(2024, 5, 10)) == nil)
    }

    private func team(
        _ id: String, _ start: Date, seats: Int64, _ change: (inout TestTransaction) -> Void = { _ in }
    ) throws -> VerifiedTransaction {
        let month = Self.period(7, "com.example.team", start).with {
            ($0.transactionID, $0.originalTransactionID) = (id, "410000000000007")
            $0.expirationDate = day(2024, 7, 1)
        }
        var transaction = TestTransaction(month)
        transaction.purchasedQuantity = seats
        transaction.changes.set("multiSeatInfo", #"{"invitationManagement":"APPLE"}"#)
        change(&transaction)
        return try JWSSubject.verifier { $0.device = .unchecked }.verify(
            transaction: TestAuthority.standard.sign(transaction), at: day(2024, 8, 1))
    }

    @Test("The sample of seats prints what the page shows")
    func seats() throws {
        let bought = try team("410000000000007", day(2024, 6, 1), seats: 10)
        let added = try team("410000000000008", day(2024, 6, 10), seats: 5) {
            $0.changes.set("additionalTransactionReason", #""SEAT_ADDITION""#)
        }
        let transcript = Transcript()
        func print(_ item: Any, line: Int = #line) { transcript.note(item, line: line) }

        // Ten seats from 1 June on, and five more from 10 June on.
        let team = try PurchaseLedger(merging: [bought, added])
        func seats(_ date: Date) -> Int? {
            team.asOf(date).entitlement(to: "com.example.team")?.seats
        }
        print([day(2024, 6, 2), day(2024, 6, 20)].compactMap(seats))
        // → [10, 15]

        try transcript.check()
        #expect(team.subscriptions[0].periods.count == 1)
    }
}
