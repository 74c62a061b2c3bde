/// The event that a notification reports: `notificationType`. An open set.
///
/// Source: Apple, *App Store Server Notifications, notificationType*.
public struct NotificationType: RawRepresentable, RequiredFieldValue, Hashable, Sendable {
    static let placeholder = NotificationType(rawValue: "")

    /// The raw value in the payload.
    public let rawValue: String

    /// Creates a value from its raw value in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `SUBSCRIBED`: the customer subscribed for the first time, or again.
    public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
    /// `DID_CHANGE_RENEWAL_PREF`: the customer chose another product of the group. An upgrade takes effect at once, anything else at the
    /// next renewal.
    public static let didChangeRenewalPreference = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// `DID_CHANGE_RENEWAL_STATUS`: auto-renewal was turned on or off.
    public static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// `OFFER_REDEEMED`: a subscriber redeemed a promotional offer or an offer code.
    public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
    /// `DID_RENEW`: the subscription renewed.
    public static let didRenew = NotificationType(rawValue: "DID_RENEW")
    /// `EXPIRED`: the subscription expired. The subtype states the reason.
    public static let expired = NotificationType(rawValue: "EXPIRED")
    /// `DID_FAIL_TO_RENEW`: the App Store couldn't charge the customer, and retries. During a grace period, the customer keeps access.
    public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
    /// `GRACE_PERIOD_EXPIRED`: the grace period ended without a renewal. The customer has no access, and the App Store continues to retry
    /// the charge.
    public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
    /// `PRICE_INCREASE`: the App Store informed the customer of a price increase. The subtype states whether consent is pending.
    public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
    /// `PRICE_CHANGE`: a price was changed through the Advanced Commerce API.
    public static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")
    /// `REFUND`: the App Store refunded a purchase.
    public static let refund = NotificationType(rawValue: "REFUND")
    /// `REFUND_DECLINED`: the App Store declined a refund that the customer requested through the app.
    public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
    /// `REFUND_REVERSED`: the App Store reversed a refund. Give back the access that the refund removed.
    public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
    /// `CONSUMPTION_REQUEST`: the customer requested a refund, and the App Store asks how much of the purchase was used.
    public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
    /// `RENEWAL_EXTENDED`: the App Store extended the renewal date of one subscription, as you requested.
    public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
    /// `RENEWAL_EXTENSION`: the App Store processes a request to extend the renewal dates of many subscriptions. The notification reports
    /// the failure for one of them, or the summary at the end.
    public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
    /// `REVOKE`: the customer lost access to a purchase that a family member had shared.
    public static let revoke = NotificationType(rawValue: "REVOKE")
    /// `TEST`: a test that you requested. It concerns no purchase.
    public static let test = NotificationType(rawValue: "TEST")
    /// `EXTERNAL_PURCHASE_TOKEN`: the notification is about an external purchase token. The subtype states the event.
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

/// The details of an event: `subtype`. An open set.
///
/// Source: Apple, *App Store Server Notifications, subtype*.
public struct NotificationSubtype: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: String

    /// Creates a value from its raw value in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `INITIAL_BUY`: the customer subscribed to a product of the group for the first time.
    public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
    /// `RESUBSCRIBE`: the customer was subscribed to a product of the group before.
    public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
    /// `DOWNGRADE`: the other product takes effect at the next renewal.
    public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
    /// `UPGRADE`: the other product took effect at once.
    public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
    /// `AUTO_RENEW_ENABLED`: the customer turned auto-renewal on again.
    public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
    /// `AUTO_RENEW_DISABLED`: the customer turned auto-renewal off, or the App Store did after a refund request.
    public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
    /// `VOLUNTARY`: the subscription expired because the customer turned auto-renewal off.
    public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
    /// `BILLING_RETRY`: the subscription expired because the App Store couldn't charge the customer.
    public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
    /// `PRICE_INCREASE`: the subscription expired because the customer didn't consent to a price increase.
    public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
    /// `GRACE_PERIOD`: the customer keeps access while the App Store retries the charge.
    public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
    /// `PENDING`: the customer hasn't responded to the price increase.
    public static let pending = NotificationSubtype(rawValue: "PENDING")
    /// `ACCEPTED`: the customer consented to the price increase, or needn't consent.
    public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
    /// `BILLING_RECOVERY`: the App Store finally charged the customer, and the subscription continues.
    public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
    /// `PRODUCT_NOT_FOR_SALE`: the subscription expired because the product was no longer for sale.
    public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// `SUMMARY`: the request to extend renewal dates is complete.
    public static let summary = NotificationSubtype(rawValue: "SUMMARY")
    /// `FAILURE`: the App Store couldn't extend the renewal date of this subscription.
    public static let failure = NotificationSubtype(rawValue: "FAILURE")
    /// `UNREPORTED`: Apple created an external purchase token but received no report for it.
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
