import Foundation
import ReceiptKitTesting

// Rules 21, 30, 33, 44, 59 and 60: infos about void and unseen periods, the latest period, and known dates.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let first = basic.with { $0.transactionID = "1" }
    private static let unknown = "undetermined incompleteHistory"

    static let unseenAndVoid: [LedgerTextCase] = voidEnds + unseenIntents + knownDates + assumptions + latestPeriods

    private static let voidEnds: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 21: a refunded last period beside an older info that has another end of it",
            [
                .transaction(basic), .info(.period("basic", 30, 60), 50, signed: 31),
                .transaction(.period("basic", 30, 60).revoked(40, "REFUND_FULL")),
            ],
            .access(["basic"], at: 45 * day, .denied("revoked", since: 30 * day)),
            .access(["basic"], at: 61 * day, .denied("revoked", since: 30 * day)),
            .status(at: 61 * day, Status("revoked"))),
        LedgerTextCase(
            "rule 21: a refunded year beside an older info about the month before, which is lost",
            [
                .status(
                    .period("premium", 10, 375).bought().revoked(20, "REFUND_FULL"), basic.info(30, signed: 1))
            ],
            .access(["premium"], at: 15 * day, .denied("revoked")),
            .access(["premium"], at: 25 * day, .denied("revoked")),
            .access(["premium"], at: 400 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 21: an info with a date after the refunded period's own end is about an unseen one",
            [.info(basic.revoked(10, "REFUND_FULL"), 31, signed: 15)],
            .access(["basic"], at: 32 * day, .undetermined(["renewal"]))),
    ]

    private static let unseenIntents: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 44: an info about an unseen period, with an intent, after its renewal date",
            [.info(basic, 60, signed: 61, intent: 1)],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 60 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 62 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 500 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 44: an info about an unseen period, with an intent, after one without",
            [.info(basic, 60, signed: 31), .info(basic, 60, signed: 61, retry: false, intent: 1, autoRenew: false)],
            .access(["basic"], at: 62 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 44: an info about an unseen period without an intent leaves it open",
            [.info(basic, 60, signed: 61, retry: false, autoRenew: false)],
            .access(["basic"], at: 62 * day, .undetermined(["renewal"], since: 30 * day))),
    ]

    private static let knownDates: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 33: known as of a date that isn't before since, after a grace period",
            [.info(basic, 30, signed: 30.5, retry: true, intent: 2, grace: 46)],
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day)),
            .details(["basic"], at: 47 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 46 * day)),
        LedgerTextCase(
            "rule 33: known as of a date that isn't before since, of a transaction alone",
            [.transaction(basic)],
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day)),
            .details(["basic"], at: 31 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 30 * day)),
        LedgerTextCase(
            "rule 33: known as of an info that is younger than since",
            [.over(basic, 30, signed: 31)],
            .details(["basic"], at: 32 * day, purchase: "basic.0", knownAsOf: 31 * day)),
    ]

    private static let assumptions: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 59: a complete history excuses no renewal that may be missing",
            [.transaction(first)],
            .eligibility(at: 15 * day, assumingCompleteHistory: true, "ineligible subscribed"),
            .eligibility(at: 31 * day, assumingCompleteHistory: true, "undetermined missing"),
            .eligibility(of: ["basic"], at: 31 * day, assumingCompleteHistory: true, "undetermined missing")),
        LedgerTextCase(
            "rule 59: a complete history excuses no recovery that may be missing",
            [.info(first, 30, signed: 31, retry: true, intent: 2)],
            .eligibility(at: 32 * day, assumingCompleteHistory: true, "undetermined missing")),
        LedgerTextCase(
            "rule 60: a complete history of what is over",
            [.over(first, 30, signed: 31)],
            .eligibility(at: 32 * day, assumingCompleteHistory: true, "eligible lapsed")),
    ]

    /// L is never an overtaken renewal, or a voided renewal that replaced nothing.
    private static let latestPeriods: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 30: a voided renewal that replaced nothing leaves the running year the latest",
            [
                .transaction(.period("yearly", 0, 365)), .transaction(.period("yearly", 0, 365, signed: 12)),
                .transaction(.period("premium", 10, 40).revoked(12, "REFUND_FULL")),
                .info(.period("yearly", 0, 365), 365, signed: 366, retry: true, intent: 2),
            ],
            .access(["yearly"], at: 20 * day, .granted("subscribed", until: 365 * day)),
            .status(at: 20 * day, Status("subscribed", until: 365 * day)),
            .access(["yearly"], at: 367 * day, .undetermined(["billingRecovery"], since: 365 * day)),
            .status(
                at: 367 * day, Status("inBillingRetryPeriod", until: 425 * day, missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 30: a voided renewal that goes on from its own product's end is the latest",
            [.transaction(basic), .transaction(.period("basic", 30, 60).revoked(40, "REFUND_FULL"))],
            .access(["basic"], at: 41 * day, .denied("revoked", since: 30 * day)),
            .status(at: 41 * day, Status("revoked")),
            .access(["basic"], at: 61 * day, .denied("revoked", since: 30 * day))),
    ]
}
