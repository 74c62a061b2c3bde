import Foundation
import ReceiptKit

/// Returns the product that a signed transaction unlocks: a
/// non-consumable, or an active subscription. Returns nil if there is
/// no access.
func unlockedProduct(
    by jws: String, verifier: ReceiptVerifier, at now: Date,
    askApple: ([String]) -> Void
) throws -> String? {
    let transaction = try verifier.verify(transaction: jws, at: now)
    let ledger = try PurchaseLedger(merging: [transaction])
    switch ledger.access(to: transaction.productID, at: now) {
    case .granted(let entitlement): return entitlement.productID
    case .denied: return nil
    case .undetermined(let gap):
        // A renewal may be missing.
        askApple(gap.originalTransactionIDs)
        return nil
    }
}
