/// What some evidence said of a purchase, and later evidence of the same kind overruled.
package struct SupersededPurchase: Hashable, Sendable {
    /// The purchase as the older evidence has it.
    package let purchase: Purchase
    /// The purchase as it is in the ledger.
    package let replacement: Purchase
}

extension PurchaseLedger {
    /// What was overruled by later evidence of the same kind, in the order of the ledger, of one purchase the latest first. Rows
    /// that are identical in several receipts are one row, not two.
    package var superseded: [SupersededPurchase] {
        flatMap { purchase in
            purchase.others.dropFirst(purchase.otherKinds).map {
                SupersededPurchase(purchase: Purchase($0), replacement: purchase)
            }
        }
    }
}
