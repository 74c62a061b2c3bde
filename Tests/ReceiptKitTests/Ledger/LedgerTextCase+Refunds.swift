import Foundation
import ReceiptKitTesting

// Rules 39, 40 and 45 to 47: refunds in the last day, commitments, and switches to a bundle.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    /// Refunded in its last day.
    private static let late = basic.revoked(29.5, "REFUND_FULL")
    private static let committed = basic.committed().revoked(10, "REFUND_FULL")
    /// Revoked at the switch to a bundle.
    private static let switched = basic.revoked(10, reason: 2)
    /// Billed in May 2026 or shortly before, and known only from receipts.
    private static func billed(_ start: Double) -> TestTransaction {
        .period("basic", start, start + 30) { $0.originalPurchaseDate = .after(start * day) }
    }

    static let lateRefunds: [LedgerTextCase] =
        lastDay + beforeExpiration + between + commitments + plans + switches + settledChanges

    private static let lastDay: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 46: a refund in the last day, before the expiration and after it",
            [.transaction(late)],
            .access(["basic"], at: 29.25 * day, .denied("revoked")),
            .access(["basic"], at: 29.75 * day, .denied("revoked")),
            .access(["basic"], at: 30 * day - 1, .denied("revoked")),
            .status(at: 29.75 * day, Status("revoked")),
            .access(["basic"], at: 30 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 100 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: it is settled by an intent signed after the revocation",
            [.info(late, 30, signed: 29.75, intent: 1)],
            .access(["basic"], at: 31 * day, .denied("revoked")),
            .access(["basic"], at: 100 * day, .denied("revoked")),
            .status(at: 31 * day, Status("revoked"))),
        LedgerTextCase(
            "rule 46: it is settled by auto-renew off signed at the expiration",
            [.info(late, 30, signed: 30, autoRenew: false)],
            .access(["basic"], at: 31 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: it is settled by auto-renew off without a renewal date",
            [.info(late, nil, signed: 30, autoRenew: false)],
            .access(["basic"], at: 31 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: it isn't settled by auto-renew off signed after the revocation, before the expiration",
            [.info(late, 30, signed: 29.75, autoRenew: false)],
            .access(["basic"], at: 29.875 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: it is settled by status 2 signed at the expiration",
            [.transaction(late), .event(2, signed: 30, late)],
            .access(["basic"], at: 30 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .denied("revoked")),
            .access(["basic"], at: 100 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: it is settled by status 5 signed after the expiration, from then on",
            [.transaction(late), .event(5, signed: 40, late)],
            .access(["basic"], at: 40 * day, .denied("revoked")),
            .access(["basic"], at: 41 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 39: seats were added, and an earlier copy shows what they were added to",
            [.transaction(basic), .transaction(late.with { $0.additionalTransactionReason = "SEAT_ADDITION" })],
            .access(["basic"], at: 29.75 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: it isn't settled by status 5 signed at the revocation",
            [.event(5, signed: 29.5, late, type: "REFUND")],
            .access(["basic"], at: 29.75 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 44: it isn't settled by status 2 beside an info about an unseen period",
            [.info(late, 60, signed: 31), .event(2, signed: 32, late)],
            .access(["basic"], at: 33 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: revoked after it was over",
            [.transaction(basic.revoked(33, "REFUND_FULL"))],
            .access(["basic"], at: 15 * day, .denied("revoked")),
            .access(["basic"], at: 29 * day, .denied("revoked")),
            .access(["basic"], at: 32 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 100 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: revoked 24 hours and a second before the end",
            [
                .transaction(late.with { $0.revocationDate = .after(29 * day - 1) })
            ],
            .access(["basic"], at: 29.5 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .denied("revoked"))),
    ]

    private static let beforeExpiration: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 39: before the expiration, an info about an unseen period, signed after the revocation",
            [.info(basic.revoked(10, "REFUND_FULL"), 60, signed: 12)],
            .access(["basic"], at: 15 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 39: before the expiration, an info about an unseen period, signed before the revocation",
            [.info(basic, 60, signed: 8), .transaction(basic.revoked(10, "REFUND_FULL"))],
            .access(["basic"], at: 15 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 39: before the expiration, a status 1 that was signed after the revocation",
            [.transaction(late), .event(1, signed: 29.75, late)],
            .access(["basic"], at: 29.875 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 39: before the expiration, a status 1 that was signed before the revocation",
            [.event(1, signed: 29.25, basic), .transaction(late)],
            .access(["basic"], at: 29.875 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 39: before the expiration, a status 5 that was signed after the revocation",
            [.transaction(late), .event(5, signed: 29.75, late)],
            .access(["basic"], at: 29.875 * day, .denied("revoked"))),
    ]

    private static let between: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 39: an early month was refunded later, all are known",
            [
                .event(1, signed: 0, basic, basic.info(30, signed: 0), type: "SUBSCRIBED"),
                .event(
                    1, signed: 29.5, .period("basic", 30, 60, signed: 29.5),
                    TestTransaction.period("basic", 30, 60).info(60, signed: 29.5)),
                .event(
                    1, signed: 59.5, .period("basic", 60, 90, signed: 59.5),
                    TestTransaction.period("basic", 60, 90).info(90, signed: 59.5)),
                .event(
                    1, signed: 64, basic.revoked(63.5, "REFUND_FULL").signed(64),
                    TestTransaction.period("basic", 60, 90).info(90, signed: 64), type: "REFUND"),
            ],
            .access(["basic"], at: 19 * day, .denied("revoked")),
            .access(["basic"], at: 30 * day - 1, .denied("revoked")),
            .access(["basic"], at: 31 * day, .granted("subscribed", until: 60 * day)),
            .access(["basic"], at: 70 * day, .granted("subscribed", until: 90 * day)),
            .status(at: 19 * day, Status("revoked", until: 30 * day))),
        LedgerTextCase(
            "rule 39: between a refund and the next period, which begins at the end, nothing is missing",
            [.transaction(late), .event(1, signed: 29.75, late), .transaction(.period("basic", 30, 60))],
            .access(["basic"], at: 29.875 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .granted("subscribed", until: 60 * day))),
        LedgerTextCase(
            "rule 39: between a refund and the next period, which begins before the end, nothing is missing",
            [
                .info(basic.revoked(10, "REFUND_FULL"), 60, signed: 12),
                .transaction(.period("basic", 20, 50).bought()),
            ],
            .access(["basic"], at: 15 * day, .denied("revoked")),
            .access(["basic"], at: 25 * day, .granted("subscribed", until: 50 * day))),
        LedgerTextCase(
            "rule 39: between a refund and a period that begins later, the next may be missing",
            [.transaction(late), .transaction(.period("basic", 40, 70).bought())],
            .access(["basic"], at: 29.75 * day, .denied("revoked")),
            .access(["basic"], at: 35 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 45 * day, .granted("subscribed", until: 70 * day))),
        LedgerTextCase(
            "rule 29: a renewal charged ahead gives no access in a refunded period, and nothing is missing",
            [.transaction(late), .transaction(.period("basic", 30, 60, signed: 29.625))],
            .access(["basic"], at: 29.75 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .granted("subscribed", until: 60 * day))),
    ]

    private static let commitments: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 46: a commitment's refund doesn't end its billing",
            [.transaction(committed)],
            .access(["basic"], at: 15 * day, .denied("revoked")),
            .access(["basic"], at: 30 * day - 1, .denied("revoked")),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 300 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: the same refund of what was paid upfront does",
            [.transaction(basic.with { $0.billingPlanType = "BILLED_UPFRONT" }.revoked(10, "REFUND_FULL"))],
            .access(["basic"], at: 15 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: a commitment, auto-renew off after the refund",
            [.info(committed, 30, signed: 12, autoRenew: false)],
            .access(["basic"], at: 31 * day, .denied("revoked")),
            .access(["basic"], at: 300 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: a commitment, an intent after the refund",
            [.info(committed, 30, signed: 12, intent: 1)],
            .access(["basic"], at: 31 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: a commitment, auto-renew off before the refund",
            [.info(basic.committed(), 30, signed: 5, autoRenew: false), .transaction(committed)],
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: a commitment, auto-renew on again after the refund",
            [.info(committed, 30, signed: 12, autoRenew: false), .info(committed, 30, signed: 14)],
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: a commitment, status 5 with the refund",
            [.event(5, signed: 10, committed, type: "REFUND")],
            .access(["basic"], at: 15 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 46: a commitment, status 5 at the expiration",
            [.transaction(committed), .event(5, signed: 30, committed)],
            .access(["basic"], at: 31 * day, .denied("revoked")),
            .access(["basic"], at: 300 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 46: a commitment, status 2 at the expiration",
            [.transaction(committed), .event(2, signed: 30, committed)],
            .access(["basic"], at: 300 * day, .denied("revoked"))),
    ]

    private static let plans: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 47: receipts alone, a period of May 2026, 60 days later",
            [.receipt([billed(486)], created: 576 * day)],
            .access(["basic"], at: 580 * day, .undetermined(["billingRecovery"], since: 516 * day))),
        LedgerTextCase(
            "rule 47: receipts alone, a period of May 2026, 90 days later less a second",
            [.receipt([billed(486)], created: 606 * day - 1)],
            .access(["basic"], at: 610 * day, .undetermined(["billingRecovery"], since: 516 * day))),
        LedgerTextCase(
            "rule 47: receipts alone, a period of May 2026, 90 days later",
            [.receipt([billed(486)], created: 606 * day)],
            .access(["basic"], at: 610 * day, .denied("expired", since: 516 * day))),
        LedgerTextCase(
            "rule 47: receipts alone, a period of April 2026, 60 days later",
            [.receipt([billed(484)], created: 574 * day)],
            .access(["basic"], at: 580 * day, .denied("expired", since: 514 * day))),
        LedgerTextCase(
            "rule 47: a transaction says that it was paid upfront, 60 days later",
            [
                .receipt([billed(486)], created: 576 * day),
                .transaction(billed(486).with { $0.billingPlanType = "BILLED_UPFRONT" }),
            ],
            .access(["basic"], at: 580 * day, .denied("expired", since: 516 * day))),
    ]

    private static let switches: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 40: revoked for a reason other than 0 and 1",
            [.transaction(switched)],
            .access(["basic"], at: 5 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 12 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["bundle"], at: 9 * day, .denied("noPurchaseKnown")),
            .access(["bundle"], at: 12 * day, .undetermined(["productChange"])),
            .access(["bundle"], at: 500 * day, .undetermined(["productChange"])),
            .identifiers(["bundle"], at: 12 * day, ["1"])),
        LedgerTextCase(
            "rule 40: revoked for reason 1, or for none",
            [
                .transaction(basic.revoked(10, reason: 1)),
                .transaction(.period("news", 0, 30).of("3").revoked(10).with { $0.revocationReason = nil }),
            ],
            .access(["basic"], at: 12 * day, .denied("revoked")),
            .access(["news"], at: 12 * day, .denied("revoked")),
            .access(["bundle"], at: 12 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 40: revoked for another reason, what is no subscription",
            [.transaction(.other("pro", .nonConsumable, 3).revoked(10, reason: 2))],
            .access(["pro"], at: 5 * day, .granted("owned", until: 10 * day)),
            .access(["pro"], at: 12 * day, .denied("revoked", since: 10 * day)),
            .access(["bundle"], at: 12 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 40: an upgraded period that is revoked, with any reason",
            [.transaction(basic.upgraded(signed: 10).revoked(10, reason: 1))],
            .access(["basic"], at: 12 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["bundle"], at: 12 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 36: the bundle is known",
            [.transaction(switched), .transaction(.period("bundle", 10, 40).of("2", after: "1"))],
            .access(["basic"], at: 12 * day, .denied("replaced", since: 10 * day)),
            .access(["bundle"], at: 12 * day, .granted("subscribed", until: 40 * day)),
            .access(["never.seen"], at: 12 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 34: a later period of the subscription is known",
            [.transaction(switched), .transaction(.period("basic", 20, 50).bought())],
            .access(["basic"], at: 25 * day, .granted("subscribed", until: 50 * day)),
            .access(["bundle"], at: 25 * day, .denied("noPurchaseKnown"))),
    ]

    private static let settledChanges: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 45: a switch is settled by status 5 signed after the expiration, from then on",
            [.transaction(switched), .event(5, signed: 35, switched)],
            .access(["bundle"], at: 31 * day, .undetermined(["productChange"])),
            .access(["bundle"], at: 35 * day, .denied("noPurchaseKnown")),
            .access(["bundle"], at: 40 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 45: a switch is settled by status 2 signed at the expiration",
            [.transaction(switched), .event(2, signed: 30, switched)],
            .access(["bundle"], at: 29 * day, .undetermined(["productChange"])),
            .access(["bundle"], at: 31 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 45: a switch isn't settled by status 5 signed with it",
            [.event(5, signed: 10, switched)],
            .access(["bundle"], at: 12 * day, .undetermined(["productChange"])),
            .access(["bundle"], at: 31 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 45: an upgrade is settled by status 2 signed after the expiration",
            [.transaction(basic.upgraded(signed: 10)), .event(2, signed: 31, basic.upgraded(signed: 31))],
            .access(["basic"], at: 30 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["basic"], at: 32 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 32 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 45: an upgrade is settled by an intent signed after the expiration, from then on",
            [.info(basic.upgraded(signed: 10), 30, signed: 31, intent: 1)],
            .access(["basic"], at: 30.5 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["premium"], at: 30.5 * day, .undetermined(["productChange"])),
            .access(["basic"], at: 31 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 32 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 45: an upgrade isn't settled by an intent signed before the expiration",
            [.info(basic.upgraded(signed: 10), 30, signed: 20, intent: 1)],
            .access(["premium"], at: 31 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 45: an upgrade isn't settled by an info without an intent, and isn't covered by it",
            [.info(basic.upgraded(signed: 10), 30, signed: 31, retry: false, autoRenew: false)],
            .access(["premium"], at: 31 * day, .undetermined(["productChange"])),
            .access(["premium"], at: 31 * day, staleAfter: day, .undetermined(["productChange"])),
            .access(["premium"], at: 32 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 40: an upgrade isn't covered by a receipt after the expiration",
            [.transaction(basic.upgraded(signed: 10)), .receipt([basic], created: 31 * day)],
            .access(["basic"], at: 31 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["premium"], at: 31 * day, .undetermined(["productChange"])),
            .access(["premium"], at: 32 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 45: an upgrade is settled by a receipt of 60 days after the expiration",
            [.transaction(basic.upgraded(signed: 10)), .receipt([basic], created: 90 * day)],
            .access(["basic"], at: 95 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 95 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 45: an upgrade isn't settled by a receipt of 60 days less a second",
            [.transaction(basic.upgraded(signed: 10)), .receipt([basic], created: 90 * day - 1)],
            .access(["premium"], at: 95 * day, .undetermined(["productChange"]))),
    ]
}
