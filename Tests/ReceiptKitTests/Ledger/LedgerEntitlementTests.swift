import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests entitlements, their ends, renewals, and outdated evidence.
@Suite("Ledger: entitlements and renewals")
struct LedgerEntitlementTests {
    static let start = Date.utc(2024, 1, 1)
    private func day(_ days: Double) -> Date { Self.start.addingTimeInterval(days * 86_400) }

    private func transaction(
        _ product: String, _ id: Int64, _ from: Double, _ to: Double, signed: Double,
        _ change: (inout TestTransaction) -> Void = { _ in }
    ) -> TestTransaction {
        var transaction = TestTransaction(LedgerSubject.period(product, id, day(from), day(to)))
        transaction.signedDate = day(signed)
        change(&transaction)
        return transaction
    }

    private func renewal(
        _ transaction: TestTransaction, signed: Double, _ change: (inout TestRenewalInfo) -> Void = { _ in }
    ) -> TestRenewalInfo {
        var renewal = TestRenewalInfo(of: transaction)
        renewal.signedDate = day(signed)
        change(&renewal)
        return renewal
    }

    private func ledger(_ evidence: VerifiedEvidence...) throws -> PurchaseLedger {
        let ledger = try PurchaseLedger(merging: evidence)
        #expect(try PurchaseLedger(merging: evidence.reversed() + evidence) == ledger)
        return ledger
    }

    private func status(_ ledger: PurchaseLedger, _ days: Double) throws -> SubscriptionStatus {
        try #require(ledger.subscription(containing: "monthly")?.status(at: day(days)))
    }

    // MARK: Entitlements

    @Test("A current period: until its end, even if the next is known, with the renewal info's contents")
    func subscribed() throws {
        let (one, two) = (transaction("monthly", 1, 0, 30, signed: 1), transaction("monthly", 2, 30, 60, signed: 30.1))
        let info = renewal(two, signed: 31) { $0.autoRenewProductID = "yearly" }
        let ledger = try ledger(AsIfVerified.transaction(one), AsIfVerified.status(two, info))
        let first = try #require(ledger.asOf(day(10)).entitlement(to: "monthly"))
        #expect(first.state == .subscribed && first.productID == "monthly" && first.purchase == ledger[0])
        #expect(first.id == ledger[0].id && first.startDate == day(0) && first.endDate == day(30))
        #expect(first.willAutoRenew == nil && first.autoRenewPreference == nil, "the info is about the second period")
        let second = try #require(ledger.asOf(day(40)).entitlement(to: "monthly"))
        #expect(second.startDate == day(30) && second.endDate == day(60) && second.knownAsOf == day(31))
        #expect(second.willAutoRenew == true && second.autoRenewPreference == "yearly")
        #expect(ledger.currentEntitlements(at: day(40)) == [second])
        #expect(ledger.asOf(day(60)).entitlement(to: "monthly") == nil)
        #expect(ledger.asOf(day(40)).entitlement(to: ["x", "monthly"]) == second)
        #expect(ledger.asOf(day(40)).entitlement(to: ["x"]) == nil)
        let status = try status(ledger, 40)
        #expect(status.productID == "monthly" && status.period?.startDate == day(30) && status.willAutoRenew == true)
        #expect(status.autoRenewPreference == "yearly" && status.missing == nil)
    }

