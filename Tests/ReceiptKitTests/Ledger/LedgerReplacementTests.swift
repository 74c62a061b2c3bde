import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests upgrades that the evidence shows late, or of renewals that never ran, and revocations that end a period
/// without voiding it.
@Suite("Ledger: replacements")
struct LedgerReplacementTests {
    static let start = Date.utc(2024, 1, 1)
    private func day(_ days: Double) -> Date { Self.start.addingTimeInterval(days * 86_400) }

    /// One transaction of the subscription `1`, in days.
    struct SignedPeriod {
        var product: String
        var id: Int64
        var from: Double
        var to: Double
        var signed: Double
        var upgraded = false
        var revoked: Double?
        var revocationType: String?
        var revocationReason: Int64 = 0
        var reason: String?
        var plan: String?
    }

    private func evidence(_ stated: SignedPeriod) throws -> VerifiedEvidence {
        var transaction = TestTransaction(
            LedgerSubject.period(stated.product, stated.id, day(stated.from), day(stated.to)))
        transaction.signedDate = day(stated.signed)
        if stated.upgraded { transaction.isUpgraded = true }
        if let plan = stated.plan { transaction.changes.set("billingPlanType", "\"\(plan)\"") }
        if let reason = stated.reason { transaction.transactionReason = reason }
        if let revoked = stated.revoked {
            transaction.revocationDate = day(revoked)
            transaction.revocationReason = stated.revocationReason
            transaction.revocationType = stated.revocationType
        }
        return try AsIfVerified.transaction(transaction)
    }

