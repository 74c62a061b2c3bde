import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the evidence that may be missing for a subscription without access: first what the evidence covers, then the
/// first of nine rules that applies. Each case is one side of one rule.
@Suite("Access: possibly missing evidence, rule by rule")
struct AccessRuleTests {
    private typealias Subject = SentenceSubject

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var product = "p"
        var staleAfter: TimeInterval = 0
        let evidence: @Sendable () throws -> [VerifiedEvidence]
        /// Days, and the expected answers.
        let answers: [(day: Double, access: String)]

        init(
            _ name: String, product: String = "p", staleAfter: TimeInterval = 0, _ answers: [(Double, String)],
            _ evidence: @escaping @Sendable () throws -> [VerifiedEvidence]
        ) {
            (testDescription, self.product, self.staleAfter) = (name, product, staleAfter)
            (self.answers, self.evidence) = (answers.map { (day: $0.0, access: $0.1) }, evidence)
        }
    }

    // MARK: Evidence

    /// Two seconds, in days: evidence has whole seconds.
    static let moment = 2.0 / 86_400
    static let (renewal, recovery, change) = (
        "undetermined: renewal 1", "undetermined: billingRecovery 1", "undetermined: productChange 1"
    )
    static let (expired, revoked, granted) = ("denied: expired 1", "denied: revoked 1", "granted 1")

    /// The product `p` from day 0 to day 30.
    static func month(_ change: (inout TestTransaction) -> Void = { _ in }) -> TestTransaction {
        Subject.transaction("p", 1, 0, 30, signed: 0.1, [:], change)
    }

    static func verified(_ change: (inout TestTransaction) -> Void = { _ in }) throws -> VerifiedEvidence {
        try AsIfVerified.transaction(month(change))
    }

    /// The month with a renewal info, whose subject is the month unless its `renewalDate` says otherwise.
    static func info(
        _ signed: Double, about end: Double? = 30, _ change: (inout TestRenewalInfo) -> Void = { _ in }
    ) throws -> VerifiedEvidence {
        try AsIfVerified.status(
            month(),
            Subject.renewal(month(), signed: signed) {
                $0.renewalDate = end.map(Subject.day)
                change(&$0)
            })
    }

    /// A receipt with the month, or with only another purchase.
    static func receipt(
        _ created: Double, isOfAnother: Bool = false, environment: TestEnvironment = .production
    ) throws -> VerifiedEvidence {
        let month = LedgerSubject.period("p", 1, Subject.day(0), Subject.day(30))
        let other = TestPurchase.nonConsumable("level", on: Subject.day(0), transactionID: "900")
        return try AsIfVerified.receipt(
            isOfAnother ? [other] : [month], created: Subject.day(created), environment: environment)
    }

    static func retry(_ info: inout TestRenewalInfo) { info.isInBillingRetryPeriod = true }
    static func intent(_ info: inout TestRenewalInfo) { info.expirationIntent = 1 }
    static func off(_ info: inout TestRenewalInfo) { info.autoRenewStatus = 0 }

    // MARK: Covered by the evidence

    static let coverage: [Case] = [
        Case(
            "until the date of an info about the last period, signed after its end, nothing",
            [(35, expired), (40, expired), (40 + moment, renewal)]
        ) { [try info(40)] },
        Case(
            "but a billing recovery, before the first info that states retry without grace",
            [(35, recovery), (40, expired), (40 + moment, recovery)]
        ) { [try info(40, retry)] },
        Case(
            "an info that was signed as the period ended covers that instant", [(30, expired), (30 + moment, renewal)]
        ) { [try info(30)] },
        Case("an info that was signed before the end covers nothing", [(30, renewal)]) { [try info(29.9)] },
        Case(
            "with staleAfter, so many seconds more", staleAfter: 3_600,
            [(40 + 1.0 / 24, expired), (40 + 1.0 / 24 + moment, recovery)]
        ) { [try info(40, retry)] },
        Case("a transaction covers nothing, however late Apple signed the copy", [(35, renewal)]) {
            [try verified { $0.signedDate = Subject.day(40) }]
        },
        Case(
            "until the date of a receipt that was created after the end, a billing recovery",
            [(30, recovery), (35, recovery), (35 + moment, recovery)]
        ) { [try receipt(35)] },
        Case(
            "until then a change of product may be missing, as afterwards",
            [(34, change), (35, change), (35 + moment, change)]
        ) {
            [
                try verified {
                    $0.isUpgraded = true
                    $0.signedDate = Subject.day(20)
                }, try receipt(35),
            ]
        },
        Case("a receipt that was created before the end covers nothing", [(30, renewal)]) { [try receipt(29.9)] },
        Case(
            "until then nothing later than 28 days after the end: a grace period is no longer",
            [(58, recovery), (58 + moment, expired), (70, expired), (70 + moment, recovery)]
        ) { [try receipt(70)] },
        Case(
            "with staleAfter, so many seconds more of it", staleAfter: 3_600,
            [(70 + 1.0 / 24, expired), (70 + 1.0 / 24 + moment, recovery)]
        ) { [try receipt(70)] },
        Case("a receipt of another account says nothing", [(35, renewal), (45, renewal)]) {
            [try verified(), try receipt(40, isOfAnother: true)]
        },
    ]

    // MARK: The rules

    /// A renewal from day 30 to day 60 of a purchase on day 0, whose first period isn't known.
    private static func second(_ change: (inout TestTransaction) -> Void = { _ in }) throws -> VerifiedEvidence {
        try AsIfVerified.transaction(
            Subject.transaction("p", 2, 30, 60, signed: 30) {
                $0.originalPurchaseDate = Subject.day(0)
                change(&$0)
            })
    }

    private static func bundle(_ from: Double) throws -> VerifiedEvidence {
        try AsIfVerified.transaction(
            Subject.transaction(
                "bundle", 9, from, from + 30, signed: from, original: "9",
                ["previousOriginalTransactionId": #""1""#]))
    }

    private static func revoked(_ day: Double, _ change: (inout TestTransaction) -> Void = { _ in }) throws
        -> VerifiedEvidence
    {
        try verified {
            ($0.revocationDate, $0.revocationReason, $0.revocationType) = (Subject.day(day), 0, "REFUND_PRORATED")
            $0.signedDate = Subject.day(day + 0.1)
            change(&$0)
        }
    }

    static let rules: [Case] = [
        Case("0: before the original purchase nothing", [(-moment, "denied: notStarted 2")]) { [try second()] },
        Case(
            "0: after it and before the first known period a renewal",
            [(0, "undetermined: renewal"), (30, "granted 2")]
        ) { [try second()] },
        Case(
            "0: where an overtaken renewal would have begun, a change of product",
            [(30 - moment, "undetermined: renewal"), (30, "undetermined: productChange")]
        ) { [try second { $0.isUpgraded = true }] },
        Case(
            "1: before a subscription begins that names it as its predecessor", [(35, renewal), (40 - moment, renewal)]
        ) {
            [try verified(), try bundle(40)]
        },
        Case("1: from its start nothing", [(40, "denied:"), (100, "denied:")]) { [try verified(), try bundle(40)] },
        Case(
            "1: a period of this one since: it's asked about again",
            [(85, "granted 3"), (115, "undetermined: renewal 3")]
        ) {
            [
                try verified(), try bundle(40),
                try AsIfVerified.transaction(Subject.transaction("p", 3, 80, 110, signed: 81)),
            ]
        },
        Case("2: before the renewalDate of an unseen period a renewal", [(31, renewal), (60 - moment, renewal)]) {
            [try info(31, about: 60)]
        },
        Case("2: after it a renewal", [(60 + moment, renewal), (500, renewal)]) { [try info(31, about: 60)] },
        Case(
            "2: after it, in retry, a billing recovery; before it a renewal",
            [(60 - moment, renewal), (61 + moment, recovery), (300, recovery)]
        ) { [try info(61, about: 60, retry)] },
        Case("2: after it, with an expirationIntent, nothing; before it a renewal", [(45, renewal), (65, expired)]) {
            [try info(61, about: 60, intent)]
        },
        Case("2: of several unseen periods the latest counts", [(80, renewal)]) {
            [try info(61, about: 60, intent), try info(70, about: 100)]
        },
        Case("2: an unseen period of another product: a change of product instead", [(45, change), (65, change)]) {
            [try info(31, about: 60) { $0.productID = "q" }]
        },
        Case("2: an unseen period of another product that has expired: nothing", [(45, change), (65, expired)]) {
            [
                try info(61, about: 60) {
                    intent(&$0)
                    $0.productID = "q"
                }
            ]
        },
        Case("3: upgraded, and what took its place unknown: a change of product", [(21, change), (500, change)]) {
            [
                try verified {
                    $0.isUpgraded = true
                    $0.signedDate = Subject.day(20)
                }
            ]
        },
        Case("3: upgraded and revoked: a change of product", [(21, change), (500, change)]) {
            [try revoked(20) { $0.isUpgraded = true }]
        },
        Case(
            "3: upgraded, and a later period known: nothing", [(21, "denied: replaced 1"), (49, "denied: replaced 1")]
        ) {
            [
                try verified {
                    $0.isUpgraded = true
                    $0.signedDate = Subject.day(20)
                },
                try AsIfVerified.transaction(
                    Subject.transaction("q", 2, 20, 50, signed: 20) { $0.transactionReason = "PURCHASE" }),
            ]
        },
        Case(
            "4: revoked more than 24 hours before its expiration: nothing",
            [(29, "denied: revoked 1"), (45, "denied: revoked 1")]
        ) { [try revoked(29 - moment)] },
        Case("4: revoked within 24 hours of it: a renewal", [(30, renewal), (45, renewal)]) { [try revoked(29)] },
        Case("4: revoked after it: a renewal", [(45, renewal)]) {
            [try revoked(40) { $0.revocationType = "REFUND_FULL" }]
        },
        Case("5: a receipt of 60 days after its expiration: nothing", [(40, expired), (500, expired)]) {
            [try receipt(90)]
        },
        Case("5: a receipt of less than 60 days after it: a billing recovery", [(40, recovery), (500, recovery)]) {
            [try receipt(90 - moment)]
        },
        Case("5: billed monthly in a commitment, 90 days", [(500, expired)]) {
            [try verified(monthly), try receipt(120)]
        },
        Case("5: billed monthly in a commitment, less than 90 days", [(500, recovery)]) {
            [try verified(monthly), try receipt(120 - moment)]
        },
        Case(
            "6: retry: a billing recovery, for as long as nothing else is known",
            [(31, recovery), (60, recovery), (91, recovery), (500, recovery)]
        ) { [try info(30.5, retry)] },
        Case("6: retry and an expirationIntent: a billing recovery", [(50, recovery)]) {
            [
                try info(30.5) {
                    retry(&$0)
                    intent(&$0)
                }
            ]
        },
        Case("6: an expirationIntent: nothing", [(50, expired), (500, expired)]) { [try info(30.5, intent)] },
        Case("6: signed at its renewalDate or later, auto-renew off: nothing", [(50, expired)]) { [try info(30, off)] },
        Case("6: signed before its renewalDate, auto-renew off: a renewal", [(50, renewal)]) {
            [try info(30 - moment, off)]
        },
        Case("6: signed at its renewalDate or later, not in retry, auto-renew off: nothing", [(50, expired)]) {
            [
                try info(30) {
                    off(&$0)
                    $0.isInBillingRetryPeriod = false
                }
            ]
        },
        Case("6: signed at its renewalDate or later, not in retry, auto-renew on: a renewal", [(50, renewal)]) {
            [try info(30) { $0.isInBillingRetryPeriod = false }]
        },
        Case("6: signed before its renewalDate, not in retry: a renewal", [(50, renewal)]) {
            [try info(30 - moment) { $0.isInBillingRetryPeriod = false }]
        },
        Case("6: without a renewalDate, auto-renew off: a renewal", [(50, renewal)]) {
            [try info(31, about: nil, off)]
        },
        Case("6: without a renewalDate, an expirationIntent: nothing", [(50, expired)]) {
            [try info(31, about: nil, intent)]
        },
        Case("6: the latest info about the period counts", [(50, expired)]) {
            [try info(30.5, retry), try info(40, intent)]
        },
        Case("7: a receipt created at its expiration: a billing recovery", [(30 + moment, recovery), (500, recovery)]) {
            [try receipt(30)]
        },
        Case("7: a receipt created before it: a renewal", [(30 + moment, renewal)]) { [try receipt(30 - moment)] },
        Case("7: not in Xcode: a renewal", [(34, "denied: expired"), (36, "undetermined: renewal")]) {
            [try receipt(35, environment: .xcode)]
        },
        Case("8: else a renewal", [(30 - moment, granted), (30, renewal), (500, renewal)]) { [try verified()] },
        Case("8: else a renewal, though an info says that it renews", [(50, renewal)]) { [try info(31)] },
    ]

    private static func monthly(_ transaction: inout TestTransaction) {
        transaction.changes.set("billingPlanType", #""MONTHLY""#)
        transaction.changes.set("commitmentInfo", #"{"billingPeriodNumber":1,"totalBillingPeriods":12}"#)
    }

    // MARK: The period of an info

    static let about: [Case] = [
        Case("any copy of the period that expires then, because renewals are extended", [(40, expired)]) {
            [try verified { $0.expirationDate = Subject.day(35) }, try verified(), try info(36, intent)]
        },
        Case("no known period, if none expires then and it isn't later than all ends", [(40, renewal)]) {
            try [Subject.transaction("p", 1, 0, 35, signed: 1)].flatMap { longer in
                [
                    try AsIfVerified.status(
                        longer,
                        Subject.renewal(longer, signed: 36) {
                            $0.renewalDate = Subject.day(30)
                            intent(&$0)
                        })
                ]
            }
        },
        Case("of two that expire then, the one of its productId", product: "q", [(50, "undetermined: renewal 2")]) {
            try replacedAtOnce { $0.productID = "p" }
        },
        Case(
            "of two that expire then, the one of its productId: the later", product: "q",
            [(50, "undetermined: billingRecovery 2")]
        ) { try replacedAtOnce { $0.productID = "q" } },
        Case(
            "of two that expire then, the latest if none is of its productId", product: "q",
            [(50, "undetermined: billingRecovery 2")]
        ) { try replacedAtOnce { $0.productID = "r" } },
        Case(
            "replaced periods end where they were replaced: a date before their expiration is of an unseen period",
            product: "q", [(45, "undetermined: renewal 2"), (69, "undetermined: renewal 2"), (80, "denied: expired 2")]
        ) {
            let month = Subject.transaction("q", 2, 10, 40, signed: 10) { $0.transactionReason = "PURCHASE" }
            return [
                try AsIfVerified.transaction(Subject.transaction("p", 1, 0, 365, signed: 1)),
                try AsIfVerified.status(
                    month,
                    Subject.renewal(month, signed: 71) {
                        $0.renewalDate = Subject.day(70)
                        intent(&$0)
                    }),
            ]
        },
    ]

    /// Two products whose periods expire together, where the later product replaced the other, and an info in retry.
    private static func replacedAtOnce(_ change: (inout TestRenewalInfo) -> Void) throws -> [VerifiedEvidence] {
        let other = Subject.transaction("q", 2, 10, 30, signed: 10) { $0.transactionReason = "PURCHASE" }
        return [
            try verified(),
            try AsIfVerified.status(
                other,
                Subject.renewal(other, signed: 31) {
                    retry(&$0)
                    change(&$0)
                }),
        ]
    }

    // MARK: Tests

    @Test("Subscriptions that the evidence covers", arguments: coverage)
    func covered(_ row: Case) throws { try check(row) }

    @Test("The first rule that applies", arguments: rules)
    func first(_ row: Case) throws { try check(row) }

    @Test("Which period a renewal info is about", arguments: about)
    func period(_ row: Case) throws { try check(row) }

    private func check(_ row: Case) throws {
        let evidence = try row.evidence()
        let ledger = try PurchaseLedger(merging: evidence)
        #expect(try PurchaseLedger(merging: evidence.reversed() + evidence) == ledger)
        for (day, expected) in row.answers {
            let date = Subject.day(day)
            let access = ledger.asOf(date, staleAfter: row.staleAfter).access(to: row.product)
            #expect(access.inShort.hasPrefix(expected), "on \(day): \(access)")
            let isXcode = ledger.environment == .xcode
            #expect(access.identifiers == (access.inShort.hasPrefix("u") && !isXcode ? ["1"] : []), "on \(day)")
            // The subscription's status must agree.
            let missing = ledger.subscription(originalTransactionID: "1")?.status(at: date, staleAfter: row.staleAfter)?
                .missing
            if !access.isGranted {
                let word = missing.map { "undetermined: \($0.rawValue)" } ?? "denied:"
                #expect(access.inShort.hasPrefix(word), "on \(day): \(access)")
            }
        }
    }

    @Test(
        "After the latest evidence, no answer changes from undetermined to denied without new evidence",
        arguments: coverage + rules + about)
    func noTurning(_ row: Case) throws {
        let evidence = try row.evidence()
        let ledger = try PurchaseLedger(merging: evidence)
        let youngest = ledger.subscriptions.compactMap { $0.renewal?.signedDate } + ledger.map(\.evidenceDate)
        var date = try #require(youngest.max())
        var wasUndetermined: [String: Bool] = [:]
        for _ in 0..<300 {
            for product in ["p", "q", "r"] {
                let access = ledger.access(to: product, at: date)
                let isUndetermined = !access.identifiers.isEmpty
                if case .denied(let denial) = access {
                    #expect(wasUndetermined[product] != true, "\(product) on \(date): \(denial)")
                }
                wasUndetermined[product] = isUndetermined
            }
            date += 86_400 / 2
        }
    }
}
