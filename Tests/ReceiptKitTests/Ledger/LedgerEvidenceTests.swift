import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests facts that only evidence of several kinds, or of several dates, shows, one test each.
@Suite("Ledger of all evidence")
struct LedgerEvidenceTests {
    static let start = Date.utc(2024, 1, 1)

    private func day(_ days: Double) -> Date { Self.start.addingTimeInterval(days * 86_400) }

    private func period(_ product: String, _ id: Int64, _ from: Double, _ to: Double) -> TestPurchase {
        LedgerSubject.period(product, id, day(from), day(to))
    }

    private func receipt(_ purchases: [TestPurchase], _ created: Double) throws -> VerifiedEvidence {
        try AsIfVerified.receipt(purchases, created: day(created))
    }

    private func transaction(
        _ purchase: TestPurchase, signed: Double, _ change: (inout TestTransaction) -> Void = { _ in }
    ) throws -> VerifiedEvidence {
        var transaction = TestTransaction(purchase)
        transaction.signedDate = day(signed)
        change(&transaction)
        return try AsIfVerified.transaction(transaction)
    }

    /// Returns the ledger, after checking that it is the same in all orders.
    private func ledger(_ evidence: [VerifiedEvidence]) throws -> PurchaseLedger {
        let ledger = try PurchaseLedger(merging: evidence)
        #expect(try PurchaseLedger(merging: evidence.reversed()) == ledger)
        #expect(try PurchaseLedger(merging: evidence + evidence) == ledger)
        return ledger
    }

    private func status(_ ledger: PurchaseLedger, _ days: Double) throws -> SubscriptionStatus {
        try #require(ledger.subscription(originalTransactionID: "1")?.status(at: day(days)))
    }

    // MARK: A refund is a refund of the purchase

    static let kinds: [(name: String, purchase: TestPurchase)] = [
        ("non-consumable", .nonConsumable("p", on: start, transactionID: "100")),
        ("non-renewing", .nonRenewable("p", on: start, transactionID: "100")),
        ("family-shared", TestPurchase.nonConsumable("p", on: start, transactionID: "100").familyShared()),
    ]

    @Test("A refunded purchase is not owned by its restored purchase after a merge", arguments: kinds.indices)
    func refundedAndRestored(_ index: Int) throws {
        let bought = Self.kinds[index].purchase
        let restored = bought.with {
            ($0.transactionID, $0.originalTransactionID) = ("200", "100")
            ($0.purchaseDate, $0.originalPurchaseDate) = (day(5), Self.start)
        }
        let merged = try ledger([
            receipt([bought], 1), receipt([restored], 6), receipt([bought.refunded(on: day(8))], 9),
        ])
        #expect(merged.count == 1)
        #expect(merged[0].revocationDate == day(8))
        #expect(merged.asOf(day(10), nonRenewing: { _ in .distantFuture }).currentEntitlements.isEmpty)
        #expect(merged.superseded.count == 2)
    }

    @Test("A refunded consumable, and then a later receipt without it, or with it: receipts cannot tell")
    func consumable() throws {
        let coins = TestPurchase.consumable("coins", on: Self.start, transactionID: "5")
        let refund = try transaction(coins.refunded(on: day(3)), signed: 4)
        for later in [[], [coins]] {
            let ledger = try ledger([receipt([coins], 1), refund, receipt(later, 9)])
            #expect(ledger.map(\.revocationDate) == [day(3)])
            #expect(ledger.map(\.revocationReason) == [.other])
            #expect(ledger.access(to: "coins", at: day(10)).inShort == "denied: revoked 5")
        }
    }

    @Test("A later transaction's row doesn't undo the refund of a consumable")
    func refundedAndRestoredConsumable() throws {
        let coins = TestPurchase.consumable("coins", on: Self.start, transactionID: "100")
        let restored = coins.with {
            ($0.transactionID, $0.originalTransactionID) = ("200", "100")
            ($0.purchaseDate, $0.originalPurchaseDate) = (day(5), Self.start)
        }
        let refund = try transaction(coins.refunded(on: day(8)), signed: 9)
        let merged = try ledger([receipt([coins], 1), receipt([restored], 6), refund])
        #expect(merged.map(\.revocationDate) == [day(8)])
        #expect(merged.map(\.revocationReason) == [.other])
        #expect(merged.access(to: "coins", at: day(10)).reason == .revoked)
    }