    @Test("A renewal that is off has no preference")
    func off() throws {
        let month = transaction("monthly", 1, 0, 30, signed: 1)
        let info = renewal(month, signed: 2) { $0.autoRenewStatus = 0 }
        let entitlement = try #require(
            try ledger(AsIfVerified.status(month, info)).asOf(day(10)).entitlement(to: "monthly"))
        #expect(entitlement.willAutoRenew == false && entitlement.autoRenewPreference == nil)
    }

    @Test("In the grace period access lasts until the grace period's end")
    func grace() throws {
        let month = transaction("monthly", 1, 0, 30, signed: 1)
        let info = renewal(month, signed: 30.5) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = day(46)
        }
        let ledger = try ledger(AsIfVerified.status(month, info))
        let entitlement = try #require(ledger.asOf(day(35)).entitlement(to: "monthly"))
        #expect(
            entitlement.state == .inGracePeriod && entitlement.startDate == day(0) && entitlement.endDate == day(46))
        #expect(ledger.currentEntitlements(at: day(35)) == [entitlement])
        #expect(try status(ledger, 35).missing == nil)
        #expect(try status(ledger, 50).state == .inBillingRetryPeriod)
        #expect(try status(ledger, 50).missing == .billingRecovery)
        let access = ledger.access(to: "monthly", at: day(50))
        #expect(access.inShort == "undetermined: billingRecovery 1" && access.since == day(46))
    }

    @Test("Owned comes before subscribed, then the one that lasts longest")
    func order() throws {
        let owned = TestPurchase.nonConsumable("p", on: day(5), transactionID: "9")
        let periods = [("1", 30.0), ("2", 60)].map { original, end in
            LedgerSubject.period("p", Int64(end), day(0), day(end), original: original)
        }
        let rented = try ledger(AsIfVerified.receipt(periods, created: day(9)))
        #expect(rented.asOf(day(6)).entitlement(to: "p")?.endDate == day(60))
        let all = try ledger(AsIfVerified.receipt(periods + [owned], created: day(9)))
        #expect(all.asOf(day(6)).entitlement(to: "p")?.state == .owned)
        #expect(all.asOf(day(6)).entitlement(to: "p")?.endDate == nil)
        #expect(all.asOf(day(4)).entitlement(to: "p")?.state == .subscribed)
        #expect(all.currentEntitlements(at: day(6)).count == 3)
    }

    @Test("A non-renewing subscription lasts as long as the caller says, and no longer than it was not refunded")
    func nonRenewing() throws {
        var pass = TestTransaction(
            TestPurchase.nonRenewable("pass", on: day(0), transactionID: "1").refunded(on: day(20)))
        (pass.signedDate, pass.revocationType) = (day(21), "REFUND_PRORATED")
        let ledger = try ledger(AsIfVerified.transaction(pass))
        let entitlement = ledger.asOf(
            day(10),
            nonRenewing: {
                $0.purchaseDate.addingTimeInterval(30 * 86_400)
            }
        ).entitlement(to: "pass")
        #expect(entitlement?.state == .nonRenewing && entitlement?.endDate == day(20))
        #expect(ledger.asOf(day(10)).entitlement(to: "pass") == nil)
        #expect(ledger.asOf(day(20), nonRenewing: { _ in .distantFuture }).entitlement(to: "pass") == nil)
    }

    // MARK: Charged ahead

    /// A DID_RENEW that Apple signed 34 seconds before its period.
    private func ahead(_ change: (inout TestTransaction) -> Void = { _ in }) -> TestTransaction {
        transaction("monthly", 2, 30, 60, signed: 30) {
            $0.originalPurchaseDate = day(0)
            $0.signedDate = day(30).addingTimeInterval(-34)
            $0.transactionReason = "RENEWAL"
            change(&$0)
        }
    }

    @Test("A renewal that was signed 34 s before its period, alone, counts from its signed date")
    func chargedAhead() throws {
        let (tx, signed) = (ahead(), day(30).addingTimeInterval(-34))
        let ledger = try ledger(AsIfVerified.notification(tx, renewal(tx, signed: 30) { $0.signedDate = signed }))
        let history = ledger.subscriptions[0]
        let before = try #require(history.status(at: signed.addingTimeInterval(-1)))
        #expect(before.state == .expired && before.until == signed && before.missing == .renewal)
        #expect(history.status(at: day(-0.1)) == nil)
        for date in [signed, signed.addingTimeInterval(10), day(30), day(59)] {
            let status = try #require(history.status(at: date))
            #expect(status.state == .subscribed && status.until == day(60), "\(date)")
            #expect(status.willAutoRenew == true && status.autoRenewPreference == "monthly" && status.missing == nil)
            let entitlement = try #require(ledger.asOf(date).entitlement(to: "monthly"))
            #expect(entitlement.startDate == day(30) && entitlement.endDate == day(60))
            #expect(ledger.currentEntitlements(at: date) == [entitlement])
            #expect(ledger.isEntitled(to: "monthly", at: date))
            #expect(ledger.access(to: "monthly", at: date) == .granted(entitlement))
            #expect(
                ledger.asOf(date).introductoryOfferEligibility(in: ["monthly"]).answer
                    == .subscribed(ledger[0]))
        }
        #expect(history.periods[0].startDate == day(30) && history.gaps.isEmpty)
        #expect(history.period(at: signed) == nil)
    }

    @Test("With the previous period, access doesn't change, and the renewal info is known from its signed date on")
    func chargedAheadBesideThePeriodBefore() throws {
        let (before, tx) = (transaction("monthly", 1, 0, 30, signed: 0.1), ahead())
        let signed = day(30).addingTimeInterval(-34)
        let ledger = try ledger(
            AsIfVerified.transaction(before),
            AsIfVerified.status(tx, renewal(tx, signed: 30) { $0.signedDate = signed }))
        for (date, id) in [(day(29), "1"), (signed, "1"), (day(30), "2")] {
            #expect(ledger.currentEntitlements(at: date).map(\.purchase.transactionID) == [id])
        }
        #expect(try status(ledger, 29).willAutoRenew == nil)
        let status = try #require(ledger.subscriptions[0].status(at: signed))
        #expect(status.willAutoRenew == true && status.until == day(30))
    }

    /// The conditions under which a renewal doesn't take effect before its period: the change, and whether it takes
    /// effect an hour ahead.
    static let notAhead: [(name: String, signed: Double, reason: String?, revoked: Double?, counts: Bool)] = [
        ("a renewal", -1, "RENEWAL", nil, true), ("exactly a day", -24, "RENEWAL", nil, true),
        ("more than a day", -24.1, "RENEWAL", nil, false), ("a purchase", -1, "PURCHASE", nil, false),
        ("no reason", -1, nil, nil, false), ("recovered late", 0, "RENEWAL", nil, false),
        ("refunded", -1, "RENEWAL", 31, false),
    ]

    @Test("Only an unrevoked renewal within a day takes effect ahead", arguments: notAhead.indices)
    func countsAhead(_ index: Int) throws {
        let row = Self.notAhead[index]
        let tx = transaction("monthly", 2, 30, 60, signed: 30 + row.signed / 24) {
            $0.transactionReason = row.reason
            $0.revocationDate = row.revoked.map(day)
        }
        let ledger = try ledger(AsIfVerified.transaction(tx))
        #expect(ledger.isEntitled(to: "monthly", at: day(30).addingTimeInterval(-60)) == row.counts, "\(row.name)")
    }

    @Test("A refunded period gives no access because its successor was charged, nor does an upgraded one")
    func containedAhead() throws {
        let tx = ahead { $0.signedDate = day(29.5) }
        let refunded = transaction("monthly", 1, 0, 30, signed: 20) { $0.revocationDate = day(19) }
        #expect(
            try !ledger(AsIfVerified.transaction(tx), AsIfVerified.transaction(refunded)).isEntitled(
                to: "monthly", at: day(29.8)))
        let upgraded = transaction("monthly", 1, 0, 30, signed: 20) { $0.isUpgraded = true }
        #expect(
            try !ledger(AsIfVerified.transaction(tx), AsIfVerified.transaction(upgraded)).isEntitled(
                to: "monthly", at: day(29.8)))
        // A period that ended earlier leaves the remaining time without a period.
        let shorter = transaction("monthly", 1, 0, 29.7, signed: 1)
        let ledger = try ledger(AsIfVerified.transaction(tx), AsIfVerified.transaction(shorter))
        #expect([29.6, 29.7, 29.9].map { ledger.isEntitled(to: "monthly", at: day($0)) } == [true, true, true])
    }

    @Test("The earliest copy ever merged decides since when it applies")
    func earliestCopy() throws {
        let copies = [29.9, 29.5, 40, 29.7].map { signed in ahead { $0.signedDate = day(signed) } }
        let ledger = try PurchaseLedger(merging: copies.map(AsIfVerified.transaction))
        #expect([29.4, 29.5, 29.6].map { ledger.isEntitled(to: "monthly", at: day($0)) } == [false, true, true])
    }

    // MARK: What may be missing

    @Test("A missed notification: a renewal may be missing, until something rules it out")
    func missing() throws {
        let month = transaction("monthly", 1, 0, 30, signed: 0.1)
        func missing(_ evidence: VerifiedEvidence..., on days: Double = 35) throws -> Access.Missing? {
            let ledger = try PurchaseLedger(merging: [AsIfVerified.transaction(month)] + evidence)
            let (status, access) = (try status(ledger, days), ledger.access(to: "monthly", at: day(days)))
            #expect(
                access.inShort
                    == (status.missing.map { "undetermined: \($0.rawValue) 1" }
                        ?? (access.isGranted ? "granted 1" : "denied: \(access.reason?.rawValue ?? "") 1")))
            return status.missing
        }
        #expect(try missing(on: 29.9) == nil, "it runs")
        #expect(try missing(on: 30) == .renewal)
        #expect(try missing() == .renewal)
        #expect(try missing(on: 400) == .renewal)
        var copy = month
        copy.signedDate = day(34)
        #expect(try missing(AsIfVerified.transaction(copy)) == .renewal, "Apple signs old transactions anew")
        let row = LedgerSubject.period("monthly", 1, day(0), day(30))
        #expect(try missing(AsIfVerified.receipt([row], created: day(29))) == .renewal)
        #expect(try missing(AsIfVerified.receipt([row], created: day(30))) == .billingRecovery)
        #expect(try missing(AsIfVerified.status(month, renewal(month, signed: 34))) == .renewal, "it still renews")
        #expect(try missing(AsIfVerified.status(month, renewal(month, signed: 30) { $0.autoRenewStatus = 0 })) == nil)
        #expect(
            try missing(AsIfVerified.status(month, renewal(month, signed: 29) { $0.autoRenewStatus = 0 })) == .renewal)
        #expect(try missing(AsIfVerified.status(month, renewal(month, signed: 34) { $0.expirationIntent = 2 })) == nil)
        var refunded = copy
        refunded.revocationDate = day(10)
        #expect(try missing(AsIfVerified.transaction(refunded)) == nil)
        var upgraded = copy
        (upgraded.signedDate, upgraded.isUpgraded) = (day(20), true)
        #expect(
            try missing(AsIfVerified.transaction(upgraded), on: 21) == .productChange,
            "nothing shows the product that replaced it")
        let year = transaction("yearly", 3, 20, 385, signed: 20)
        #expect(try missing(AsIfVerified.transaction(upgraded), AsIfVerified.transaction(year), on: 35) == nil)
    }

    @Test(
        "A renewal may be missing for the product that a subscription renews to, but not for one that no evidence names"
    )
    func missingOfPreference() throws {
        let month = transaction("monthly", 1, 0, 30, signed: 1)
        let info = renewal(month, signed: 2) { $0.autoRenewProductID = "weekly" }
        let ledger = try ledger(AsIfVerified.status(month, info))
        #expect(ledger.access(to: "weekly", at: day(31)).inShort == "undetermined: renewal")
        #expect(ledger.access(to: "monthly", at: day(31)).inShort == "undetermined: renewal 1")
        #expect(ledger.access(to: "weekly", at: day(29)).inShort == "denied: noPurchaseKnown")
        #expect(ledger.access(to: "other", at: day(31)).inShort == "denied: noPurchaseKnown")
    }

    @Test("A copy of an old transaction doesn't change knownAsOf")
    func knownAsOf() throws {
        let (old, new) = (transaction("monthly", 1, 0, 30, signed: 1), transaction("monthly", 2, 30, 60, signed: 31))
        var copy = old
        copy.signedDate = day(50)
        let ledger = try ledger(
            AsIfVerified.transaction(old), AsIfVerified.transaction(new), AsIfVerified.transaction(copy))
        #expect(try status(ledger, 55).knownAsOf == day(31))
        #expect(ledger.asOf(day(55)).entitlement(to: "monthly")?.knownAsOf == day(31))
        let another = try ledger.merging(AsIfVerified.receipt([], created: day(52)))
        #expect(try status(another, 55).knownAsOf == day(31), "a receipt of another account says nothing of it")
        let row = LedgerSubject.period("monthly", 2, day(30), day(60))
        #expect(try status(ledger.merging(AsIfVerified.receipt([row], created: day(52))), 55).knownAsOf == day(52))
    }

    // MARK: Finding

    @Test("A purchase by transaction, subscriptions by product and by group")
    func finding() throws {
        let own = transaction("monthly", 1, 0, 30, signed: 1) { $0.subscriptionGroupID = "g" }
        let shared = transaction("monthly", 7, 5, 35, signed: 6) {
            ($0.originalTransactionID, $0.ownershipType, $0.subscriptionGroupID) = ("7", "FAMILY_SHARED", "g")
        }
        let restored = TestPurchase.nonConsumable("p", on: day(0), transactionID: "100")
        let again = restored.with {
            ($0.transactionID, $0.originalTransactionID, $0.purchaseDate) = ("200", "100", day(9))
            $0.originalPurchaseDate = day(0)
        }
        let ledger = try ledger(
            AsIfVerified.transaction(own), AsIfVerified.transaction(shared),
            AsIfVerified.receipt([restored], created: day(1)),
            AsIfVerified.receipt([again], created: day(10)))
        #expect(ledger.purchase(transactionID: "7")?.ownershipType == .familyShared)
        #expect(ledger.purchase(transactionID: "200") == ledger.purchase(transactionID: "100"))
        #expect(ledger.purchase(transactionID: "100")?.transactionID == "200")
        #expect(ledger.purchase(transactionID: "8") == nil)
        #expect(ledger.subscription(containing: "monthly")?.id == "7")
        #expect(ledger.subscription(containing: "p") == nil)
        let void = transaction("monthly", 8, 5, 65, signed: 6) {
            ($0.originalTransactionID, $0.revocationDate) = ("8", day(6))
        }
        #expect(
            try ledger.merging(AsIfVerified.transaction(void)).subscription(containing: "monthly")?.id == "7",
            "the one that gave access last, not the one that was refunded")
        #expect(ledger.subscriptions(inGroup: "g").map(\.id) == ["1", "7"])
        #expect(ledger.subscriptions(inGroup: "h").isEmpty)
    }

    // MARK: Eligibility

    @Test("No customer is eligible because nothing could be looked up")
    func eligibility() throws {
        let trial = LedgerSubject.period("monthly", 1, day(0), day(30)).trial()
        let receipt = try ledger(AsIfVerified.receipt([trial], created: day(40)))
        let row = try #require(receipt.first)
        #expect(
            receipt.asOf(day(50)).introductoryOfferEligibility(in: "g").answer == .undetermined(.unknownGroup(row)))
        #expect(
            receipt.asOf(day(50)).introductoryOfferEligibility(in: "monthly").answer
                == .undetermined(.unknownGroup(row)))
        #expect(
            receipt.asOf(day(0)).introductoryOfferEligibility(in: "g").answer == .undetermined(.unknownGroup(row)))
        #expect(receipt.asOf(day(-1)).introductoryOfferEligibility(in: "g").answer == .newCustomer)
        #expect(receipt.asOf(day(50)).introductoryOfferEligibility(in: ["monthly"]).answer == .offerUsed(row))
        #expect(receipt.asOf(day(50)).introductoryOfferEligibility(in: ["other"]).answer == .newCustomer)
        let signed = try ledger(
            AsIfVerified.transaction(transaction("monthly", 1, 0, 30, signed: 1) { $0.subscriptionGroupID = "g" }))
        for date in [day(-1), day(50)] {
            #expect(
                signed.asOf(date).introductoryOfferEligibility(in: "g").answer == .undetermined(.incompleteHistory))
            #expect(
                signed.asOf(date).introductoryOfferEligibility(in: ["x"]).answer
                    == .undetermined(.incompleteHistory))
        }
        #expect(signed.asOf(day(10)).introductoryOfferEligibility(in: "g").answer == .subscribed(signed[0]))
        func complete(_ group: String, _ days: Double) -> IntroductoryOfferEligibility.Answer {
            signed.asOf(day(days)).introductoryOfferEligibility(in: group, assumingCompleteHistory: true).answer
        }
        #expect(complete("g", 50) == .undetermined(.missingEvidence(.renewal)))
        #expect(complete("h", 50) == .newCustomer && complete("g", -1) == .newCustomer)
        #expect(
            signed.asOf(day(50)).introductoryOfferEligibility(in: ["x"], assumingCompleteHistory: true).answer
                == .newCustomer)
    }
}
