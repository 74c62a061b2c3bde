public import ReceiptEssentials
public import ReceiptFields

/// What a customer is entitled to at a date: which product, until when, and whether it will renew.
///
/// ```swift
/// let access = ledger.access(to: "com.example.pro", at: now)
/// if let entitlement = access.entitlement {
///     unlock(until: entitlement.endDate)
/// }
/// ```
public struct Entitlement: Sendable, Hashable, Identifiable {
    /// Why the customer has access.
    @nonexhaustive
    public enum State: String, Hashable, Sendable {
        /// A non-consumable, bought or shared by the family.
        case owned
        /// A period of an auto-renewable subscription runs, or the App Store has charged it ahead.
        case subscribed
        /// The latest period of an auto-renewable subscription has ended, and the customer keeps access while the App Store tries to
        /// charge.
        case inGracePeriod
        /// A non-renewing subscription, for as long as you say.
        case nonRenewing
    }

    /// The purchase that gives access, with all its fields.
    public let purchase: Purchase
    /// Why the customer has access.
    public let state: State
    /// The start of the period, which may lie up to a day ahead; of other products when the customer first bought it.
    public let startDate: Date
    /// The first instant at which this purchase gives no access, after the grace period. Of a subscription it is the end of the running
    /// period, even if the next one is known already. Nil if access never ends.
    public let endDate: Date?
    /// The seats of a multiseat subscription: what was bought for the period, less what was refunded, over all its transactions that
    /// aren't revoked at the date. Nil for other products, for members, whose transactions repeat the purchaser's seats, and where a
    /// transaction of the period is missing.
    public let seats: Int?
    /// What a purchase by the Advanced Commerce API consists of at the date: see ``Purchase/items(at:)``. Nil for other purchases.
    public let items: [AdvancedCommerce.Item]?
    let nextRenewal: NextRenewal?
    /// The date of the latest evidence that could have shown a change: see ``SubscriptionStatus/knownAsOf``.
    public let knownAsOf: Date

    /// Whether the App Store will renew the subscription: see ``SubscriptionStatus/willAutoRenew``. Nil if no evidence says.
    public var willAutoRenew: Bool? { nextRenewal?.willAutoRenew }
    /// The product that the subscription renews to: see ``SubscriptionStatus/autoRenewPreference``. Nil if unknown, or if it does not renew.
    public var autoRenewPreference: String? { nextRenewal?.autoRenewPreference }
    /// How many seats the subscription renews with: see ``SubscriptionStatus/renewalQuantity``. Nil if unknown, or if it does not renew.
    public var renewalQuantity: Int? { nextRenewal?.renewalQuantity }
    /// Whether another commitment will follow: see ``SubscriptionStatus/commitmentWillAutoRenew``. Nil if no evidence says.
    public var commitmentWillAutoRenew: Bool? { nextRenewal?.commitmentWillAutoRenew }
    /// The product of the next commitment: see ``SubscriptionStatus/commitmentAutoRenewPreference``. Nil if unknown, or if none will follow.
    public var commitmentAutoRenewPreference: String? { nextRenewal?.commitmentAutoRenewPreference }
    /// How the subscription is billed: see ``Purchase/billingPlanType``.
    public var billingPlanType: BillingPlanType? { purchase.billingPlanType }
    /// The commitment that the period belongs to. It gives no access beyond ``endDate``.
    public var commitmentInfo: TransactionPayload.CommitmentInfo? { purchase.commitmentInfo }

    /// Product identifier.
    public var productID: String { purchase.productID }
    /// That of the purchase: see ``Purchase/id``.
    public var id: String { purchase.id }
}

extension Entitlement: CustomStringConvertible {
    /// One line: the product, why and until when there is access, what is known of the renewal, and how old the knowledge is.
    public var description: String {
        var text = "\(Escaped.text(productID)) \(state.rawValue)"
        if let endDate { text += " until \(Timestamp.string(endDate))" }
        text += (nextRenewal?.words ?? "")
        return text + ", known as of \(Timestamp.string(knownAsOf))"
    }
}
