import Foundation
import ReceiptKitTesting

// Sandbox's clock, in rules 15, 25, 26, 31, 38, 43, 46 and 47.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let sandboxed = basic.sandbox()
    private static let xcode = basic.with { $0.environment = .xcode }

    /// A period of an accelerated subscription, in seconds.
    private static func quick(_ product: String, _ from: Double, _ to: Double, signed: Double? = nil) -> TestTransaction
    {
        .period(product, from / 100, to) {
            $0.environment = .sandbox
            $0.purchaseDate = .after(from)
            $0.expirationDate = .after(to)
            $0.signedDate = .after(signed ?? from + 2)
            $0.transactionReason = from == 0 ? "PURCHASE" : "RENEWAL"
        }
    }

    /// A fully refunded five-minute month.
    private static func refunded(_ date: Double) -> TestTransaction {
        quick("basic", 0, 300).with {
            $0.revocationDate = .after(date)
            $0.revocationReason = 0
            $0.revocationType = "REFUND_FULL"
            $0.signedDate = .after(date + 1)
        }
    }

    private static func production(_ transaction: TestTransaction) -> TestTransaction {
        transaction.with { $0.environment = .production }
    }

    static let sandbox: [LedgerTextCase] = retryClock + receiptClock + pastClock + quickRefunds + quickRenewals

    private static let retryClock: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 31: retry lasts 24 hours in sandbox",
            [.info(sandboxed, 30, signed: 30.25, retry: true, intent: 2)],
            .status(at: 30.5 * day, Status("inBillingRetryPeriod", until: 31 * day, missing: "billingRecovery")),
            .status(at: 31 * day - 1, Status("inBillingRetryPeriod", until: 31 * day, missing: "billingRecovery")),
            .status(at: 31 * day, Status("expired", missing: "billingRecovery")),
            .access(["basic"], at: 40 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 31: retry lasts 60 days in production",
            [.info(basic, 30, signed: 30.25, retry: true, intent: 2)],
            .status(at: 31 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery")),
            .status(at: 90 * day, Status("expired", missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 31: retry of a commitment lasts 24 hours in sandbox",
            [.info(sandboxed.committed(), 30, signed: 30.25, retry: true, intent: 2)],
            .status(at: 30.5 * day, Status("inBillingRetryPeriod", until: 31 * day, missing: "billingRecovery")),
            .status(at: 31 * day, Status("expired", missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 31: retry lasts 60 days in Xcode",
            [.info(xcode, 30, signed: 30.25, retry: true, intent: 2)], isXcode: true,
            .status(at: 31 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery")),
            .status(at: 90 * day, Status("expired", missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 25: a grace date that is stated holds in sandbox",
            [.info(sandboxed, 30, signed: 30.25, retry: true, intent: 2, grace: 33)],
            .access(["basic"], at: 32 * day, .granted("inGracePeriod", until: 33 * day)),
            .access(["basic"], at: 33 * day, .undetermined(["billingRecovery"], since: 33 * day))),
        LedgerTextCase(
            "rule 31: minutes of retry and grace",
            [
                .status(
                    quick("basic", 0, 300),
                    quick("basic", 0, 300).info(nil, signed: 301 / day, retry: true, intent: 2).with {
                        $0.renewalDate = .after(300)
                        $0.gracePeriodExpirationDate = .after(480)
                    })
            ],
            .access(["basic"], at: 400, .granted("inGracePeriod", until: 480)),
            .access(["basic"], at: 480, .undetermined(["billingRecovery"], since: 480)),
            .status(at: 500, Status("inBillingRetryPeriod", until: 300 + day, missing: "billingRecovery"))),
    ]

    private static let receiptClock: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 43: a sandbox receipt covers all from 24 hours after the end",
            [.transaction(sandboxed), .receipt([sandboxed], created: 33 * day)],
            .access(["basic"], at: 31 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 31 * day + 1, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 33 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 33 * day + 1, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 43: a production receipt covers all from 28 days after the end",
            [.transaction(basic), .receipt([basic], created: 33 * day)],
            .access(["basic"], at: 31 * day + 1, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 33 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 47: a sandbox receipt of 7 days after the end",
            [.transaction(sandboxed), .receipt([sandboxed], created: 37 * day)],
            .access(["basic"], at: 40 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 47: a sandbox receipt of 7 days less a second after the end",
            [.transaction(sandboxed), .receipt([sandboxed], created: 37 * day - 1)],
            .access(["basic"], at: 40 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 47: a sandbox receipt of 7 days after a commitment's end",
            [.transaction(sandboxed.committed()), .receipt([sandboxed], created: 37 * day)],
            .access(["basic"], at: 40 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 47: a production receipt of 7 days after the end",
            [.transaction(basic), .receipt([basic], created: 37 * day)],
            .access(["basic"], at: 40 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 47: a receipt of Xcode 60 days after the end",
            [.receipt([basic], created: 90 * day)], isXcode: true,
            .access(["basic"], at: 95 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 47: a receipt of Xcode 7 days after the end",
            [.receipt([basic], created: 37 * day)], isXcode: true,
            .access(["basic"], at: 40 * day, .undetermined(["renewal"], since: 30 * day))),
    ]

    private static let pastClock: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 38: a grace period that was, 24 hours at most in sandbox",
            [.info(sandboxed, 30, signed: 33, retry: true, intent: 2)],
            .access(["basic"], at: 31 * day - 1, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 34 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 26: GRACE_PERIOD_EXPIRED within 24 hours in sandbox",
            [
                .event(
                    3, signed: 30.75, sandboxed, sandboxed.info(30, signed: 30.75, retry: true, intent: 2),
                    type: "GRACE_PERIOD_EXPIRED")
            ],
            .access(["basic"], at: 30.5 * day, .granted("inGracePeriod", until: 30.75 * day)),
            .access(["basic"], at: 30.875 * day, .undetermined(["billingRecovery"], since: 30.75 * day))),
        LedgerTextCase(
            "rule 26: GRACE_PERIOD_EXPIRED later than 24 hours in sandbox",
            [
                .event(
                    3, signed: 31.5, sandboxed, sandboxed.info(30, signed: 31.5, retry: true, intent: 2),
                    type: "GRACE_PERIOD_EXPIRED")
            ],
            .access(["basic"], at: 30.5 * day, .undetermined(["billingRecovery"], since: 30 * day))),
    ]

    private static let quickRefunds: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 46: a five-minute month, refunded after two",
            [
                .notification(
                    quick("basic", 0, 300),
                    quick("basic", 0, 300).info(nil, signed: 2 / day).with {
                        $0.renewalDate = .after(300)
                    }, signed: 2, status: 1, type: "SUBSCRIBED"),
                .notification(
                    refunded(120),
                    quick("basic", 0, 300).info(nil, signed: 130 / day, autoRenew: false).with {
                        $0.renewalDate = .after(300)
                    }, signed: 130, status: 5, type: "REFUND"),
            ],
            .access(["basic"], at: 60, .denied("revoked")),
            .access(["basic"], at: 200, .denied("revoked")),
            .access(["basic"], at: 310, .denied("revoked")),
            .access(["basic"], at: 10 * day, .denied("revoked")),
            .status(at: 200, Status("revoked"))),
        LedgerTextCase(
            "rule 46: a refund of sandbox more than a tenth of the length before the end",
            [.transaction(refunded(269))],
            .access(["basic"], at: 280, .denied("revoked")),
            .access(["basic"], at: 310, .denied("revoked")),
            .access(["basic"], at: 10 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: a refund of sandbox a tenth of the length before the end",
            [.transaction(refunded(270))],
            .access(["basic"], at: 280, .denied("revoked")),
            .access(["basic"], at: 310, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: the same refund in production",
            [.transaction(production(refunded(120)))],
            .access(["basic"], at: 200, .denied("revoked")),
            .access(["basic"], at: 310, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: a commitment's refund in sandbox isn't settled by its date",
            [.transaction(refunded(120).committed())],
            .access(["basic"], at: 200, .denied("revoked")),
            .access(["basic"], at: 310, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: a commitment's refund in sandbox, auto-renew off after it",
            [
                .status(
                    refunded(120).committed(),
                    quick("basic", 0, 300).info(nil, signed: 130 / day, autoRenew: false).with {
                        $0.renewalDate = .after(300)
                    })
            ],
            .access(["basic"], at: 310, .denied("revoked"))),
    ]

    /// In sandbox, a tenth of the renewal's length replaces 24 hours, here 30 seconds.
    private static let quickRenewals: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 15: a renewal of sandbox, and a purchase within a tenth of its length before",
            [
                .transaction(quick("basic", 0, 300)), .transaction(quick("lite", 271, 571).bought()),
                .transaction(
                    quick("basic", 300, 600).with {
                        $0.revocationDate = .after(400)
                        $0.revocationType = "REFUND_FULL"
                        $0.signedDate = .after(401)
                    }),
            ],
            .access(["lite"], at: 450, .granted("subscribed", until: 571))),
        LedgerTextCase(
            "rule 15: a renewal of sandbox, and a purchase more than a tenth of its length before",
            [
                .transaction(quick("basic", 0, 300)), .transaction(quick("lite", 269, 569).bought()),
                .transaction(
                    quick("basic", 300, 600).with {
                        $0.revocationDate = .after(400)
                        $0.revocationType = "REFUND_FULL"
                        $0.signedDate = .after(401)
                    }),
            ],
            .access(["lite"], at: 290, .granted("subscribed", until: 300)),
            .access(["lite"], at: 450, .denied("replaced", since: 300))),
        LedgerTextCase(
            "rule 15: the same in production, where the purchase was within 24 hours",
            [
                .transaction(production(quick("basic", 0, 300))),
                .transaction(production(quick("lite", 260, 560).bought())),
                .transaction(
                    production(quick("basic", 300, 600)).with {
                        $0.revocationDate = .after(400)
                        $0.revocationType = "REFUND_FULL"
                        $0.signedDate = .after(401)
                    }),
            ],
            .access(["lite"], at: 450, .granted("subscribed", until: 560))),
        LedgerTextCase(
            "rule 15: a voided renewal of sandbox within an hour-long year",
            [
                .transaction(quick("yearly", 0, 3_600)),
                .transaction(
                    quick("premium", 600, 900).with {
                        $0.revocationDate = .after(700)
                        $0.revocationType = "REFUND_FULL"
                        $0.signedDate = .after(701)
                    }),
            ],
            .access(["yearly"], at: 500, .granted("subscribed", until: 600)),
            .access(["yearly"], at: 1_000, .denied("replaced", since: 600))),
        LedgerTextCase(
            "rule 15: the tenth of a long period in sandbox is 24 hours at most",
            [
                .transaction(sandboxed),
                .transaction(
                    .period("lite", 28, 58) {
                        $0.environment = .sandbox
                        $0.transactionReason = "PURCHASE"
                    }),
                .transaction(.period("basic", 30, 60).sandbox().revoked(35, "REFUND_FULL")),
            ],
            .access(["lite"], at: 36 * day, .denied("replaced", since: 30 * day))),
    ]
}