    /// Returns the product that the customer has, or throws if two answers differ.
    private func access(_ ledger: PurchaseLedger, _ days: Double) throws -> [String] {
        let date = day(days)
        let products = ledger.currentEntitlements(at: date).map(\.productID)
        for product in Set(ledger.map(\.productID)) {
            #expect(ledger.isEntitled(to: product, at: date) == products.contains(product), "\(product) on \(days)")
            #expect(
                ledger.access(to: product, at: date).isGranted == products.contains(product), "\(product) on \(days)")
        }
        let status = try #require(ledger.subscription(originalTransactionID: "1")).status(at: date)
        #expect(status?.state.isEntitled ?? false == !products.isEmpty, "on \(days)")
        return products
    }

    static let basic = SignedPeriod(product: "basic", id: 1, from: 0, to: 30, signed: 0.1)
    static let renewal = SignedPeriod(product: "basic", id: 2, from: 30, to: 60, signed: 29)
    static let premium = SignedPeriod(
        product: "premium", id: 3, from: 29.5, to: 394.5, signed: 29.5, reason: "PURCHASE")

    /// The renewal as shown by a transaction that was signed on a day.
    private static func upgraded(_ signed: Double) -> SignedPeriod {
        var stated = renewal
        (stated.signed, stated.upgraded) = (signed, true)
        return stated
    }

    @Test(
        "An upgraded renewal that was charged ahead never ran, and replaces nothing",
        arguments: [29.6, 30, 31, 50, 400])
    func upgradedRenewal(_ signed: Double) throws {
        for stated in [[Self.premium], [Self.basic, Self.premium], [Self.basic, Self.premium, Self.renewal]] {
            let ledger = try PurchaseLedger(merging: (stated + [Self.upgraded(signed)]).map(evidence))
            for days in [29.5, 29.9, 30, 30.5, 31, 49, 50, 61, 200, 394] {
                #expect(try access(ledger, days) == ["premium"], "on \(days)")
            }
            #expect(try access(ledger, 394.5) == [])
        }
    }

    @Test(
        "If a renewal and another product's purchase begin at the same time, the longer one is in effect",
        arguments: [50.0, 395])
    func changeAtTheRenewal(_ end: Double) throws {
        let stated = [
            SignedPeriod(product: "lite", id: 1, from: 0, to: 30, signed: 0),
            SignedPeriod(product: "optimum", id: 2, from: 30, to: end, signed: 30),
            SignedPeriod(product: "lite", id: 3, from: 30, to: 60, signed: 29),
        ]
        let ledger = try PurchaseLedger(merging: stated.map(evidence))
        #expect(try access(ledger, 29) == ["lite"])
        for days in [30.0, 49, 55] { #expect(try access(ledger, days) == [end == 50 ? "lite" : "optimum"]) }
        #expect(try access(ledger, 61) == (end == 50 ? [] : ["optimum"]))
    }

    @Test(
        "If two products begin at the same time, the one marked as upgraded never ran",
        arguments: [1, 3] as [Int64])
    func upgradedAtOnce(_ id: Int64) throws {
        // The identifiers and ends determine the order of the ledger: the upgraded one is first, or last.
        for end in [20.0, 30, 40] {
            let stated = [
                SignedPeriod(product: "basic", id: id, from: 0, to: 30, signed: 10, upgraded: true, reason: "RENEWAL"),
                SignedPeriod(product: "premium", id: 2, from: 0, to: end, signed: 0, reason: "PURCHASE"),
            ]
            let ledger = try PurchaseLedger(merging: stated.map(evidence))
            #expect(try [0, 9, 11, 19].map { try access(ledger, $0) } == Array(repeating: ["premium"], count: 4))
            #expect(try access(ledger, end) == [])
        }
    }

    @Test("Consecutive upgrades with late evidence: each ran until the next began")
    func chain() throws {
        let stated = [
            SignedPeriod(product: "basic", id: 1, from: 0, to: 30, signed: 50, upgraded: true),
            SignedPeriod(product: "premium", id: 2, from: 10, to: 40, signed: 50, upgraded: true),
            SignedPeriod(product: "ultra", id: 3, from: 20, to: 385, signed: 50),
        ]
        var stale = stated
        (stale[0].signed, stale[0].upgraded) = (0, false)
        for stated in [stated, stale] {
            let ledger = try PurchaseLedger(merging: stated.map(evidence))
            #expect(
                try [0, 9, 10, 19, 20, 100].map { try access(ledger, $0) }
                    == [["basic"], ["basic"], ["premium"], ["premium"], ["ultra"], ["ultra"]])
        }
        let unstated = try PurchaseLedger(merging: stated.prefix(2).map(evidence))
        #expect(try [9, 10, 39].map { try access(unstated, $0) } == [["basic"], ["premium"], ["premium"]])
    }

    @Test("An upgraded period ends no later than the transaction that says so", arguments: [nil, 201.0])
    func upgradedAndUnrelated(_ refunded: Double?) throws {
        let year = SignedPeriod(product: "basic", id: 1, from: 0, to: 365, signed: 10, upgraded: true)
        let other = SignedPeriod(product: "other", id: 2, from: 200, to: 230, signed: 201, revoked: refunded)
        let ledger = try PurchaseLedger(merging: [evidence(year), evidence(other)])
        #expect(try [0, 9.9, 10, 11, 199].map { try access(ledger, $0) } == [["basic"], ["basic"], [], [], []])
        #expect(try access(ledger, 210) == (refunded == nil ? ["other"] : []))
    }

    @Test("A refunded upgrade, in full or in part, doesn't restore the replaced product in any answer")
    func refundedUpgrade() throws {
        for (type, isVoid) in [("REFUND_FULL", true), ("REFUND_PRORATED", false)] {
            var refunded = Self.premium
            (refunded.revoked, refunded.revocationType, refunded.signed) = (29.8, type, 29.9)
            let ledger = try PurchaseLedger(merging: [evidence(Self.basic), evidence(refunded)])
            #expect(
                try [29, 29.6, 29.9, 30].map { try access(ledger, $0) }
                    == [["basic"], isVoid ? [] : ["premium"], [], []], "\(type)")
            #expect(ledger.subscriptions[0].status(at: day(29.9))?.state == .revoked)
            #expect(ledger.subscriptions[0].status(at: day(30))?.state == .revoked)
            #expect(ledger.access(to: "basic", at: day(29.9)).inShort == "denied: replaced 1")
            #expect(ledger.access(to: "basic", at: day(29.9)).since == day(29.5))
            #expect(ledger.access(to: "premium", at: day(29.9)).inShort == "denied: revoked 3")
        }
    }

    @Test(
        "A renewal of another product that was refunded in full ends the product that ran by then: it had been replaced"
    )
    func voidRenewal() throws {
        let other = SignedPeriod(
            product: "other", id: 2, from: 29, to: 59, signed: 29.9, revoked: 29.8, revocationType: "REFUND_FULL",
            reason: "RENEWAL")
        let ledger = try PurchaseLedger(merging: [evidence(Self.basic), evidence(other)])
        #expect(try [28, 29.5, 29.9, 30].map { try access(ledger, $0) } == [["basic"], [], [], []])
    }

    @Test(
        "Another billing plan of the same product replaces a period for good, refunded or not", arguments: [nil, 12.0])
    func billingPlan(_ refunded: Double?) throws {
        let yearly = SignedPeriod(product: "basic", id: 1, from: 0, to: 365, signed: 1, plan: "BILLED_UPFRONT")
        let monthly = SignedPeriod(
            product: "basic", id: 2, from: 10, to: 40, signed: 12.5, revoked: refunded, reason: "PURCHASE",
            plan: "MONTHLY")
        let ledger = try PurchaseLedger(merging: [evidence(yearly), evidence(monthly)])
        #expect(ledger.subscriptions[0].periods.map(\.effectiveEndDate) == [day(10), refunded == nil ? day(40) : nil])
        #expect(try [9, 11, 45].map { try access(ledger, $0) } == [["basic"], refunded == nil ? ["basic"] : [], []])
        #expect(ledger.asOf(day(11)).entitlement(to: "basic")?.purchase.transactionID == (refunded == nil ? "2" : nil))
    }

    /// The transactions of an upgraded period: the reason, the signing day of an older copy without the upgrade, and
    /// whether it ran.
    static let ran: [(reason: String, older: Double?, ran: Bool)] = [
        ("PURCHASE", nil, true), ("RENEWAL", nil, false), ("RENEWAL", 10, true), ("RENEWAL", 9.9, false),
    ]

    @Test(
        "A period that ran can't be erased: a newer upgraded copy ends it, and restores nothing", arguments: ran.indices
    )
    func upgradedCopy(_ index: Int) throws {
        let row = Self.ran[index]
        let basic = SignedPeriod(product: "basic", id: 1, from: 0, to: 365, signed: 1)
        let upgraded = SignedPeriod(
            product: "premium", id: 2, from: 10, to: 40, signed: 20, upgraded: true, reason: row.reason)
        var stated = [basic, upgraded]
        if let older = row.older {
            stated.append(SignedPeriod(product: "premium", id: 2, from: 10, to: 40, signed: older, reason: row.reason))
        }
        let ledger = try PurchaseLedger(merging: stated.map(evidence))
        #expect(
            try [9, 15, 25].map { try access(ledger, $0) }
                == (row.ran ? [["basic"], ["premium"], []] : [["basic"], ["basic"], ["basic"]]))
    }

    @Test("Two products that both run according to a late transaction both give access")
    func both() throws {
        let month = SignedPeriod(product: "basic", id: 1, from: 0, to: 30, signed: 11)
        let other = SignedPeriod(product: "other", id: 2, from: 10, to: 20, signed: 10)
        let ledger = try PurchaseLedger(merging: [evidence(month), evidence(other)])
        #expect(try [9, 15, 25].map { try access(ledger, $0) } == [["basic"], ["basic", "other"], ["basic"]])
        #expect(ledger.subscriptions[0].status(at: day(5))?.until == day(10))
    }

    /// A revocation on day 10 of 30, and whether the customer keeps the first nine days.
    static let revocations: [(type: String?, reason: Int64, stays: Bool)] = [
        (nil, 0, false), (nil, 1, false), ("REFUND_FULL", 0, false), ("REFUND_FULL", 1, false),
        ("REFUND_PRORATED", 0, true), ("FAMILY_REVOKE", 0, true), ("ASSIGNMENT_REVOKE", 0, true),
        ("SOMETHING_NEW", 1, true), (nil, 2, true), (nil, 7, true), ("REFUND_FULL", 2, true),
    ]

    @Test("A full refund voids a purchase; every other revocation ends it", arguments: revocations.indices)
    func revocation(_ index: Int) throws {
        let row = Self.revocations[index]
        let stated = SignedPeriod(
            product: "basic", id: 1, from: 0, to: 30, signed: 11, revoked: 10, revocationType: row.type,
            revocationReason: row.reason)
        let ledger = try PurchaseLedger(merging: [evidence(stated)])
        #expect(try access(ledger, 9) == (row.stays ? ["basic"] : []))
        for days in [10.0, 20, 31] { #expect(try access(ledger, days) == []) }
        #expect(ledger.subscriptions[0].status(at: day(20))?.state == .revoked)
        #expect(ledger.subscriptions[0].periods[0].effectiveEndDate == (row.stays ? day(10) : nil))
    }

    // MARK: Purchases without an end

    static let passes: [(name: String, make: @Sendable (Date, String) -> TestPurchase)] = [
        ("non-renewing", { .nonRenewable("pass", on: $0, transactionID: $1) }),
        ("consumable", { .consumable("pass", on: $0, transactionID: $1) }),
    ]

    @Test("A prorated refund of the second purchase leaves the first", arguments: passes.indices)
    func secondPass(_ index: Int) throws {
        let pass = Self.passes[index]
        var second = TestTransaction(pass.make(day(10), "2").refunded(on: day(20)))
        (second.signedDate, second.revocationType) = (day(21), "REFUND_PRORATED")
        let ledger = try PurchaseLedger(merging: [
            AsIfVerified.transaction(TestTransaction(pass.make(day(0), "1"))), AsIfVerified.transaction(second),
        ])
        for (days, transaction) in [(5.0, "1"), (15, "2"), (20, "1"), (25, "1")] {
            let access = ledger.asOf(day(days), nonRenewing: { _ in .distantFuture }).access(to: "pass")
            #expect(
                access.inShort.hasPrefix(
                    pass.name == "consumable" ? "denied: notAnEntitlement" : "granted \(transaction)"),
                "\(pass.name) on \(days)")
            let entitled = ledger.asOf(day(days), nonRenewing: { _ in .distantFuture }).currentEntitlements
            #expect(
                entitled.map(\.purchase.transactionID) == (pass.name == "consumable" ? [] : [transaction]), "on \(days)"
            )
        }
    }
}
