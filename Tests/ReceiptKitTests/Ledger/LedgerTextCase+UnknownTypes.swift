import Foundation
import ReceiptKitTesting

// Rules 4, 5 and 52: product types that this version doesn't know.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)
    private static let bundle = TestTransaction.period("bundle", 0, 30).typed("Subscription Bundle")
    private static let wonder = TestTransaction.other("wonder", .nonConsumable, 5).typed("Wonder")
    private static let coins = TestTransaction.other("coins", .consumable, 5)

    static let unknownTypes: [LedgerTextCase] = unknownSubscriptions + unknownNeighbours + unknownOthers

    private static let unknownSubscriptions: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 5: an unknown word with an expiration date is a subscription",
            [.transaction(bundle)],
            .access(["bundle"], at: -1, .denied("notStarted")),
            .access(["bundle"], at: 0, .granted("subscribed", until: 30 * day)),
            .access(["bundle"], at: 30 * day - 1, .granted("subscribed", until: 30 * day)),
            .status(at: 15 * day, Status("subscribed", until: 30 * day)),
            .entitlements(at: 15 * day, ["bundle.0"], seats: [nil]),
            .access(["never.seen"], at: 15 * day, .denied("noPurchaseKnown")),
            .access(["bundle"], at: 30 * day, .undetermined(["renewal"], since: 30 * day)),
            .status(at: 31 * day, Status("expired", missing: "renewal")),
            .identifiers(["bundle"], at: 31 * day, ["1"])),
        LedgerTextCase(
            "rule 5: an unknown number in a receipt, with an expiration date, is a subscription",
            [.receipt([bundle], created: 10 * day)],
            .access(["bundle"], at: 15 * day, .granted("subscribed", until: 30 * day)),
            .access(["bundle"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
        LedgerTextCase(
            "rule 4: a word and a number, both unknown, of one purchase",
            [.transaction(bundle), .receipt([bundle], created: 31 * day)],
            .access(["bundle"], at: 15 * day, .granted("subscribed", until: 30 * day)),
            .access(["bundle"], at: 32 * day, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 5: an unknown type, expired for good",
            [.over(bundle, 30, signed: 31)],
            .access(["bundle"], at: 15 * day, .granted("subscribed", until: 30 * day)),
            .access(["bundle"], at: 32 * day, .denied("expired", since: 30 * day))),
        LedgerTextCase(
            "rule 5: an unknown type in a grace period",
            [.info(bundle, 30, signed: 30.5, retry: true, intent: 2, grace: 46)],
            .access(["bundle"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["bundle"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 5: an unknown type, charged ahead",
            [.transaction(.period("bundle", 30, 60, signed: 29.5).typed("Subscription Bundle"))],
            .access(["bundle"], at: 29.75 * day, .granted("subscribed", until: 60 * day)),
            .access(["bundle"], at: 31 * day, .granted("subscribed", until: 60 * day))),
        LedgerTextCase(
            "rule 9: an unknown type is revoked as any, in full",
            [.transaction(bundle.revoked(10, "REFUND_FULL"))],
            .access(["bundle"], at: 5 * day, .denied("revoked")),
            .access(["bundle"], at: 12 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 9: an unknown type is revoked as any, in part",
            [.transaction(bundle.revoked(10, "REFUND_PRORATED"))],
            .access(["bundle"], at: 5 * day, .granted("subscribed", until: 10 * day)),
            .access(["bundle"], at: 12 * day, .denied("revoked", since: 10 * day))),
        LedgerTextCase(
            "rule 5: an absent type is a subscription by its expiration date",
            [.transaction(.period("basic", 0, 30).typed(nil))],
            .access(["basic"], at: 15 * day, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 31 * day, .undetermined(["renewal"], since: 30 * day))),
    ]

    private static let unknownNeighbours: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 14: an unknown type replaces nothing",
            [
                .transaction(basic),
                .transaction(.period("bundle", 10, 40).bought().typed("Subscription Bundle")),
            ],
            .access(["basic"], at: 15 * day, .granted("subscribed", until: 30 * day)),
            .access(["bundle"], at: 15 * day, .granted("subscribed", until: 40 * day)),
            .access(["basic"], at: 30 * day - 1, .granted("subscribed", until: 30 * day))),
        LedgerTextCase(
            "rule 14: an unknown type is replaced by nothing",
            [.transaction(bundle), .transaction(.period("basic", 10, 40).bought())],
            .access(["bundle"], at: 15 * day, .granted("subscribed", until: 30 * day)),
            .access(["basic"], at: 15 * day, .granted("subscribed", until: 40 * day))),
        LedgerTextCase(
            "rule 14: two products of unknown types don't replace each other",
            [.transaction(bundle), .transaction(.period("suite", 10, 40).bought().typed("Wonder"))],
            .access(["bundle"], at: 15 * day, .granted("subscribed", until: 30 * day)),
            .access(["suite"], at: 15 * day, .granted("subscribed", until: 40 * day))),
        LedgerTextCase(
            "rule 14: products of known types do",
            [.transaction(basic), .transaction(.period("premium", 10, 40).bought())],
            .access(["basic"], at: 15 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 15 * day, .granted("subscribed", until: 40 * day))),
        LedgerTextCase(
            "rule 14: an unknown type that is called upgraded was replaced",
            [.transaction(bundle.upgraded(signed: 10)), .transaction(.period("premium", 10, 40).bought())],
            .access(["bundle"], at: 9 * day, .granted("subscribed", until: 10 * day)),
            .access(["bundle"], at: 12 * day, .denied("replaced", since: 10 * day)),
            .access(["premium"], at: 12 * day, .granted("subscribed", until: 40 * day))),
        LedgerTextCase(
            "rule 17: an unknown type that is called upgraded, by what nothing shows",
            [.transaction(bundle.upgraded(signed: 10))],
            .access(["bundle"], at: 12 * day, .undetermined(["productChange"], since: 10 * day)),
            .access(["premium"], at: 12 * day, .undetermined(["productChange"]))),
        LedgerTextCase(
            "rule 14: an unknown type replaces what is called upgraded",
            [
                .transaction(basic.upgraded(signed: 10)),
                .transaction(.period("bundle", 10, 40).bought().typed("Subscription Bundle")),
            ],
            .access(["basic"], at: 9 * day, .granted("subscribed", until: 10 * day)),
            .access(["basic"], at: 12 * day, .denied("replaced", since: 10 * day)),
            .access(["bundle"], at: 12 * day, .granted("subscribed", until: 40 * day))),
        LedgerTextCase(
            "rule 19: an unknown type names its predecessor",
            [
                .transaction(basic),
                .transaction(.period("bundle", 20, 50).of("2", after: "1").typed("Subscription Bundle")),
            ],
            .access(["basic"], at: 20 * day - 1, .granted("subscribed", until: 20 * day)),
            .access(["basic"], at: 25 * day, .denied("replaced", since: 20 * day)),
            .access(["bundle"], at: 25 * day, .granted("subscribed", until: 50 * day)),
            .access(["basic"], at: 35 * day, .denied("replaced", since: 20 * day))),
    ]

    private static let unknownOthers: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 52: an unknown word without an expiration date is never denied",
            [.transaction(wonder), .transaction(coins)],
            .access(["wonder"], at: 6 * day, .undetermined(["productType"])),
            .access(["wonder"], at: 1_000 * day, .undetermined(["productType"])),
            .access(["wonder"], at: 6 * day, staleAfter: 30 * day, .undetermined(["productType"])),
            .identifiers(["wonder"], at: 6 * day, []),
            .access(["coins", "wonder"], at: 6 * day, .undetermined(["productType"])),
            .access(["never.seen"], at: 6 * day, .denied("noPurchaseKnown")),
            .entitlements(at: 6 * day, [], seats: [])),
        LedgerTextCase(
            "rule 52: an unknown number without an expiration date is never denied",
            [.receipt([wonder], created: 10 * day)],
            .access(["wonder"], at: 11 * day, .undetermined(["productType"])),
            .identifiers(["wonder"], at: 11 * day, [])),
        LedgerTextCase(
            "rule 54: several products, one of an unknown type and one whose renewal is missing",
            [.transaction(wonder), .transaction(basic)],
            .access(["wonder", "basic"], at: 20 * day, .granted("subscribed", until: 30 * day)),
            .access(["wonder", "basic"], at: 31 * day, .undetermined(["productType", "renewal"], since: 30 * day)),
            .identifiers(["wonder", "basic"], at: 31 * day, ["1"])),
        LedgerTextCase(
            "rule 52: an unknown type without an expiration date, revoked",
            [.transaction(wonder.revoked(6, "REFUND_FULL"))],
            .access(["wonder"], at: 7 * day, .denied("revoked"))),
        LedgerTextCase(
            "rule 4: a type that another claim knows is that one, in the later receipt",
            [.transaction(coins.typed("Wonder")), .receipt([coins], created: 6 * day)],
            .access(["coins"], at: 7 * day, .denied("notAnEntitlement"))),
        LedgerTextCase(
            "rule 4: a type that another claim knows is that one, in the later transaction",
            [.receipt([coins.typed("Wonder")], created: 5.5 * day), .transaction(coins.signed(7))],
            .access(["coins"], at: 8 * day, .denied("notAnEntitlement"))),
        LedgerTextCase(
            "rule 4: a non-consumable that a receipt calls by an unknown number",
            [
                .receipt([.other("pro", .nonConsumable, 3).typed("Wonder")], created: 5 * day),
                .transaction(.other("pro", .nonConsumable, 3, signed: 10)),
            ],
            .access(["pro"], at: 12 * day, .granted("owned", until: .infinity))),
        LedgerTextCase(
            "rule 53: consumables and free subscriptions stay what they are",
            [
                .receipt(
                    [coins, .other("free", .nonConsumable, 5).typed("Free Subscription")], created: 10 * day)
            ],
            .access(["coins"], at: 11 * day, .denied("notAnEntitlement")),
            .access(["free"], at: 11 * day, .denied("notAnEntitlement"))),
    ]
}
