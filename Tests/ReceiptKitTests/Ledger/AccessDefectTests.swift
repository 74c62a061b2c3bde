import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests defects of the ledger from before it had three answers, one test each.
@Suite("Access: fixed defects")
struct AccessDefectTests: AccessQuestions {
    private typealias Subject = SentenceSubject
    private typealias Rule = AccessRuleTests

    private static func refunded(_ transaction: TestTransaction, _ day: Double, _ type: String? = "REFUND_FULL")
        -> TestTransaction
    {
        transaction.with {
            ($0.revocationDate, $0.revocationReason, $0.revocationType) = (Subject.day(day), 0, type)
            $0.signedDate = Subject.day(day + 0.1)
        }
    }

    @Test(
        "A refund of the last known period, signed after it was over, beside an info about a period ahead: a renewal is missing"
    )
    func lateRefund() throws {
        let refund = Self.refunded(Rule.month(), 33)
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.notification(
                refund, Subject.renewal(refund, signed: 33.1) { $0.renewalDate = Subject.day(60) },
                signed: Subject.day(33.1))
        ])
        #expect(try status(ledger, 40).missing == .renewal)
        #expect(access(ledger, "p", 40) == "undetermined: renewal 1")
    }

    @Test("An info signed after the last known period, auto-renew off, about a newer one: a renewal is missing")
    func consumptionRequest() throws {
        let ledger = try PurchaseLedger(merging: [Rule.info(33, about: 60, Rule.off)])
        #expect(access(ledger, "p", 40) == "undetermined: renewal 1")
    }

    @Test("Retry of day 30 stays undetermined past day 60 and day 90 without new evidence")
    func retry() throws {
        let ledger = try PurchaseLedger(merging: [Rule.info(30, Rule.retry)])
        for days in [60.0, 89, 90, 91, 400] { #expect(access(ledger, "p", days) == "undetermined: billingRecovery 1") }
    }

    @Test("A commitment in retry on day 95: in retry, and undetermined")
    func commitmentInRetry() throws {
        let month = Rule.month {
            $0.changes.set("billingPlanType", #""MONTHLY""#)
            $0.changes.set("commitmentInfo", #"{"billingPeriodNumber":1,"totalBillingPeriods":12}"#)
        }
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.status(month, Subject.renewal(month, signed: 30, [:], Rule.retry))
        ])
        #expect(try status(ledger, 95).state == .inBillingRetryPeriod)
        #expect(access(ledger, "p", 95) == "undetermined: billingRecovery 1")
    }

    @Test("Upgraded and revoked in one row, the new product unknown: a change of product is missing")
    func upgradedAndRevoked() throws {
        let month = Self.refunded(Rule.month(), 10, nil).with { $0.isUpgraded = true }
        let ledger = try PurchaseLedger(merging: [AsIfVerified.transaction(month)])
        #expect(try status(ledger, 15).missing == .productChange)
        #expect(access(ledger, "p", 15) == "undetermined: productChange 1")
        #expect(access(ledger, "p", 5) == "granted 1", "the rest was refunded, not the days before")
    }

    @Test("Upgraded to a product that no evidence shows: asked about that product, a change of product is missing")
    func upgradedToUnknown() throws {
        let ledger = try PurchaseLedger(merging: [
            Rule.verified { ($0.isUpgraded, $0.signedDate) = (true, Subject.day(10)) }
        ])
        #expect(access(ledger, "premium", 15) == "undetermined: productChange")
    }

    private static let basic = Subject.transaction("basic", 1, 0, 365, signed: 0.1)
    private static let premium = Subject.transaction("premium", 2, 10, 40, signed: 10) {
        $0.transactionReason = "PURCHASE"
    }
    private static var upgraded: TestTransaction {
        basic.with { ($0.isUpgraded, $0.signedDate) = (true, Subject.day(10)) }
    }

    @Test(
        "Yearly basic, upgraded to premium on day 10, premium refunded: basic doesn't resume, whatever the evidence")
    func refundedUpgrade() throws {
        let refund = Self.refunded(Self.premium, 20)
        for evidence in [[Self.basic, Self.premium, refund], [Self.basic, refund], [Self.upgraded, refund]] {
            let ledger = try PurchaseLedger(merging: evidence.map { try AsIfVerified.transaction($0) })
            #expect(access(ledger, "basic", 9) == "granted 1")
            for days in [10.0, 15, 25, 45, 200] {
                #expect(access(ledger, "basic", days) == "denied: replaced 1", "\(evidence.count) on \(days)")
                #expect(ledger.access(to: "basic", at: Subject.day(days)).since == Subject.day(10))
            }
        }
    }

    @Test("Premium's newer copy is upgraded, and its successor was lost: premium was active on day 15")
    func upgradedTwice() throws {
        let again = Self.premium.with { ($0.isUpgraded, $0.signedDate) = (true, Subject.day(20)) }
        for evidence in [
            [Self.basic, Self.premium, again], [Self.basic, again], [Self.upgraded, again],
            [Self.upgraded, Self.premium, again],
        ] {
            let ledger = try PurchaseLedger(merging: evidence.map { try AsIfVerified.transaction($0) })
            #expect(
                [9, 15].map { ledger.currentEntitlements(at: Subject.day($0)).map(\.productID) }
                    == [["basic"], ["premium"]])
            #expect(access(ledger, "premium", 25) == "undetermined: productChange 2")
            #expect(access(ledger, "basic", 25) == "undetermined: productChange 1", "it may have come back")
        }
    }

    @Test("The base of added seats signed again with additionalTransactionReason: its id and the seats stay")
    func seats() throws {
        func team(_ id: Int64, _ from: Double, signed: Double, seats: Int64, carries: Bool) throws -> VerifiedEvidence {
            let transaction = Subject.transaction("team", id, from, 30, signed: signed, ["multiSeatInfo": "{}"]) {
                ($0.purchasedQuantity, $0.transactionReason, $0.webOrderLineItemID) = (seats, "PURCHASE", "1")
                if carries { $0.changes.set("additionalTransactionReason", #""SEAT_ADDITION""#) }
            }
            return try AsIfVerified.transaction(transaction)
        }
        let before = try [
            team(1, 0, signed: 0.1, seats: 10, carries: false), team(2, 10, signed: 10, seats: 5, carries: true),
        ]
        let again = try team(1, 0, signed: 12, seats: 10, carries: true)
        for evidence in [before, before + [again], [before[1], again]] {
            let ledger = try Subject.ledger(evidence)
            #expect(ledger.map(\.transactionID) == ["1", "2"] && ledger[0].id == "1/1")
            #expect(Subject.seats(ledger, [5, 15, 29]) == [10, 15, 15])
            #expect(ledger.subscriptions[0].periods.map(\.purchase) == [ledger[0]])
            #expect(ledger.subscriptions[0].periods[0].seatAdditions == [ledger[1]])
        }
    }

    @Test("A receipt three seconds after the end in sandbox: a billing recovery is missing")
    func receiptAfterTheEnd() throws {
        let end = Subject.day(0).addingTimeInterval(300)
        let row = LedgerSubject.period("p", 1, Subject.day(0), end)
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.receipt([row], created: end.addingTimeInterval(3), environment: .sandbox)
        ])
        #expect(ledger.access(to: "p", at: end.addingTimeInterval(60)).inShort == "undetermined: billingRecovery 1")
    }

    @Test("Grace of another product: none for the last known product")
    func graceOfAnother() throws {
        let ledger = try PurchaseLedger(merging: [
            Rule.info(30.5) {
                Rule.retry(&$0)
                ($0.gracePeriodExpirationDate, $0.productID) = (Subject.day(46), "q")
            }
        ])
        #expect(!ledger.isEntitled(to: "p", at: Subject.day(40)))
    }

    @Test("A past grace period stays once a newer info came")
    func pastGrace() throws {
        let next = Subject.transaction("p", 2, 50, 80, signed: 50)
        let ledger = try PurchaseLedger(merging: [
            Rule.info(30.5) {
                Rule.retry(&$0)
                $0.gracePeriodExpirationDate = Subject.day(46)
            }, AsIfVerified.status(next, Subject.renewal(next, signed: 51)),
        ])
        #expect(access(ledger, "p", 40) == "granted 1" && access(ledger, "p", 47).hasPrefix("undetermined"))
    }

    @Test("An upgraded family share from before 2026, revoked without a type: the customer keeps the days before")
    func familyShare() throws {
        for isUpgraded in [true, false] {
            let month = Self.refunded(Rule.month(), 10, nil).with {
                $0.ownershipType = "FAMILY_SHARED"
                if isUpgraded { $0.isUpgraded = true }
            }
            let ledger = try PurchaseLedger(merging: [AsIfVerified.transaction(month)])
            #expect(Subject.access(ledger, [0, 9, 10, 20]) == [["1"], ["1"], [], []], "\(isUpgraded)")
        }
        let row = LedgerSubject.period("p", 1, Subject.day(0), Subject.day(30)).familyShared().refunded(
            on: Subject.day(10))
        let receipt = try PurchaseLedger(merging: [AsIfVerified.receipt([row], created: Subject.day(20))])
        #expect(Subject.access(receipt, [9, 10]) == [["1"], []])
    }

    @Test("A receipt alone doesn't say that the rest was refunded at an upgrade: the period is void, as the page says")
    func upgradeInReceipt() throws {
        let basic = LedgerSubject.period("basic", 1, Subject.day(0), Subject.day(30)).refunded(on: Subject.day(10))
        let premium = LedgerSubject.period("premium", 2, Subject.day(10), Subject.day(40))
        let receipt = try PurchaseLedger(
            merging: [AsIfVerified.receipt([basic, premium], created: Subject.day(20))])
        #expect(Subject.access(receipt, [5, 15]) == [[], ["2"]])
        #expect(access(receipt, "basic", 5) == "denied: revoked 1")
    }

    @Test("A consumable of which one of three was refunded isn't revoked")
    func consumable() throws {
        for percentage in [33_333, 100_000] as [Int64] {
            let coins = TestTransaction(.consumable("coins", on: Subject.day(0), transactionID: "7")).with {
                ($0.revocationDate, $0.revocationReason, $0.signedDate) = (Subject.day(3), 0, Subject.day(4))
                ($0.revocationType, $0.revocationPercentage) = (
                    percentage == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED", percentage
                )
            }
            let ledger = try PurchaseLedger(merging: [AsIfVerified.transaction(coins)])
            let reason = percentage == 100_000 ? "revoked" : "notAnEntitlement"
            #expect(access(ledger, "coins", 5) == "denied: \(reason) 7")
            #expect(ledger[0].revocationPercentage == Int(percentage))
        }
    }

    @Test("A receipt of five years ago: undetermined, not eligible")
    func oldReceipt() throws {
        let running = LedgerSubject.period("p", 1, Subject.day(-1_830), Subject.day(-1_800))
        let ledger = try PurchaseLedger(merging: [AsIfVerified.receipt([running], created: Subject.day(-1_820))])
        let answer = ledger.asOf(Subject.day(0)).introductoryOfferEligibility(in: ["p"])
        #expect(answer.answer == .undetermined(.missingEvidence(.renewal)) && !answer.isEligible)
        #expect(answer.knownAsOf == Subject.day(-1_820))
    }

    @Test("A transaction, and a receipt of another account without that subscription: a renewal is missing")
    func receiptOfAnother() throws {
        let ledger = try PurchaseLedger(merging: [Rule.verified(), Rule.receipt(40, isOfAnother: true)])
        #expect(
            access(ledger, "p", 35) == "undetermined: renewal 1" && access(ledger, "p", 45) == "undetermined: renewal 1"
        )
    }

    @Test("Signed status 4 without a date of grace's end: access at that date")
    func statusFour() throws {
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.notification(
                Rule.month(), Subject.renewal(Rule.month(), signed: 31, [:], Rule.retry), signed: Subject.day(31),
                status: 4)
        ])
        #expect(access(ledger, "p", 31) == "granted 1" && access(ledger, "p", 32) == "undetermined: renewal 1")
    }

    @Test("The status before the subscription began: none")
    func statusBefore() throws {
        let ledger = try PurchaseLedger(merging: [Rule.verified()])
        #expect(ledger.subscriptions[0].status(at: Subject.day(-0.1)) == nil)
        #expect(access(ledger, "p", -0.1) == "denied: notStarted 1")
    }
}
