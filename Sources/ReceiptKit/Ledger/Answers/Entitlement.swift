public import ReceiptEssentials
public import ReceiptFields

/// A product that a customer is entitled to at a date, with the end of access and the renewal of the subscription.
///
/// ```swift
/// let access = ledger.access(to: "com.example.pro", at: now)
/// if let entitlement = access.entitlement {
///     unlock(until: entitlement.endDate)
/// }
/// ```
public struct Entitlement: Sendable, Hashable, Identifiable {
    /// The reason why a customer has access. In a `switch`, handle reasons of later versions with `@unknown default`.
    @nonexhaustive
    public enum State: String, Hashable, Sendable {
        /// A non-consumable that the customer bought, or that a family member shares.
        case owned
        /// A period of an auto-renewable subscription is running, or the App Store has charged it ahead of its start.
        case subscribed
        /// The latest period of an auto-renewable subscription has ended, and the customer keeps access while the App Store retries the
        /// charge.
        case inGracePeriod
        /// A non-renewing subscription, until the end that you state.
        case nonRenewing
    }

    /// The purchase that gives access, with all its fields.
    public let purchase: Purchase
    /// The reason why the customer has access.
    public let state: State
    /// The start of the subscription period, which may be up to a day in the future. For other products, the date on which the customer
    /// first bought the product.
    public let startDate: Date
    /// The first instant at which this purchase gives no access, after any grace period. For a subscription, it is the end of the running
    /// period, even if the next one is already known. Nil if access never ends.
    public let endDate: Date?
    /// The number of seats of a multiseat subscription: the seats bought for the period minus the seats refunded, over all transactions of
    /// the period that aren't revoked at the date. Nil for other products, for members (their transactions repeat the purchaser's seats),
    /// and if a transaction of the period is missing.
    public let seats: Int?
    /// The items that a purchase made with the Advanced Commerce API consists of at the date. See ``Purchase/items(at:)``. Nil for other
    /// purchases.
    public let items: [AdvancedCommerce.Item]?
    let nextRenewal: NextRenewal?
    /// The date of the latest evidence that could have shown a change. See ``SubscriptionStatus/knownAsOf``.
    public let knownAsOf: Date

    /// True if the App Store will renew the subscription. See ``SubscriptionStatus/willAutoRenew``. Nil if no evidence states it.
    public var willAutoRenew: Bool? { nextRenewal?.willAutoRenew }
    /// The product that the subscription renews to. See ``SubscriptionStatus/autoRenewPreference``. Nil if unknown, or if the subscription
    /// doesn't renew.
    public var autoRenewPreference: String? { nextRenewal?.autoRenewPreference }
    /// The number of seats that the subscription renews with. See ``SubscriptionStatus/renewalQuantity``. Nil if unknown, or if the
    /// subscription doesn't renew.
    public var renewalQuantity: Int? { nextRenewal?.renewalQuantity }
    /// True if another commitment will follow. See ``SubscriptionStatus/commitmentWillAutoRenew``. Nil if no evidence states it.
    public var commitmentWillAutoRenew: Bool? { nextRenewal?.commitmentWillAutoRenew }
    /// The product of the next commitment. See ``SubscriptionStatus/commitmentAutoRenewPreference``. Nil if unknown, or if no commitment
    /// will follow.
    public var commitmentAutoRenewPreference: String? { nextRenewal?.commitmentAutoRenewPreference }
    /// The billing plan of the subscription. See ``Purchase/billingPlanType``.
    public var billingPlanType: BillingPlanType? { purchase.billingPlanType }
    /// The commitment that the period belongs to. The commitment gives no access beyond ``endDate``.
    public var commitmentInfo: TransactionPayload.CommitmentInfo? { purchase.commitmentInfo }

    /// The product identifier.
    public var productID: String { purchase.productID }
    /// The purchase's identifier. See ``Purchase/id``.
    public var id: String { purchase.id }
}

extension Entitlement: CustomStringConvertible {
    /// One line: the product, the state, the end of access, the renewal if known, and ``knownAsOf``.
    public var description: String {
        var text = "\(SafeText.quoted(productID)) \(state.rawValue)"
        if let endDate { text += " until \(Timestamp.string(endDate))" }
        text += (nextRenewal?.words ?? "")
        return text + ", known as of \(Timestamp.string(knownAsOf))"
    }
}
