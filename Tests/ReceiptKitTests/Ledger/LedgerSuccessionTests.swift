import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests subscriptions that replace others, commitments, retention offers, and evidence that is not a purchase.
@Suite("Ledger: bundles, commitments, offers, and evidence without access")
struct LedgerSuccessionTests {
    private typealias Subject = SentenceSubject

    private func status(_ ledger: PurchaseLedger, _ original: String, _ days: Double) throws -> SubscriptionStatus {
        try #require(ledger.subscription(originalTransactionID: original)?.status(at: Subject.day(days)))
    }

    /// The subscription `2`, which names the one before it.
    private static func bundle(_ from: Double, _ to: Double, id: Int64 = 2, before: String = "1") -> TestTransaction {
        Subject.transaction(
            "bundle", id, from, to, signed: from, original: "2",
            ["previousOriginalTransactionId": "\"\(before)\""])
    }

    // MARK: Upgraded to a bundle

    @Test("A subscription upgraded to a bundle is revoked at the switch, and the customer keeps the time before")
    func upgradedToBundle() throws {
        var old = Subject.transaction("music", 1, 0, 30, signed: 11) { $0.revocationDate = Subject.day(10) }
        old.changes.set("revocationReason", "2")
        let ledger = try Subject.ledger(old, Self.bundle(10, 40))
        #expect(Subject.access(ledger, [5, 10, 35]) == [["1"], ["2"], ["2"]])
        #expect(try status(ledger, "1", 5).state == .subscribed && status(ledger, "1", 10).state == .revoked)
        #expect(ledger.subscriptions.map(\.originalTransactionID) == ["1", "2"])
        #expect(ledger.subscriptions.flatMap(\.gaps).isEmpty && ledger.subscriptions.flatMap(\.productChanges).isEmpty)
    }

