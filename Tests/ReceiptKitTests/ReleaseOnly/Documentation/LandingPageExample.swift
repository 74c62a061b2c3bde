import Foundation
import ReceiptKit

/// Whether an app's customer may use a product at a date.
func isEntitled(
    to productID: String, by body: [UInt8],
    verifier: ReceiptVerifier, at now: Date
) throws -> Bool {
    // Throws unless Apple signed it, for your app, in production.
    let evidence = try verifier.verify(evidence: body, at: now)
    // The ledger knows refunds and expiration dates.
    let ledger = try PurchaseLedger(merging: [evidence])
    return ledger.isEntitled(to: productID, at: now)
}
