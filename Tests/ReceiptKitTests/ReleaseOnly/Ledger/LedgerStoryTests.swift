import Foundation
import LedgerStories
import TestSupport
import Testing

/// To replay a story and print it: `RECEIPTKIT_STORY=17 swift test --filter LedgerStoryTests`.
@Suite("Ledger: customers of the App Store, with all their evidence or a part")
struct LedgerStoryTests {
    private typealias Ledger = LibraryLedger
    private static let invariants = Set(Violation.Invariant.allCases)

    private static let replayed = ProcessInfo.processInfo.environment["RECEIPTKIT_STORY"].flatMap { UInt64($0) }

    /// Returns the seeds of one of eight parts, which run in parallel.
    private static func seeds(_ part: UInt64) -> [UInt64] {
        if let replayed { return part == 0 ? [replayed] : [] }
        return (0..<UInt64(repetitions(10_000, sample: 200))).filter { $0 % 8 == part }
    }

    @Test("Every invariant holds of every story", arguments: 0..<8 as Range<UInt64>)
    func invariants(_ part: UInt64) throws {
        var failures = 0
        for seed in Self.seeds(part) where failures < 3 {
            let story = try Story(seed: seed)
            let violations = try story.violations(of: Ledger.self, Self.invariants)
            if Self.replayed != nil { print(story.account(of: Ledger.self, violations)) }
            if violations.isEmpty { continue }
            Issue.record("\(story.account(of: Ledger.self, violations))")
            failures += 1
        }
    }

    @Test("No story contradicts itself, and evidence shows everything in it", arguments: 0..<8 as Range<UInt64>)
    func contradictions(_ part: UInt64) throws {
        for seed in Self.seeds(part) {
            let found = try Story(seed: seed).contradictions
            #expect(found.isEmpty, "story \(seed): \(found)")
        }
    }

    @Test("Of a thousand customers of whom nothing is lost, few are undetermined, and nobody with access is denied")
    func share() throws {
        var days = OrdinaryDays()
        for seed in 0..<UInt64(repetitions(1_200, sample: 100)) { try days.ask(Ledger.self, Story(seed: seed)) }
        let share = Double(days.undetermined) * 100 / Double(days.customers)
        print(
            "undetermined: \(days.undetermined) of \(days.customers) customers, with access: \(days.undeterminedWithAccess)"
        )
        #expect(days.denied.isEmpty)
        // In a sample, one customer is one percent.
        #expect(share <= (isExhaustive ? 2.8 : 6))
    }

    @Test("Every kind of event occurs")
    func features() {
        let happened = (0..<3_000 as Range<UInt64>).reduce(into: Set<String>()) {
            $0.formUnion(Customer(seed: $1).features)
        }
        #expect(happened.isSuperset(of: Self.features), "never: \(Self.features.subtracting(happened).sorted())")
    }

    private static let features: Set<String> = [
        "upgrade", "crossgrade", "overtaken renewal", "upgraded and revoked", "another billing plan", "resubscription",
        "win-back", "recovery in grace", "recovery in retry", "renewal turned off in retry", "full refund",
        "prorated refund", "refund reversed", "refund on the last day", "refund after the renewal was charged",
        "refund after the end", "refund of a period that is over", "family share revoked", "seat revoked",
        "switch to a bundle", "switch from a bundle", "migration", "restored", "bought again",
        "one of several refunded", "Consumable", "retry false in grace", "grace given up", "late renewal",
        "voided renewal after an upgrade", "Time Capsule",
        "Non-Consumable", "Non-Renewing Subscription", "REFUND/SEATS", "RENEWAL_EXTENDED", "CONSUMPTION_REQUEST",
        "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY",
        "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD",
        "GRACE_PERIOD_EXPIRED", "EXPIRED/VOLUNTARY", "EXPIRED/BILLING_RETRY", "EXPIRED/PRICE_INCREASE",
        "EXPIRED/PRODUCT_NOT_FOR_SALE", "PRICE_INCREASE/PENDING", "PRICE_INCREASE/ACCEPTED",
    ]
}
