internal import ReceiptFields

/// What a purchase means for ownership.
enum PurchaseKind: Hashable, Sendable {
    /// A period of an auto-renewable subscription.
    case subscription
    /// A non-consumable: owned for good.
    case owned
    /// A subscription whose end only the app knows.
    case nonRenewable
    /// A consumable: used up.
    case consumable
    /// A free subscription, or an unknown type.
    case other

    /// The product type where it is known, else whether there is an expiration date: Xcode's receipts have no attribute 1707.
    init(_ productType: ProductType?, expires: Bool) {
        self =
            switch productType {
            case .autoRenewable: .subscription
            case .nonConsumable: .owned
            case .nonRenewable: .nonRenewable
            case .consumable: .consumable
            case nil: expires ? .subscription : .other
            default: .other
            }
    }
}
