import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests features of real receipts that a naive reading gets wrong, one test each.
@Suite("Ledger traps")
struct LedgerTrapTests {
    static let monthly = "com.example.monthly"
    static let yearly = "com.example.yearly"
    static let first = Date.utc(2024, 1, 1, 12)

    private func day(_ days: Double) -> Date { Self.first.addingTimeInterval(days * 86_400) }

    private func period(
        _ product: String, _ id: Int64, _ from: Double, _ to: Double, original: String = "1"
    ) -> TestPurchase { LedgerSubject.period(product, id, day(from), day(to), original: original) }

    private func access(_ ledger: PurchaseLedger, _ days: Double, _ product: String = Self.monthly) -> String {
        ledger.access(to: product, at: day(days)).inShort
    }

    private func entitled(_ ledger: PurchaseLedger, _ date: Date) -> [String] {
        ledger.currentEntitlements(at: date).map(\.purchase.transactionID)
    }

    @Test("A period charged before it starts is in effect only from its start")
    func chargedBeforeStart() throws {
        let renewal = period(Self.monthly, 2, 31, 60).with { $0.originalPurchaseDate = day(30.5) }
        let ledger = try LedgerSubject.ledger([renewal], created: day(30.5))
        #expect(entitled(ledger, day(30.9)) == [])
        #expect(access(ledger, 30.4) == "denied: notStarted 2")
        #expect(access(ledger, 30.9).hasPrefix("undetermined: renewal"), "the customer has bought it by then")
        #expect(ledger.latest(for: Self.monthly) == ledger[0])
        #expect(entitled(ledger, day(31)) == ["2"])
        #expect(access(ledger, 31) == "granted 2")
    }

    @Test(
        "A refund dated after, inside or before the period takes it away at every date", arguments: [-1, 15, 31, 400])
    func refundDates(_ refund: Double) throws {
        let ledger = try LedgerSubject.ledger([period(Self.monthly, 1, 0, 31).refunded(on: day(refund), reason: 1)])
        for inside in [0, 10, 30.9] {
            #expect(entitled(ledger, day(inside)) == [])
            #expect(access(ledger, inside) == "denied: revoked 1")
        }
        for outside in [-0.1, 31, 401] {
            #expect(entitled(ledger, day(outside)) == [])
            #expect(access(ledger, outside) == (outside < 0 ? "denied: notStarted 1" : "denied: revoked 1"))
        }
        #expect(ledger.access(to: Self.monthly, at: day(401)).since == nil, "there was no access")
        #expect(ledger[0].revocationDate == day(refund))
        #expect(ledger.subscriptions[0].periods[0].revocationReason == .developerIssue)
    }

