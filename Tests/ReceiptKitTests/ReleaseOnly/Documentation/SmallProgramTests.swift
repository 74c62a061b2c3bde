import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests programs that a user might write at the first attempt, with only the public API. They must compile unchanged.
@Suite("Small programs")
struct SmallProgramTests {
    private let authority = TestAuthority.standard
    private let now = Date.utc(2024, 5, 2)
    private let account = UUID()

    private var monthly: TestPurchase { .autoRenewable("com.example.monthly", on: .utc(2024, 4, 7)) }

    private func verifier() throws -> ReceiptVerifier {
        ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked, environments: [.production, .sandbox],
                trust: try .roots(authority.rootCertificates)))
    }

    @Test("An app merges its receipt and a transaction, which are of different kinds")
    func app() throws {
        let verifier = try verifier()
        let bytes = Data(
            try authority.sign(
                TestReceipt(
                    bundleIdentifier: "com.example.app",
                    purchases: [.nonConsumable("com.example.pro", on: .utc(2024, 4, 1))])))
        let receipt = try verifier.verify(bytes, at: now)
        let jws = try authority.sign(TestTransaction(monthly))
        let transaction = try verifier.verify(transaction: jws, at: now)
        let ledger = try PurchaseLedger(merging: [receipt, transaction])
        #expect(ledger.purchases.map(\.productID) == ["com.example.pro", "com.example.monthly"])
        #expect(try PurchaseLedger.ledgers(merging: [receipt, transaction]) == [ledger])
        #expect(try PurchaseLedger(merging: [receipt.evidence, transaction.evidence]) == ledger)
        #expect(try PurchaseLedger(merging: [transaction]).purchases.count == 1)
        let kinds: [any Evidence] = [receipt, transaction]
        #expect(try PurchaseLedger(merging: kinds) == ledger)
        #expect(throws: LedgerError.noEvidence) { try PurchaseLedger(merging: []) }

        switch ledger.access(to: "com.example.pro", at: now) {
        case .granted(let entitlement): #expect(entitlement.state == .owned)
        case .denied(let denial): Issue.record("\(denial.reason)")
        case .undetermined(let gap): Issue.record("\(gap.missing)")
        }
        #expect(ledger.isEntitled(to: ["com.example.monthly", "com.example.yearly"], at: now))
        #expect(ledger.currentEntitlements(at: now).count == 2)
    }

    @Test("One value carries a question")
    func question() throws {
        let verifier = try verifier()
        let story = TestStory(monthly, appAccountToken: account)
        let transaction = try verifier.verify(
            transaction: authority.sign(try #require(story.transactions(at: now).last)), at: now)
        let ledger = try PurchaseLedger(merging: [transaction])
        let season = try verifier.verify(
            transaction: authority.sign(TestTransaction(.nonRenewable("com.example.season", on: .utc(2024, 4, 2)))),
            at: now)
        let all = try ledger.merging(season)
        let today = all.asOf(now, staleAfter: 3_600, nonRenewing: ["com.example.season": 90])
        #expect(today.access(to: "com.example.season").isGranted)
        #expect(today.access(to: ["com.example.monthly", "com.example.yearly"]).isGranted)
        #expect(today.entitlement(to: "com.example.monthly")?.purchase.appAccountToken == account)
        #expect(today.currentEntitlements.map(\.productID) == ["com.example.season", "com.example.monthly"])
        let subscription = try #require(all.subscriptions.first)
        #expect(today.status(of: subscription)?.state == .subscribed)
        #expect(!today.introductoryOfferEligibility(in: "21000001").isEligible)
        #expect(
            !today.introductoryOfferEligibility(in: ["com.example.monthly"], assumingCompleteHistory: true).isEligible)
        let byHand = all.asOf(now) { $0.purchaseDate.addingTimeInterval(86_400) }
        #expect(byHand.access(to: "com.example.season").isGranted == false)
        #expect(ledger.asOf(now).access(to: "com.example.monthly") == ledger.access(to: "com.example.monthly", at: now))
    }

    @Test("What is undetermined names what may be missing, and whom to ask about")
    func undetermined() throws {
        let verifier = try verifier()
        let jws = try authority.sign(TestTransaction(monthly))
        let ledger = try PurchaseLedger(merging: [verifier.verify(transaction: jws, at: now)])
        let later = Date.utc(2024, 5, 8)
        switch ledger.access(to: "com.example.monthly", at: later) {
        case .granted, .denied: Issue.record("The renewal is missing.")
        case .undetermined(let gap):
            let missing: Set<Access.Missing> = gap.missing
            let answer: Access.Undetermined = gap
            #expect(missing == [.renewal] && "\(missing)".contains("renewal"))
            #expect(answer.originalTransactionIDs == ledger.purchases.map(\.originalTransactionID))
        }
        let denial: Access.Denial = .noPurchaseKnown
        let reason: Access.Denial.Reason = denial.reason
        #expect("\(reason)" == "noPurchaseKnown")
    }

    @Test("A server takes the body of a notification, and rejects other kinds")
    func notification() throws {
        let verifier = try verifier()
        let story = TestStory(monthly, appAccountToken: account).refunded(on: .utc(2024, 4, 20))
        let refund = try #require(story.notifications(at: now).last)
        let body = Data(try authority.notificationBody(refund).utf8)
        let notification = try verifier.verify(notificationBody: body, at: now)
        #expect(notification.notificationType == .refund && "\(notification.notificationType)" == "REFUND")
        #expect(notification.transaction?.appAccountToken == account)
        #expect(Set(story.notifications(at: now).map(\.notificationUUID)).count == story.notifications(at: now).count)

        let jws = try authority.sign(refund)
        let page = try authority.notificationHistoryBody([refund])
        let realtime = try authority.sign(TestRealtimeRequest())
        for (body, code) in [
            (jws, "payload.kind"), ("", "json.syntax"), ("{}", "evidence.empty"),
            (#"{"signedPayload":1}"#, "json.shape"),
            (#"{"signedTransactionInfo":"\#(jws)"}"#, "payload.kind"), (page, "payload.kind"),
            (#"{"receipt-data":"MIIB"}"#, "payload.kind"), (#"{"evidence":"\#(jws)"}"#, "payload.kind"),
            (#"{"evidence":[{"signedPayload":"\#(jws)"}]}"#, "payload.kind"),
            (#"{"signedPayload":"\#(try authority.sign(TestTransaction(monthly)))"}"#, "payload.kind"),
            (#"{"signedPayload":"\#(realtime)"}"#, "payload.realtimeRequest"),
            (#"{"signedPayload":"\#(jws)","signedTransactions":[]}"#, "input.notReceipt"),
        ] {
            let error = #expect(throws: VerificationError.self, "\(body.prefix(40))") {
                try verifier.verify(notificationBody: body, at: now)
            }
            #expect(error?.code == code, "\(body.prefix(40)): \(error?.description ?? "")")
            #expect(error?.class != nil && error?.isEmptyPage == false)
        }
        do throws(VerificationError) {
            _ = try verifier.verify(evidence: #"{"signedTransactions":[]}"#, at: now)
        } catch { #expect(error.isEmptyPage) }
    }

    @Test("The answer of Get All Subscription Statuses has the renewal info of a grace period and of billing retry")
    func statuses() throws {
        let verifier = try verifier()
        let story = TestStory(monthly, appAccountToken: account).failingToRenew(gracePeriod: .days(16))
        for (date, code, state) in [
            (Date.utc(2024, 5, 8), 4 as Int64, SubscriptionStatus.State.inGracePeriod),
            (.utc(2024, 5, 25), 3, .inBillingRetryPeriod),
        ] {
            let statuses = story.statuses(at: date)
            let status = try #require(statuses.first)
            #expect(status.status == code)
            #expect(status.transaction.appAccountToken == status.renewalInfo.appAccountToken)
            let body = Data(try authority.statusesBody(statuses).utf8)
            let ledger = try PurchaseLedger(merging: [verifier.verify(evidence: body, at: date)])
            #expect(ledger.subscriptions.first?.status(at: date)?.state == state)
        }
        #expect(TestStory(.nonConsumable("com.example.pro", on: now)).statuses() == [])
        #expect(story.statuses(at: .utc(2024, 4, 1)) == [])
    }

    @Test("A verifier rejects every defect that its policy can see, and no other", arguments: 0..<8)
    func defects(demanded: Int) throws {
        let demands = JWSDefect.Demands(rawValue: demanded)
        var policy = ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked, trust: try .roots(authority.rootCertificates))
        if demands.contains(.appAppleID) { policy.appAppleID = 6_450_123_456 }
        if demands.contains(.maximumAge) { policy.maximumAge = 365 * 86_400 }
        if demands.contains(.device), let id = UUID(uuidString: TestDeviceVerification.exampleID) {
            policy.device = [.deviceVerificationID(id)]
        }
        let verifier = ReceiptVerifier(policy: policy)
        for kind in [TestJWSKind.transaction, .appTransaction, .notification] {
            let content = TestJWSContent.example(kind)
            let good = try authority.sign(content)
            let signed: Date
            switch content {
            case .transaction(let transaction): signed = transaction.signedDate
            case .appTransaction(let transaction): signed = transaction.receiptCreationDate
            case .notification(let notification): signed = notification.signedDate
            default: continue
            }
            let hourLater = signed.addingTimeInterval(3_600)
            func accepts(_ jws: String) -> Bool {
                do {
                    switch kind {
                    case .appTransaction: _ = try verifier.verify(appTransaction: jws, at: hourLater)
                    case .notification: _ = try verifier.verify(notification: jws, at: hourLater)
                    default: _ = try verifier.verify(transaction: jws, at: hourLater)
                    }
                    return true
                } catch { return false }
            }
            #expect(accepts(good), "\(kind)")
            let rejected = JWSDefect.all(rejectedBy: demands, in: kind)
            #expect(rejected.count > 100)
            for defect in JWSDefect.all where defect.kinds.contains(kind) {
                let jws = try authority.sign(TestJWSContent.example(kind), defects: [defect])
                #expect(accepts(jws) != rejected.contains(defect), "\(kind): \(defect)")
            }
        }
    }

    @Test("Any collection of bytes is accepted where bytes are")
    func bytes() throws {
        let certificate = Data(try authority.rootCertificate)
        let trust = try TrustStore.roots([certificate])
        #expect(throws: ReceiptPolicy.InvalidPolicy.certificateMissing) { try TrustStore.xcode([Data]()) }
        let page = try AppStorePage(json: Data(#"{"hasMore":true}"#.utf8))
        #expect(page.hasMore == true)
        let payload = try NotificationPayload(
            json: Data(
                #"{"notificationType":"TEST","notificationUUID":"1","signedDate":0,"data":{"environment":"Sandbox","bundleId":"a"}}"#
                    .utf8))
        #expect(payload.notificationType == .test)
        let policy = ReceiptPolicy(bundleIdentifier: "com.example.app", device: .unchecked, trust: trust)
        #expect(policy.environments == [.production])
    }

    @Test("A policy of Xcode's certificates accepts Xcode's environments alone")
    func xcode() throws {
        let trust = try TrustStore.xcode(TestAuthority.xcode.rootCertificates)
        func environments(_ given: Set<StoreEnvironment>?) -> Set<StoreEnvironment> {
            ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked, environments: given, trust: trust
            ).environments
        }
        #expect(environments(nil) == [.xcode])
        #expect(environments([.production, .xcode, .localTesting]) == [.xcode, .localTesting])
        #expect(environments([.production]) == [])

        // Every developer has a certificate from Xcode, so it must not sign evidence that claims to be from production.
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked, environments: [.production], trust: trust))
        let jws = try TestAuthority.xcode.sign(TestTransaction(monthly))
        let error = #expect(throws: VerificationError.self) { try verifier.verify(transaction: jws, at: now) }
        #expect(error?.code == "environment.mismatch")
    }
}
