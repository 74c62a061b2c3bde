internal import ReceiptFields

/// The way in which a purchase gives access.
enum PurchaseKind: Hashable, Sendable {
    /// A period of an auto-renewable subscription.
    case subscription
    /// A non-consumable, which is owned permanently.
    case owned
    /// A non-renewing subscription, whose end only the app knows.
    case nonRenewable
    /// A consumable, which gives no lasting access.
    case consumable
    /// A free subscription, or a purchase with neither a product type nor an expiration date.
    case other
    /// A purchase of a product type that this library doesn't know, without an expiration date.
    case unknown

    /// Creates a kind from the product type, if this library knows it. Otherwise, a purchase with an expiration date is a subscription,
    /// because Xcode's receipts lack attribute 1707 and Apple adds types.
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
