import Foundation
import ReceiptKit

/// What to show one customer. `evidence` is all verified evidence of
/// that customer, in any order.
func access(
    from evidence: [VerifiedEvidence], at now: Date
) throws(LedgerError) -> String {
    let ledger = try PurchaseLedger(merging: evidence)
    let products = ["com.example.yearly", "com.example.monthly"]
    if let found = ledger.entitlement(to: products, at: now) {
        let end = found.endDate?.formatted(.iso8601)
        return "\(found.productID) until \(end ?? "further notice")"
    }
    switch ledger.state(of: products[1], at: now) {
    case .revoked: return "refunded"
    case .expired(let date, _):
        return "expired on \(date.formatted(.iso8601))"
    default: return "not a customer"
    }
}
