import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// What real receipts contain and a naive reading gets wrong, one test each.
@Suite("Ledger traps")
struct LedgerTrapTests {
    static let monthly = "com.example.monthly"
    static let yearly = "com.example.yearly"
    static let first = Date.utc(2024, 1, 1, 12)

    private func day(_ days: Double) -> Date { Self.first.addingTimeInterval(days * 86_400) }

    private func period(
        _ product: String, _ id: Int64, _ from: Double, _ to: Double, original: String = "1"
    ) -> TestPurchase { LedgerSubject.period(product, id, day(from), day(to), original: original) }

    private func entitled(_ ledger: PurchaseLedger, _ date: Date) -> [String] {
        ledger.currentEntitlements(at: date).map(\.purchase.transactionID)
    }

    @Test("A period that was charged before it starts counts only from its start")
    func chargedBeforeStart() throws {
        let renewal = period(Self.monthly, 2, 31, 60).with { $0.originalPurchaseDate = day(30.5) }
        let ledger = try LedgerSubject.ledger([renewal], created: day(30.5))
        #expect(entitled(ledger, day(30.9)) == [])
        #expect(ledger.state(of: Self.monthly, at: day(30.9)) == .notStarted(until: day(31), ledger[0]))
        #expect(ledger.latest(for: Self.monthly) == ledger[0])
        #expect(entitled(ledger, day(31)) == ["2"])
        #expect(ledger.state(of: Self.monthly, at: day(31)) == .active(until: day(60), ledger[0]))
    }