    @Test("A reversed refund: later evidence without it restores the purchase")
    func reversed() throws {
        let month = period("monthly", 1, 0, 31)
        for later in [try receipt([month], 9), try transaction(month, signed: 9)] {
            let ledger = try ledger([transaction(month.refunded(on: day(3)), signed: 4), later])
            #expect(ledger[0].revocationDate == nil)
            #expect(try status(ledger, 10).state == .subscribed)
        }
    }

    @Test("Sandbox receipts never show revocations, so a later one without it doesn't undo a revocation")
    func sandboxReceipts() throws {
        let month = period("monthly", 1, 0, 31)
        for (environment, revoked) in [(TestEnvironment.sandbox, day(3)), (.production, nil)] {
            var transaction = TestTransaction(month.refunded(on: day(3)), environment: environment)
            transaction.signedDate = day(4)
            let later = try AsIfVerified.receipt([month], created: day(9), environment: environment)
            let ledger = try ledger([AsIfVerified.transaction(transaction), later])
            #expect(ledger.map(\.revocationDate) == [revoked], "\(environment)")
            #expect(ledger.isEntitled(to: "monthly", at: day(10)) == (revoked == nil))
        }
    }

    @Test(
        "After a prorated refund or an ended family share, the customer keeps the time before",
        arguments: ["REFUND_PRORATED", "FAMILY_REVOKE"])
    func partly(_ type: String) throws {
        let month = period("monthly", 1, 0, 31)
        let owned = TestPurchase.nonConsumable("level", on: Self.start, transactionID: "7").familyShared()
        func revoked(_ purchase: TestPurchase) throws -> VerifiedEvidence {
            try transaction(purchase.refunded(on: day(10)), signed: 11) { $0.revocationType = type }
        }
        let ledger = try ledger([revoked(month), revoked(owned)])
        #expect(ledger.currentEntitlements(at: day(9)).map(\.productID) == ["monthly", "level"])
        #expect(ledger.currentEntitlements(at: day(10)).isEmpty)
        for product in ["monthly", "level"] {
            #expect(ledger.asOf(day(9)).entitlement(to: product)?.endDate == day(10))
            #expect(ledger.asOf(day(10)).entitlement(to: product) == nil)
        }
        #expect(try status(ledger, 9) == Expected(state: .subscribed, until: day(10), knownAsOf: day(11)))
        #expect(try status(ledger, 10) == Expected(state: .revoked, until: nil, knownAsOf: day(11)))
        let access = ledger.access(to: "level", at: day(10))
        #expect(access.inShort == "denied: revoked 7" && access.since == day(10))
        #expect(ledger.access(to: "level", at: day(9)).isGranted)
    }

    @Test("Owned comes before subscribed, though the subscription lasts longer")
    func ownedFirst() throws {
        let owned = TestPurchase.nonConsumable("p", on: Self.start, transactionID: "7").familyShared()
        let ledger = try ledger([
            transaction(owned.refunded(on: day(10)), signed: 11) { $0.revocationType = "FAMILY_REVOKE" },
            transaction(period("p", 1, 0, 31), signed: 1),
        ])
        #expect(ledger.asOf(day(9)).entitlement(to: "p")?.state == .owned)
        #expect(ledger.asOf(day(9)).entitlement(to: "p")?.endDate == day(10))
        #expect(ledger.asOf(day(10)).entitlement(to: "p")?.state == .subscribed)
    }

    @Test("A full refund takes the period away at every date, whatever else a receipt says later")
    func fully() throws {
        let month = period("monthly", 1, 0, 31)
        let refund = try transaction(month.refunded(on: day(10)), signed: 11) { $0.revocationType = "REFUND_FULL" }
        let ledger = try ledger([refund, receipt([month.refunded(on: day(10))], 20)])
        #expect(ledger[0].revocationType == .fullRefund)
        #expect(ledger[0].transaction?.signedDate == day(11))
        #expect(ledger[0].receipt?.cancellationDate == day(10))
        #expect(try status(ledger, 5).state == .revoked)
        #expect(try status(ledger, 60).state == .revoked)
    }

    // MARK: Upgrades