    @Test("previousOriginalTransactionId links two subscriptions, and both stay")
    func predecessor() throws {
        let ledger = try Subject.ledger(Subject.transaction("music", 1, 0, 30, signed: 1), Self.bundle(10, 40))
        let history = try #require(ledger.subscription(originalTransactionID: "2"))
        #expect(history.previousOriginalTransactionID == "1")
        #expect(history.predecessor == ledger.subscription(originalTransactionID: "1"))
        #expect(history.predecessor?.predecessor == nil && history.predecessor?.previousOriginalTransactionID == nil)
        let alone = try Subject.ledger(Self.bundle(10, 40))
        #expect(
            alone.subscriptions[0].previousOriginalTransactionID == "1" && alone.subscriptions[0].predecessor == nil)
    }

    @Test("From the start of the new subscription the old one gives no access, and renews no more")
    func succeeded() throws {
        let old = Subject.transaction("music", 1, 0, 30, signed: 1)
        let info = Subject.renewal(old, signed: 2, ["renewalQuantity": "3"])
        let ledger = try Subject.ledger([AsIfVerified.status(old, info), AsIfVerified.transaction(Self.bundle(10, 40))])
        #expect([9.9, 10, 20, 50].map { try? status(ledger, "1", $0).willAutoRenew } == [true, false, false, false])
        #expect([9.9, 10].map { try? status(ledger, "1", $0).autoRenewPreference } == ["music", nil])
        #expect([9.9, 10].map { try? status(ledger, "1", $0).renewalQuantity } == [3, nil])
        #expect(try status(ledger, "1", 50).missing == nil && status(ledger, "2", 50).missing == .renewal)
        for days in [10.0, 20, 50] {
            let access = ledger.access(to: "music", at: Subject.day(days))
            #expect(access.inShort == "denied: replaced 1" && access.since == Subject.day(10))
        }
        #expect(Subject.access(ledger, [9, 20, 35]) == [["1"], ["2"], ["2"]])
        #expect(ledger.subscriptions[0].periods[0].effectiveEndDate == Subject.day(10))
        let alone = try Subject.ledger([AsIfVerified.transaction(old), AsIfVerified.transaction(Self.bundle(10, 40))])
        #expect([9.9, 10].map { try? status(alone, "1", $0).willAutoRenew } == [nil, false])
    }

    @Test("A grace period of the old subscription ends as the new one begins")
    func grace() throws {
        let old = Subject.transaction("music", 1, 0, 30, signed: 1)
        let info = Subject.renewal(old, signed: 30.5) {
            ($0.isInBillingRetryPeriod, $0.gracePeriodExpirationDate) = (true, Subject.day(46))
        }
        let ledger = try Subject.ledger([AsIfVerified.status(old, info), AsIfVerified.transaction(Self.bundle(35, 65))])
        #expect(ledger.asOf(Subject.day(32)).entitlement(to: "music")?.endDate == Subject.day(35))
        #expect(try status(ledger, "1", 32).until == Subject.day(35))
        #expect(try [32, 35, 50].map { try status(ledger, "1", $0).state } == [.inGracePeriod, .expired, .expired])
        #expect(try [32, 35].map { try status(ledger, "1", $0).missing } == [nil, nil])
        #expect(ledger.access(to: "music", at: Subject.day(35)).inShort == "denied: replaced 1")
    }

    @Test("A customer who returns from a bundle renews the first subscription again")
    func returned() throws {
        let first = Subject.transaction("music", 1, 0, 30, signed: 1)
        let again = Subject.transaction(
            "music", 3, 40, 70, signed: 41, ["previousOriginalTransactionId": #""2""#])
        let info = Subject.renewal(again, signed: 42)
        let ledger = try Subject.ledger([
            AsIfVerified.transaction(first), AsIfVerified.transaction(Self.bundle(10, 40)),
            AsIfVerified.status(again, info),
        ])
        #expect([20, 45].map { try? status(ledger, "1", $0).willAutoRenew } == [false, true])
        #expect([20, 45].map { try? status(ledger, "2", $0).willAutoRenew } == [nil, false])
        #expect(try status(ledger, "1", 80).missing == .renewal && status(ledger, "2", 80).missing == nil)
        #expect(ledger.subscriptions.map { $0.predecessor?.originalTransactionID } == ["2", "1"])
    }

    @Test("Subscriptions that name each other or themselves don't cause endless loops")
    func cycles() throws {
        let both = ["1", "2"].map { name in
            Subject.transaction(
                "p\(name)", Int64(name) ?? 0, 0, 30, signed: 1, original: name,
                ["previousOriginalTransactionId": name == "1" ? #""2""# : #""1""#])
        }
        let ledger = try Subject.ledger(both[0], both[1])
        #expect(ledger.subscriptions.map { $0.predecessor?.originalTransactionID } == ["2", "1"])
        #expect(ledger.subscriptions[0].predecessor?.predecessor == ledger.subscriptions[0])
        #expect(Subject.access(ledger, [5, 30]) == [["1", "2"], []])
        // Neither subscription replaced the one that began in the same second.
        #expect(try ["1", "2"].map { try status(ledger, $0, 40).missing } == [.renewal, .renewal])
        let own = try Subject.ledger(
            Subject.transaction("p", 1, 0, 30, signed: 1, ["previousOriginalTransactionId": #""1""#]))
        #expect(own.subscriptions[0].predecessor == nil && own.subscriptions[0].previousOriginalTransactionID == "1")
        #expect(own.access(to: "p", at: Subject.day(40)).inShort == "undetermined: renewal 1")
    }

    // MARK: Commitments

    @Test("Access ends with the billing period: the end of the commitment gives none")
    func commitment() throws {
        let end = Int(Subject.day(360).timeIntervalSince1970) * 1_000
        let month = Subject.transaction(
            "pro", 1, 0, 30, signed: 1,
            [
                "billingPlanType": #""MONTHLY""#,
                "commitmentInfo":
                    #"{"billingPeriodNumber":1,"totalBillingPeriods":12,"commitmentExpiresDate":\#(end),"commitmentPrice":119880}"#,
            ])
        let ledger = try Subject.ledger(month)
        let entitlement = try #require(ledger.asOf(Subject.day(5)).entitlement(to: "pro"))
        #expect(entitlement.endDate == Subject.day(30) && entitlement.billingPlanType == .monthly)
        #expect(entitlement.commitmentInfo?.billingPeriodNumber == 1)
        #expect(entitlement.commitmentInfo?.totalBillingPeriods == 12)
        #expect(entitlement.commitmentInfo?.expirationDate == Subject.day(360))
        #expect(Subject.access(ledger, [29, 30, 100]) == [["1"], [], []])
        #expect(ledger.access(to: "pro", at: Subject.day(30)).inShort == "undetermined: renewal 1")
    }

    @Test("A billing plan unknown to the library is kept")
    func unknownPlan() throws {
        let ledger = try Subject.ledger(
            Subject.transaction("pro", 1, 0, 30, signed: 1, ["billingPlanType": #""WEEKLY""#]))
        #expect(
            ledger.asOf(Subject.day(5)).entitlement(to: "pro")?.billingPlanType == BillingPlanType(rawValue: "WEEKLY"))
    }

    /// Whether the next billing period and the next commitment will renew, and the two preferences.
    static let answers: [(period: Int64, commitment: Int64, preferences: [String?])] = [
        (1, 1, ["pro", "max"]), (1, 0, ["pro", nil]), (0, 1, [nil, "max"]), (0, 0, [nil, nil]),
    ]

    @Test(
        "Auto-renew has two answers: for the next billing period and for the next commitment",
        arguments: answers.indices)
    func twoAnswers(_ index: Int) throws {
        let row = Self.answers[index]
        let month = Subject.transaction("pro", 1, 0, 30, signed: 1)
        let info = Subject.renewal(
            month, signed: 2,
            [
                "commitmentInfo":
                    #"{"commitmentAutoRenewStatus":\#(row.commitment),"commitmentAutoRenewProductId":"max"}"#
            ]
        ) { $0.autoRenewStatus = row.period }
        let ledger = try Subject.ledger([AsIfVerified.status(month, info)])
        let entitlement = try #require(ledger.asOf(Subject.day(5)).entitlement(to: "pro"))
        #expect(entitlement.willAutoRenew == (row.period == 1))
        #expect(entitlement.commitmentWillAutoRenew == (row.commitment == 1))
        #expect([entitlement.autoRenewPreference, entitlement.commitmentAutoRenewPreference] == row.preferences)
        let status = try status(ledger, "1", 5)
        #expect(status.commitmentWillAutoRenew == entitlement.commitmentWillAutoRenew)
        #expect(status.commitmentAutoRenewPreference == entitlement.commitmentAutoRenewPreference)
    }

    // MARK: Offers

    @Test(
        "A retention offer is an offer as any: with identifier, payment mode and period, neither introductory nor promotional"
    )
    func retention() throws {
        let month = Subject.transaction("pro", 1, 0, 30, signed: 1) {
            ($0.offerType, $0.offerIdentifier, $0.offerDiscountType, $0.offerPeriod) = (5, "stay", "FREE_TRIAL", "P1M")
        }
        let ledger = try Subject.ledger(month)
        let offer = try #require(ledger[0].offer)
        #expect(
            offer.type == .retention && offer.id == "stay" && offer.paymentMode == .freeTrial && offer.period == "P1M")
        let kind = ledger.subscriptions[0].periods[0].kind
        #expect(kind == .retention(offerID: "stay") && kind.name == "retention")
        #expect(kind.description == #"retention "stay""#)
        #expect(ledger[0].isTrialPeriod == false && ledger[0].isInIntroOfferPeriod == false)
        #expect(ledger[0].promotionalOfferID == nil)
        #expect(
            ledger.asOf(Subject.day(40)).introductoryOfferEligibility(in: ["pro"], assumingCompleteHistory: true).answer
                == .undetermined(.missingEvidence(.renewal)))
        #expect(
            ledger.asOf(Subject.day(10)).introductoryOfferEligibility(in: ["pro"], assumingCompleteHistory: true).answer
                == .subscribed(ledger[0]))
    }

    @Test("A price increase of an item that awaits consent changes no answer")
    func priceIncrease() throws {
        let month = Subject.transaction("club", 1, 0, 30, signed: 1)
        let info = Subject.renewal(
            month, signed: 2,
            [
                "advancedCommerceInfo":
                    #"{"items":[{"SKU":"a","priceIncreaseInfo":{"status":"PENDING","price":5990}}]}"#
            ])
        let ledger = try Subject.ledger([AsIfVerified.status(month, info)])
        #expect(try status(ledger, "1", 5).willAutoRenew == true)
        let item = ledger.subscriptions[0].renewal?.advancedCommerceInfo?.items?.first
        #expect(item?.priceIncreaseInfo?.status == .pending)
    }

    // MARK: Evidence without entitlement

    @Test("An external purchase token entitles to nothing, and merges nothing")
    func externalPurchaseToken() throws {
        let (authority, verifier) = (TestAuthority.standard, try JWSSubject.verifier { $0.device = .unchecked })
        let token = TestNotification(.externalPurchaseToken(TestExternalPurchaseToken()))
        let notification = try verifier.verify(notification: authority.sign(token), at: Subject.day(400))
        let empty = try PurchaseLedger(merging: [notification])
        #expect(empty.isEmpty && empty.subscriptions.isEmpty && empty.sources.isEmpty)
        #expect(empty.currentEntitlements(at: Subject.day(150)).isEmpty)
        let month = try verifier.verify(
            transaction: authority.sign(Subject.transaction("pro", 1, 100, 130, signed: 101)), at: Subject.day(400))
        let ledger = try PurchaseLedger(merging: [month])
        #expect(try ledger.merging(notification) == ledger)
        #expect(try empty.merging(month) == ledger)
    }

    @Test("Values and members unknown to the library are kept, and change no answer")
    func unknownWords() throws {
        let month = Subject.transaction(
            "pro", 1, 0, 30, signed: 1,
            [
                "additionalTransactionReason": #""SOMETHING_NEW""#, "bundleTransactionID": #""9""#, "offerType": "9",
                "multiSeatInfo": #"{"invitationManagement":"NEW","new":[{}]}"#,
            ])
        let ledger = try Subject.ledger(month, Subject.transaction("pro", 2, 30, 60, signed: 31))
        #expect(Subject.access(ledger, [5, 29, 30]) == [["1"], ["1"], ["2"]])
        #expect(ledger[0].additionalTransactionReason == AdditionalTransactionReason(rawValue: "SOMETHING_NEW"))
        #expect(ledger[0].id == "1/1" && ledger.subscriptions[0].periods.count == 2)
        #expect(ledger.subscriptions[0].periods[0].kind == .regular)
    }
}
