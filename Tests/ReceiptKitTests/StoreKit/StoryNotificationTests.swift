import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests stories in which a charge fails, and the notifications of every step.
@Suite("Test kit: stories and their notifications")
struct StoryNotificationTests {
    private static let monthly = TestPurchase.autoRenewable("com.example.monthly", on: .utc(2024, 1, 10))
    private static let story = TestStory(monthly)

    /// Each story, and the notifications of its steps.
    static let stories: [(story: TestStory, steps: [String])] = [
        (story.renewing(), ["01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_RENEW"]),
        (
            story.failingToRenew(for: .days(5), gracePeriod: .days(16)).renewing(times: 2),
            [
                "01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_FAIL_TO_RENEW/GRACE_PERIOD",
                "02-15 DID_RENEW/BILLING_RECOVERY", "03-10 DID_RENEW",
            ]
        ),
        (
            story.failingToRenew(for: .days(20), gracePeriod: .days(16)).renewing(),
            [
                "01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_FAIL_TO_RENEW/GRACE_PERIOD",
                "02-26 GRACE_PERIOD_EXPIRED", "03-01 DID_RENEW/BILLING_RECOVERY",
            ]
        ),
        (
            story.failingToRenew(for: .days(20)).renewing(),
            ["01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_FAIL_TO_RENEW", "03-01 DID_RENEW/BILLING_RECOVERY"]
        ),
        (
            story.failingToRenew(gracePeriod: .days(3)),
            [
                "01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_FAIL_TO_RENEW/GRACE_PERIOD",
                "02-13 GRACE_PERIOD_EXPIRED", "04-10 EXPIRED/BILLING_RETRY",
            ]
        ),
        (
            story.failingToRenew().lapsing(for: .days(90)).renewing(),
            [
                "01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_FAIL_TO_RENEW", "04-10 EXPIRED/BILLING_RETRY",
                "05-10 SUBSCRIBED/RESUBSCRIBE",
            ]
        ),
        (
            story.failingToRenew().lapsing(for: .days(10)).renewing(),
            ["01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_FAIL_TO_RENEW", "02-20 SUBSCRIBED/RESUBSCRIBE"]
        ),
        (
            story.failingToRenew(for: .days(5)).changing(to: "com.example.basic"),
            [
                "01-10 SUBSCRIBED/INITIAL_BUY", "01-10 DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
                "02-10 DID_FAIL_TO_RENEW", "02-15 DID_RENEW/BILLING_RECOVERY",
            ]
        ),
        (
            story.failingToRenew(for: .days(5), gracePeriod: .days(6)).changing(to: "com.example.basic"),
            [
                "01-10 SUBSCRIBED/INITIAL_BUY", "01-10 DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
                "02-10 DID_FAIL_TO_RENEW/GRACE_PERIOD", "02-15 DID_RENEW/BILLING_RECOVERY",
            ]
        ),
        (
            story.lapsing(for: .days(30)).renewing(),
            [
                "01-10 SUBSCRIBED/INITIAL_BUY", "01-10 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "02-10 EXPIRED/VOLUNTARY", "03-11 SUBSCRIBED/RESUBSCRIBE",
            ]
        ),
        (
            story.changing(to: "com.example.yearly", on: .utc(2024, 1, 20), every: .years(1)),
            ["01-10 SUBSCRIBED/INITIAL_BUY", "01-20 DID_CHANGE_RENEWAL_PREF/UPGRADE"]
        ),
        (
            story.renewing().refunded(on: .utc(2024, 2, 20)).reversingRefund(on: .utc(2024, 2, 25)),
            ["01-10 SUBSCRIBED/INITIAL_BUY", "02-10 DID_RENEW", "02-20 REFUND", "02-25 REFUND_REVERSED"]
        ),
        (
            story.revokingFamilyShare(on: .utc(2024, 1, 15)), ["01-10 SUBSCRIBED/INITIAL_BUY", "01-15 REVOKE"]
        ),
        (
            TestStory(.nonConsumable("com.example.pro", on: .utc(2024, 1, 10))).refunded(),
            ["01-10 ONE_TIME_CHARGE", "01-11 REFUND"]
        ),
    ]