    @Test("An upgrade inside a running period: the later purchase counts, the old period is not lost")
    func upgrade() throws {
        let ledger = try LedgerSubject.ledger([period(Self.monthly, 1, 0, 31), period(Self.yearly, 2, 10, 376)])
        #expect(entitled(ledger, day(9.9)) == ["1"])
        #expect(entitled(ledger, day(10)) == ["2"])
        #expect(entitled(ledger, day(40)) == ["2"])
        let history = try #require(ledger.subscription(originalTransactionID: "1"))
        #expect(
            history.productChanges.map { [$0.previousProductID, $0.productID, $0.kind.rawValue] }
                == [[Self.monthly, Self.yearly, "whileRunning"]])
        #expect(history.productChanges.first?.date == day(10))
        #expect(history.gaps.isEmpty)
        // The old period ended here.
        #expect(access(ledger, 20) == "denied: replaced 1")
        #expect(ledger.access(to: Self.monthly, at: day(20)).since == day(10))
        #expect(history.periods[0].effectiveEndDate == day(10))
    }

    @Test("A change at renewal is not an upgrade, nor is one after a lapse")
    func changes() throws {
        let ledger = try LedgerSubject.ledger([
            period(Self.yearly, 1, 0, 366), period(Self.monthly, 2, 366, 396), period(Self.yearly, 3, 400, 765),
        ])
        let history = try #require(ledger.subscription(originalTransactionID: "1"))
        #expect(history.productChanges.map(\.kind) == [.atRenewal, .afterGap])
        #expect(history.gaps.map { [$0.startDate, $0.endDate] } == [[day(396), day(400)]])
        #expect(entitled(ledger, day(398)) == [])
    }

    @Test("A renewal charged in advance loses to the product that was switched to before")
    func renewalInAdvance() throws {
        let ledger = try LedgerSubject.ledger([
            period("lite", 1, 0, 30), period("pro", 3, 29, 59), period("lite", 2, 30, 60), period("pro", 4, 59, 89),
        ])
        let history = try #require(ledger.subscription(originalTransactionID: "1"))
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
        let history = try #require(ledger.subscription(originalTransactionID: "1"))
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
            ledger.subscription(originalTransactionID: "1")?.period(at: day(40))?.purchase.webOrderLineItemID == "611")
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
        #expect(access(ledger, 10, "level") == "granted 8")
        #expect(ledger.access(to: "level", at: day(10)).entitlement?.endDate == nil)
        #expect(access(ledger, -1, "level") == "denied: notStarted 8")
    }

    @Test("One row may be a trial and the paid year after it: 379 days")
    func longTrial() throws {
        let ledger = try LedgerSubject.ledger([period(Self.yearly, 1, 0, 379).trial()])
        let history = try #require(ledger.subscription(originalTransactionID: "1"))
        #expect(history.periods[0].kind == .trial)
        #expect(history.periods[0].endDate == day(379))
        #expect(entitled(ledger, day(378)) == ["1"])
    }

    @Test("Kinds of payment are distinguished")
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
        "Consumables, free subscriptions and unknown types are purchases and no entitlements", arguments: [1, 4, 9])
    func neverEntitled(_ type: Int64) throws {
        let row = TestPurchase(
            productID: "p", productType: TestProductType(rawValue: type), purchaseDate: day(0), transactionID: "1",
            expirationDate: type == 4 ? day(30) : nil)
        let ledger = try LedgerSubject.ledger([row])
        #expect(ledger.count == 1)
        #expect(ledger.subscriptions.isEmpty)
        #expect(Array(ledger.asOf(day(1), nonRenewing: { _ in .distantFuture }).currentEntitlements) == [])
        let isKnown = type != 9
        #expect(access(ledger, 1, "p") == (isKnown ? "denied: notAnEntitlement 1" : "undetermined: productType 1"))
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
        let entitlements = ledger.currentEntitlements(at: day(4))
        #expect(entitlements.map(\.purchase.transactionID) == ["7", "5", "6"])
        #expect(entitlements.map(\.purchase.ownershipType) == [.purchased, .purchased, .familyShared])
        #expect(access(ledger, 4) == "granted 7")
        #expect(entitled(ledger, day(2)) == ["7", "8", "5", "6"], "a family share that ended ends on its date")
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
            ledger.asOf(
                date,
                nonRenewing: {
                    $0.productID == "season" ? $0.purchaseDate.addingTimeInterval(30 * 86_400) : nil
                }
            ).currentEntitlements.map(\.purchase.transactionID)
        }
        #expect([-1, 0, 29, 30, 55, 62, 80].map { season(day($0)) } == [[], ["1"], ["1"], [], ["2"], ["2"], []])
        #expect(access(ledger, 55, "season") == "denied: notAnEntitlement 2")
        let timed = { (days: Double) in
            ledger.asOf(day(days), nonRenewing: { $0.purchaseDate.addingTimeInterval(30 * 86_400) }).access(
                to: "season")
        }
        #expect(
            [-1, 0, 30, 55, 80].map { timed($0).inShort }
                == ["denied: notStarted 1", "granted 1", "denied: expired 1", "granted 2", "denied: expired 2"])
        #expect([30, 80].map { timed($0).since } == [day(30), day(80)])
    }

    @Test("A receipt of type 3 without an expiration date gives a period that never counts")
    func endless() throws {
        let ledger = try LedgerSubject.ledger([
            TestPurchase(productID: "p", productType: .autoRenewable, purchaseDate: day(0), transactionID: "1")
        ])
        #expect(ledger.subscriptions[0].periods[0].endDate == nil)
        #expect(entitled(ledger, day(0)) == [])
        #expect(access(ledger, 1, "p") == "denied: expired 1")
        #expect(ledger.access(to: "p", at: day(1)).since == nil, "there was no access")
    }
}
