import Foundation
import ReceiptKitTesting

// Rules 12 and 15: evidence of a change of product in a renewal.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let yearly = TestTransaction.period("yearly", 0, 365)
    /// A renewal whose purchase is lost, refunded on day 12.
    private static let voided = TestTransaction.period("premium", 10, 40).revoked(12, "REFUND_FULL")
    /// A renewal during another product's period, refunded on day 35.
    private static let refunded = TestTransaction.period("basic", 30, 60).revoked(35, "REFUND_FULL")
    /// A month of another product, bought at a date shortly before day 30.
    private static func lite(_ start: Double) -> TestTransaction {
        .period("lite", 29, 59.5) {
            $0.purchaseDate = .after(start)
            $0.signedDate = .after(start + 60)
            $0.transactionReason = "PURCHASE"
        }
    }

    static let renewals: [LedgerTextCase] = voidedRenewals + shortly + exceptions + neverBegan

    private static let voidedRenewals: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 15: a renewal that was voided shows that its product replaced another",
            [.transaction(yearly), .transaction(voided)],
            .access(["yearly"], at: 9 * day, .granted("subscribed", until: 10 * day)),
            .access(["yearly"], at: 10 * day, .denied("replaced", since: 10 * day)),
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 11 * day, .denied("revoked")),
            .access(["premium"], at: 15 * day, .denied("revoked")),
            .access(["yearly"], at: 50 * day, .denied("replaced", since: 10 * day)),
            .access(["yearly"], at: 400 * day, .denied("replaced", since: 10 * day)),
            .access(["yearly", "premium"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .entitlements(at: 15 * day, [], seats: [])),
        LedgerTextCase(
            "rule 15: the upgrade is lost, its renewal was refunded",
            [
                .event(1, signed: 0, yearly, yearly.info(365, signed: 0), type: "SUBSCRIBED"),
                .event(
                    1, signed: 89.5, .period("premium", 90, 120, signed: 89.5),
                    TestTransaction.period("premium", 90, 120).info(120, signed: 89.5), type: "DID_RENEW"),
                .event(
                    5, signed: 109.25, .period("premium", 90, 120).revoked(109, "REFUND_FULL").signed(109.25),
                    TestTransaction.period("premium", 90, 120).info(120, signed: 109.25, autoRenew: false),
                    type: "REFUND"),
                .event(
                    2, signed: 120, .period("premium", 90, 120).revoked(109, "REFUND_FULL").signed(120),
                    TestTransaction.period("premium", 90, 120)
                        .info(120, signed: 120, retry: false, intent: 1, autoRenew: false), type: "EXPIRED"),
            ],
            .access(["yearly"], at: 80 * day, .granted("subscribed", until: 90 * day)),
            .access(["yearly"], at: 151 * day, .denied("replaced", since: 90 * day)),
            .access(["yearly", "premium"], at: 151 * day, .denied("replaced", since: 90 * day)),
            .access(["yearly", "premium"], at: 100 * day, .denied("replaced", since: 90 * day))),
        LedgerTextCase(
            "rule 15: the same, from Apple's fresh status alone",
            [
                .event(1, signed: 0, yearly, yearly.info(365, signed: 0), type: "SUBSCRIBED"),
                .over(.period("premium", 90, 120).revoked(109, "REFUND_FULL").signed(120), 120, signed: 120),
            ],
            .access(
                ["yearly", "premium"], at: 120 * day + 60, staleAfter: 3_600, .denied("replaced", since: 90 * day)),
            .access(["yearly"], at: 151 * day, .denied("replaced", since: 90 * day))),
        LedgerTextCase(
            "rule 15: a renewal that holds replaces as before",
            [.transaction(yearly), .transaction(.period("premium", 10, 40))],
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 15 * day, .granted("subscribed", until: 40 * day))),
        LedgerTextCase(
            "rule 15: a part of the renewal was refunded",
            [.transaction(yearly), .transaction(.period("premium", 10, 40).revoked(12, "REFUND_PRORATED"))],
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 11 * day, .granted("subscribed", until: 12 * day)),
            .access(["premium"], at: 15 * day, .denied("revoked", since: 12 * day))),
        LedgerTextCase(
            "rule 15: a voided renewal of another billing plan",
            [
                .transaction(basic.committed()),
                .transaction(
                    .period("basic", 10, 375).with { $0.billingPlanType = "BILLED_UPFRONT" }
                        .revoked(12, "REFUND_FULL")),
            ],
            .access(["basic"], at: 9 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 15 * day, .denied("revoked", since: 10 * day))),
        LedgerTextCase(
            "rule 15: a voided renewal of the same product replaces nothing",
            [.transaction(basic), .transaction(.period("basic", 20, 50).revoked(22, "REFUND_FULL"))],
            .access(["basic"], at: 25 * day, .granted("subscribed", until: 30 * day))),
        LedgerTextCase(
            "rule 15: a voided renewal of another subscription replaces nothing",
            [
                .transaction(yearly),
                .transaction(voided.of("2").with { $0.transactionReason = "RENEWAL" }),
            ],
            .access(["yearly"], at: 15 * day, .granted("subscribed", until: 365 * day))),
        LedgerTextCase(
            "rule 15: a voided renewal that begins at the other's end isn't inside it",
            [.transaction(basic), .transaction(.period("premium", 30, 60).revoked(35, "REFUND_FULL"))],
            .access(["basic"], at: 30 * day - 1, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 36 * day, .denied("expired", since: 30 * day))),
    ]

    private static let shortly: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 15: a voided renewal 24 hours after the other's start",
            [.transaction(lite(29 * day)), .transaction(refunded)],
            .access(["lite"], at: 36 * day, .granted("subscribed", until: 59.5 * day))),
        LedgerTextCase(
            "rule 15: a voided renewal 24 hours and a second after the other's start",
            [.transaction(lite(29 * day - 1)), .transaction(refunded)],
            .access(["lite"], at: 30 * day - 1, .granted("subscribed", until: 30 * day)),
            .access(["lite"], at: 36 * day, .denied("replaced", since: 30 * day))),
        LedgerTextCase(
            "rule 15: a voided renewal, of which a copy signed at its start holds",
            [
                .transaction(lite(29.5 * day)), .transaction(.period("basic", 30, 60, signed: 30)),
                .transaction(refunded),
            ],
            .access(["lite"], at: 36 * day, .denied("replaced", since: 30 * day))),
        LedgerTextCase(
            "rule 15: a voided renewal, of which a copy signed before its start holds",
            [
                .transaction(lite(29.5 * day)), .transaction(.period("basic", 30, 60, signed: 29.75)),
                .transaction(refunded),
            ],
            .access(["lite"], at: 36 * day, .granted("subscribed", until: 59.5 * day))),
    ]

    private static let exceptions: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 15: a later copy of the other doesn't call it upgraded",
            [.transaction(yearly.signed(12)), .transaction(voided)],
            .access(["yearly"], at: 15 * day, .granted("subscribed", until: 365 * day)),
            .access(["premium"], at: 15 * day, .denied("revoked")),
            .access(["yearly"], at: 366 * day, .undetermined(["renewal"], since: 365 * day)),
            .entitlements(at: 15 * day, ["yearly.0"], seats: [nil])),
        LedgerTextCase(
            "rule 15: a copy of the other signed at the renewal's start doesn't call it upgraded",
            [.transaction(yearly.signed(10)), .transaction(voided)],
            .access(["yearly"], at: 15 * day, .granted("subscribed", until: 365 * day))),
        LedgerTextCase(
            "rule 15: an earlier copy of the other doesn't call it upgraded",
            [.transaction(yearly.signed(9)), .transaction(voided)],
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 15: a later copy of the other calls it upgraded",
            [.transaction(yearly.upgraded(signed: 12)), .transaction(voided)],
            .access(["yearly"], at: 9 * day, .granted("subscribed", until: 10 * day)),
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 15: a later receipt says nothing of it",
            [.transaction(yearly), .receipt([yearly], created: 12 * day), .transaction(voided)],
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 15: an info signed after both starts has the other's end",
            [.transaction(yearly), .status(voided, yearly.info(365, signed: 12))],
            .access(["yearly"], at: 15 * day, .granted("subscribed", until: 365 * day)),
            .access(["yearly"], at: 366 * day, .undetermined(["renewal"], since: 365 * day))),
        LedgerTextCase(
            "rule 15: an info signed before the renewal's start has the other's end",
            [.info(yearly, 365, signed: 5), .transaction(voided)],
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 15: an info signed after both starts has the renewal's end",
            [.transaction(yearly), .info(voided, 40, signed: 12)],
            .access(["yearly"], at: 15 * day, .denied("replaced", since: 10 * day))),
    ]

    private static let neverBegan: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 12: a renewal ran, after a purchase of another product in the day before",
            [
                .transaction(basic), .transaction(lite(29.5 * day)),
                .transaction(.period("basic", 30, 60, signed: 31)),
            ],
            .access(["lite"], at: 33 * day, .denied("replaced", since: 30 * day)),
            .access(["basic"], at: 33 * day, .granted("subscribed", until: 60 * day))),
        LedgerTextCase(
            "rule 12: it never ran, by an info that has the purchase's end",
            [
                .transaction(basic), .transaction(.period("basic", 30, 60, signed: 31)),
                .info(lite(29.5 * day), 59.5, signed: 32),
            ],
            .access(["lite"], at: 33 * day, .granted("subscribed", until: 59.5 * day)),
            .access(["basic"], at: 33 * day, .denied("replaced", since: 29.5 * day)),
            .entitlements(at: 33 * day, ["lite.29"], seats: [nil])),
        LedgerTextCase(
            "rule 12: it never ran, also where the period before is lost",
            [.transaction(.period("basic", 30, 60, signed: 31)), .info(lite(29.5 * day), 59.5, signed: 32)],
            .access(["lite"], at: 33 * day, .granted("subscribed", until: 59.5 * day)),
            .access(["basic"], at: 33 * day, .denied("replaced"))),
        LedgerTextCase(
            "rule 12: it ran, if that info was signed before its start",
            [
                .transaction(basic), .transaction(.period("basic", 30, 60, signed: 31)),
                .info(lite(29.5 * day), 59.5, signed: 29.75),
            ],
            .access(["lite"], at: 33 * day, .denied("replaced", since: 30 * day)),
            .access(["basic"], at: 33 * day, .granted("subscribed", until: 60 * day))),
        LedgerTextCase(
            "rule 12: it ran, if the info has the renewal's end",
            [
                .transaction(basic), .transaction(lite(29.5 * day)),
                .info(.period("basic", 30, 60, signed: 31), 60, signed: 32),
            ],
            .access(["lite"], at: 33 * day, .denied("replaced", since: 30 * day)),
            .access(["basic"], at: 33 * day, .granted("subscribed", until: 60 * day))),
        LedgerTextCase(
            "rule 12: it never ran, by a copy that is revoked, also if an earlier one holds",
            [
                .transaction(basic), .transaction(lite(29.5 * day)),
                .transaction(.period("basic", 30, 60, signed: 31)), .transaction(refunded),
            ],
            .access(["lite"], at: 36 * day, .granted("subscribed", until: 59.5 * day))),
        LedgerTextCase(
            "rule 12: it never ran, by a copy that is upgraded, also if an earlier one holds",
            [
                .transaction(basic), .transaction(lite(29.5 * day)),
                .transaction(.period("basic", 30, 60, signed: 31)),
                .transaction(.period("basic", 30, 60).upgraded(signed: 33)),
            ],
            .access(["lite"], at: 36 * day, .granted("subscribed", until: 59.5 * day)),
            .access(["basic"], at: 36 * day, .denied("replaced", since: 29.5 * day))),
        LedgerTextCase(
            "rule 12: it never ran, by a purchase 24 hours before",
            [.transaction(basic), .transaction(lite(29 * day)), .transaction(refunded)],
            .access(["lite"], at: 36 * day, .granted("subscribed", until: 59.5 * day))),
        LedgerTextCase(
            "rule 15: it replaced the other, by a purchase 24 hours and a second before",
            [.transaction(basic), .transaction(lite(29 * day - 1)), .transaction(refunded)],
            .access(["lite"], at: 36 * day, .denied("replaced", since: 30 * day))),
    ]
}
