import AppleVerifyReceipt
import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests a receipt that was stored on its first day, and is answered with later evidence.
@Suite("verifyReceipt: with a ledger")
struct KnowingTests {
    static let monthly = TestPurchase.autoRenewable("com.example.monthly", on: .utc(2024, 1, 15))
    static let stories = [
        TestStory(monthly).renewing(times: 2),
        TestStory(monthly.trial()).renewing(times: 2),
        TestStory(monthly.introductory()).renewing(),
        TestStory(monthly.promotional(offerID: "spring")).renewing(),
        TestStory(monthly).renewing().changing(to: "com.example.yearly", on: .utc(2024, 2, 20), every: .years(1)),
        TestStory(monthly).changing(to: "com.example.basic").renewing(),
        TestStory(monthly).lapsing(for: .days(20)).renewing(),
        TestStory(monthly).renewing().refunded(),
        TestStory(monthly).renewing().refunded().reversingRefund(on: .utc(2024, 3, 10)).renewing(),
        TestStory(monthly).failingToRenew(gracePeriod: .days(16)),
    ]

    /// The kind of evidence that became available by the last day.
    enum Later: CaseIterable {
        case receipt, transactions, notifications, everything

        func evidence(of story: TestStory, at date: Date) throws -> [VerifiedEvidence] {
            let (authority, verifier) = (TestAuthority.standard, ReceiptVerifier(policy: try Request.policy()))
            var evidence: [VerifiedEvidence] = []
            if self == .receipt || self == .everything {
                let receipt = try authority.sign(story.receipt(at: date))
                evidence.append(try verifier.verify(receipt, at: Request.now).evidence)
            }
            if self == .transactions || self == .everything {
                for transaction in story.transactions(at: date) {
                    let jws = try authority.sign(transaction)
                    evidence.append(try verifier.verify(transaction: jws, at: Request.now).evidence)
                }
            }
            if self == .notifications || self == .everything {
                for notification in story.notifications(at: date) {
                    let jws = try authority.sign(notification)
                    evidence.append(try verifier.verify(notification: jws, at: Request.now).evidence)
                }
            }
            return evidence
        }
    }

    private static let lastDay = Date.utc(2024, 4, 14)
    private static let firstDay = Date.utc(2024, 1, 16)

    private func answer(
        _ receipt: TestReceipt, _ members: String = "", knowing ledger: PurchaseLedger?
    ) throws -> String {
        let body = try Request.body(receipt, members)
        let answer = try Request.endpoint().answer(
            method: "POST", body: Array(body.utf8), knowing: ledger, at: Request.now)
        #expect(answer.status == 0)
        return String(decoding: answer.body, as: UTF8.self)
    }

    private func member(_ name: String, of answer: String) -> String? {
        let end = answer.range(of: "\"\(name)\":[").map { answer[$0.upperBound...] }
        return end.flatMap { text in text.range(of: "]").map { String(text[..<$0.lowerBound]) } }
    }

    @Test(
        "The first day's receipt gives the same response as the last day's", arguments: stories.sample(3),
        Later.allCases)
    func firstDay(_ story: TestStory, _ later: Later) throws {
        let ledger = try PurchaseLedger(merging: later.evidence(of: story, at: Self.lastDay))
        for members in ["", #","exclude-old-transactions":true"#] {
            let first = try answer(story.receipt(at: Self.firstDay), members, knowing: ledger)
            let last = try answer(story.receipt(at: Self.lastDay), members, knowing: ledger)
            #expect(member("latest_receipt_info", of: first) == member("latest_receipt_info", of: last))
            #expect(member("pending_renewal_info", of: first) == member("pending_renewal_info", of: last))
            // A receipt contains only its own purchases.
            guard later == .receipt else { continue }
            let alone = try answer(story.receipt(at: Self.lastDay), members, knowing: nil)
            #expect(member("latest_receipt_info", of: first) == member("latest_receipt_info", of: alone))
        }
    }

