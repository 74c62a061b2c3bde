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

    init(_ row: InAppPurchase, product: Int) {
        self.product = product
        kind = row.kind
        isCancelled = row.cancellationDate != nil
        let purchase = row.purchaseDate.timeIntervalSinceReferenceDate
        let original = row.originalPurchaseDate?.timeIntervalSinceReferenceDate ?? purchase
        start = kind == .owned ? min(purchase, original) : purchase
        let expiration = row.expirationDate?.timeIntervalSinceReferenceDate ?? purchase
        end = kind == .subscription ? expiration : .infinity
    }

    /// Whether it counts at some time: not cancelled, and not over before it begins.
    var counts: Bool { !isCancelled && start < end }
}