    @Test(
        "A refund dated after, inside or before the period takes it away at every date", arguments: [-1, 15, 31, 400])
    func refundDates(_ refund: Double) throws {
        let ledger = try LedgerSubject.ledger([period(Self.monthly, 1, 0, 31).refunded(on: day(refund), reason: 1)])
        for inside in [0, 10, 30.9] {
            #expect(entitled(ledger, day(inside)) == [])
            #expect(
                ledger.state(of: Self.monthly, at: day(inside))
                    == .revoked(on: day(refund), reason: .developerIssue, ledger[0]))
        }
        for outside in [-0.1, 31, 401] {
            #expect(entitled(ledger, day(outside)) == [])
            #expect(ledger.state(of: Self.monthly, at: day(outside)) == .neverPurchased)
        }
        #expect(ledger.subscriptions[0].periods[0].revocationReason == .developerIssue)
    }

    @Test("An upgrade inside a running period: the later purchase counts, the old period is not lost")
    func upgrade() throws {
        let ledger = try LedgerSubject.ledger([period(Self.monthly, 1, 0, 31), period(Self.yearly, 2, 10, 376)])
        #expect(entitled(ledger, day(9.9)) == ["1"])
        #expect(entitled(ledger, day(10)) == ["2"])
        #expect(entitled(ledger, day(40)) == ["2"])
        let history = try #require(ledger.subscriptions[originalTransactionID: "1"])
        #expect(
            history.productChanges.map { [$0.previousProductID, $0.productID, $0.kind.rawValue] }
                == [[Self.monthly, Self.yearly, "whileRunning"]])
        #expect(history.productChanges.first?.date == day(10))
        #expect(history.gaps.isEmpty)
        // The old period ended there.
        #expect(ledger.state(of: Self.monthly, at: day(20)) == .expired(since: day(10), ledger[0]))
        #expect(history.periods[0].effectiveEndDate == day(10))
    }

    @Test("A change at renewal is not an upgrade, nor is one after a lapse")
    func changes() throws {
        let ledger = try LedgerSubject.ledger([
            period(Self.yearly, 1, 0, 366), period(Self.monthly, 2, 366, 396), period(Self.yearly, 3, 400, 765),
        ])
        let history = try #require(ledger.subscriptions[originalTransactionID: "1"])
        #expect(history.productChanges.map(\.kind) == [.atRenewal, .afterGap])
        #expect(history.gaps.map { [$0.startDate, $0.endDate] } == [[day(396), day(400)]])
        #expect(history.gaps(longerThan: 4 * 86_400).isEmpty)
        #expect(entitled(ledger, day(398)) == [])
    }

    @Test("A renewal charged in advance loses to the product that was switched to before")
    func renewalInAdvance() throws {
        let ledger = try LedgerSubject.ledger([
            period("lite", 1, 0, 30), period("pro", 3, 29, 59), period("lite", 2, 30, 60), period("pro", 4, 59, 89),
        ])
        let history = try #require(ledger.subscriptions[originalTransactionID: "1"])
        #expect(history.periods.map(\.purchase.transactionID) == ["1", "3", "2", "4"])
        #expect(history.periods.map(\.isOvertaken) == [false, false, true, false])
        #expect(
            [0, 28, 29, 30, 45, 58, 59, 59.5, 88].map { entitled(ledger, day($0)) }
                == [["1"], ["1"], ["3"], ["3"], ["3"], ["3"], ["4"], ["4"], ["4"]])
        #expect(history.productChanges.map(\.productID) == ["pro"])
    }

    @Test("After a lapse, and after a refund, a subscription bought again keeps its original transaction")
    func resubscription() throws {
        let ledger = try LedgerSubject.ledger([
            period(Self.yearly, 1, 0, 366).refunded(on: day(20)), period(Self.monthly, 2, 100, 131),
            period(Self.monthly, 3, 200, 231),
        ])
        #expect(ledger.subscriptions.map(\.originalTransactionID) == ["1"])
        let history = try #require(ledger.subscriptions[originalTransactionID: "1"])
        #expect(history.periods.count == 3)
        #expect(history.gaps.map { [$0.startDate, $0.endDate] } == [[day(131), day(200)]])
        #expect([10, 110, 150, 210].map { entitled(ledger, day($0)) } == [[], ["2"], [], ["3"]])
        #expect(history.productChanges.isEmpty)
    }

    @Test("Web order line items say nothing about the order of periods")
    func lineItems() throws {
        let ledger = try LedgerSubject.ledger([
            period(Self.monthly, 612, 0, 31), period(Self.monthly, 611, 31, 60), period(Self.monthly, 700, 60, 91),
        ])
        #expect(ledger.map(\.webOrderLineItemID) == ["612", "611", "700"])
        #expect(
            ledger.subscriptions[originalTransactionID: "1"]?.period(at: day(40))?.purchase.webOrderLineItemID == "611")
    }

    @Test("The original purchase date may be seconds after the purchase date")
    func originalDateLater() throws {
        let row = period(Self.monthly, 1, 0, 31).with { $0.originalPurchaseDate = day(0).addingTimeInterval(4) }
        let owned = TestPurchase.nonConsumable("level", on: day(0)).with {
            $0.originalPurchaseDate = day(0).addingTimeInterval(2)
        }
        let ledger = try LedgerSubject.ledger([row, owned])
        #expect(Set(ledger.currentEntitlements(at: day(0)).map(\.productID)) == [Self.monthly, "level"])
        #expect(ledger.allSatisfy { !$0.isRestored })
    }

    @Test("Identifiers of 15 and 18 digits are texts, not numbers")
    func identifiers() throws {
        let ledger = try LedgerSubject.ledger([
            .nonConsumable("a", on: day(0), transactionID: "501136461303889853"),
            .nonConsumable("a", on: day(0), transactionID: "150001161180179"),
            .nonConsumable("a", on: day(0), transactionID: "99"),
        ])
        #expect(ledger.map(\.transactionID) == ["150001161180179", "501136461303889853", "99"])
        #expect(ledger.latest(for: "a")?.transactionID == "99")
    }

    @Test("A restored non-consumable was owned before it was restored", arguments: ["7", "8"])
    func restored(_ original: String) throws {
        let row = TestPurchase.nonConsumable("level", on: day(29), transactionID: "8").with {
            $0.originalTransactionID = original
            $0.originalPurchaseDate = day(0)
        }
        let ledger = try LedgerSubject.ledger([row])
        #expect(ledger[0].isRestored)
        #expect(entitled(ledger, day(10)) == ["8"])
        #expect(ledger.state(of: "level", at: day(10)) == .active(until: nil, ledger[0]))
        #expect(ledger.state(of: "level", at: day(-1)) == .notStarted(until: day(0), ledger[0]))
    }

    @Test("One row may be a trial and the paid year after it: 379 days")
    func longTrial() throws {
        let ledger = try LedgerSubject.ledger([period(Self.yearly, 1, 0, 379).trial()])
        let history = try #require(ledger.subscriptions[originalTransactionID: "1"])
        #expect(history.periods[0].kind == .trial)
        #expect(history.periods[0].endDate == day(379))
        #expect(entitled(ledger, day(378)) == ["1"])
    }

    @Test("What was paid is told apart")
    func kinds() throws {
        let ledger = try LedgerSubject.ledger([
            period(Self.monthly, 1, 0, 7).trial(), period(Self.monthly, 2, 7, 31).introductory(),
            period(Self.monthly, 3, 31, 60).promotional(offerID: "spring"), period(Self.monthly, 4, 60, 91),
        ])
        #expect(
            ledger.subscriptions[0].periods.map(\.kind)
                == [.trial, .introductory, .promotional(offerID: "spring"), .regular])
    }

    @Test(
        "Consumables, free subscriptions and unknown types are purchases and never entitlements", arguments: [1, 4, 9])
    func neverEntitled(_ type: Int64) throws {
        let row = TestPurchase(
            productID: "p", productType: TestProductType(rawValue: type), purchaseDate: day(0), transactionID: "1",
            expirationDate: type == 4 ? day(30) : nil)
        let ledger = try LedgerSubject.ledger([row])
        #expect(ledger.count == 1)
        #expect(ledger.subscriptions.isEmpty)
        #expect(Array(ledger.currentEntitlements(at: day(1)) { _ in .distantFuture }) == [])
        #expect(ledger.state(of: "p", at: day(1)) == .indefinite(ledger[0]))
        #expect(ledger.state(of: "p", at: day(-1)) == .notStarted(until: day(0), ledger[0]))
    }

    @Test("A consumable bought twice is two purchases")
    func consumables() throws {
        let ledger = try LedgerSubject.ledger([
            .consumable("coins", on: day(2), transactionID: "12"),
            .consumable("coins", on: day(1), transactionID: "13"),
        ])
        #expect(ledger.map(\.transactionID) == ["13", "12"])
        #expect(ledger.superseded.isEmpty)
    }

    @Test("The same product bought and shared by the family is there twice")
    func familyShared() throws {
        let ledger = try LedgerSubject.ledger([
            .nonConsumable("level", on: day(0), transactionID: "5"),
            .nonConsumable("level", on: day(1), transactionID: "6").familyShared(),
            period(Self.monthly, 7, 0, 31, original: "7"),
            period(Self.monthly, 8, 0, 31, original: "8").familyShared().refunded(on: day(3)),
        ])
        let entitlements = ledger.currentEntitlements(at: day(2))
        #expect(entitlements.map(\.purchase.transactionID) == ["7", "5", "6"])
        #expect(entitlements.map(\.purchase.ownershipType) == [.purchased, .purchased, .familyShared])
        #expect(ledger.state(of: Self.monthly, at: day(2)).isActive)
    }

    @Test("A non-renewing subscription counts for as long as the caller says, and only its latest purchase")
    func nonRenewable() throws {
        let ledger = try LedgerSubject.ledger([
            .nonRenewable("season", on: day(0), transactionID: "1"),
            .nonRenewable("season", on: day(50), transactionID: "2"),
            TestPurchase.nonRenewable("season", on: day(60), transactionID: "3").refunded(on: day(61)),
            .nonRenewable("other", on: day(0), transactionID: "4"),
        ])
        #expect(entitled(ledger, day(10)) == [])
        let season = { (date: Date) in
            ledger.currentEntitlements(at: date) {
                $0.productID == "season" ? $0.purchaseDate.addingTimeInterval(30 * 86_400) : nil
            }.map(\.purchase.transactionID)
        }
        #expect([-1, 0, 29, 30, 55, 62, 80].map { season(day($0)) } == [[], ["1"], ["1"], [], ["2"], ["2"], []])
        #expect(ledger.state(of: "season", at: day(55)) == .indefinite(ledger[2]))
    }

    @Test("A receipt of type 3 without an expiration date gives a period that never counts")
    func endless() throws {
        let ledger = try LedgerSubject.ledger([
            TestPurchase(productID: "p", productType: .autoRenewable, purchaseDate: day(0), transactionID: "1")
        ])
        #expect(ledger.subscriptions[0].periods[0].endDate == nil)
        #expect(entitled(ledger, day(0)) == [])
        #expect(ledger.state(of: "p", at: day(1)) == .expired(since: day(0), ledger[0]))
    }
}
