internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// What a ledger knows of the purchases in a receipt: each of them as it is now, the later renewals, and what will become of them.
///
/// Whatever has another original transaction is left out. Nothing else tells that it is the same customer's: a genuine JWS of another
/// customer, sent beside a receipt, would show what they bought.
struct LaterRows {
    let purchases: [Purchase]
    let renewals: [RenewalInfoPayload]

    /// `known` has what the receipt says too.
    init(_ receipt: VerifiedReceipt, _ known: PurchaseLedger, at now: Date) {
        let originals = Set(receipt.purchases.map { $0.originalTransactionID ?? $0.transactionID })
        purchases = known.filter { originals.contains($0.originalTransactionID) }
        renewals = known.subscriptions.compactMap { subscription in
            originals.contains(subscription.originalTransactionID) ? subscription.renewal(at: now) : nil
        }
    }
}