    @Test("An upgraded transaction and then a later receipt: it ended where the new product began, for good")
    func upgraded() throws {
        let (month, year) = (period("monthly", 1, 0, 31), period("yearly", 2, 10, 20))
        let ledger = try ledger([
            transaction(month, signed: 11) { $0.isUpgraded = true }, receipt([month, year], 15),
        ])
        #expect(ledger.map(\.isUpgraded) == [true, false])
        let at = { (day: Double) in ledger.currentEntitlements(at: self.day(day)).map(\.productID) }
        #expect([9.9, 10, 19.9, 20, 30].map(at) == [["monthly"], ["yearly"], ["yearly"], [], []])
        #expect(try status(ledger, 25).state == .expired)
        let access = ledger.access(to: "monthly", at: day(12))
        #expect(access.inShort == "denied: replaced 1" && access.since == day(10))
    }

    @Test("An expired upgrade, known only from dates, doesn't restore the old product")
    func lapsed() throws {
        let ledger = try ledger([receipt([period("monthly", 1, 0, 31), period("yearly", 2, 10, 20)], 15)])
        #expect(ledger.currentEntitlements(at: day(25)).isEmpty)
    }

    @Test("A transaction signed after the other product began and not marked as upgraded stays active")
    func notUpgraded() throws {
        let (month, other) = (period("monthly", 1, 0, 31), period("other", 2, 10, 20))
        let running = { (signed: Double) in
            try self.ledger([self.transaction(month, signed: signed), self.receipt([month, other], 40)])
                .currentEntitlements(at: self.day(25)).map(\.productID)
        }
        #expect(try running(9) == [])
        #expect(try running(10) == [])
        #expect(try running(11) == ["monthly"])
    }

    @Test("An upgrade without a known replacement ends at the earliest signed date that says so")
    func unknownReplacement() throws {
        let month = period("monthly", 1, 0, 31)
        let ledger = try ledger([
            transaction(month, signed: 14) { $0.isUpgraded = true },
            transaction(month, signed: 12) { $0.isUpgraded = true }, transaction(month, signed: 5),
        ])
        #expect(ledger.subscription(originalTransactionID: "1")?.periods.map(\.effectiveEndDate) == [day(12)])
    }

    @Test("A replaced period never resumes after its replacement was refunded, whatever shows the upgrade")
    func revokedUpgrade() throws {
        let (month, year) = (period("monthly", 1, 0, 31), period("yearly", 2, 10, 375).refunded(on: day(12)))
        let upgraded = try transaction(month, signed: 11) { $0.isUpgraded = true }
        for evidence in [[try receipt([month, year], 15)], [upgraded, try receipt([month, year], 15)]] {
            let ledger = try ledger(evidence)
            #expect([9.9, 10, 20].map { ledger.isEntitled(to: "monthly", at: day($0)) } == [true, false, false])
            #expect(ledger.access(to: "monthly", at: day(20)).inShort == "denied: replaced 1")
            #expect(ledger.access(to: "yearly", at: day(20)).inShort == "denied: revoked 2")
        }
    }

    // MARK: Identity

    @Test("A line item in the transaction and none in the receipt, in both orders", arguments: [2.0, 20])
    func lineItem(_ created: Double) throws {
        let month = period("monthly", 1, 0, 31)
        let ledger = try ledger([
            transaction(month, signed: 10), receipt([month.with { $0.webOrderLineItemID = 0 }], created),
        ])
        #expect(ledger.count == 1)
        #expect(ledger[0].webOrderLineItemID == "1")
        #expect(ledger[0].receipt != nil && ledger[0].transaction != nil)
        #expect(ledger.superseded.isEmpty)
    }

    @Test("Identifiers are strings: different spellings of a number are different identifiers")
    func texts() throws {
        let names = [
            "1", "01", "+1", "0", "00", "-0", "18446744073709551617", "9223372036854775808", "\u{e9}", "e\u{301}",
        ]
        let bought = names.map { TestPurchase.nonConsumable("p", on: Self.start, transactionID: $0) }
        #expect(try ledger(bought.map { try transaction($0, signed: 1) }).count == names.count)
        let items = ["7", "07", "8", "x", "0x", "y"].enumerated().map { place, item in
            try? transaction(period("monthly", Int64(place) + 1, 0, 31), signed: 1) {
                ($0.webOrderLineItemID, $0.transactionID) = (item, "t\(place)")
            }
        }
        // Receipts have line items as numbers, so 07 equals 7.
        #expect(try ledger(items.compactMap(\.self)).count == items.count - 1)
    }

