import Foundation
import ReceiptKitTesting

// Rules 55 to 57: introductory offers, and histories with gaps.

extension LedgerTextCase {
    /// The first period, whose transaction is the subscription's original one.
    private static let first = TestTransaction.period("basic", 0, 30).with { $0.transactionID = "1" }
    private static let later = TestTransaction.period("basic", 30, 60)
    private static let lost = "undetermined incompleteHistory"

    static let histories: [LedgerTextCase] = whole + holes + predecessors + despiteHoles

    private static let whole: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 57: a history without holes, in a receipt",
            [.transaction(first), .receipt([first], created: 95 * day)],
            .eligibility(at: 100 * day, "eligible lapsed"),
            .eligibility(of: ["basic"], at: 100 * day, "eligible lapsed"),
            .eligibility(at: 100 * day, assumingCompleteHistory: true, "eligible lapsed")),
        LedgerTextCase(
            "rule 57: a history without holes, assumed to be complete",
            [.over(first, 30, signed: 31)],
            .eligibility(at: 32 * day, lost),
            .eligibility(at: 32 * day, assumingCompleteHistory: true, "eligible lapsed"),
            .eligibility(of: ["basic"], at: 32 * day, assumingCompleteHistory: true, "eligible lapsed")),
        LedgerTextCase(
            "rule 57: a history without holes, also if the original purchase was refunded",
            [
                .transaction(first.revoked(10, "REFUND_FULL")),
                .receipt([first.revoked(10, "REFUND_FULL")], created: 95 * day),
            ],
            .eligibility(at: 100 * day, "eligible lapsed")),
        LedgerTextCase(
            "rule 57: the original transaction is known by an identifier that was joined",
            [
                .transaction(first.with { $0.webOrderLineItemID = "500" }),
                .receipt(
                    [
                        first.with {
                            $0.webOrderLineItemID = "500"
                            $0.transactionID = "99"
                        }
                    ], created: 95 * day),
            ],
            .eligibility(at: 100 * day, "eligible lapsed")),
        LedgerTextCase(
            "rule 57: the original purchase is 24 hours before the first known period",
            [
                .transaction(first.with { $0.originalPurchaseDate = .after(-day) }),
                .receipt([first.with { $0.originalPurchaseDate = .after(-day) }], created: 95 * day),
            ],
            .eligibility(at: 100 * day, "eligible lapsed")),
        LedgerTextCase(
            "rule 57: the original purchase is five seconds after the first known period",
            [
                .transaction(first.with { $0.originalPurchaseDate = .after(5) }),
                .receipt([first.with { $0.originalPurchaseDate = .after(5) }], created: 95 * day),
            ],
            .eligibility(at: 100 * day, "eligible lapsed")),
    ]

    private static let holes: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 57: the original transaction isn't known",
            [
                .transaction(.period("basic", 0, 30)),
                .receipt([.period("basic", 0, 30)], created: 95 * day),
            ],
            .eligibility(at: 100 * day, lost),
            .eligibility(of: ["basic"], at: 100 * day, lost),
            .eligibility(at: 100 * day, assumingCompleteHistory: true, lost)),
        LedgerTextCase(
            "rule 57: only a later period is known",
            [.transaction(later), .receipt([later], created: 125 * day)],
            .eligibility(at: 130 * day, lost),
            .eligibility(at: 130 * day, assumingCompleteHistory: true, lost)),
        LedgerTextCase(
            "rule 57: the original purchase is 24 hours and a second before the first known period",
            [
                .transaction(first.with { $0.originalPurchaseDate = .after(-day - 1) }),
                .receipt([first.with { $0.originalPurchaseDate = .after(-day - 1) }], created: 95 * day),
            ],
            .eligibility(at: 100 * day, lost),
            .eligibility(of: ["basic"], at: 100 * day, assumingCompleteHistory: true, lost)),
        LedgerTextCase(
            "rule 57: a hole in a subscription of another group",
            [
                .transaction(first), .receipt([first], created: 95 * day),
                .over(.period("news", 30, 60).of("3").with { $0.subscriptionGroupID = "8" }, 60, signed: 61),
            ],
            .eligibility(at: 100 * day, "eligible lapsed"),
            .eligibility(of: ["news"], at: 100 * day, lost)),
        LedgerTextCase(
            "rule 57: a hole in a second subscription of the group",
            [
                .transaction(first), .receipt([first], created: 95 * day),
                .over(.period("premium", 30, 60).of("3"), 60, signed: 61),
            ],
            .eligibility(at: 100 * day, lost),
            .eligibility(at: 100 * day, assumingCompleteHistory: true, lost)),
        LedgerTextCase(
            "rule 57: a truncated sandbox receipt",
            [.transaction(later.sandbox()), .receipt([later.sandbox()], created: 95 * day)],
            .eligibility(at: 100 * day, lost)),
    ]

    private static let predecessors: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 57: the predecessor isn't known",
            [
                .transaction(first.with { $0.previousOriginalTransactionID = "9" }),
                .receipt([first], created: 95 * day),
            ],
            .eligibility(at: 100 * day, lost),
            .eligibility(of: ["basic"], at: 100 * day, assumingCompleteHistory: true, lost)),
        LedgerTextCase(
            "rule 57: the predecessor is known",
            [
                .transaction(.period("old", -40, -10).of("9").with { $0.transactionID = "9" }),
                .transaction(first.with { $0.previousOriginalTransactionID = "9" }),
                .receipt(
                    [.period("old", -40, -10).of("9").with { $0.transactionID = "9" }, first], created: 95 * day),
            ],
            .eligibility(at: 100 * day, "eligible lapsed")),
    ]

    private static let despiteHoles: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 55: a hole, and a known period had the offer",
            [
                .transaction(later.with { $0.offerType = 1 }),
                .receipt([later.with { $0.offerType = 1 }], created: 125 * day),
            ],
            .eligibility(at: 130 * day, "ineligible offerUsed"),
            .eligibility(of: ["basic"], at: 130 * day, "ineligible offerUsed")),
        LedgerTextCase(
            "rule 56: a hole, and the customer is subscribed",
            [.transaction(later), .receipt([later], created: 40 * day)],
            .eligibility(at: 45 * day, "ineligible subscribed"),
            .eligibility(at: 45 * day, assumingCompleteHistory: true, "ineligible subscribed")),
        LedgerTextCase(
            "rule 56: a hole, and the customer is in grace",
            [.info(later, 60, signed: 60.5, retry: false, grace: 76)],
            .eligibility(at: 70 * day, "ineligible subscribed")),
    ]
}
