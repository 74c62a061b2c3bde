import Foundation
import ReceiptKit

/// The non-consumable or auto-renewable subscription that a signed
/// transaction unlocks. Nil if the purchase was refunded or revoked,
/// has expired, or was upgraded, and for all other kinds of products.
func unlockedProduct(
    by jws: String, verifier: ReceiptVerifier, at now: Date
) throws -> String? {
    let transaction = try verifier.verify(transaction: jws, at: now)
    let ledger = try PurchaseLedger(merging: [transaction])
    let product = transaction.productID
    return ledger.isEntitled(to: product, at: now) ? product : nil
}
