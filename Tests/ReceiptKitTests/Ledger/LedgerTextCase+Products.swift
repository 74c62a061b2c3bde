import Foundation
import ReceiptKitTesting

// Rules 50 to 60: the product of an answer, reasons for denial, several products, and introductory offers; and the
// beginning of a status (rule 31).

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    /// The original transaction of the subscription.
    private static let first = basic.with { $0.transactionID = "1" }
    private static let pro = TestTransaction.other("pro", .nonConsumable, 10)
    private static let coins = TestTransaction.other("coins", .consumable, 5)
    private static let season = TestTransaction.other("season", .nonRenewable, 5)
    private static func over(_ transaction: TestTransaction, _ renewal: Double, _ signed: Double) -> Piece {
        .pair(transaction, renewal: renewal, signed: signed) {
            $0.isInBillingRetryPeriod = false
            $0.expirationIntent = 1
            $0.autoRenewStatus = 0
        }
    }

    static let products: [LedgerTextCase] = reasons + lacking + lists + beginnings + offers

    private static let reasons: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 53, denied: no purchase is known",
            [.transaction(basic)],
            .access(["never.seen"], at: 5 * day, .denied("noPurchaseKnown")),
            .access(["never.seen"], at: 40 * day, .denied("noPurchaseKnown")),
            .details(["never.seen"], at: 5 * day, purchase: nil, knownAsOf: nil)),
        LedgerTextCase(
            "rule 53, denied: not started, by a clock that is behind",
            [.transaction(pro)],
            .access(["pro"], at: 10 * day - 1, .denied("notStarted")),
            .access(["pro"], at: 10 * day, .granted("owned", until: .infinity)),
            .details(["pro"], at: 9 * day, purchase: "pro.10", knownAsOf: 10 * day + 60)),
        LedgerTextCase(
            "rule 7, granted: of two purchases of one product, the one restored later was owned first",
            [
                .transaction(pro),
                .transaction(
                    .other("pro", .nonConsumable, 20).with {
                        $0.originalTransactionID = "pro.5"
                        $0.originalPurchaseDate = .after(5 * day)
                    }),
            ],
            .access(["pro"], at: 5 * day - 1, .denied("notStarted")),
            .access(["pro"], at: 5 * day, .granted("owned", until: .infinity)),
            .access(["pro"], at: 15 * day, .granted("owned", until: .infinity))),
        LedgerTextCase(
            "rule 9, denied: a non-consumable that was refunded",
            [.transaction(pro.revoked(20, "REFUND_FULL"))],
            .access(["pro"], at: 15 * day, .denied("revoked")),
            .access(["pro"], at: 21 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 9, denied: a non-consumable of which a part was refunded",
            [.transaction(pro.revoked(20, "REFUND_PRORATED"))],
            .access(["pro"], at: 15 * day, .granted("owned", until: 20 * day)),
            .access(["pro"], at: 21 * day, .denied("revoked", since: 20 * day)),
            .details(["pro"], at: 21 * day, purchase: "pro.10", knownAsOf: 20 * day)),
        LedgerTextCase(
            "rule 53, denied: a consumable",
            [.transaction(coins)],
            .access(["coins"], at: 6 * day, .denied("notAnEntitlement")),
            .access(["coins"], at: 4 * day, .denied("notStarted"))),
        LedgerTextCase(
            "rule 9, denied: a consumable of which one of three was refunded",
            [.transaction(coins.revoked(6).with { $0.revocationPercentage = 33_333 })],
            .access(["coins"], at: 7 * day, .denied("notAnEntitlement"))),
        LedgerTextCase(
            "rule 9, denied: a consumable that was refunded by its percentage",
            [.transaction(coins.revoked(6, "REFUND_PRORATED").with { $0.revocationPercentage = 100_000 })],
            .access(["coins"], at: 7 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 9, denied: a consumable that was refunded by its percentage, for a reason that is not known",
            [.transaction(coins.revoked(6, reason: 7).with { $0.revocationPercentage = 100_000 })],
            .access(["coins"], at: 7 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 9, denied: a consumable that was refunded by its type",
            [.transaction(coins.revoked(6, "REFUND_FULL"))],
            .access(["coins"], at: 7 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 9, denied: a consumable of which a part was refunded by its type",
            [.transaction(coins.revoked(6, "REFUND_PRORATED"))],
            .access(["coins"], at: 7 * day, .denied("notAnEntitlement"))),
        LedgerTextCase(
            "rule 53, denied: a non-renewing subscription without a duration, and with one",
            [.transaction(season)],
            .access(["season"], at: 6 * day, .denied("notAnEntitlement")),
            .season("season", at: 6 * day, lasting: 10 * day, .granted("nonRenewing", until: 15 * day)),
            .season("season", at: 15 * day, lasting: 10 * day, .denied("expired", since: 15 * day))),
        LedgerTextCase(
            "rule 53, denied: a non-renewing subscription whose rest was refunded, since then",
            [.transaction(season.revoked(8, "REFUND_PRORATED"))],
            .season("season", at: 8 * day - 1, lasting: 10 * day, .granted("nonRenewing", until: 8 * day)),
            .season("season", at: 8 * day, lasting: 10 * day, .denied("revoked", since: 8 * day))),
        LedgerTextCase(
            "rule 53, denied: of two non-renewing subscriptions since the later end",
            [
                .transaction(season),
                .transaction(.other("season", .nonRenewable, 20).revoked(22, "REFUND_PRORATED")),
            ],
            .season("season", at: 16 * day, lasting: 10 * day, .denied("expired", since: 15 * day)),
            .season("season", at: 25 * day, lasting: 10 * day, .denied("expired", since: 22 * day))),
        LedgerTextCase(
            "rule 53, denied: a family share that ended, and an own purchase that was refunded in full",
            [
                .transaction(pro.shared().revoked(20)),
                .transaction(.other("pro", .nonConsumable, 25).revoked(26, "REFUND_FULL")),
            ],
            .access(["pro"], at: 30 * day, .denied("revoked", since: 20 * day))),
        LedgerTextCase(
            "rule 33, denied: a refund that was undone, known as of the copy that says so",
            [
                .transaction(basic.revoked(33, "REFUND_FULL")), .transaction(basic.signed(40)),
                over(basic, 30, 31),
            ],
            .details(["basic"], at: 50 * day, purchase: "basic.0", knownAsOf: 40 * day)),
        LedgerTextCase(
            "rule 53, denied: a product that only a renewal info names, known as of that info",
            [
                .receipt([basic], created: 10 * day),
                .pair(basic, renewal: 60, signed: 61) {
                    $0.productID = "premium"
                    $0.autoRenewProductID = "premium"
                    $0.isInBillingRetryPeriod = false
                    $0.expirationIntent = 1
                },
            ],
            .access(["premium"], at: 65 * day, .denied("noPurchaseKnown")),
            .details(["premium"], at: 65 * day, purchase: nil, knownAsOf: 61 * day)),
        LedgerTextCase(
            "rule 53, denied: of two subscriptions the one whose access ended last",
            [
                over(basic, 30, 31),
                over(.period("basic", 0, 20).of("2").shared().with { $0.transactionID = "f" }, 20, 21),
            ],
            .access(["basic"], at: 40 * day, .denied("expired", since: 30 * day)),
            .details(["basic"], at: 40 * day, purchase: "basic.0", knownAsOf: 31 * day)),
        LedgerTextCase(
            "rule 53, denied: of two subscriptions known as of the later evidence of either",
            [
                over(basic, 30, 31),
                over(.period("basic", 0, 20).of("2").shared().with { $0.transactionID = "f" }, 20, 45),
            ],
            .details(["basic"], at: 50 * day, purchase: "basic.0", knownAsOf: 45 * day)),
    ]

    private static let lacking: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 51, undetermined: the product that it renews to",
            [.pair(basic, renewal: 30, signed: 1) { $0.autoRenewProductID = "premium" }],
            .access(["premium"], at: 29 * day, .denied("noPurchaseKnown")),
            .access(["premium"], at: 31 * day, .undetermined(["renewal"])),
            .access(["never.seen"], at: 31 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 51, undetermined: an own subscription, and an older one that renews to the product, are named in the ledger's order",
            [
                .transaction(.period("premium", 5, 25).of("2")),
                .pair(basic, renewal: 30, signed: 1) { $0.autoRenewProductID = "premium" },
            ],
            .access(["premium"], at: 31 * day, .undetermined(["renewal"], since: 25 * day)),
            .details(
                ["premium"], at: 31 * day, purchase: "premium.5", identifiers: ["1", "2"], knownAsOf: 25 * day)),
        LedgerTextCase(
            "rule 51, undetermined: not the product that it would renew to if renewal were on",
            [
                .pair(basic, renewal: 30, signed: 1) {
                    $0.autoRenewProductID = "premium"
                    $0.autoRenewStatus = 0
                }
            ],
            .access(["premium"], at: 31 * day, .denied("noPurchaseKnown")),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 51, undetermined: a known period that has not begun",
            [.transaction(basic), .transaction(.period("lite", 40, 70))],
            .access(["lite"], at: 35 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 41 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 51, undetermined: one of another known type never",
            [
                .transaction(basic.upgraded(signed: 10)),
                .transaction(.other("pro", .nonConsumable, 3).revoked(5, "REFUND_FULL")),
            ],
            .access(["pro"], at: 12 * day, .denied("revoked")),
            .access(["never.seen"], at: 12 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 51, undetermined: one of another known type never, also where a subscription would renew to it",
            [
                .pair(basic, renewal: 30, signed: 1) { $0.autoRenewProductID = "pro" },
                .transaction(.other("pro", .nonConsumable, 3).revoked(5, "REFUND_FULL")),
            ],
            .access(["pro"], at: 31 * day, .denied("revoked"))),
    ]

    private static let lists: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 54, several products: granted, owned before subscribed",
            [.transaction(basic), .transaction(pro)],
            .access(["basic", "pro"], at: 12 * day, .granted("owned", until: .infinity)),
            .access(["basic", "pro"], at: 5 * day, .granted("subscribed", until: 30 * day))),
        LedgerTextCase(
            "rule 54, several products: undetermined, missing and identifiers of all",
            [
                .transaction(basic),
                .pair(.period("news", 0, 20).of("2"), renewal: 20, signed: 21) { $0.isInBillingRetryPeriod = true },
                over(.period("old", 0, 35).of("3"), 35, 36),
            ],
            .access(
                ["old", "news", "basic"], at: 40 * day,
                .undetermined(["renewal", "billingRecovery"], since: 35 * day)),
            .details(
                ["old", "news", "basic"], at: 40 * day, purchase: "old.0", identifiers: ["2", "1"],
                knownAsOf: 35 * day),
            .access(["old", "never.seen"], at: 40 * day, .denied("expired", since: 35 * day))),
        LedgerTextCase(
            "rule 54, several products: denied, the latest since",
            [over(basic, 30, 31), over(.period("news", 0, 20).of("2"), 20, 21)],
            .access(["news", "basic"], at: 40 * day, .denied("expired", since: 30 * day)),
            .access(["never.seen", "news"], at: 40 * day, .denied("expired", since: 20 * day))),
    ]

    private static let beginnings: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 31, status: nil before the subscription, whose original purchase is three seconds later than its period",
            [.transaction(basic.with { $0.originalPurchaseDate = .after(3) })],
            .status(at: -1, nil),
            .status(at: 0, Status("subscribed", until: 30 * day))),
        LedgerTextCase(
            "rule 31, status: nil before a predecessor's successor began",
            [.transaction(basic), .transaction(.period("bundle", 20, 50).of("2", after: "1"))],
            .status("2", at: 20 * day - 1, nil),
            .status("2", at: 20 * day, Status("subscribed", until: 50 * day))),
        LedgerTextCase(
            "rule 19, predecessors: what was bought again after the successor began, which renewed since",
            [
                .transaction(basic), .transaction(.period("bundle", 20, 50).of("2", after: "1")),
                .transaction(.period("bundle", 50, 80).of("2", after: "1").with { $0.transactionReason = "RENEWAL" }),
                .transaction(.period("basic", 40, 70).bought()),
            ],
            .access(["basic"], at: 25 * day, .denied("replaced", since: 20 * day)),
            .access(["basic"], at: 55 * day, .granted("subscribed", until: 70 * day)),
            .access(["bundle"], at: 55 * day, .granted("subscribed", until: 80 * day))),
        LedgerTextCase(
            "rule 53, denied: of two purchases the one that began last, also if it was bought first",
            [
                .transaction(.other("pro", .nonConsumable, 10).revoked(11)),
                .transaction(
                    .other("pro", .nonConsumable, 20).with { $0.originalPurchaseDate = .after(5 * day) }.revoked(21)),
            ],
            .access(["pro"], at: 22 * day, .denied("revoked")),
            .details(["pro"], at: 22 * day, purchase: "pro.10", knownAsOf: 11 * day)),
    ]

    private static let offers: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 59, introductory offers: an old receipt, since which the subscription may have renewed",
            [.transaction(first), .receipt([first], created: 10 * day)],
            .eligibility(at: 5 * day, "ineligible subscribed"),
            .eligibility(at: 1_800 * day, "undetermined missing")),
        LedgerTextCase(
            "rule 60, introductory offers: a receipt that has no subscription", [.receipt([pro], created: 10 * day)],
            .eligibility(at: 12 * day, "eligible newCustomer")),
        LedgerTextCase(
            "rule 57, introductory offers: nothing lists all purchases, nor is the original transaction known",
            [over(basic, 30, 31)],
            .eligibility(at: 40 * day, "undetermined incompleteHistory")),
        LedgerTextCase(
            "rule 60, introductory offers: all is over", [over(first, 30, 31), .receipt([first], created: 95 * day)],
            .eligibility(at: 100 * day, "eligible lapsed")),
        LedgerTextCase(
            "rule 59, introductory offers: what is known still counts as the present state",
            [.transaction(first), .receipt([first], created: 59 * day)],
            .eligibility(at: 60 * day, "undetermined missing"),
            .eligibility(at: 60 * day - 1, staleAfter: day, "eligible lapsed"),
            .eligibility(at: 60 * day + 1, staleAfter: day, "undetermined missing")),
        LedgerTextCase(
            "rule 55, introductory offers: one was used, though it was refunded",
            [.transaction(basic.revoked(2, "REFUND_FULL").with { $0.offerType = 1 })],
            .eligibility(at: 40 * day, "ineligible offerUsed")),
        LedgerTextCase(
            "rule 60, introductory offers: a subscription of an unknown group", [.receipt([first], created: 95 * day)],
            .eligibility(at: 100 * day, "undetermined unknownGroup")),
    ]
}