    @Test("The values that Apple's server adds to a purchase")
    func members() throws {
        var transaction = TestStory(Self.monthly).transactions()[0]
        transaction.subscriptionGroupID = "21"
        transaction.appAccountToken = "0f3c8a52-6b1e-4d2a-9c7f-2e5d8b1a4c60"
        transaction.offerType = 3
        transaction.offerIdentifier = "autumn"
        transaction.isUpgraded = true
        let verifier = ReceiptVerifier(policy: try Request.policy())
        let jws = try TestAuthority.standard.sign(transaction)
        let ledger = try PurchaseLedger(merging: [verifier.verify(transaction: jws, at: Request.now)])
        let text = try answer(TestStory(Self.monthly).receipt(at: Self.firstDay), knowing: ledger)
        let row = try #require(member("latest_receipt_info", of: text))
        #expect(
            row.hasSuffix(
                #""is_in_intro_offer_period":"false", "is_upgraded":"true", "offer_code_ref_name":"autumn", "#
                    + #""in_app_ownership_type":"PURCHASED", "subscription_group_identifier":"21", "#
                    + #""app_account_token":"0f3c8a52-6b1e-4d2a-9c7f-2e5d8b1a4c60"}"#))
    }

    /// A story with the expected response, whose members and their order are those of genuine responses.
    struct Form: CustomTestStringConvertible {
        let testDescription: String
        let story: TestStory
        let day: Date
        let expected: String
    }

    static let forms = [
        Form(
            testDescription: "active", story: TestStory(monthly).renewing(times: 2), day: .utc(2024, 4, 1),
            expected: """
                {"auto_renew_product_id":"com.example.monthly", "original_transaction_id":"ID", \
                "product_id":"com.example.monthly", "auto_renew_status":"1"}
                """),
        Form(
            testDescription: "expired", story: TestStory(monthly).lapsing(for: .days(90)), day: .utc(2024, 4, 1),
            expected: """
                {"expiration_intent":"1", "auto_renew_product_id":"com.example.monthly", "original_transaction_id":"ID", \
                "is_in_billing_retry_period":"0", "product_id":"com.example.monthly", "auto_renew_status":"0"}
                """),
    ]

    @Test("pending_renewal_info", arguments: forms)
    func pendingRenewalInfo(_ form: Form) throws {
        let transaction = try #require(form.story.transactions(at: form.day).last)
        let renewalInfo = try #require(form.story.renewalInfo(at: form.day))
        let authority = TestAuthority.standard
        let status = try ReceiptVerifier(policy: Request.policy()).verify(
            transaction: authority.sign(transaction), renewalInfo: authority.sign(renewalInfo), at: Request.now)
        let text = try answer(
            form.story.receipt(at: Self.firstDay), knowing: PurchaseLedger(merging: [status]))
        let expected = form.expected.replacing("ID", with: transaction.originalTransactionID)
        #expect(member("pending_renewal_info", of: text) == "\n" + expected)
    }

    @Test("Another customer's genuine evidence adds nothing")
    func otherCustomer() throws {
        let theirs = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 2, 1), transactionID: "900000000000001")
        ).renewing()
        let ledger = try PurchaseLedger(merging: Later.everything.evidence(of: theirs, at: Self.lastDay))
        let receipt = TestStory(Self.monthly).receipt(at: Self.firstDay)
        #expect(try answer(receipt, knowing: ledger) == answer(receipt, knowing: nil))
    }

    @Test("A ledger of another app adds nothing")
    func otherApp() throws {
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.other"], device: .unchecked,
            trust: .roots(TestAuthority.standard.rootCertificates))
        let story = TestStory(Self.monthly).renewing()
        let other = try ReceiptVerifier(policy: policy).verify(
            TestAuthority.standard.sign(story.receipt(bundleIdentifier: "com.example.other")), at: Request.now)
        let receipt = story.receipt(at: Self.firstDay)
        #expect(
            try answer(receipt, knowing: PurchaseLedger(merging: [other])) == answer(receipt, knowing: nil))
    }
}
