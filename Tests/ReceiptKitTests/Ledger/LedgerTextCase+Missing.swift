import Foundation
import ReceiptKitTesting

// Rules 34 to 49: missing evidence.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let yearly = TestTransaction.period("basic", 0, 365)
    private static let retry: @Sendable (inout TestRenewalInfo) -> Void = {
        $0.isInBillingRetryPeriod = true
        $0.expirationIntent = 2
    }
    private static let cancelled: @Sendable (inout TestRenewalInfo) -> Void = {
        $0.isInBillingRetryPeriod = false
        $0.expirationIntent = 1
        $0.autoRenewStatus = 0
    }
    private static let premium: @Sendable (inout TestRenewalInfo) -> Void = {
        $0.productID = "premium"
        $0.autoRenewProductID = "premium"
    }

    static let missing: [LedgerTextCase] =
        beforeAll + successors + unseen + changes + refunds + receipts + infos + coverage

    private static let beforeAll: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 35: no period has begun, before the original purchase and after it",
            [.transaction(.period("basic", 60, 90))],
            .status(at: -1, nil),
            .access(["basic"], at: -1, .denied("notStarted")),
            .access(["basic"], at: 0, .undetermined(["renewal"])),
            .access(["basic"], at: 10 * day, .undetermined(["renewal"])),
            .status(at: 10 * day, Status("expired", until: 60 * day, missing: "renewal")),
            .details(["basic"], at: 10 * day, purchase: "basic.60", identifiers: ["1"], knownAsOf: 60 * day + 60)),
        LedgerTextCase(
            "rule 35: a renewal that was upgraded before it ran would have begun",
            [.transaction(.period("basic", 60, 90).upgraded(signed: 59.5))],
            .access(["basic"], at: 60 * day - 1, .undetermined(["renewal"])),
            .access(["premium"], at: 60 * day - 1, .denied("noPurchaseKnown")),
            .access(["basic"], at: 60 * day, .undetermined(["productChange"])),
            .access(["premium"], at: 61 * day, .undetermined(["productChange"])),
            .status(at: 61 * day, Status("expired", missing: "productChange"))),
    ]

    private static let successors: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 36: another subscription took this one's place",
            [.transaction(basic), .transaction(.period("bundle", 20, 50).of("2", after: "1"))],
            .access(["basic"], at: 20 * day - 1, .granted("subscribed", until: 20 * day)),
            .access(["basic"], at: 25 * day, .denied("replaced", since: 20 * day)),
            .access(["bundle"], at: 25 * day, .granted("subscribed", until: 50 * day)),
            .access(["basic"], at: 35 * day, .denied("replaced", since: 20 * day)),
            .status(at: 35 * day, Status("expired")),
            .details(["basic"], at: 35 * day, purchase: "basic.0", knownAsOf: 20 * day)),
        LedgerTextCase(
            "rule 36: the other subscription has not begun",
            [.transaction(basic), .transaction(.period("bundle", 40, 70).of("2", after: "1"))],
            .access(["basic"], at: 40 * day - 1, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 40 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 19: a period of this one began since",
            [
                .transaction(basic), .transaction(.period("bundle", 20, 50).of("2", after: "1")),
                .transaction(.period("basic", 60, 90).bought()),
            ],
            .access(["basic"], at: 59 * day, .denied("replaced", since: 20 * day)),
            .access(["basic"], at: 61 * day, .granted("subscribed", until: 90 * day)),
            .access(["basic"], at: 95 * day, .undetermined(["renewal"], since: 90 * day))),
        LedgerTextCase(
            "rule 19: revoked at the switch to a bundle, what came before stays",
            [
                .transaction(basic.revoked(20, reason: 2)),
                .transaction(.period("bundle", 20, 50).of("2", after: "1")),
            ],
            .access(["basic"], at: 19 * day, .granted("subscribed", until: 20 * day)),
            .access(["basic"], at: 25 * day, .denied("replaced", since: 20 * day))),
    ]

    private static let unseen: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 44: an info about an unseen period, before its renewal date and after it",
            [.pair(basic, renewal: 60, signed: 31)],
            .access(["basic"], at: 29 * day, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 61 * day, .undetermined(["renewal"], since: 30 * day)),
            .status(at: 45 * day, Status("expired", missing: "renewal")),
            .details(["basic"], at: 45 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 31 * day)),
        LedgerTextCase(
            "rule 44: after the renewal date, in retry",
            [.pair(basic, renewal: 60, signed: 61, retry)],
            .access(["basic"], at: 60 * day - 1, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 60 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 200 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 44: after the renewal date, with an expiration intent",
            [.pair(basic, renewal: 60, signed: 61, cancelled)],
            .access(["basic"], at: 60 * day - 1, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 60 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 44: an intent that was signed before the renewal date",
            [.pair(basic, renewal: 60, signed: 45, cancelled)],
            .access(["basic"], at: 46 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 61 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 44: the unseen period is another product's",
            [.pair(basic, renewal: 60, signed: 31, premium), .transaction(.other("coins", .consumable, 5))],
            .access(["basic"], at: 45 * day, .undetermined(["productChange"], since: 30 * day)),
            .access(["premium"], at: 45 * day, .undetermined(["productChange"])),
            .access(["never.seen"], at: 45 * day, .undetermined(["productChange"])),
            .access(["coins"], at: 45 * day, .denied("notAnEntitlement")),
            .access(["basic"], at: 61 * day, .undetermined(["productChange"], since: 30 * day))),
        LedgerTextCase(
            "rule 44: the unseen period is another product's, and is over",
            [
                .pair(basic, renewal: 60, signed: 61) {
                    cancelled(&$0)
                    premium(&$0)
                }
            ],
            .access(["premium"], at: 60 * day - 1, .undetermined(["productChange"])),
            .access(["premium"], at: 60 * day, .denied("noPurchaseKnown")),
            .access(["basic"], at: 60 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 34: an unseen period of another product, while access lasts",
            [.pair(yearly, renewal: 400, signed: 40, premium)],
            .access(["basic"], at: 50 * day, .granted("subscribed", until: 365 * day)),
            .access(["premium"], at: 50 * day, .undetermined(["productChange"])),
            .status(at: 50 * day, Status("subscribed", until: 365 * day, missing: "productChange"))),
        LedgerTextCase(
            "rule 34: an unseen period of the same product, while access lasts",
            [.pair(yearly, renewal: 400, signed: 40)],
            .status(at: 50 * day, Status("subscribed", until: 365 * day)),
            .access(["premium"], at: 50 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 44: a refund of the last known period, signed after it was over, with a renewal date ahead",
            [.pair(basic.revoked(33, "REFUND_FULL"), renewal: 60, signed: 33)],
            .access(["basic"], at: 34 * day, .undetermined(["renewal"])),
            .status(at: 34 * day, Status("revoked", missing: "renewal")),
            .details(["basic"], at: 34 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 33 * day)),
        LedgerTextCase(
            "rule 44: auto-renew off without an intent, about an old transaction",
            [.pair(basic, renewal: 60, signed: 40) { $0.autoRenewStatus = 0 }],
            .access(["basic"], at: 40 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 41 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 44: replaced periods end where they were replaced",
            [
                .transaction(yearly), .transaction(.period("premium", 10, 40).bought()),
                .pair(.period("premium", 10, 40).bought(), renewal: 70, signed: 71) {
                    retry(&$0)
                    premium(&$0)
                },
            ],
            .access(["premium"], at: 45 * day, .undetermined(["renewal"], since: 40 * day)),
            .access(["premium"], at: 72 * day, .undetermined(["billingRecovery"], since: 40 * day)),
            .access(["basic"], at: 72 * day, .undetermined(["billingRecovery"], since: 10 * day))),
        LedgerTextCase(
            "rule 21: bought anew within the time of a refunded year",
            [.pair(yearly.revoked(40, "REFUND_FULL"), renewal: 80, signed: 51)],
            .access(["basic"], at: 55 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 21: a renewal date before the known end is about no known period",
            [.pair(basic, renewal: 20, signed: 31, retry)],
            .access(["basic"], at: 32 * day, .undetermined(["renewal"], since: 30 * day)),
            .status(at: 32 * day, Status("expired", missing: "renewal"))),
    ]

    private static let changes: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 45: upgraded to what nothing shows",
            [.transaction(basic.upgraded(signed: 10))],
            .access(["basic"], at: 10 * day - 1, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 12 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["premium"], at: 12 * day, .undetermined(["productChange"])),
            .access(["premium"], at: 500 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 45: upgraded and revoked in one row",
            [.transaction(basic.upgraded(signed: 10).revoked(10))],
            .access(["basic"], at: 5 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 12 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["premium"], at: 12 * day, .undetermined(["productChange"])),
            .status(at: 12 * day, Status("revoked", missing: "productChange"))),
        LedgerTextCase(
            "rule 40: the other product is known to have begun",
            [.transaction(basic.upgraded(signed: 11)), .transaction(.period("premium", 10, 40).bought())],
            .access(["premium"], at: 12 * day, .granted("subscribed", until: 40 * day)),
            .access(["basic"], at: 12 * day, .denied("replaced", since: 10 * day)),
            .access(["never.seen"], at: 12 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 40: only the renewal behind the latest period was upgraded, by what nothing shows",
            [.transaction(basic), .transaction(.period("basic", 30, 60).upgraded(signed: 29.5))],
            .access(["basic"], at: 29 * day, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 31 * day, .undetermined(["productChange"], since: 30 * day)),
            .access(["premium"], at: 31 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 51: a product of another subscription was seen",
            [
                .transaction(basic.upgraded(signed: 10)),
                .pair(.period("premium", 0, 5).of("3"), renewal: 5, signed: 5.5, cancelled),
            ],
            .access(["premium"], at: 12 * day, .denied("expired", since: 5 * day)),
            .access(["never.seen"], at: 12 * day, .undetermined(["productChange"]))),
    ]

    private static let refunds: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 46: revoked 24 hours and one second before the end",
            [
                .transaction(
                    basic.revoked(29, "REFUND_FULL").with { $0.revocationDate = .after(29 * day - 1) })
            ],
            .access(["basic"], at: 29.5 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .denied("revoked")),
            .status(at: 29.5 * day, Status("revoked"))),
        LedgerTextCase(
            "rule 46: revoked 24 hours before the end",
            [.transaction(basic.revoked(29, "REFUND_FULL"))],
            .access(["basic"], at: 29.5 * day, .denied("revoked")),
            .status(at: 29.5 * day, Status("revoked")),
            .access(["basic"], at: 30 * day, .undetermined(["renewal"])),
            .status(at: 30 * day, Status("revoked", missing: "renewal"))),
        LedgerTextCase(
            "rule 46: revoked when it was over",
            [.transaction(basic.revoked(33, "REFUND_FULL"))],
            .access(["basic"], at: 100 * day, .undetermined(["renewal"])),
            .details(["basic"], at: 100 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 33 * day)),
        LedgerTextCase(
            "rule 46: a part was refunded within the period",
            [.transaction(basic.revoked(10, "REFUND_PRORATED"))],
            .access(["basic"], at: 5 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 12 * day, .denied("revoked", since: 10 * day))),
    ]

    private static let receipts: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 47: a receipt of 60 days after the end",
            [.transaction(basic), .receipt([basic], created: 90 * day)],
            .access(["basic"], at: 95 * day, .denied("expired", since: 30 * day)),
            .details(["basic"], at: 95 * day, purchase: "basic.0", knownAsOf: 90 * day)),
        LedgerTextCase(
            "rule 47: a receipt of 60 days less a second after the end",
            [.transaction(basic), .receipt([basic], created: 90 * day - 1)],
            .access(["basic"], at: 95 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 47: a commitment, a receipt of 60 days after the end",
            [
                .transaction(basic.with { $0.billingPlanType = "MONTHLY" }), .receipt([basic], created: 90 * day),
            ],
            .access(["basic"], at: 95 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 47: a commitment, a receipt of 90 days after the end",
            [
                .transaction(basic.with { $0.billingPlanType = "MONTHLY" }), .receipt([basic], created: 120 * day),
            ],
            .access(["basic"], at: 125 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 49: a receipt three seconds after the end, in sandbox",
            [.transaction(basic.sandbox()), .receipt([basic.sandbox()], created: 30 * day + 3)],
            .access(["basic"], at: 30 * day + 10, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 49: a receipt a second before the end",
            [.transaction(basic), .receipt([basic], created: 30 * day - 1)],
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 49: a receipt of another account, without a purchase of the subscription",
            [.transaction(basic), .receipt([.other("pro", .nonConsumable, 3)], created: 40 * day)],
            .access(["basic"], at: 35 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .details(["basic"], at: 45 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 30 * day)),
        LedgerTextCase(
            "rule 43: a receipt of Xcode, which has no server to ask",
            [.receipt([basic], created: 31 * day)], isXcode: true,
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 32 * day, .undetermined(["renewal"], since: 30 * day)),
            .details(["basic"], at: 32 * day, purchase: "basic.0", knownAsOf: 31 * day)),
        LedgerTextCase(
            "rule 49: a transaction alone",
            [.transaction(basic)],
            .access(["basic"], at: 30 * day - 1, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 30 * day, .undetermined(["renewal"], since: 30 * day)),
            .status(at: 31 * day, Status("expired", missing: "renewal")),
            .details(["basic"], at: 31 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 30 * day)),
        LedgerTextCase(
            "rule 33: an old transaction that was signed again",
            [.transaction(basic), .transaction(basic.signed(40))],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .details(["basic"], at: 45 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 30 * day)),
    ]

    private static let infos: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 31: in retry, for 60 days and after them",
            [.pair(basic, renewal: 30, signed: 31, retry)],
            .access(["basic"], at: 32 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .status(at: 32 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery")),
            .status(at: 90 * day - 1, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery")),
            .status(at: 90 * day, Status("expired", missing: "billingRecovery")),
            .access(["basic"], at: 95 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 31: a commitment in retry, for 90 days and after them",
            [.pair(basic.with { $0.billingPlanType = "MONTHLY" }, renewal: 30, signed: 31, retry)],
            .status(at: 95 * day, Status("inBillingRetryPeriod", until: 120 * day, missing: "billingRecovery")),
            .status(at: 120 * day, Status("expired", missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 48: with an expiration intent",
            [.pair(basic, renewal: 30, signed: 31, cancelled)],
            .access(["basic"], at: 32 * day, .denied("expired", since: 30 * day)),
            .status(at: 32 * day, Status("expired")),
            .details(["basic"], at: 32 * day, purchase: "basic.0", knownAsOf: 31 * day)),
        LedgerTextCase(
            "rule 48: not in retry, signed at its renewal date",
            [.pair(basic, renewal: 30, signed: 30) { $0.isInBillingRetryPeriod = false }],
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 48: not in retry and auto-renew off, signed at its renewal date",
            [
                .pair(basic, renewal: 30, signed: 30) {
                    $0.isInBillingRetryPeriod = false
                    $0.autoRenewStatus = 0
                }
            ],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 48: auto-renew off, signed at its renewal date",
            [.pair(basic, renewal: 30, signed: 30) { $0.autoRenewStatus = 0 }],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 48: auto-renew off, signed a second before its renewal date",
            [
                .pair(basic, renewal: 30, signed: 30) {
                    $0.autoRenewStatus = 0
                    $0.signedDate = .after(30 * day - 1)
                }
            ],
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 48: not in retry, without a renewal date",
            [.pair(basic, renewal: nil, signed: 31) { $0.isInBillingRetryPeriod = false }],
            .access(["basic"], at: 32 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 48: auto-renew off without an intent and without a renewal date",
            [.pair(basic, renewal: nil, signed: 40) { $0.autoRenewStatus = 0 }],
            .access(["basic"], at: 41 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 48: with an intent, without a renewal date",
            [.pair(basic, renewal: nil, signed: 40, cancelled)],
            .access(["basic"], at: 41 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 21: the renewal date of a copy from before an extension",
            [
                .pair(basic, renewal: 30, signed: 30.5, retry),
                .transaction(basic.signed(31).with { $0.expirationDate = .after(37 * day) }),
            ],
            .access(["basic"], at: 38 * day, .undetermined(["billingRecovery"], since: 37 * day))),
    ]

    private static let coverage: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 41: an info that says nothing of the end, up to its date and after it",
            [.pair(basic, renewal: 30, signed: 31)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 31 * day + 1, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 41: an info in retry, up to its date plus staleAfter",
            [.pair(basic, renewal: 30, signed: 31, retry)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .status(at: 31 * day, Status("inBillingRetryPeriod", until: 90 * day)),
            .access(["basic"], at: 31 * day + 1, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 31 * day + 3_600, staleAfter: 3_600, .denied("expired", since: 30 * day)),
            .access(
                ["basic"], at: 31 * day + 3_601, staleAfter: 3_600,
                .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 51: an earlier signed status 4 about the period is kept, and its product may have been renewed to",
            [
                .status(basic, basic.info(renewal: 60, signed: 41)),
                .notification(
                    basic,
                    basic.info(renewal: 60, signed: 40) {
                        $0.productID = "premium"
                        $0.isInBillingRetryPeriod = true
                    }, signed: 40 * day, status: 4),
            ],
            .access(["premium"], at: 45 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 41: signed status 4 of another product, without a renewal date, covers nothing of this one",
            [
                .notification(
                    basic,
                    basic.info(renewal: nil, signed: 35) {
                        $0.productID = "premium"
                        $0.autoRenewProductID = "premium"
                    }, signed: 35 * day, status: 4)
            ],
            .access(["basic"], at: 33 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 43: a receipt from a grace period whose end no evidence has leaves a recovery open",
            [
                .notification(
                    basic, basic.info(renewal: 30, signed: 30.25, retry), signed: 30.25 * day, status: 4),
                .receipt([basic], created: 31 * day),
            ],
            .access(["basic"], at: 30.25 * day, .granted("inGracePeriod", until: 30.25 * day + 1)),
            .access(["basic"], at: 31 * day, .undetermined(["billingRecovery"], since: 30.25 * day + 1)),
            .access(
                ["basic"], at: 31 * day + 600, staleAfter: 3_600,
                .undetermined(["billingRecovery"], since: 30.25 * day + 1)),
            .access(["basic"], at: 31 * day + 1, .undetermined(["renewal"], since: 30.25 * day + 1))),
        LedgerTextCase(
            "rule 41: an info signed before the end covers nothing",
            [.pair(basic, renewal: 30, signed: 29)],
            .access(["basic"], at: 30 * day, staleAfter: 5 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 43: a receipt within 28 days of the end",
            [.transaction(basic), .receipt([basic], created: 31 * day)],
            .access(["basic"], at: 30.5 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 31 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 40 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 43: a receipt later than 28 days after the end",
            [.transaction(basic), .receipt([basic], created: 59 * day)],
            .access(["basic"], at: 58 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 58 * day + 1, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 59 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 59 * day + 1, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 59 * day + 3_600, staleAfter: 3_600, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 40: a receipt leaves a change of product open",
            [.transaction(basic.upgraded(signed: 10)), .receipt([basic], created: 31 * day)],
            .access(["basic"], at: 31 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["premium"], at: 31 * day, .undetermined(["productChange"])),
            .access(["premium"], at: 31 * day + 1, .undetermined(["productChange"]))),
    ]
}
