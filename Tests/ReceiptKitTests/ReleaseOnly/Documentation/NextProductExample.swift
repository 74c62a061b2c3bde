import Foundation
import ReceiptKit

/// Returns the product that a customer changes to at the next renewal.
/// Returns nil if the product stays the same, if no evidence shows it,
/// or if there is no access: after a refund, or after the end.
func nextProduct(
    in ledger: PurchaseLedger, of group: [String], at now: Date
) -> String? {
    switch ledger.access(to: group, at: now) {
    case .granted(let current):
        let next = current.autoRenewPreference
        return next == current.productID ? nil : next
    case .denied, .undetermined: return nil
    }
}
