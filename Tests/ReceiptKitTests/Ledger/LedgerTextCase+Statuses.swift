import Foundation
import ReceiptKitTesting

// Rules 23, 26, 27, 37, 42 and 48: the signed status of a notification.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let failed = Piece.info(basic, 30, signed: 30.5, retry: true, intent: 2, grace: 46)
    private static let ended = Piece.over(basic, 30, signed: 30.5)
    private static let coins = TestTransaction.other("coins", .consumable, 5)

    static let statuses: [LedgerTextCase] =
        active + decided + leastDenying + subjects + expired + retrying + endings + laterInfos + problemDates

    private static let active: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 37: status 1 after the end proves a period that no evidence shows",
            [ended, .event(1, signed: 40, basic)],
            .access(["basic"], at: 39 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 40 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 41 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 500 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["never.seen"], at: 41 * day, .denied("noPurchaseKnown")),
            .status(at: 41 * day, Status("expired", missing: "renewal")),
            .details(["basic"], at: 41 * day, purchase: "basic.0", identifiers: ["1"], knownAsOf: 40 * day)),
        LedgerTextCase(
            "rule 37: status 1 within a known period has no effect",
            [ended, .event(1, signed: 15, basic)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 37: status 1 within a voided period's dates has no effect",
            [.transaction(basic.revoked(10, "REFUND_FULL")), .event(1, signed: 20, basic)],
            .access(["basic"], at: 21 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 37: status 1 after a voided period's dates proves another",
            [.transaction(basic.revoked(10, "REFUND_FULL")), .event(1, signed: 35, basic)],
            .access(["basic"], at: 34 * day, .denied("revoked")),
            .access(["basic"], at: 36 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 37: status 1 within a grace period has no effect",
            [failed, .event(1, signed: 35, basic)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 37: status 1 after a grace period proves a period",
            [failed, .event(1, signed: 50, basic)],
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day)),
            .access(["basic"], at: 51 * day, .undetermined(["renewal"], since: 46 * day))),
    ]

    private static let decided: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 37: what status 1 proves is decided by a later info",
            [ended, .event(1, signed: 40, basic), .over(basic, 30, signed: 50)],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 51 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 37: what status 1 proves is decided by a later info in retry",
            [ended, .event(1, signed: 40, basic), .info(basic, 30, signed: 50, retry: true, intent: 2)],
            .access(["basic"], at: 51 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 37: what status 1 proves is decided by a later receipt",
            [ended, .event(1, signed: 40, basic), .receipt([basic], created: 50 * day)],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 51 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 37: not by a receipt that has no purchase of the subscription",
            [ended, .event(1, signed: 40, basic), .receipt([coins], created: 50 * day)],
            .access(["basic"], at: 51 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 37: not by an old transaction that is signed again",
            [ended, .event(1, signed: 40, basic), .transaction(basic.signed(50))],
            .access(["basic"], at: 51 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 37: what status 1 proves is decided by a later status 2",
            [ended, .event(1, signed: 40, basic), .event(2, signed: 50, basic)],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 50 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 51 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 37: what status 1 proves is decided by a later status 3",
            [ended, .event(1, signed: 40, basic), .event(3, signed: 50, basic)],
            .access(["basic"], at: 51 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 37: what status 1 proves is decided by a known period that begins",
            [
                ended, .event(1, signed: 40, basic),
                .over(.period("basic", 50, 80).bought(), 80, signed: 80.5),
            ],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 55 * day, .granted("subscribed", until: 80 * day)),
            .access(["basic"], at: 81 * day, .denied("expired", since: 80 * day))),
        LedgerTextCase(
            "rule 37: an earlier status 2 decides nothing",
            [ended, .event(2, signed: 35, basic), .event(1, signed: 40, basic)],
            .access(["basic"], at: 36 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 41 * day, .undetermined(["renewal"], since: 30 * day))),
    ]

    private static let leastDenying: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 23: of statuses 1 and 2 at one date, 1",
            [ended, .event(2, signed: 40, basic), .event(1, signed: 40, basic)],
            .access(["basic"], at: 41 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 23: of statuses 2 and 3 at one date, 3",
            [.transaction(basic), .event(2, signed: 31, basic), .event(3, signed: 31, basic)],
            .access(["basic"], at: 32 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 23: of statuses 3 and 4 at one date, 4",
            [
                .event(3, signed: 31, basic),
                .event(4, signed: 31, basic, basic.info(30, signed: 31, retry: true, intent: 2)),
            ],
            .access(["basic"], at: 31 * day, .granted("inGracePeriod", until: 31 * day + 1))),
        LedgerTextCase(
            "rule 23: of statuses 4 and 5 at one date, 4",
            [
                .event(5, signed: 31, basic),
                .event(4, signed: 31, basic, basic.info(30, signed: 31, retry: true, intent: 2)),
            ],
            .access(["basic"], at: 31 * day, .granted("inGracePeriod", until: 31 * day + 1))),
    ]

    private static let subjects: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 23: a status speaks of its transaction's subscription, without an info",
            [.transaction(basic), .event(3, signed: 31, basic)],
            .access(["basic"], at: 32 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 23: a status speaks of its info's subscription, without a transaction",
            [.transaction(basic), .event(3, signed: 31, nil, basic.info(30, signed: 31))],
            .access(["basic"], at: 32 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 23: a status speaks of none where the two differ",
            [
                .transaction(basic), .transaction(.period("news", 0, 30).of("3")),
                .event(3, signed: 31, basic, TestTransaction.period("news", 0, 30).of("3").info(30, signed: 31)),
            ],
            .access(["basic"], at: 32 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["news"], at: 32 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 23: a status speaks of no other subscription",
            [
                ended, .transaction(.period("news", 0, 60).of("3")),
                .event(1, signed: 40, .period("news", 0, 60).of("3")),
            ],
            .access(["basic"], at: 41 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 23: a status speaks of the whole subscription, also with an older period's refund",
            [
                .transaction(.period("basic", 30, 60)),
                .event(3, signed: 61, basic.revoked(60.5, "REFUND_FULL").signed(61), type: "REFUND"),
            ],
            .access(["basic"], at: 62 * day, .undetermined(["billingRecovery"], since: 60 * day))),
        LedgerTextCase(
            "rule 23: a status of what is no subscription says nothing",
            [
                .event(1, signed: 20, coins), .event(2, signed: 20, .other("pro", .nonConsumable, 3)),
            ],
            .access(["coins"], at: 21 * day, .denied("notAnEntitlement")),
            .access(["pro"], at: 21 * day, .granted("owned", until: .infinity))),
        LedgerTextCase(
            "rule 23: a status that is not known says nothing",
            [ended, .event(9, signed: 40, basic), .event(nil, signed: 41, basic)],
            .access(["basic"], at: 42 * day, .denied("expired", since: 30 * day))),
    ]

    private static let expired: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 42: status 2 after the end, at its date plus staleAfter",
            [.transaction(basic), .event(2, signed: 31, basic)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .status(at: 31 * day, Status("expired")),
            .access(["basic"], at: 31 * day + 1, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 31 * day + 3_600, staleAfter: 3_600, .denied("expired", since: 30 * day)),
            .access(
                ["basic"], at: 31 * day + 3_601, staleAfter: 3_600, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 42: status 2 at the end",
            [.transaction(basic), .event(2, signed: 30, basic)],
            .access(["basic"], at: 30 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 42: status 2 before the end",
            [.transaction(basic), .event(2, signed: 29, basic)],
            .access(["basic"], at: 29.5 * day, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 30 * day, staleAfter: 5 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 42: status 5 after the end",
            [.transaction(basic), .event(5, signed: 31, basic)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 31 * day + 1, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 42: status 2 says nothing beside an info about an unseen period",
            [.info(basic, 60, signed: 31), .event(2, signed: 61, basic)],
            .access(["basic"], at: 61 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 62 * day, .undetermined(["renewal"], since: 30 * day))),
    ]

    private static let retrying: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 48: status 3 is as an info in retry",
            [.transaction(basic), .event(3, signed: 31, basic)],
            .access(["basic"], at: 29 * day, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 32 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .status(at: 32 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery")),
            .status(at: 90 * day, Status("expired", missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 48: status 3 beside an info that says nothing",
            [.event(3, signed: 31, basic, basic.info(30, signed: 31, retry: false))],
            .access(["basic"], at: 32 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 27: status 3, and a grace date in the same notification",
            [.event(3, signed: 31, basic, basic.info(30, signed: 31, retry: true, intent: 2, grace: 46))],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 27: status 3, and a grace date that is signed later",
            [.event(3, signed: 30.25, basic), failed],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day))),
        LedgerTextCase(
            "rule 48: status 3, and a cancellation that is signed later",
            [.event(3, signed: 31, basic), .over(basic, 30, signed: 40)],
            .access(["basic"], at: 41 * day, .denied("expired", since: 30 * day))),
    ]

    private static let endings: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 27: status 3 ends the grace that was announced before",
            [failed, .event(3, signed: 35, basic)],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .undetermined(["billingRecovery"], since: 35 * day))),
        LedgerTextCase(
            "rule 27: status 2 ends the grace that was announced before (EXPIRED, BILLING_RETRY)",
            [
                failed,
                .event(2, signed: 35, basic, basic.info(30, signed: 35, retry: false, intent: 2), type: "EXPIRED"),
            ],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .denied("expired", since: 35 * day))),
        LedgerTextCase(
            "rule 27: status 2 without an info ends the grace that was announced before",
            [failed, .event(2, signed: 35, basic)],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 35 * day, .denied("expired", since: 35 * day)),
            .access(["basic"], at: 36 * day, .undetermined(["billingRecovery"], since: 35 * day))),
        LedgerTextCase(
            "rule 27: status 5 ends the grace that was announced before, and settles the revocation",
            [
                failed,
                .event(5, signed: 35, basic.revoked(35, "FAMILY_REVOKE"), type: "REVOKE"),
            ],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .denied("revoked", since: 35 * day)),
            .access(["basic"], at: 100 * day, .denied("revoked", since: 35 * day))),
        LedgerTextCase(
            "rule 27: status 2 before the grace date is signed ends nothing",
            [.event(2, signed: 30.25, basic), failed],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day))),
        LedgerTextCase(
            "rule 27: status 1 ends no grace",
            [failed, .event(1, signed: 35, basic)],
            .access(["basic"], at: 36 * day, .granted("inGracePeriod", until: 46 * day))),
    ]

    private static let laterInfos: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 27: a later info with retry false and auto-renew on ends no grace",
            [failed, .info(basic, 30, signed: 35, retry: false)],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["renewal"], since: 46 * day))),
        LedgerTextCase(
            "rule 27: a later info with retry false and auto-renew off ends it",
            [failed, .info(basic, 30, signed: 35, retry: false, autoRenew: false)],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .denied("expired", since: 35 * day))),
        LedgerTextCase(
            "rule 27: a later info with retry false and an intent ends it",
            [failed, .info(basic, 30, signed: 35, retry: false, intent: 3)],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .denied("expired", since: 35 * day))),
        LedgerTextCase(
            "rule 27: a later info with auto-renew off, which states no retry, ends no grace",
            [failed, .info(basic, 30, signed: 35, autoRenew: false)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .denied("expired", since: 46 * day))),
        LedgerTextCase(
            "rule 27: a later info in retry that states no date ends no grace",
            [failed, .info(basic, 30, signed: 35, retry: true, intent: 2)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 27: a later info in retry that states no date ends it beside status 3",
            [failed, .event(3, signed: 35, basic, basic.info(30, signed: 35, retry: true, intent: 2))],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .undetermined(["billingRecovery"], since: 35 * day))),
        LedgerTextCase(
            "rule 27: a later info in retry that states no date ends no grace beside status 4",
            [failed, .event(4, signed: 35, basic, basic.info(30, signed: 35, retry: true, intent: 2))],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
    ]

    /// Rule 32.
    private static let problemDates: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 32: since when renewal is off, by the first info of the last run",
            [
                .info(basic, 30, signed: 1), .info(basic, 30, signed: 5, autoRenew: false),
                .info(basic, 30, signed: 8), .info(basic, 30, signed: 10, autoRenew: false),
                .info(basic, 30, signed: 20, autoRenew: false),
            ],
            .problems(at: 25 * day, renewalOffSince: 10 * day, billingIssueSince: nil)),
        LedgerTextCase(
            "rule 32: renewal is on again",
            [.info(basic, 30, signed: 5, autoRenew: false), .info(basic, 30, signed: 8)],
            .problems(at: 25 * day, renewalOffSince: nil, billingIssueSince: nil)),
        LedgerTextCase(
            "rule 32: a billing problem began at the expiration",
            [
                .info(basic, 30, signed: 31, retry: true, intent: 2),
                .info(basic, 30, signed: 40, retry: true, intent: 2),
            ],
            .problems(at: 45 * day, renewalOffSince: nil, billingIssueSince: 30 * day)),
    ]
}
