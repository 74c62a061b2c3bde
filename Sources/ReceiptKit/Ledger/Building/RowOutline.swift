internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A row as the indices of the ledger need it: two dates and a few numbers instead of the whole purchase.
struct RowOutline: Sendable {
    /// When the row begins to count. What was restored was owned before.
    let start: TimeInterval
    /// When the row stops to count: never, for what is no auto-renewable subscription. Such a subscription without an
    /// expiration date, which was never seen, counts at no time.
    let end: TimeInterval
    /// Number of the product.
    let product: Int
    let kind: RowKind
    let isCancelled: Bool

    /// The outline of `rows[place]`, whose fields are read in place: copying a purchase costs more than all the rest here.
    init(_ rows: [InAppPurchase], _ place: Int, product: Int) {
        self.product = product
        let expiration = rows[place].expirationDate?.timeIntervalSinceReferenceDate
        kind = RowKind(rows[place].productType, expires: expiration != nil)
        isCancelled = rows[place].cancellationDate != nil
        let purchase = rows[place].purchaseDate.timeIntervalSinceReferenceDate
        let original = rows[place].originalPurchaseDate?.timeIntervalSinceReferenceDate ?? purchase
        start = kind == .owned ? min(purchase, original) : purchase
        end = kind == .subscription ? expiration ?? purchase : .infinity
    }

    /// Whether it counts at some time: not cancelled, and not over before it begins.
    var counts: Bool { !isCancelled && start < end }
}