    @Test("Each step gives its notification, at its date", arguments: stories.indices)
    func steps(_ index: Int) {
        let (story, steps) = Self.stories[index]
        let notifications = story.notifications()
        #expect(
            notifications.map { notification in
                let day = String(notification.signedDate.formatted(.iso8601).dropFirst(5).prefix(5))
                let type = [notification.notificationType, notification.subtype].compactMap(\.self)
                return day + " " + type.joined(separator: "/")
            } == steps)
        #expect(Set(notifications.map(\.notificationUUID)).count == steps.count)
        #expect(notifications.allSatisfy { UUID(uuidString: $0.notificationUUID) != nil })
        let before = notifications.last.map { $0.signedDate.addingTimeInterval(-1) }
        #expect(story.notifications(at: before) == notifications.dropLast())
    }

    @Test("A recovery in the grace period keeps the billing date, a later one begins another")
    func recovery() throws {
        let inGrace = Self.story.failingToRenew(for: .days(5), gracePeriod: .days(16)).renewing(times: 2)
        #expect(inGrace.purchases().map(\.purchaseDate) == [.utc(2024, 1, 10), .utc(2024, 2, 10), .utc(2024, 3, 10)])
        #expect(inGrace.purchases(at: .utc(2024, 2, 14)).count == 1, "not charged yet")
        let later = Self.story.failingToRenew(for: .days(20), gracePeriod: .days(16)).renewing(times: 2)
        #expect(later.purchases().map(\.purchaseDate) == [.utc(2024, 1, 10), .utc(2024, 3, 1), .utc(2024, 4, 1)])
        #expect(later.transactions().map(\.transactionReason) == ["PURCHASE", "RENEWAL", "RENEWAL"])
        let info = try #require(inGrace.renewalInfo(at: .utc(2024, 2, 12)))
        #expect((info.isInBillingRetryPeriod, info.expirationIntent, info.autoRenewStatus) == (true, 2, 1))
        #expect(info.gracePeriodExpirationDate == .utc(2024, 2, 26))
        #expect(inGrace.renewalInfo(at: .utc(2024, 2, 16))?.isInBillingRetryPeriod == nil)
        let givenUp = try #require(Self.story.failingToRenew().renewalInfo())
        #expect((givenUp.isInBillingRetryPeriod, givenUp.expirationIntent) == (false, 2))
        #expect((givenUp.autoRenewStatus, givenUp.renewalDate) == (0, nil))
    }

    /// A story, a date, and the state of the subscription in the ledger of its notifications, with what may be missing:
    /// nothing on the date of a notification.
    static let states:
        [(story: TestStory, date: Date, state: SubscriptionStatus.State, code: Int64, missing: Access.Missing?)] = {
            let grace = story.failingToRenew(for: .days(20), gracePeriod: .days(16)).renewing()
            let retry = story.failingToRenew()
            return [
                (grace, .utc(2024, 2, 9), .subscribed, 1, nil), (grace, .utc(2024, 2, 10), .inGracePeriod, 4, nil),
                (grace, .utc(2024, 2, 25), .inGracePeriod, 4, nil),
                (grace, .utc(2024, 2, 26), .inBillingRetryPeriod, 3, nil),
                (grace, .utc(2024, 2, 27), .inBillingRetryPeriod, 3, .billingRecovery),
                (grace, .utc(2024, 3, 1), .subscribed, 1, nil),
                (
                    story.failingToRenew(for: .days(5), gracePeriod: .days(16)).renewing(), .utc(2024, 2, 15),
                    .subscribed,
                    1, nil
                ),
                (retry, .utc(2024, 2, 10), .inBillingRetryPeriod, 3, nil),
                (retry, .utc(2024, 2, 11), .inBillingRetryPeriod, 3, .billingRecovery),
                (retry, .utc(2024, 4, 9), .inBillingRetryPeriod, 3, .billingRecovery),
                (retry, .utc(2024, 4, 10), .expired, 2, nil),
                (story.lapsing(for: .days(30)), .utc(2024, 2, 10), .expired, 2, nil),
                (story.lapsing(for: .days(30)), .utc(2024, 3, 1), .expired, 2, nil),
                (story.refunded(on: .utc(2024, 1, 20)), .utc(2024, 1, 20), .revoked, 5, nil),
            ]
        }()

    @Test("The ledger of the notifications has the state that Apple's code says", arguments: states.indices)
    func state(_ index: Int) throws {
        let (story, date, state, code, missing) = Self.states[index]
        let notifications = story.notifications(at: date)
        guard case .data(let data) = try #require(notifications.last).body else { return }
        #expect(data.status == code)
        let status = try #require(try ledger(notifications, at: date).subscriptions.first?.status(at: date))
        #expect(status.state == state)
        #expect(status.missing == missing)
    }

    private static let verifier = Result {
        ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
    }

    private func ledger(_ notifications: [TestNotification], at date: Date) throws -> PurchaseLedger {
        let (verifier, authority) = (try Self.verifier.get(), TestAuthority.standard)
        return try PurchaseLedger(
            merging: notifications.map {
                try verifier.verify(notification: authority.sign($0), at: date)
            })
    }

    /// A ledger's answers, except the date of its evidence.
    struct Answers: Equatable {
        struct Answer: Equatable {
            var state: String
            var products: [String?]
            var dates: [Date?]
            var flags: [Bool?]
            var missing: Access.Missing?
        }

        var entitlements: [Answer]
        var statuses: [Answer]
        var access: [String]

        init(_ ledger: PurchaseLedger, at date: Date) {
            entitlements = ledger.currentEntitlements(at: date).map {
                Answer(
                    state: $0.state.rawValue, products: [$0.productID, $0.autoRenewPreference],
                    dates: [$0.startDate, $0.endDate], flags: [$0.willAutoRenew])
            }
            statuses = ledger.subscriptions.compactMap { $0.status(at: date) }.map {
                Answer(
                    state: $0.state.rawValue, products: [$0.productID, $0.autoRenewPreference], dates: [$0.until],
                    flags: [$0.willAutoRenew], missing: $0.missing)
            }
            access = Set(ledger.map(\.productID)).sorted().map { product in
                let access = ledger.access(to: product, at: date)
                return access.inShort + (access.since.map { " since \($0)" } ?? "")
            }
        }
    }

    @Test(
        "The ledger of all notifications answers as that of the transactions and the renewal infos",
        arguments: (stories.map(\.story) + StoryAgreementTests.stories).sample(7))
    func agreement(_ story: TestStory) throws {
        let (verifier, authority) = (try Self.verifier.get(), TestAuthority.standard)
        let moments = story.notifications().flatMap { [$0.signedDate, $0.signedDate.addingTimeInterval(86_400 * 2.5)] }
        for date in moments + [story.lastDate, story.lastDate.addingTimeInterval(86_400 * 100)] {
            var transactions: [VerifiedEvidence] = try story.transactions(at: date).map {
                .transaction(try verifier.verify(transaction: authority.sign($0), at: date))
            }
            // Uses only evidence signed up to each notification, because later evidence covers more.
            for signed in story.notifications(at: date).map(\.signedDate) {
                guard let info = story.renewalInfo(at: signed), let last = story.transactions(at: signed).last else {
                    continue
                }
                transactions.append(
                    .subscriptionStatus(
                        try verifier.verify(
                            transaction: authority.sign(last), renewalInfo: authority.sign(info), at: date)))
            }
            let (notified, handedOut) = (
                try ledger(story.notifications(at: date), at: date), try PurchaseLedger(merging: transactions)
            )
            #expect(notified.map(\.transactionID) == handedOut.map(\.transactionID), "\(date)")
            for asked in moments.filter({ $0 <= date }) + [date] {
                #expect(Answers(notified, at: asked) == Answers(handedOut, at: asked), "\(date), asked about \(asked)")
            }
        }
    }
}