    @Test("Two rows that each match a third are all one purchase")
    func transitive() throws {
        let a = period("monthly", 1, 0, 31)
        let b = a.with { $0.transactionID = "9" }
        let c = b.with { $0.webOrderLineItemID = 0 }
        #expect(try ledger([receipt([a], 1), receipt([c], 2)]).count == 2)
        #expect(try ledger([receipt([a], 1), receipt([c], 2), receipt([b], 3)]).count == 1)
    }

    @Test("Two periods of a subscription without line items are two")
    func periods() throws {
        let one = period("monthly", 1, 0, 31).with { $0.webOrderLineItemID = 0 }
        let two = period("monthly", 2, 31, 60).with { $0.webOrderLineItemID = 0 }
        #expect(try ledger([receipt([one], 1), receipt([two], 40)]).count == 2)
    }

    @Test("Fractions of a second make no difference")
    func wholeSeconds() throws {
        let month = period("monthly", 1, 0, 31)
        let ledger = try ledger([
            transaction(month, signed: 10) {
                $0.purchaseDate += 0.9
                $0.expirationDate = day(31).addingTimeInterval(0.9)
            }
        ])
        #expect(ledger.isEntitled(to: "monthly", at: day(0)))
        #expect(!ledger.isEntitled(to: "monthly", at: day(31)))
    }

    // MARK: Status

    @Test("Grace counts as entitled, billing retry does not, and ends 60 days after the end of the period")
    func grace() throws {
        let month = period("monthly", 1, 0, 31)
        var transaction = TestTransaction(month)
        transaction.signedDate = day(1)
        var renewal = TestRenewalInfo(of: transaction)
        renewal.signedDate = day(32)
        renewal.isInBillingRetryPeriod = true
        renewal.gracePeriodExpirationDate = day(47)
        let ledger = try ledger([AsIfVerified.status(transaction, renewal)])
        func row(_ state: SubscriptionStatus.State, _ until: Double?) -> Expected {
            Expected(state: state, until: until.map(day), knownAsOf: day(32))
        }
        #expect(try status(ledger, 30.9) == row(.subscribed, 31))
        #expect(try status(ledger, 31) == row(.inGracePeriod, 47))
        #expect(try status(ledger, 47) == row(.inBillingRetryPeriod, 91))
        #expect(try status(ledger, 91) == row(.expired, nil))
        #expect(ledger.isEntitled(to: "monthly", at: day(40)))
        #expect(ledger.access(to: "monthly", at: day(40)).entitlement?.endDate == day(47))
        #expect(!ledger.isEntitled(to: "monthly", at: day(50)))
        #expect(ledger.subscription(originalTransactionID: "1")?.period(at: day(40)) == nil)
        #expect(ledger.subscription(originalTransactionID: "1")?.latestPeriod(at: day(40))?.productID == "monthly")

        let recovered = try ledger.merging(receipt([month, period("monthly", 2, 50, 81)], 51))
        #expect(try status(recovered, 55).state == .subscribed)
        #expect(try status(recovered, 82).state == .expired, "a renewal info from before knows nothing of the period")
        #expect(try status(recovered, 48).until == day(50))
    }

    // MARK: Questions

    @Test("By appAccountToken, by product, by group; app transactions")
    func questions() throws {
        let token = try #require(UUID(uuidString: "6F1D3E0B-0F4B-4B54-9C0A-0C6C0F0B0A01"))
        let month = period("monthly", 1, 0, 31).trial()
        let ledger = try ledger([
            transaction(month, signed: 2) {
                $0.appAccountToken = token.uuidString.lowercased()
                $0.appTransactionID = "1001"
                $0.subscriptionGroupID = "g"
            },
            receipt([month, period("yearly", 2, 31, 396)], 40),
        ])
        #expect(ledger.purchases(for: token) == [ledger[0]])
        #expect(ledger.purchases(for: UUID()) == [])
        #expect(ledger.appTransactionIDs == ["1001"])
        #expect(ledger.subscription(containing: ["yearly", "other"])?.id == "1")
        #expect(ledger.subscription(containing: ["other"]) == nil)
        #expect(ledger.asOf(day(10)).introductoryOfferEligibility(in: "g").answer == .offerUsed(ledger[0]))
        #expect(ledger.asOf(day(10)).introductoryOfferEligibility(in: "h").answer == .newCustomer)
        #expect(ledger.isEntitled(to: ["other", "yearly"], at: day(40)))
        #expect(Set(ledger.map(\.id)) == ["1/1", "1/2"])
    }

