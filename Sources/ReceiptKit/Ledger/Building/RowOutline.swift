internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A row as the indices of the ledger need it: two dates and a few numbers instead of the whole purchase.
struct RowOutline: Sendable {
    let start: TimeInterval
    let end: TimeInterval
    /// Number of the product.
    let product: Int
    let kind: RowKind
    let isCancelled: Bool

    init(_ row: InAppPurchase, product: Int) {
        self.product = product
        start = row.start
        end = row.end
        kind = row.kind
        isCancelled = row.cancellationDate != nil
    }

    /// Whether it counts at some time: not cancelled, and not over before it begins.
    var counts: Bool { !isCancelled && start < end }
}
