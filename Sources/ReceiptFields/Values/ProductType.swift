/// What kind of product was bought: attribute 1707. An open set.
///
/// Apple does not document this attribute. The numbers were compared with apps that sell all kinds of product; 4 was seen once.
public struct ProductType: RawRepresentable, Hashable, Sendable {
    /// The number in the receipt.
    public let rawValue: Int

    /// A product type by its number in the receipt.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 0: bought once, owned for good.
    public static let nonConsumable = ProductType(rawValue: 0)
    /// 1: used up; leaves the receipt once the app has finished the transaction.
    public static let consumable = ProductType(rawValue: 1)
    /// 2: a subscription that does not renew, whose duration only the app knows.
    public static let nonRenewable = ProductType(rawValue: 2)
    /// 3: an auto-renewable subscription; each period is a purchase of its own.
    public static let autoRenewable = ProductType(rawValue: 3)
    /// 4: a free subscription (Newsstand).
    public static let freeSubscription = ProductType(rawValue: 4)
}

/// Why the App Store cancelled a purchase: attribute 1720, present only in cancelled purchases. An open set.
///
/// Apple documents the values for verifyReceipt's `cancellation_reason`, not the attribute.
public struct CancellationReason: RawRepresentable, Hashable, Sendable {
    /// The number in the receipt.
    public let rawValue: Int

    /// A cancellation reason by its number in the receipt.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 0: another reason, for instance that the purchase was made by accident.
    public static let other = CancellationReason(rawValue: 0)
    /// 1: an actual or perceived issue within the app.
    public static let developerIssue = CancellationReason(rawValue: 1)
}

/// How the customer came to own the product: attribute 1722, in receipts since about 2021. An open set.
///
/// Apple does not document the attribute. 0 was compared with verifyReceipt's `in_app_ownership_type`; 1 was never seen in
/// a real receipt and is what the only other value of that key suggests.
public struct OwnershipType: RawRepresentable, Hashable, Sendable {
    /// The number in the receipt.
    public let rawValue: Int

    /// An ownership type by its number in the receipt.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 0: the customer bought it.
    public static let purchased = OwnershipType(rawValue: 0)
    /// 1: a family member bought it and shares it.
    public static let familyShared = OwnershipType(rawValue: 1)
}
