internal import ReceiptFields

/// The way in which a purchase gives access.
enum PurchaseKind: Hashable, Sendable {
    /// A period of an auto-renewable subscription.
    case subscription
    /// A non-consumable: owned for good.
    case owned
    /// A subscription whose end only the app knows.
    case nonRenewable
    /// A consumable: used up.
    case consumable
    /// A free subscription, or no type and no expiration date.
    case other
    /// A type that this library doesn't know, without an expiration date.
    case unknown

    /// Decided by the product type if it is known. Otherwise a purchase that expires is a subscription: Xcode's receipts have no attribute 1707, and
    /// Apple adds types.
    init(_ productType: ProductType?, expires: Bool) {
        self =
            switch productType {
            case .autoRenewable: .subscription
            case .nonConsumable: .owned
            case .nonRenewable: .nonRenewable
            case .consumable: .consumable
            case .freeSubscription: .other
            case nil: expires ? .subscription : .other
            default: expires ? .subscription : .unknown
            }
    }
}
