import Foundation
import ReceiptKitTesting

// Rules 25 to 28: grace periods.

extension LedgerTextCase {
    private static let basic = TestTransaction.period("basic", 0, 30)

    /// In retry, in grace until day 46.
    private static func failed(_ transaction: TestTransaction, _ product: String = "basic") -> Piece {
        .pair(transaction, renewal: 30, signed: 30.5) {
            $0.isInBillingRetryPeriod = true
            $0.expirationIntent = 2
            $0.gracePeriodExpirationDate = .after(46 * day)
            $0.productID = product
            $0.autoRenewProductID = product
        }
    }

    /// In retry, with the signed status 4, but without the end of grace.
    private static func undated(_ product: String = "basic") -> Piece {
        .notification(
            basic,
            basic.info(renewal: 30, signed: 31) {
                $0.isInBillingRetryPeriod = true
                $0.expirationIntent = 2
                $0.productID = product
            }, signed: 31 * day, status: 4)
    }

    private static func ended(_ signed: Double) -> Piece {
        .pair(basic, renewal: 30, signed: signed) {
            $0.isInBillingRetryPeriod = false
            $0.expirationIntent = 1
            $0.autoRenewStatus = 0
        }
    }

    static let grace: [LedgerTextCase] = [
        LedgerTextCase(
            "rule 25, grace: until its date, and in retry after it",
            [failed(basic)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .status(at: 40 * day, Status("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day - 1, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 46 * day, .undetermined(["billingRecovery"], since: 46 * day)),
            .status(at: 46 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 25, grace: one that was is still there when a newer info says that all is over",
            [failed(basic), ended(50)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .denied("expired", since: 46 * day)),
            .access(["basic"], at: 51 * day, .denied("expired", since: 46 * day))),
        LedgerTextCase(
            "rule 27, grace: one that was is still there after the recovery",
            [failed(basic), .pair(.period("basic", 40, 70), renewal: 70, signed: 40.5)],
            .access(["basic"], at: 35 * day, .granted("inGracePeriod", until: 46 * day)),
            .status(at: 35 * day, Status("inGracePeriod", until: 40 * day)),
            .access(["basic"], at: 41 * day, .granted("subscribed", until: 70 * day)),
            .entitlements(at: 41 * day, ["basic.40"], seats: [nil])),
        LedgerTextCase(
            "rule 27, grace: the customer turned renewal off in it",
            [failed(basic), ended(35)],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .denied("expired", since: 35 * day))),
        LedgerTextCase(
            "rule 27, grace: a later info in retry that states no date",
            [
                failed(basic),
                .pair(basic, renewal: 30, signed: 35) { $0.isInBillingRetryPeriod = true },
            ],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
        LedgerTextCase(
            "rule 25, grace: the info names another product",
            [failed(basic, "premium")],
            .access(["basic"], at: 40 * day, .undetermined(["billingRecovery"], since: 30 * day)),
            .access(["premium"], at: 40 * day, .undetermined(["billingRecovery"])),
            .status(at: 40 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 21, grace: of two periods that expire together, the one of the info's product",
            [.transaction(basic), failed(.period("premium", 10, 30).bought(), "premium")],
            .access(["premium"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 40 * day, .denied("replaced", since: 10 * day))),
        LedgerTextCase(
            "rule 31, grace: of a period before the latest",
            [failed(basic), .transaction(.period("basic", 30, 60))],
            .access(["basic"], at: 31 * day, .granted("subscribed", until: 60 * day)),
            .access(["basic"], at: 60 * day, .undetermined(["renewal"], since: 60 * day))),
        LedgerTextCase(
            "rule 27, grace: revoked in it",
            [failed(basic), .transaction(basic.revoked(35, "FAMILY_REVOKE"))],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .undetermined(["billingRecovery"], since: 35 * day)),
            .status(at: 36 * day, Status("revoked", missing: "billingRecovery"))),
        LedgerTextCase(
            "rule 27, grace: another subscription took this one's place in it",
            [failed(basic), .transaction(.period("bundle", 35, 65).of("2", after: "1"))],
            .access(["basic"], at: 34 * day, .granted("inGracePeriod", until: 35 * day)),
            .access(["basic"], at: 36 * day, .denied("replaced", since: 35 * day)),
            .status(at: 36 * day, Status("expired"))),
        LedgerTextCase(
            "rule 26, grace: signed status 4 without a date, at the notification's date and after it",
            [undated()],
            .access(["basic"], at: 30 * day, .granted("inGracePeriod", until: 31 * day + 1)),
            .access(["basic"], at: 31 * day, .granted("inGracePeriod", until: 31 * day + 1)),
            .access(["basic"], at: 31 * day + 1, .undetermined(["renewal"], since: 31 * day + 1)),
            .entitlements(at: 31 * day, ["basic.0"], seats: [nil]),
            .entitlements(at: 31 * day + 1, [], seats: []),
            .status(at: 32 * day, Status("inBillingRetryPeriod", until: 90 * day, missing: "renewal"))),
        LedgerTextCase(
            "rule 26, grace: signed status 4 without a date, plus a second",
            [undated()],
            .access(["basic"], at: 31 * day + 1, staleAfter: 1, .granted("inGracePeriod", until: 31 * day + 2)),
            .entitlements(at: 31 * day + 1, staleAfter: 1, ["basic.0"], seats: [nil]),
            .access(["basic"], at: 31 * day + 2, staleAfter: 1, .undetermined(["renewal"], since: 31 * day + 1))),
        LedgerTextCase(
            "rule 26, grace: signed status 4 without a date, about another product",
            [undated("premium")],
            .access(["basic"], at: 31 * day, .denied("expired", since: 30 * day)),
            .access(["basic"], at: 31 * day + 1, .undetermined(["billingRecovery"], since: 30 * day))),
        LedgerTextCase(
            "rule 26, grace: signed status 4 without a date, plus staleAfter",
            [undated()],
            .access(
                ["basic"], at: 31 * day + 3_600, staleAfter: 3_600,
                .granted("inGracePeriod", until: 31 * day + 3_601)),
            .status(
                at: 31 * day + 3_600, staleAfter: 3_600, Status("inGracePeriod", until: 31 * day + 3_601)),
            .access(
                ["basic"], at: 31 * day + 3_601, staleAfter: 3_600,
                .undetermined(["renewal"], since: 31 * day + 1)),
            .entitlements(at: 31 * day + 3_600, staleAfter: 3_600, ["basic.0"], seats: [nil]),
            .entitlements(at: 31 * day + 3_601, staleAfter: 3_600, [], seats: []),
            .eligibility(at: 31 * day + 3_600, staleAfter: 3_600, "ineligible subscribed"),
            .eligibility(at: 31 * day + 3_601, staleAfter: 3_600, "undetermined incompleteHistory")),
        LedgerTextCase(
            "rule 26, grace: signed status 4 without a date is still there when asked about later",
            [undated(), ended(50)],
            .access(["basic"], at: 31 * day, .granted("inGracePeriod", until: 31 * day + 1)),
            .access(["basic"], at: 31 * day + 1, .denied("expired", since: 31 * day + 1)),
            .access(
                ["basic"], at: 50 * day - 1, staleAfter: 30 * day, .granted("inGracePeriod", until: 50 * day)),
            .access(["basic"], at: 50 * day, staleAfter: 30 * day, .denied("expired", since: 31 * day + 1))),
        LedgerTextCase(
            "rule 26, grace: signed status 4 without a date, and a later info in retry",
            [undated(), .pair(basic, renewal: 30, signed: 33) { $0.isInBillingRetryPeriod = true }],
            .access(["basic"], at: 34 * day, .undetermined(["billingRecovery"], since: 31 * day + 1))),
        LedgerTextCase(
            "rule 26, grace: signed status 4 without a date, which another info states",
            [undated(), failed(basic)],
            .access(["basic"], at: 40 * day, .granted("inGracePeriod", until: 46 * day)),
            .access(["basic"], at: 47 * day, .undetermined(["billingRecovery"], since: 46 * day))),
    ]
}
