/// What some evidence said of a purchase, and later evidence of the same kind overruled.
public struct SupersededPurchase: Hashable, Sendable {
    /// The purchase as the older evidence has it.
    public let purchase: Purchase
    /// The purchase as it is in the ledger.
    public let replacement: Purchase
}

extension PurchaseLedger {
    /// What was overruled by later evidence of the same kind, in the order of the ledger, of one purchase the latest first. Rows
    /// that are identical in several receipts are one row, not two.
    public var superseded: [SupersededPurchase] {
        flatMap { purchase in
            purchase.others.dropFirst(purchase.otherKinds).map {
                SupersededPurchase(purchase: Purchase($0), replacement: purchase)
            }
        }
    }
}
