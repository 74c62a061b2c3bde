import Foundation
import ReceiptKitTesting

// Rules 8, 9, 12 to 20, and 29: replacement, revocation, renewals that were charged ahead, and seats.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let yearly = TestTransaction.period("basic", 0, 365)
    private static let premium = TestTransaction.period("premium", 10, 40).bought()
    /// A change to premium, until day 59.
    private static func change(_ start: Double) -> TestTransaction {
        .period("premium", 29, 59).with { $0.purchaseDate = .after(start) }
    }

    /// A change to premium in a period that was later shown clean, and whose renewal was upgraded before it began.
    private static func upgradedAhead(_ start: Double) -> [Piece] {
        [
            .transaction(.period("basic", 0, 30, signed: 29.5)), .transaction(change(start).bought()),
            .transaction(.period("basic", 30, 60).upgraded(signed: 29.875)),
        ]
    }

    static let replacement: [LedgerTextCase] = replaced + neverRan + revoked + ahead + seats

    private static let replaced: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 18, replaced is gone: the upgrade was refunded in full, known from notifications alone",
            [.transaction(yearly), .transaction(premium), .transaction(premium.revoked(12, "REFUND_FULL"))],
            .access(["basic"], at: 9 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 11 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 11 * day, .denied("revoked")),
            .access(["basic"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .access(["basic"], at: 400 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 18, replaced is gone: the refunded upgrade is known from a receipt alone",
            [.receipt([yearly, premium.revoked(12)], created: 20 * day)],
            .access(["basic"], at: 21 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 18, replaced is gone: a part of the upgrade was refunded",
            [.transaction(yearly), .transaction(premium.revoked(12, "REFUND_PRORATED"))],
            .access(["premium"], at: 11 * day, .granted("subscribed", until: 12 * day)),
            .access(["premium"], at: 15 * day, .denied("revoked", since: 12 * day)),
            .access(["basic"], at: 15 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 14, replaced is gone: another billing plan of the same product",
            [
                .transaction(basic.with { $0.billingPlanType = "MONTHLY" }),
                .transaction(.period("basic", 10, 375).bought().with { $0.billingPlanType = "BILLED_UPFRONT" }),
            ],
            .access(["basic"], at: 15 * day, .granted("subscribed", until: 375 * day)),
            .entitlements(at: 15 * day, ["basic.10"], seats: [nil])),
        LedgerTextCase(
            "rule 18, replaced is gone: another billing plan, which was refunded",
            [
                .transaction(basic.with { $0.billingPlanType = "MONTHLY" }),
                .transaction(
                    .period("basic", 10, 375).bought().revoked(12, "REFUND_FULL").with {
                        $0.billingPlanType = "BILLED_UPFRONT"
                    }),
            ],
            .access(["basic"], at: 15 * day, .denied("revoked", since: 10 * day)),
            .details(["basic"], at: 15 * day, purchase: "basic.10", knownAsOf: 12 * day)),
        LedgerTextCase(
            "rule 14: two periods of one product that overlap: none is ended, also if one is refunded",
            [.transaction(basic), .transaction(.period("basic", 20, 50).bought().revoked(22, "REFUND_FULL"))],
            .access(["basic"], at: 25 * day, .granted("subscribed", until: 30 * day)),
            .status(at: 25 * day, Status("subscribed", until: 30 * day)),
            .access(["basic"], at: 35 * day, .denied("revoked", since: 30 * day))),
        LedgerTextCase(
            "rule 14: not called upgraded in what was signed after the other product began",
            [.transaction(yearly.signed(12)), .transaction(premium)],
            .entitlements(at: 15 * day, ["basic.0", "premium.10"], seats: [nil, nil])),
        LedgerTextCase(
            "rule 17, what ran can't be erased: a newer copy calls it upgraded, by what nothing shows",
            [.transaction(yearly), .transaction(premium), .transaction(premium.upgraded(signed: 20))],
            .access(["premium"], at: 15 * day, .granted("subscribed", until: 20 * day)),
            .access(["basic"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 21 * day, .undetermined(["productChange"], since: 20 * day)),
            .access(["basic"], at: 21 * day, .undetermined(["productChange"], since: 10 * day))),
        LedgerTextCase(
            "rule 12, what ran can't be erased: a purchase, whose only copy calls it upgraded",
            [.transaction(yearly), .transaction(premium.upgraded(signed: 20))],
            .access(["premium"], at: 15 * day, .granted("subscribed", until: 20 * day)),
            .access(["basic"], at: 15 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 13, replaced is gone: the period before a renewal that was charged ahead, which alone is called upgraded",
            [
                .transaction(.period("basic", 0, 30)), .transaction(.period("basic", 0, 30, signed: 40)),
                .transaction(.period("basic", 30, 60, signed: 29.5)),
                .transaction(.period("basic", 30, 60).upgraded(signed: 31)),
                .transaction(.period("premium", 29.8, 59.8).bought().revoked(33, "REFUND_FULL")),
            ],
            .access(["basic"], at: 29.8 * day - 1, .granted("subscribed", until: 29.8 * day)),
            .access(["basic"], at: 29.8 * day, .denied("replaced", since: 29.8 * day))),
        LedgerTextCase(
            "rule 12, what ran can't be erased: a receipt showed it after its start",
            [
                .transaction(yearly),
                .transaction(premium.upgraded(signed: 20).with { $0.transactionReason = nil }),
                .receipt([yearly, premium], created: 15 * day),
            ],
            .access(["premium"], at: 16 * day, .granted("subscribed", until: 20 * day)),
            .access(["basic"], at: 16 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 12, what ran can't be erased: a renewal, shown clean after its start",
            [
                .transaction(yearly), .transaction(.period("premium", 10, 40)),
                .transaction(.period("premium", 10, 40).upgraded(signed: 20)),
            ],
            .access(["premium"], at: 15 * day, .granted("subscribed", until: 20 * day)),
            .access(["basic"], at: 15 * day, .denied("replaced", since: 10 * day))),
    ]

    private static let neverRan: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 12, never ran: a downgrade's renewal, if the other product began in the day before it",
            [.receipt([basic, change(29 * day), .period("lite", 30, 60)], created: 40 * day)],
            .access(["lite"], at: 31 * day, .denied("replaced")),
            .access(["premium"], at: 31 * day, .granted("subscribed", until: 59 * day))),
        LedgerTextCase(
            "rule 12, never ran: not if the other product began a second earlier",
            [.receipt([basic, change(29 * day - 1), .period("lite", 30, 60)], created: 40 * day)],
            .access(["lite"], at: 31 * day, .granted("subscribed", until: 60 * day)),
            .access(["premium"], at: 31 * day, .denied("replaced", since: 30 * day))),
        LedgerTextCase(
            "rule 13, never ran: an upgraded renewal, and the period before it ends with a change in its last day",
            upgradedAhead(29 * day),
            .access(["basic"], at: 29.75 * day, .denied("replaced", since: 29 * day))),
        LedgerTextCase(
            "rule 13, never ran: an upgraded renewal, and the period before it was shown clean after an earlier change",
            upgradedAhead(29 * day - 1),
            .access(["basic"], at: 29.75 * day, .granted("subscribed", until: 30 * day))),
        LedgerTextCase(
            "rule 12, never ran: a renewal that was upgraded, and nothing shows that it ran",
            [.transaction(yearly), .transaction(.period("premium", 10, 40).upgraded(signed: 20))],
            .access(["basic"], at: 15 * day, .granted("subscribed", until: 365 * day)),
            .access(["premium"], at: 15 * day, .denied("replaced"))),
        LedgerTextCase(
            "rule 15: a voided renewal a day after the start of another product replaces nothing",
            [.transaction(yearly), .transaction(.period("premium", 1, 31).revoked(3, "REFUND_FULL"))],
            .access(["basic"], at: 15 * day, .granted("subscribed", until: 365 * day)),
            .access(["premium"], at: 15 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 15: a voided renewal later than that shows that its product had replaced the other one",
            [.transaction(yearly), .transaction(.period("premium", 10, 40).revoked(12, "REFUND_FULL"))],
            .access(["basic"], at: 9 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 15 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 30, never ran: a voided renewal is the latest period",
            [.transaction(basic), .transaction(.period("basic", 30, 60).revoked(35, "REFUND_FULL"))],
            .access(["basic"], at: 36 * day, .denied("revoked", since: 30 * day)),
            .status(at: 36 * day, Status("revoked"))),
        LedgerTextCase(
            "rule 12, never ran: charged ahead and overtaken, as receipts list it",
            [
                .receipt(
                    [basic, .period("premium", 20, 50), .period("basic", 30, 60)], created: 35 * day)
            ],
            .access(["premium"], at: 36 * day, .granted("subscribed", until: 50 * day)),
            .access(["basic"], at: 36 * day, .denied("replaced", since: 20 * day)),
            .access(["premium"], at: 55 * day, .undetermined(["renewal"], since: 50 * day)),
            .entitlements(at: 36 * day, ["premium.20"], seats: [nil])),
        LedgerTextCase(
            "rule 12, never ran: charged ahead and overtaken, the period before is not known",
            [
                .transaction(.period("basic", 30, 60, signed: 29.5)),
                .transaction(.period("premium", 29.75, 59.75).bought()),
            ],
            .access(["basic"], at: 29.625 * day, .undetermined(["renewal"])),
            .access(["premium"], at: 31 * day, .granted("subscribed", until: 59.75 * day)),
            .access(["basic"], at: 31 * day, .denied("replaced"))),
        LedgerTextCase(
            "rule 12, ran after all: a transaction that was signed clean after the start",
            [
                .transaction(basic), .transaction(.period("premium", 20, 50).bought()),
                .transaction(.period("basic", 30, 60, signed: 31)),
            ],
            .access(["basic"], at: 35 * day, .granted("subscribed", until: 60 * day)),
            .access(["premium"], at: 35 * day, .denied("replaced", since: 30 * day))),
    ]

    private static let revoked: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 9, revoked: a family share without a type ends on its date",
            [.transaction(basic.shared().revoked(10))],
            .access(["basic"], at: 5 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 12 * day, .denied("revoked", since: 10 * day))),
        LedgerTextCase(
            "rule 9, revoked: a family share in a receipt ends on its date",
            [.receipt([basic.shared().revoked(10)], created: 11 * day)],
            .access(["basic"], at: 5 * day, .granted("subscribed", until: 10 * day))),
        LedgerTextCase(
            "rule 9, revoked: an upgraded family share without a type",
            [.transaction(basic.shared().upgraded(signed: 10).revoked(10))],
            .access(["basic"], at: 5 * day, .granted("subscribed", until: 10 * day))),
        LedgerTextCase(
            "rule 9, revoked: a full refund, or one without a type, voids",
            [.transaction(basic.revoked(10))],
            .access(["basic"], at: 5 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 9, revoked: an unknown reason ends, and voids nothing before",
            [.transaction(basic.revoked(10, reason: 2))],
            .access(["basic"], at: 5 * day, .granted("subscribed", until: 10 * day))),
        LedgerTextCase(
            "rule 8, revoked: a later receipt's silence undoes it",
            [.transaction(basic.revoked(10, "REFUND_FULL")), .receipt([basic], created: 20 * day)],
            .access(["basic"], at: 21 * day, .granted("subscribed", until: 30 * day))),
        LedgerTextCase(
            "rule 8, revoked: a later sandbox receipt's silence undoes nothing",
            [
                .transaction(basic.sandbox().revoked(10, "REFUND_FULL")),
                .receipt([basic.sandbox()], created: 20 * day),
            ],
            .access(["basic"], at: 21 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 8, revoked: a later sandbox transaction without a revocation restores it",
            [
                .transaction(basic.sandbox().revoked(10, "REFUND_FULL")),
                .transaction(basic.sandbox().signed(20)),
            ],
            .access(["basic"], at: 21 * day, .granted("subscribed", until: 30 * day))),
    ]

    private static let ahead: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 29, charged ahead: from the date of its first signature",
            [.transaction(.period("basic", 30, 60) { $0.signedDate = .after(30 * day - 34) })],
            .access(["basic"], at: 30 * day - 35, .undetermined(["renewal"])),
            .access(["basic"], at: 30 * day - 34, .granted("subscribed", until: 60 * day)),
            .status(at: 30 * day - 34, Status("subscribed", until: 60 * day))),
        LedgerTextCase(
            "rule 29, charged ahead: not earlier than 24 hours before",
            [.transaction(.period("basic", 30, 60, signed: 28.9))],
            .access(["basic"], at: 29.5 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 29, charged ahead: not within a period that was refunded",
            [
                .transaction(basic.revoked(29.5, "REFUND_FULL")),
                .transaction(.period("basic", 30, 60, signed: 29.6)),
            ],
            .access(["basic"], at: 29.8 * day, .denied("revoked")),
            .access(["basic"], at: 31 * day, .granted("subscribed", until: 60 * day))),
        LedgerTextCase(
            "rule 29, charged ahead: from the expiration of a refunded period",
            [
                .transaction(.period("basic", 0, 30).revoked(10, "REFUND_PRORATED")),
                .transaction(.period("basic", 30.5, 60.5).signed(29.75)),
            ],
            .access(["basic"], at: 29.9 * day, .denied("revoked", since: 10 * day)),
            .access(["basic"], at: 30 * day, .granted("subscribed", until: 60.5 * day))),
        LedgerTextCase(
            "rule 29, charged ahead: another product, before a part of the last day was refunded",
            [
                .transaction(basic.revoked(29.6, "REFUND_PRORATED")),
                .transaction(.period("premium", 30, 60, signed: 29.5)),
            ],
            .access(["basic"], at: 29.8 * day, .denied("revoked", since: 29.6 * day)),
            .access(["premium"], at: 29.8 * day, .denied("notStarted")),
            .access(["basic"], at: 31 * day, .denied("revoked", since: 29.6 * day)),
            .details(["basic"], at: 29.8 * day, purchase: "basic.0", knownAsOf: 29.6 * day)),
        LedgerTextCase(
            "rule 33, knownAsOf: not before a period that the answer rests on, which was charged ahead",
            [.transaction(basic), .transaction(.period("premium", 30, 60, signed: 29.5))],
            .access(["basic"], at: 30.5 * day, .denied("expired", since: 30 * day)),
            .details(["premium"], at: 15 * day, purchase: "premium.30", knownAsOf: 29.5 * day),
            .details(["basic"], at: 30.5 * day, purchase: "basic.0", knownAsOf: 30 * day)),
    ]

    private static func seats(_ quantity: Int64, _ from: Double, _ signed: Double, added: Bool) -> TestTransaction {
        .period("seats", from, 30, signed: signed) {
            $0.webOrderLineItemID = "900"
            $0.purchasedQuantity = quantity
            $0.multiSeatInfo = #"{"invitationManagement":"DEVELOPER"}"#
            $0.additionalTransactionReason = added ? "SEAT_ADDITION" : nil
            $0.transactionReason = "PURCHASE"
        }
    }

    private static let seats: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 20, seats: the base was signed again with the reason",
            [
                .transaction(seats(3, 0, 0.5, added: false)), .transaction(seats(2, 5, 5.5, added: true)),
                .transaction(seats(3, 0, 6, added: true)),
            ],
            .entitlements(at: 4 * day, ["seats.0"], seats: [3]),
            .entitlements(at: 7 * day, ["seats.0"], seats: [5])),
        LedgerTextCase(
            "rule 20, seats: whatever the addition carries",
            [.transaction(seats(3, 0, 6, added: true)), .transaction(seats(2, 5, 5.5, added: false))],
            .entitlements(at: 4 * day, ["seats.0"], seats: [3]),
            .entitlements(at: 7 * day, ["seats.0"], seats: [5])),
        LedgerTextCase(
            "rule 20, seats: the base alone was signed again with the reason",
            [.transaction(seats(3, 0, 0.5, added: false)), .transaction(seats(3, 0, 6, added: true))],
            .entitlements(at: 7 * day, ["seats.0"], seats: [3])),
        LedgerTextCase(
            "rule 20, seats: the base was refunded, and what was added was not",
            [
                .transaction(seats(3, 0, 6, added: true).revoked(6, "REFUND_FULL")),
                .transaction(seats(2, 5, 5.5, added: true)),
            ],
            .entitlements(at: 7 * day, ["seats.5"], seats: [2])),
        LedgerTextCase(
            "rule 20, seats: what was added was refunded, and the base was not",
            [
                .transaction(seats(3, 0, 6, added: true)),
                .transaction(seats(2, 5, 5.5, added: true).revoked(6, "REFUND_FULL")),
            ],
            .access(["seats"], at: 7 * day, .granted("subscribed", until: 30 * day)),
            .entitlements(at: 7 * day, ["seats.0"], seats: [3])),
        LedgerTextCase(
            "rule 20, seats: what was added to an extended period was refunded, and the extension was lost",
            [
                .transaction(seats(3, 0, 0.5, added: false)),
                .transaction(seats(2, 5, 5.5, added: true).with { $0.expirationDate = .after(37 * day) }),
                .transaction(
                    seats(2, 5, 6, added: true).with { $0.expirationDate = .after(37 * day) }.revoked(6, "REFUND_FULL")),
            ],
            .access(["seats"], at: 4 * day, .granted("subscribed", until: 30 * day)),
            .entitlements(at: 7 * day, ["seats.0"], seats: [3])),
    ]
}
