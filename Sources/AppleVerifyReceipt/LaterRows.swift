internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// The purchases of a receipt in the state that a ledger knows, with later renewals and the renewal infos.
///
/// Purchases with another original transaction are left out, because nothing else shows that they belong to the same customer: a genuine
/// JWS of another customer, sent with a receipt, would reveal that customer's purchases.
struct LaterRows {
    let purchases: [Purchase]
    let renewals: [RenewalInfoPayload]

    /// - Parameter known: a ledger that includes the receipt.
    init(_ receipt: VerifiedReceipt, _ known: PurchaseLedger, at now: Date) {
        let originals = Set(receipt.purchases.map { $0.originalTransactionID ?? $0.transactionID })
        purchases = known.filter { originals.contains($0.originalTransactionID) }
        renewals = known.subscriptions.compactMap { subscription in
            originals.contains(subscription.originalTransactionID) ? subscription.renewal(at: now) : nil
        }
    }
}
