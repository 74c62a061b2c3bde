import Foundation
import ReceiptKit

/// The product that a customer changes to at the next renewal. Nil if
/// the product stays, if nothing says, or if there is no access: after
/// a refund, or after the end.
func nextProduct(
    in ledger: PurchaseLedger, of group: [String], at now: Date
) -> String? {
    guard let current = ledger.entitlement(to: group, at: now),
        let next = current.autoRenewPreference,
        next != current.productID
    else { return nil }
    return next
}
