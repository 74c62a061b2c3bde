import Foundation
import ReceiptKit

/// Returns the answer for one customer. `evidence` is all their
/// verified evidence, in any order.
func answer(
    from evidence: [VerifiedEvidence], at now: Date
) throws(LedgerError) -> String {
    if evidence.isEmpty { return "not a customer" }
    let ledger = try PurchaseLedger(merging: evidence)
    // All products of the subscription group.
    let products = ["com.example.yearly", "com.example.monthly"]
    switch ledger.access(to: products, at: now) {
    case .granted(let entitlement):
        let end = entitlement.endDate?.formatted(.iso8601)
        return "\(entitlement.productID) until \(end ?? "revoked")"
    case .denied(let denial):
        let end = denial.since ?? denial.revocationDate
        let since = end?.formatted(.iso8601) ?? "ever"
        return "\(denial.reason.rawValue) since \(since)"
    case .undetermined(let answer):
        // Ask Apple before you lock the customer out.
        return "unknown: ask about \(answer.originalTransactionIDs)"
    }
}

/// An app's reaction to each answer.
func act(
    on ledger: PurchaseLedger, at now: Date, unlock: (Date?) -> Void,
    lock: (Access.Denial.Reason) -> Void, ask: ([String]) -> Void
) {
    switch ledger.access(to: "com.example.pro", at: now) {
    case .granted(let entitlement): unlock(entitlement.endDate)
    case .denied(let denial): lock(denial.reason)
    case .undetermined(let gap): ask(gap.originalTransactionIDs)
    }
}
