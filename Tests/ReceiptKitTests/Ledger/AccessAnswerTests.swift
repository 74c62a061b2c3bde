import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests undetermined access, the date since when there has been no access, the age of the evidence, and other answers
/// that depend on missing evidence.
@Suite("Access: products, dates, grace and eligibility")
struct AccessAnswerTests: AccessQuestions {
    private typealias Subject = SentenceSubject
    private typealias Rule = AccessRuleTests

    // MARK: Without evidence, and revoked

    @Test("A server may deny a customer without evidence, of whom there is no ledger")
    func noPurchaseKnown() throws {
        let denial = Access.Denial.noPurchaseKnown
        #expect(denial.reason == .noPurchaseKnown && denial.since == nil && denial.purchase == nil)
        #expect(denial.knownAsOf == nil && denial.revocationDate == nil)
        let ledger = try PurchaseLedger(merging: [Rule.verified()])
        #expect(ledger.access(to: "q", at: Subject.day(5)) == .denied(denial))
        #expect(ledgerError { _ = try PurchaseLedger(merging: [] as [VerifiedEvidence]) } == .noEvidence)
    }

    @Test("A revoked product has its revocation date in addition to the end of the last known access")
    func revocationDate() throws {
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.receipt([
                LedgerSubject.period("p", 1, Subject.day(0), Subject.day(30)),
                LedgerSubject.period("p", 2, Subject.day(40), Subject.day(70)).refunded(on: Subject.day(45)),
            ])
        ])
        func denial(_ day: Double) throws -> Access.Denial {
            guard case .denied(let denial) = ledger.access(to: "p", at: Subject.day(day)) else {
                throw LedgerError.noEvidence
            }
            return denial
        }
        let revoked = try denial(50)
        #expect(revoked.reason == .revoked && revoked.since == Subject.day(30), "a full refund voids the period")
        #expect(revoked.revocationDate == Subject.day(45))
        let json = String(decoding: try JSONEncoder().encode(Access.denied(revoked)), as: UTF8.self)
        #expect(json.contains(#""revocationDate":"2024-02-15T00:00:00Z""#), "\(json)")
        let expired = try denial(35)
        #expect(expired.reason == .expired && expired.revocationDate == nil)
    }

    // MARK: Products

    @Test(
        "A product that no evidence names is undetermined if a change of product may be missing, but not if a renewal may be"
    )
    func neverSeen() throws {
        let renewal = try PurchaseLedger(merging: [Rule.verified()])
        #expect(access(renewal, "p", 35) == "undetermined: renewal 1")
        #expect(access(renewal, "q", 35) == "denied: noPurchaseKnown")
        let change = try PurchaseLedger(merging: [
            Rule.verified { ($0.isUpgraded, $0.signedDate) = (true, Subject.day(20)) }
        ])
        #expect(access(change, "q", 25) == "undetermined: productChange")
        let answer = change.access(to: "q", at: Subject.day(25))
        #expect(answer.identifiers == ["1"] && answer.since == nil && answer.purchase == nil)
    }

    @Test(
        "A product of a known type, or one of another subscription, isn't undetermined because a change of product is missing"
    )
    func seen() throws {
        let level = TestTransaction(.nonConsumable("level", on: Subject.day(0), transactionID: "7")).with {
            ($0.revocationDate, $0.revocationReason, $0.signedDate) = (Subject.day(3), 0, Subject.day(4))
        }
        let other = Subject.transaction("other", 8, 0, 10, signed: 1, original: "8")
        let ledger = try PurchaseLedger(merging: [
            Rule.verified { ($0.isUpgraded, $0.signedDate) = (true, Subject.day(20)) }, AsIfVerified.transaction(level),
            AsIfVerified.transaction(TestTransaction(.consumable("coins", on: Subject.day(0), transactionID: "9"))),
            AsIfVerified.status(other, Subject.renewal(other, signed: 11, [:], Rule.intent)),
        ])
        #expect(access(ledger, "p", 25) == "undetermined: productChange 1")
        #expect(access(ledger, "level", 25) == "denied: revoked 7")
        #expect(access(ledger, "coins", 25) == "denied: notAnEntitlement 9")
        #expect(access(ledger, "other", 25) == "denied: expired 8")
    }

    @Test("The product of an unseen period, and the one that the subscription renews to, are undetermined")
    func named() throws {
        let ledger = try PurchaseLedger(merging: [
            Rule.info(31, about: 60) { ($0.productID, $0.autoRenewProductID) = ("q", "r") }
        ])
        for product in ["q", "r"] {
            #expect(access(ledger, product, 45) == "undetermined: productChange", "\(product)")
        }
        let off = try PurchaseLedger(merging: [
            Rule.info(29) { ($0.autoRenewProductID, $0.autoRenewStatus) = ("r", 0) }
        ])
        #expect(access(off, "r", 45) == "denied: noPurchaseKnown", "it doesn't renew")
    }

    @Test("An unseen period of another product means a missing change of product even during access to the current one")
    func changeWhileRunning() throws {
        let ledger = try PurchaseLedger(merging: [Rule.info(10, about: 50) { $0.productID = "q" }])
        #expect(try status(ledger, 15).state == .subscribed && status(ledger, 15).missing == .productChange)
        #expect(access(ledger, "p", 15) == "granted 1")
        for product in ["q", "never.seen"] {
            #expect(access(ledger, product, 15) == "undetermined: productChange", "\(product)")
        }
        let same = try PurchaseLedger(merging: [Rule.info(10, about: 50)])
        #expect(try status(same, 15).missing == nil)
    }

    @Test("A known period that hasn't begun makes its product undetermined as well")
    func notBegun() throws {
        let ahead = Subject.transaction("q", 2, 40, 70, signed: 20) { $0.transactionReason = "PURCHASE" }
        let ledger = try PurchaseLedger(merging: [Rule.verified(), AsIfVerified.transaction(ahead)])
        #expect(access(ledger, "q", 35).hasPrefix("undetermined: renewal"))
        #expect(access(ledger, "q", 25) == "denied: notStarted 2", "there is access to another product")
    }

    // MARK: A list of products

    @Test("Several products: granted if one is, otherwise undetermined with everything missing, otherwise denied")
    func list() throws {
        let other = Subject.transaction("q", 5, 0, 20, signed: 1, original: "5")
        let gone = Subject.transaction("r", 6, 0, 10, signed: 1, original: "6")
        let ledger = try PurchaseLedger(merging: [
            Rule.verified(), AsIfVerified.status(other, Subject.renewal(other, signed: 20.5, [:], Rule.retry)),
            AsIfVerified.status(gone, Subject.renewal(gone, signed: 11, [:], Rule.intent)),
        ])
        func answer(_ products: [String], _ days: Double) -> Access {
            ledger.access(to: products, at: Subject.day(days))
        }
        #expect(answer(["r", "q", "p"], 25).inShort == "granted 1")
        let both = answer(["r", "q", "p", "never.seen"], 35)
        #expect(both.inShort == "undetermined: billingRecovery,renewal 1", "the latest since")
        #expect(Set(both.identifiers) == ["1", "5"] && both.identifiers.count == 2 && both.since == Subject.day(30))
        #expect(answer(["p", "p"], 35).identifiers == ["1"])
        #expect(answer(["r", "q"], 35).inShort == "undetermined: billingRecovery 5")
        #expect(answer(["r", "never.seen"], 35).inShort == "denied: expired 6")
        #expect(answer(["r", "never.seen"], 35).since == Subject.day(10))
        #expect(answer(["never.seen"], 35).inShort == "denied: noPurchaseKnown")
        #expect(answer([], 35).inShort == "denied: noPurchaseKnown")
    }

    @Test("Of several denials, the one with the latest since is used")
    func latestDenial() throws {
        let ended = [("p", 1, 30.0), ("q", 5, 20), ("r", 6, 40)].map { product, id, end in
            Subject.transaction(product, Int64(id), 0, end, signed: 1, original: "\(id)")
        }
        let ledger = try PurchaseLedger(
            merging: ended.map { try AsIfVerified.status($0, Subject.renewal($0, signed: 41, [:], Rule.intent)) })
        let answer = ledger.access(to: ["p", "r", "q"], at: Subject.day(50))
        #expect(answer.inShort == "denied: expired 6" && answer.since == Subject.day(40))
    }

    @Test("Of several that give access, owned comes first, then the one that lasts longest")
    func best() throws {
        let ledger = try PurchaseLedger(merging: [
            Rule.verified(), AsIfVerified.transaction(Subject.transaction("q", 5, 0, 50, signed: 1, original: "5")),
            AsIfVerified.transaction(TestTransaction(.nonConsumable("level", on: Subject.day(10), transactionID: "7"))),
        ])
        #expect(ledger.access(to: ["p", "q", "level"], at: Subject.day(5)).inShort == "granted 5")
        #expect(ledger.access(to: ["p", "q", "level"], at: Subject.day(15)).inShort == "granted 7")
    }

    @Test("Of two that last equally long, the later purchase; of two at the same instant, the ledger's first")
    func equallyLong() throws {
        for (start, expected) in [(0.0, "granted 1"), (1, "granted 5")] {
            let other = Subject.transaction("p", 5, start, 30, signed: 1, original: "5")
            let evidence = [try Rule.verified(), try AsIfVerified.transaction(other)]
            for evidence in [evidence, evidence.reversed()] {
                let ledger = try PurchaseLedger(merging: evidence)
                #expect(ledger.access(to: "p", at: Subject.day(5)).inShort == expected)
                #expect(ledger.access(to: ["q", "p"], at: Subject.day(5)).inShort == expected)
            }
        }
    }

    // MARK: Dates of an answer

    @Test("An answer's since is the latest end of known access, including grace")
    func since() throws {
        let ledger = try PurchaseLedger(merging: [
            Rule.info(30.5) {
                Rule.retry(&$0)
                $0.gracePeriodExpirationDate = Subject.day(46)
            }
        ])
        #expect(ledger.access(to: "p", at: Subject.day(40)).entitlement?.endDate == Subject.day(46))
        #expect(ledger.access(to: "p", at: Subject.day(46)).since == Subject.day(46))
        #expect(ledger.access(to: "p", at: Subject.day(-1)).since == nil)
        let void = try PurchaseLedger(merging: [Rule.verified { $0.revocationDate = Subject.day(3) }])
        #expect(void.access(to: "p", at: Subject.day(10)).since == nil, "there was no access")
    }

    /// Evidence, a date, and the date of the evidence for the answer.
    static let ages: [(name: String, known: Double, evidence: @Sendable () throws -> [VerifiedEvidence])] = [
        ("the end of access", 30, { [try Rule.verified()] }),
        ("the end of the period, of a later copy", 30, { [try Rule.verified { $0.signedDate = Subject.day(40) }] }),
        (
            "the revocation", 41,
            { [try Rule.verified { ($0.revocationDate, $0.signedDate) = (Subject.day(41), Subject.day(42)) }] }
        ),
        ("the renewal info", 40, { [try Rule.info(40, Rule.retry)] }),
        ("the receipt that has it", 70, { [try Rule.verified(), try Rule.receipt(70)] }),
        ("not a receipt of another account", 30, { [try Rule.verified(), try Rule.receipt(70, isOfAnother: true)] }),
        (
            "the subscription that took its place", 45,
            {
                [
                    try Rule.verified(),
                    try AsIfVerified.transaction(
                        Subject.transaction(
                            "bundle", 9, 45, 75, signed: 45, original: "9",
                            ["previousOriginalTransactionId": #""1""#])),
                ]
            }
        ),
    ]

    @Test("knownAsOf is never before a date that the answer is based on", arguments: ages.indices)
    func knownAsOf(_ index: Int) throws {
        let row = Self.ages[index]
        let ledger = try PurchaseLedger(merging: row.evidence())
        let access = ledger.access(to: "p", at: Subject.day(100))
        let known = try #require(access.knownAsOf)
        #expect(known >= Subject.day(row.known) && known < Subject.day(row.known + 1.01), "\(row.name): \(access)")
        #expect(try max(status(ledger, 100).knownAsOf, access.since ?? .distantPast) == known)
    }

    @Test("An unknown product is known as of the latest receipt, or not at all")
    func knownOfNothing() throws {
        #expect(try PurchaseLedger(merging: [Rule.verified()]).access(to: "q", at: Subject.day(5)).knownAsOf == nil)
        let receipt = try PurchaseLedger(merging: [Rule.verified(), Rule.receipt(20)])
        #expect(receipt.access(to: "q", at: Subject.day(25)).knownAsOf == Subject.day(20))
    }

    @Test("In Xcode, which has no server, there is nothing to ask for")
    func xcode() throws {
        let ledger = try PurchaseLedger(merging: [Rule.receipt(20, environment: .xcode)])
        let access = ledger.access(to: "p", at: Subject.day(35))
        #expect(access.inShort.hasPrefix("undetermined: renewal") && access.identifiers.isEmpty)
    }

    @Test("Before the subscription began there is no status: its original purchase, or its first known period")
    func statusBefore() throws {
        for (original, first) in [(Subject.day(0), 0.0), (Subject.day(30).addingTimeInterval(5), 30)] {
            let ledger = try PurchaseLedger(merging: [
                AsIfVerified.transaction(
                    Subject.transaction("p", 2, 30, 60, signed: 30) { $0.originalPurchaseDate = original })
            ])
            let history = ledger.subscriptions[0]
            #expect(history.status(at: Subject.day(first).addingTimeInterval(-1)) == nil)
            #expect(history.status(at: Subject.day(first)) != nil)
            #expect(access(ledger, "p", first - 0.1) == "denied: notStarted 2")
        }
    }

    @Test("Access and status agree about a renewal that was charged ahead, also if its original purchase isn't earlier")
    func statusOfChargedAhead() throws {
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.transaction(
                Subject.transaction("p", 2, 30, 60, signed: 29.9) { $0.transactionReason = "RENEWAL" })
        ])
        #expect(access(ledger, "p", 29.95) == "granted 2")
        #expect(ledger.subscriptions[0].status(at: Subject.day(29.95))?.state == .subscribed)
        #expect(ledger.subscriptions[0].status(at: Subject.day(29.8)) == nil)
    }

    // MARK: Grace and retry

    private func grace(_ change: (inout TestRenewalInfo) -> Void = { _ in }) throws -> VerifiedEvidence {
        try Rule.info(30.5) {
            Rule.retry(&$0)
            $0.gracePeriodExpirationDate = Subject.day(46)
            change(&$0)
        }
    }

    @Test("A grace period applies to the product of the period, and not if the info names another product")
    func graceOfAnother() throws {
        let own = try PurchaseLedger(merging: [grace()])
        #expect(access(own, "p", 40) == "granted 1")
        let another = try PurchaseLedger(merging: [grace { $0.productID = "q" }])
        #expect(access(another, "p", 40) == "undetermined: billingRecovery 1")
        #expect(try status(another, 40).state != .inGracePeriod)
        #expect(
            another.currentEntitlements(at: Subject.day(40)).isEmpty && !access(another, "q", 40).hasPrefix("granted"))
    }

    @Test("A past grace period is still in the answer when asked about later")
    func pastGrace() throws {
        let next = Subject.transaction("p", 2, 50, 80, signed: 50)
        let ledger = try PurchaseLedger(merging: [
            grace(), Rule.info(47, Rule.retry), AsIfVerified.status(next, Subject.renewal(next, signed: 51)),
        ])
        #expect(try status(ledger, 40).state == .inGracePeriod && status(ledger, 40).until == Subject.day(46))
        #expect(access(ledger, "p", 40) == "granted 1")
        #expect(try status(ledger, 48).state == .inBillingRetryPeriod)
        #expect(access(ledger, "p", 55) == "granted 2")
    }

    @Test(
        "Signed status 4 without the end of grace: in grace at the notification's date, and then a renewal is missing")
    func statusFour() throws {
        func notification(_ status: Int) throws -> PurchaseLedger {
            try PurchaseLedger(merging: [
                AsIfVerified.notification(
                    Rule.month(), Subject.renewal(Rule.month(), signed: 31, [:], Rule.retry), signed: Subject.day(31),
                    status: status)
            ])
        }
        let four = try notification(4)
        #expect(try status(four, 31).state == .inGracePeriod)
        #expect(access(four, "p", 31) == "granted 1")
        #expect(four.isEntitled(to: "p", at: Subject.day(31)))
        for days in [31 + Rule.moment, 40, 500] {
            #expect(access(four, "p", days) == "undetermined: renewal 1", "\(days)")
        }
        let (hour, later) = (Subject.day(31 + 1.0 / 24), Subject.day(31 + 1.0 / 24 + Rule.moment))
        #expect(four.asOf(hour, staleAfter: 3_600).access(to: "p").inShort == "granted 1")
        #expect(four.asOf(later, staleAfter: 3_600).access(to: "p").inShort == "undetermined: renewal 1")
        let three = try notification(3)
        #expect(access(three, "p", 31) == "denied: expired 1")
        #expect(access(three, "p", 32) == "undetermined: billingRecovery 1")
    }

    @Test("Billing retry lasts 60 days, or 90 in a commitment billed monthly; the missing evidence stays the same")
    func retry() throws {
        for (plan, days) in [(nil, 90.0), ("MONTHLY", 120), ("BILLED_UPFRONT", 90)] as [(String?, Double)] {
            let month = Rule.month { transaction in
                guard let plan else { return }
                transaction.changes.set("billingPlanType", "\"\(plan)\"")
                transaction.changes.set("commitmentInfo", #"{"billingPeriodNumber":1,"totalBillingPeriods":12}"#)
            }
            let ledger = try PurchaseLedger(merging: [
                AsIfVerified.status(month, Subject.renewal(month, signed: 30.5, [:], Rule.retry))
            ])
            #expect(try status(ledger, days - Rule.moment).state == .inBillingRetryPeriod, "\(plan ?? "")")
            #expect(try status(ledger, 40).until == Subject.day(days))
            #expect(try status(ledger, days).state == .expired)
            for day in [days - Rule.moment, days, 500] { #expect(try status(ledger, day).missing == .billingRecovery) }
        }
    }

    // MARK: Introductory offers

    @Test("Eligibility is undetermined while evidence of a subscription in the group is missing, and has a date")
    func eligibility() throws {
        func eligibility(_ days: Double, _ evidence: VerifiedEvidence...) throws -> IntroductoryOfferEligibility {
            let ledger = try PurchaseLedger(merging: evidence)
            let (date, products) = (Subject.day(days), ["p"])
            let answer = ledger.asOf(date).introductoryOfferEligibility(in: products)
            if let group = ledger.subscriptions.first?.subscriptionGroupID {
                #expect(ledger.asOf(date).introductoryOfferEligibility(in: group) == answer)
            }
            return answer
        }
        let recent = try eligibility(40, Rule.receipt(35))
        #expect(recent.answer == .undetermined(.missingEvidence(.billingRecovery)) && !recent.isEligible)
        #expect(recent.knownAsOf == Subject.day(35))
        let renewed = try eligibility(40, Rule.verified(), Rule.receipt(20))
        #expect(renewed.answer == .undetermined(.missingEvidence(.renewal)))
        let old = try eligibility(100, Rule.receipt(90))
        #expect(old.isEligible && old.knownAsOf == Subject.day(90))
        let ended = try eligibility(50, Rule.info(40, Rule.intent), Rule.receipt(40))
        #expect(ended.isEligible && ended.knownAsOf == Subject.day(40))
        let running = try eligibility(20, Rule.receipt(10))
        #expect(running.answer != .undetermined(.missingEvidence(.renewal)) && !running.isEligible)
        // A used offer is certain, whatever evidence is missing.
        let used = try eligibility(40, Rule.verified { $0.offerType = 1 }, Rule.receipt(35))
        guard case .offerUsed = used.answer else {
            Issue.record("\(used)")
            return
        }
    }
}
