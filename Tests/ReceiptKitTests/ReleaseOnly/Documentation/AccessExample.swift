import Foundation
import ReceiptKit

/// What to show one customer. `evidence` is all verified evidence of
/// that customer, in any order.
func access(
    from evidence: [VerifiedEvidence], at now: Date
) throws(LedgerError) -> String {
    if evidence.isEmpty { return "not a customer" }
    let ledger = try PurchaseLedger(merging: evidence)
    let products = ["com.example.yearly", "com.example.monthly"]
    if let found = ledger.entitlement(to: products, at: now) {
        let end = found.endDate?.formatted(.iso8601)
        return "\(found.productID) until \(end ?? "further notice")"
    }
    var answer = "not a customer"
    for product in products {
        switch ledger.state(of: product, at: now) {
        case .revoked: return "refunded, or no longer shared"
        case .expired(let date, _):
            answer = "expired on \(date.formatted(.iso8601))"
        default: break
        }
    }
    return answer
}
