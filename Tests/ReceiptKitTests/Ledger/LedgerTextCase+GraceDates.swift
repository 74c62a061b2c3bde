import Foundation
import ReceiptKitTesting

// Rules 21, 24 to 27, 38 and 48: grace with a date, retry false, and the end of grace.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let failed = Piece.info(basic, 30, signed: 30.5, retry: true, intent: 2, grace: 46)

    static let graceDates: [LedgerTextCase] = graceAhead + graceOrder + graceAbout + retryFalse + pastGrace

    private static let graceAhead: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 25: a grace date ahead wins over retry false",
            [.info(basic, 30, signed: 30.5, retry: false, grace: 46)],
            .access(["basic"], at: 30 * day - 1, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 30 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .status(at: 40 * day, Status("inGracePeriod", until: 46 * day)),
            .entitlements(at: 40 * day, ["basic.0"], seats: [nil]),
            .access(["basic"], at: 46 * day - 1, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day, .undetermined(["billingRecovery"], since: 46 * day)),
            .status(at: 46 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery")),
            .access(["basic"], at: 200 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 25: the charge after a trial failed, with status 4",
            [
                .event(
                    1, signed: 0, .period("basic", 0, 7) { $0.offerType = 1 },
                    .init(of: .period("basic", 0, 7)), type: "SUBSCRIBED"),
                .event(
                    4, signed: 7.0625, .period("basic", 0, 7) { $0.offerType = 1 },
                    TestTransaction.period("basic", 0, 7).info(7, signed: 7.0625, retry: false, grace: 23),
                    type: "DID_FAIL_TO_RENEW"),
            ],
            .access(["basic"], at: 8 * day, .granted("inGracePeriod", until: 23 * day)),
            .access(["basic"], at: 23 * day - 1, .granted("inGracePeriod", until: 23 * day)),
            .access(["basic"], at: 23 * day, .undetermined(["billingRecovery"], since: 23 * day)),
            .eligibility(at: 8 * day, "ineligible offerUsed")),
        LedgerTextCase(
            "rule 24: retry false and a billing error's intent",
            [.info(basic, 30, signed: 30.5, retry: false, intent: 2, grace: 46)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 24: not by a grace date that is the period's expiration",
            [.info(basic, 30, signed: 29, retry: false, grace: 30)],
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 24: not by a grace date that is the info's signing",
            [.info(basic, 30, signed: 35, retry: false, grace: 35)],
            .access(["basic"], at: 36 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 24: retry false and auto-renew off",
            [.info(basic, 30, signed: 30.5, retry: false, grace: 46, autoRenew: false)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 24: not with the intent of a customer who cancelled",
            [.info(basic, 30, signed: 30.5, retry: false, intent: 1, grace: 46)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 40 * day, .denied("expired", since: 30 * day)),
            .status(at: 40 * day, Status("expired"))),
        LedgerTextCase(
            "rule 24: not with the intent of a price that was not accepted",
            [.info(basic, 30, signed: 30.5, retry: false, intent: 3, grace: 46)],
            .access(["basic"], at: 40 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 24: not by a date that was past when it was signed",
            [.info(basic, 30, signed: 47, retry: false, grace: 46)],
            .access(["basic"], at: 40 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 48 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 24: not by a date before the expiration",
            [.info(basic, 30, signed: 19, retry: false, grace: 20)],
            .access(["basic"], at: 19.5 * day, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 27: not of what was replaced by another subscription",
            [
                .info(basic, 30, signed: 30.5, retry: false, grace: 46),
                .transaction(.period("bundle", 35, 65).of("2", after: "1")),
            ],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .denied("replaced", since: 35 * day))),
        LedgerTextCase(
            "rule 27: the charge succeeded in the grace period",
            [
                .info(basic, 30, signed: 30.5, retry: false, grace: 46),
                .info(.period("basic", 40, 70), 70, signed: 40.5),
            ],
            .access(["basic"], at: 35 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 41 * day, .granted("subscribed", until: 70 * day)),
            .access(["basic"], at: 70 * day, .undetermined(["renewal"], since: 70 * day))),
    ]

    private static let graceOrder: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 25: of two dates the one signed last holds, a later one",
            [
                .info(basic, 30, signed: 30.5, retry: false, grace: 36),
                .info(basic, 30, signed: 31, retry: false, grace: 46),
            ],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 25: of two dates the one signed last holds, an earlier one",
            [
                .info(basic, 30, signed: 30.5, retry: false, grace: 46),
                .info(basic, 30, signed: 31, retry: false, grace: 36),
            ],
            .access(["basic"], at: 35 * day, .granted("inGracePeriod", until: 36 * day)),
            .access(["basic"], at: 37 * day, .undetermined(["billingRecovery"], since: 36 * day))),
        LedgerTextCase(
            "rule 27: retry false with a date ends no grace",
            [failed, .info(basic, 30, signed: 33, retry: false, grace: 46)],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 27: retry false with a date ends no grace, also with auto-renew off and an intent of 2",
            [failed, .info(basic, 30, signed: 33, retry: false, intent: 2, grace: 46, autoRenew: false)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 27: retry false with a date and another intent ends it",
            [failed, .info(basic, 30, signed: 33, retry: false, intent: 1, grace: 46)],
            .access(["basic"], at: 32 * day, .granted("inGracePeriod", until: 33 * day)),
            .access(["basic"], at: 34 * day, .denied("expired", since: 33 * day))),
        LedgerTextCase(
            "rule 25: retry true, to its date and after it",
            [failed],
            .access(["basic"], at: 30 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day - 1, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day, .undetermined(["billingRecovery"], since: 46 * day))),
    ]

    private static let graceAbout: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 21: a renewal date before a void period's refund is no unseen period's",
            [
                .transaction(basic), .transaction(.period("basic", 30, 60).revoked(35, "REFUND_FULL")),
                .info(basic, 33, signed: 36),
            ],
            .access(["basic"], at: 40 * day, .denied("revoked", since: 30 * day))),
        LedgerTextCase(
            "rule 21: a grace date in the second of a void period's refund is an earlier period's",
            [
                .transaction(basic), .transaction(.period("basic", 30, 60).revoked(59.5, "REFUND_FULL")),
                .info(basic, 59.5, signed: 59.6, retry: false, intent: 1, grace: 59.5, autoRenew: false),
            ],
            .access(["basic"], at: 61 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 21: a renewal date that is the grace date is no unseen period's",
            [.info(basic, 46, signed: 30.5, retry: true, intent: 2, grace: 46)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 21: a renewal date that is the grace date, with retry false",
            [.info(basic, 46, signed: 30.5, retry: false, grace: 46)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 21: the latest period that had begun by the signing",
            [
                .transaction(basic),
                .info(.period("basic", 30, 60), 76, signed: 60.5, retry: true, intent: 2, grace: 76),
            ],
            .access(["basic"], at: 70 * day, .granted("inGracePeriod", until: 76 * day)),
            .access(["basic"], at: 77 * day, .undetermined(["billingRecovery"], since: 76 * day))),
        LedgerTextCase(
            "rule 21: no period that began after the signing",
            [
                .info(.period("basic", 0, 7), 23, signed: 7.5, retry: true, intent: 2, grace: 23),
                .transaction(.period("basic", 8, 15)),
            ],
            .access(["basic"], at: 7.75 * day, .granted("inGracePeriod", until: 23 * day)),
            .access(["basic"], at: 9 * day, .granted("subscribed", until: 15 * day)),
            .access(["basic"], at: 16 * day, .undetermined(["renewal"], since: 15 * day))),
        LedgerTextCase(
            "rule 21: a period that was charged ahead of the signing",
            [
                .transaction(.period("basic", 0, 7)), .transaction(.period("basic", 7, 14, signed: 6.5)),
                .status(
                    .period("basic", 0, 7),
                    TestTransaction.period("basic", 0, 7)
                        .info(30, signed: 6.75, retry: true, intent: 2, grace: 30)),
            ],
            .access(["basic"], at: 13 * day, .granted("subscribed", until: 14 * day)),
            .access(["basic"], at: 15 * day, .granted("inGracePeriod", until: 30 * day))),
        LedgerTextCase(
            "rule 21: another renewal date than the grace date is an unseen period's",
            [.info(basic, 60, signed: 61, retry: true, intent: 2, grace: 76)],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 70 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 24: about an unseen period it counts as in retry",
            [.info(basic, 60, signed: 61, retry: false, grace: 76)],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 62 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 80 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 24: about an unseen period it counts as in retry, with an intent of 2",
            [.info(basic, 60, signed: 61, retry: false, intent: 2, grace: 76)],
            .access(["basic"], at: 62 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 24: about an unseen period, with another intent, it is over",
            [.info(basic, 60, signed: 61, retry: false, intent: 1, grace: 76)],
            .access(["basic"], at: 45 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 62 * day, .denied("expired", since: 30 * day))),
    ]

    private static let retryFalse: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 48: retry false beside auto-renew on, signed at the renewal date",
            [.info(basic, 30, signed: 30, retry: false)],
            .access(["basic"], at: 30 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 30 * day + 1, .undetermined(["renewal"], since: 30 * day)),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day)),
            .status(at: 31 * day, Status("expired", missing: "renewal"))),
        LedgerTextCase(
            "rule 41: retry false beside auto-renew on, and staleAfter",
            [.info(basic, 30, signed: 31, retry: false)],
            .access(["basic"], at: 31 * day + 3_600, staleAfter: 3_600, .denied("expired", since: 30 * day)),
            .access(
                ["basic"], at: 31 * day + 3_601, staleAfter: 3_600, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 48: retry absent beside auto-renew on is the same",
            [.info(basic, 30, signed: 31)],
            .access(["basic"], at: 32 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 48: retry false beside auto-renew off ends it",
            [.info(basic, 30, signed: 30, retry: false, autoRenew: false)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 48: retry false beside an intent ends it",
            [.info(basic, 30, signed: 30, retry: false, intent: 2)],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 43: retry false beside auto-renew on, and a receipt after the end",
            [.info(basic, 30, signed: 31, retry: false), .receipt([basic], created: 33 * day)],
            .access(["basic"], at: 34 * day, .undetermined(["billingRecovery"], since: 30 * day))),
    ]

    private static let pastGrace: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 38: the first info in retry states no grace",
            [.info(basic, 30, signed: 40, retry: true, intent: 2)],
            .access(["basic"], at: 30 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 35 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 40 * day - 1, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 41 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 38: the first info in retry, 28 days at most",
            [.info(basic, 30, signed: 65, retry: true, intent: 2)],
            .access(["basic"], at: 58 * day - 1, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 58 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 64 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 66 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 38: the first info states a billing error, and it is over",
            [.info(basic, 30, signed: 40, retry: false, intent: 2)],
            .access(["basic"], at: 35 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 41 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 38: a customer who cancelled had no grace",
            [.over(basic, 30, signed: 40)],
            .access(["basic"], at: 35 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 41 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 38: a billing problem, and a cancellation later",
            [.info(basic, 30, signed: 40, retry: true, intent: 2), .over(basic, 30, signed: 50)],
            .access(["basic"], at: 35 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 45 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 51 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 38: the first states grace, and a later one doesn't",
            [failed, .info(basic, 30, signed: 50, retry: true, intent: 2)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 48 * day, .denied("expired", since: 46 * day)),
            .access(["basic"], at: 51 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 38: status 3 alone states a billing problem",
            [.transaction(basic), .event(3, signed: 40, basic)],
            .access(["basic"], at: 35 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 41 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 38: status 4 states grace",
            [
                .event(4, signed: 30.5, basic, basic.info(30, signed: 30.5, retry: true, intent: 2)),
                .info(basic, 30, signed: 40, retry: true, intent: 2),
            ],
            .access(["basic"], at: 30.25 * day, .granted("inGracePeriod", until: 30.5 * day + 1)),
            .access(["basic"], at: 35 * day, .denied("expired", since: 30.5 * day + 1))),
        LedgerTextCase(
            "rule 38: a recovery after the problem leaves the time before it open",
            [.info(basic, 30, signed: 40, retry: true, intent: 2), .transaction(.period("basic", 41, 71))],
            .access(["basic"], at: 35 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 45 * day, .granted("subscribed", until: 71 * day)),
            .access(["basic"], at: 72 * day, .undetermined(["renewal"], since: 71 * day))),
        LedgerTextCase(
            "rule 26: GRACE_PERIOD_EXPIRED says that there was grace until its signing",
            [
                .event(
                    3, signed: 46, basic, basic.info(30, signed: 46, retry: true, intent: 2),
                    type: "GRACE_PERIOD_EXPIRED")
            ],
            .access(["basic"], at: 30 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day - 1, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 26: GRACE_PERIOD_EXPIRED 28 days after the expiration",
            [
                .event(
                    3, signed: 58, basic, basic.info(30, signed: 58, retry: true, intent: 2),
                    type: "GRACE_PERIOD_EXPIRED")
            ],
            .access(["basic"], at: 57 * day, .granted("inGracePeriod", until: 58 * day))),
        LedgerTextCase(
            "rule 26: GRACE_PERIOD_EXPIRED later than 28 days says nothing of grace",
            [
                .event(
                    3, signed: 58.5, basic, basic.info(30, signed: 58.5, retry: true, intent: 2),
                    type: "GRACE_PERIOD_EXPIRED")
            ],
            .access(["basic"], at: 40 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["basic"], at: 58 * day - 1, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 26: GRACE_PERIOD_EXPIRED whose info is about an unseen period",
            [
                .event(
                    nil, signed: 46, basic, basic.info(45, signed: 46, retry: true, intent: 2),
                    type: "GRACE_PERIOD_EXPIRED")
            ],
            .access(["basic"], at: 40 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 26: another notification in retry says nothing of grace",
            [
                .event(
                    3, signed: 46, basic, basic.info(30, signed: 46, retry: true, intent: 2),
                    type: "DID_CHANGE_RENEWAL_STATUS")
            ],
            .access(["basic"], at: 40 * day, .undetermined(["billingRecovery"], since: 30 * day))),
    ]
}
