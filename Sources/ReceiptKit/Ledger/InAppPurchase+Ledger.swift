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
        guard RowKind(productType, expires: expirationDate != nil) != .subscription else { return false }
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
    case nonRenewable
    /// A consumable, a free subscription, or a number that nobody knows.
    case other
}

extension RowKind {
    /// The product type where it is known, else whether there is an expiration date: Xcode's receipts have no attribute 1707.
    init(_ productType: ProductType?, expires: Bool) {
        self =
            switch productType {
            case .autoRenewable: .subscription
            case .nonConsumable: .owned
            case .nonRenewable: .nonRenewable
            case nil: expires ? .subscription : .other
            default: .other
            }
    }
}
