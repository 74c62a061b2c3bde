public import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension InAppPurchase {
    /// Whether the row stands for a restoration: the purchase itself was made on ``ReceiptFields/InAppPurchase/originalPurchaseDate``.
    ///
    /// A restored product that is no subscription has the date of its restoration as purchase date, and either keeps the
    /// transaction identifier or gets a new one. The periods of a subscription are never rewritten in this way.
    public var isRestored: Bool {
        guard kind != .subscription else { return false }
        if let originalPurchaseDate, originalPurchaseDate < purchaseDate { return true }
        guard let originalTransactionID else { return false }
        return !originalTransactionID.utf8.elementsEqual(transactionID.utf8)
    }
}

/// What a row means for ownership.
enum RowKind: Hashable, Sendable {
    /// A period of an auto-renewable subscription.
    case subscription
    /// A non-consumable: owned for good.
    case owned
    /// A subscription whose end only the app knows.
    case nonRenewing
    /// A consumable, a free subscription, or a number that nobody knows.
    case other

    fileprivate static let byProductType: [ProductType: RowKind] = [
        .autoRenewable: .subscription, .nonConsumable: .owned, .nonRenewing: .nonRenewing,
    ]
}

extension InAppPurchase {
    /// The product type where it is known, else whether there is an expiration date: Xcode's receipts have no attribute 1707.
    var kind: RowKind {
        guard let productType else { return expirationDate == nil ? .other : .subscription }
        return RowKind.byProductType[productType] ?? .other
    }

    /// When the row begins to count. What is restored was owned before.
    var start: TimeInterval {
        let purchase = purchaseDate.timeIntervalSinceReferenceDate
        guard kind == .owned, let originalPurchaseDate else { return purchase }
        return min(purchase, originalPurchaseDate.timeIntervalSinceReferenceDate)
    }

    /// When the row stops to count: never, for what is no auto-renewable subscription. Such a subscription without an
    /// expiration date, which was never seen, counts at no time.
    var end: TimeInterval {
        guard kind == .subscription else { return .infinity }
        return (expirationDate ?? purchaseDate).timeIntervalSinceReferenceDate
    }
}
