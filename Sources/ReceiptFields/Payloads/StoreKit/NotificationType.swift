/// What happened, as a notification names it: `notificationType`. An open set.
///
/// Source: Apple, *App Store Server Notifications, notificationType*.
public struct NotificationType: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The text in the payload.
    public let rawValue: String

    /// A value by its text in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `SUBSCRIBED`: the customer subscribed for the first time, or again.
    public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
    /// `DID_CHANGE_RENEWAL_PREF`: the customer chose another product of the group: now, if it is an upgrade, or from the next renewal on.
    public static let didChangeRenewalPreference = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// `DID_CHANGE_RENEWAL_STATUS`: automatic renewal was turned on or off.
    public static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// `OFFER_REDEEMED`: a subscriber redeemed a promotional offer or an offer code.
    public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
    /// `DID_RENEW`: the subscription renewed.
    public static let didRenew = NotificationType(rawValue: "DID_RENEW")
    /// `EXPIRED`: the subscription expired; the subtype says why.
    public static let expired = NotificationType(rawValue: "EXPIRED")
    /// `DID_FAIL_TO_RENEW`: the App Store could not charge the customer, and tries again; in a grace period the customer keeps access.
    public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
    /// `GRACE_PERIOD_EXPIRED`: the grace period ended without a renewal: the customer has no access, and the App Store goes on trying to charge.
    public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
    /// `PRICE_INCREASE`: the App Store told the customer of a higher price; the subtype says whether consent is pending.
    public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
    /// `PRICE_CHANGE`: a price was changed through the Advanced Commerce API.
    public static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")
    /// `REFUND`: the App Store refunded a purchase.
    public static let refund = NotificationType(rawValue: "REFUND")
    /// `REFUND_DECLINED`: the App Store declined a refund that the customer asked for through the app.
    public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
    /// `REFUND_REVERSED`: the App Store reversed a refund: give back what the refund took away.
    public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
    /// `CONSUMPTION_REQUEST`: the customer asked for a refund, and the App Store asks how much of the purchase was used.
    public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
    /// `RENEWAL_EXTENDED`: the App Store extended the renewal date of one subscription, as you requested.
    public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
    /// `RENEWAL_EXTENSION`: a request to extend the renewal dates of many subscriptions: a failure for one of them, or the summary at the end.
    public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
    /// `REVOKE`: the customer lost a purchase that a family member shared.
    public static let revoke = NotificationType(rawValue: "REVOKE")
    /// `TEST`: a test that you requested; it is about no purchase.
    public static let test = NotificationType(rawValue: "TEST")
    /// `EXTERNAL_PURCHASE_TOKEN`: about an external purchase token; the subtype says what happened.
    public static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")
    /// `ONE_TIME_CHARGE`: the customer bought a consumable, a non-consumable or a non-renewing subscription.
    public static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
    /// `RESCIND_CONSENT`: a parent or guardian withdrew consent for a child to use the app.
    public static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
    /// `METADATA_UPDATE`: the metadata of a subscription was changed through the Advanced Commerce API.
    public static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")
    /// `MIGRATION`: a subscription was migrated to the Advanced Commerce API.
    public static let migration = NotificationType(rawValue: "MIGRATION")
}

/// More about what happened: `subtype`. An open set.
///
/// Source: Apple, *App Store Server Notifications, subtype*.
public struct NotificationSubtype: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The text in the payload.
    public let rawValue: String

    /// A value by its text in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `INITIAL_BUY`: the first subscription of the customer to any product of the group.
    public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
    /// `RESUBSCRIBE`: the customer subscribed to a product of the group before.
    public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
    /// `DOWNGRADE`: the other product takes over at the next renewal.
    public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
    /// `UPGRADE`: the other product took over at once.
    public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
    /// `AUTO_RENEW_ENABLED`: the customer turned automatic renewal on again.
    public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
    /// `AUTO_RENEW_DISABLED`: the customer turned automatic renewal off, or the App Store did after a request for a refund.
    public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
    /// `VOLUNTARY`: the subscription expired because the customer turned renewal off.
    public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
    /// `BILLING_RETRY`: the subscription expired because the App Store could not charge the customer.
    public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
    /// `PRICE_INCREASE`: the subscription expired because the customer did not agree to a higher price.
    public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
    /// `GRACE_PERIOD`: the customer keeps access while the App Store tries to charge.
    public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
    /// `PENDING`: the customer has not answered whether to pay the higher price.
    public static let pending = NotificationSubtype(rawValue: "PENDING")
    /// `ACCEPTED`: the customer agreed to the higher price, or need not be asked.
    public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
    /// `BILLING_RECOVERY`: the App Store charged the customer at last, and the subscription goes on.
    public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
    /// `PRODUCT_NOT_FOR_SALE`: the subscription expired because the product was not for sale.
    public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// `SUMMARY`: the request to extend renewal dates is completed.
    public static let summary = NotificationSubtype(rawValue: "SUMMARY")
    /// `FAILURE`: the renewal date of this subscription could not be extended.
    public static let failure = NotificationSubtype(rawValue: "FAILURE")
    /// `UNREPORTED`: Apple created an external purchase token, and got no report for it.
    public static let unreported = NotificationSubtype(rawValue: "UNREPORTED")
    /// `CREATED`: Apple created an external purchase token.
    public static let created = NotificationSubtype(rawValue: "CREATED")
    /// `ACTIVE_TOKEN_REMINDER`: an external purchase token is still active.
    public static let activeTokenReminder = NotificationSubtype(rawValue: "ACTIVE_TOKEN_REMINDER")
    /// `SEATS`: some seats of a multiseat subscription were refunded.
    public static let seats = NotificationSubtype(rawValue: "SEATS")
    /// `INCREASE_QUANTITY`: the subscription has, or will have, more seats.
    public static let increaseQuantity = NotificationSubtype(rawValue: "INCREASE_QUANTITY")
    /// `DECREASE_QUANTITY`: the subscription has, or will have, fewer seats.
    public static let decreaseQuantity = NotificationSubtype(rawValue: "DECREASE_QUANTITY")
}
