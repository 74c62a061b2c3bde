import Foundation
import ReceiptKit

/// Returns the answer for an app's customer about a product at a date.
func answer(
    about productID: String, by body: [UInt8],
    verifier: ReceiptVerifier, at now: Date
) throws -> String {
    // Throws unless Apple signed it, for your app, in production.
    let evidence = try verifier.verify(evidence: body, at: now)
    // The ledger knows refunds and expiration dates.
    let ledger = try PurchaseLedger(merging: [evidence])
    switch ledger.access(to: productID, at: now) {
    case .granted: return "yes"
    case .denied(let denial): return "no: \(denial.reason)"
    // Evidence may be missing: ask Apple before you answer no.
    case .undetermined: return "ask Apple"
    }
}
