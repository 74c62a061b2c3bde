import Foundation
import ReceiptKitTesting

// Rule 51: every product that an info ever named as the subscription's next.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)

    static let nextProducts: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 51: a product that an earlier info named as the next",
            [.info(basic, 30, signed: 10, next: "premium"), .info(basic, 30, signed: 20)],
            .access(["premium"], at: 25 * day, .denied("noPurchaseKnown")),
            .access(["premium"], at: 31 * day, .undetermined(["renewal"])),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day)),
            .access(["never.seen"], at: 31 * day, .denied("noPurchaseKnown")),
            .identifiers(["premium"], at: 31 * day, ["1"])),
        LedgerTextCase(
            "rule 51: several products that were named as the next, one after the other",
            [
                .info(basic, 30, signed: 10, next: "premium"), .info(basic, 30, signed: 15, next: "lite"),
                .info(basic, 30, signed: 20),
            ],
            .access(["premium"], at: 31 * day, .undetermined(["renewal"])),
            .access(["lite"], at: 31 * day, .undetermined(["renewal"])),
            .access(["never.seen"], at: 31 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 51: named as the next of an earlier period",
            [
                .info(basic, 30, signed: 10, next: "premium"),
                .info(.period("basic", 30, 60), 60, signed: 30.5),
            ],
            .access(["premium"], at: 40 * day, .denied("noPurchaseKnown")),
            .access(["premium"], at: 61 * day, .undetermined(["renewal"]))),
        LedgerTextCase(
            "rule 51: whatever is missing",
            [
                .info(basic, 30, signed: 10, next: "premium"),
                .info(basic, 30, signed: 31, retry: true, intent: 2),
            ],
            .access(["premium"], at: 32 * day, .undetermined(["billingRecovery"]))),
        LedgerTextCase(
            "rule 51: nothing is missing of the subscription",
            [.info(basic, 30, signed: 10, next: "premium"), .over(basic, 30, signed: 30.5)],
            .access(["premium"], at: 31 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 51: something is missing of another subscription only",
            [
                .transaction(basic), .info(.period("plus", 0, 365).of("3"), 365, signed: 10, next: "premium"),
            ],
            .access(["premium"], at: 31 * day, .denied("noPurchaseKnown"))),
        LedgerTextCase(
            "rule 51: a product of another known type never",
            [
                .info(basic, 30, signed: 10, next: "coins"), .info(basic, 30, signed: 20),
                .transaction(.other("coins", .consumable, 5)),
            ],
            .access(["coins"], at: 31 * day, .denied("notAnEntitlement"))),
    ]
}