    @Test("The latest purchase shows that no offer was used, not the one that lasts longest")
    func latestPurchase() throws {
        let ledger = try ledger([
            receipt([period("yearly", 1, 0, 365).refunded(on: day(3)), period("monthly", 2, 10, 41)], 101)
        ])
        #expect(
            ledger.asOf(day(400)).introductoryOfferEligibility(in: ["monthly", "yearly"]).answer
                == .offerUnused(ledger[1]))
    }

    @Test("Xcode's identifiers are 0: transactions are distinguished by product and date, and not joined with receipts")
    func xcode() throws {
        func bought(_ product: String, _ from: Double) -> TestPurchase {
            TestPurchase(
                productID: product, productType: .autoRenewable, purchaseDate: day(from), transactionID: "0",
                expirationDate: day(from + 1))
        }
        func token(_ product: String, _ from: Double) throws -> VerifiedEvidence {
            var transaction = TestTransaction(bought(product, from), environment: .xcode)
            transaction.signedDate = day(from)
            return try AsIfVerified.transaction(transaction)
        }
        let row = try AsIfVerified.receipt([bought("a", 0)], environment: .xcode)
        let ledger = try ledger([token("a", 0), token("b", 0), token("a", 1), token("a", 0), row])
        #expect(ledger.count == 4)
        #expect(ledger.subscriptions.map(\.id) == ["0/a", "0/b"])
    }

    @Test(
        "A ledger has each of Xcode's transactions, products and dates once, and gives each an id of its own",
        arguments: [TestEnvironment.xcode, .localTesting])
    func xcodeIDs(_ environment: TestEnvironment) throws {
        func said(_ purchase: TestPurchase) throws -> VerifiedEvidence {
            var transaction = TestTransaction(purchase, environment: environment)
            transaction.signedDate = day(50)
            return try AsIfVerified.transaction(transaction)
        }
        let periods = [1, 2].map { id in
            period("a", Int64(id), Double(id) * 10, Double(id) * 10 + 10).with { $0.webOrderLineItemID = 7 }
        }
        let owned = [5, 6].map { id in
            TestPurchase.nonConsumable("b", on: day(Double(id)), transactionID: String(id)).with {
                $0.originalTransactionID = "5"
            }
        }
        let ledger = try ledger((periods + owned).map(said))
        #expect(
            ledger.map(\.id) == [
                "5/b/2024-01-06T00:00:00Z", "6/b/2024-01-07T00:00:00Z", "1/a/2024-01-11T00:00:00Z",
                "2/a/2024-01-21T00:00:00Z",
            ])
    }

    // MARK: Signed evidence

    @Test("One ledger of a receipt, a transaction, an app transaction and a notification, as the documentation has it")
    func signed() throws {
        let authority = TestAuthority.standard
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [LedgerSubject.app], device: .unchecked, trust: .roots(authority.rootCertificates))
        policy.appAppleID = JWSSubject.appAppleID
        let verifier = ReceiptVerifier(policy: policy)
        let now = LedgerSubject.now
        let month = TestPurchase.exampleSubscription
        let bytes = try authority.sign(
            TestReceipt(bundleIdentifier: LedgerSubject.app, creationDate: .utc(2025, 1, 1), purchases: [month]))
        let base64 = Data(bytes).base64EncodedString()
        let jws = try authority.sign(TestTransaction(month))
        let signedPayload = try authority.sign(TestJWSContent.example(.notification))
        let id = month.originalTransactionID ?? month.transactionID

        let receipt = try verifier.verify(base64: base64, at: now)
        let transaction = try verifier.verify(transaction: jws, at: now)
        var ledger = try PurchaseLedger(
            merging: [receipt.evidence, transaction.evidence])
        ledger = try ledger.merging(
            verifier.verify(notification: signedPayload, at: now))
        switch ledger.subscription(originalTransactionID: id)?.status(at: now)?.state {
        case .inGracePeriod?: Issue.record("it has expired")
        default: break
        }
        let appTransaction = try verifier.verify(
            appTransaction: authority.sign(TestJWSContent.example(.appTransaction)), at: now)
        ledger = try ledger.merging(appTransaction)
        #expect(ledger.count >= 1)
        #expect(ledger.originalPlatform == appTransaction.originalPlatform)
        #expect(try appTransaction.ledger.isEmpty)
        #expect(ledger.firstAcquired(before: "1000000").isBefore != nil)
        #expect(try ledger.merging(appTransaction) == ledger)
    }

    @Test("A date in the year 0, which Xcode writes for no date, is treated as absent")
    func dateOfNone() throws {
        for (milliseconds, expected) in [
            (-62_135_769_600_000, nil), (0, nil), (1_000, 1.0), (1_704_067_200_000, 1_704_067_200),
        ]
            as [(Int64, Double?)]
        {
            let ledger = try ledger([
                transaction(period("p", 1, 0, 31), signed: 1) {
                    $0.changes.set("originalPurchaseDate", "\(milliseconds)")
                }
            ])
            #expect(ledger[0].originalPurchaseDate?.timeIntervalSince1970 == expected)
        }
    }

    @Test("Receipts of one date stand in the order of their device hashes")
    func devices() throws {
        let receipts = try (1...8).map { try AsIfVerified.receipt([], device: $0) }
        let sources = try ledger(receipts).sources.map(\.deviceHash)
        #expect(sources.count == 8)
        #expect(zip(sources, sources.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test("Ledgers of another app or environment differ, whatever they have in common")
    func unequal() throws {
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: .any, device: .unchecked, trust: .roots(TestAuthority.standard.rootCertificates)))
        let apps = try ["com.example.app", "com.example.other"].map { app in
            var transaction = TestAppTransaction(bundleIdentifier: app)
            transaction.appTransactionID = nil
            let jws = try TestAuthority.standard.sign(transaction)
            return try ledger([verifier.verify(appTransaction: jws, at: transaction.receiptCreationDate).evidence])
        }
        #expect(apps[0].sources == apps[1].sources)
        #expect(apps[0] != apps[1])
        let purchase = TestPurchase.nonConsumable("p", on: Self.start, transactionID: "100")
        let environments = try [StoreEnvironment.production, .sandbox].map {
            try ledger([AsIfVerified.transactionReceipt(purchase, claimedEnvironment: $0)])
        }
        #expect(environments[0].map(\.id) == environments[1].map(\.id))
        #expect(environments[0] != environments[1])
    }

    @Test("JSON lists customers in the order of their identifiers")
    func customers() throws {
        let tokens = (10...25).map { "6f1d3e0b-0f4b-4b54-9c0a-0c6c0f0b0a\($0)" }
        let ledger = try ledger(
            tokens.indices.map { index in
                try transaction(period("p\(index)", Int64(index + 1), 0, 31), signed: 1) {
                    ($0.appAccountToken, $0.appTransactionID) = (tokens[index], "10\(index + 10)")
                }
            })
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(ledger)) as? [String: Any]
        #expect(json?["appTransactionIDs"] as? [String] == tokens.indices.map { "10\($0 + 10)" })
        #expect(json?["appAccountTokens"] as? [String] == tokens)
    }

    @Test("App transactions that differ in their versions are two sources, whatever characters these have")
    func sources() throws {
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: .any, device: .unchecked, trust: .roots(TestAuthority.standard.rootCertificates)))
        let pairs = [
            (#""\u0001""#, #""x""#), ("null", #""\u0001\u0001x""#), (#""\u0000""#, #""x""#), (#""x""#, #""x""#),
            (#""a""#, #""b\u0000\u0001c""#), (#""a\u0000\u0001b""#, #""c""#),
        ]
        let evidence = try pairs.map { version, original in
            var transaction = TestAppTransaction()
            transaction.changes.set("applicationVersion", version)
            transaction.changes.set("originalApplicationVersion", original)
            let jws = try TestAuthority.standard.sign(transaction)
            return try verifier.verify(appTransaction: jws, at: transaction.receiptCreationDate).evidence
        }
        #expect(try ledger(evidence).sources.count == pairs.count)
    }

    @Test("A ledger needs evidence")
    func nothing() {
        #expect(throws: LedgerError.noEvidence) { try PurchaseLedger(merging: [VerifiedEvidence]()) }
        #expect(throws: LedgerError.noEvidence) { try PurchaseLedger(merging: [VerifiedEvidence.list([])]) }
    }
}

/// The expected status.
private struct Expected: Equatable {
    let state: SubscriptionStatus.State
    let until: Date?
    let knownAsOf: Date
}

private func == (status: SubscriptionStatus, expected: Expected) -> Bool {
    Expected(state: status.state, until: status.until, knownAsOf: status.knownAsOf) == expected
}
