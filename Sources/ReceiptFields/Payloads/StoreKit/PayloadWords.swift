/// The type of a revocation: `revocationType`. An open set. A purchase with an unknown type ends on its revocation date, and the time
/// before it stays valid.
public struct RevocationType: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: String

    /// Creates a value from its raw value in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `REFUND_FULL`: the whole price was refunded.
    public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
    /// `REFUND_PRORATED`: the part of the price for the remaining time was refunded. The time before the revocation stays valid.
    public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
    /// `FAMILY_REVOKE`: the family no longer shares the purchase. The time before the revocation stays valid.
    public static let familySharing = RevocationType(rawValue: "FAMILY_REVOKE")
    /// `ASSIGNMENT_REVOKE`: the organization or group took the seat back. The time before the revocation stays valid.
    public static let assignment = RevocationType(rawValue: "ASSIGNMENT_REVOKE")
}

/// The cause of a transaction: `transactionReason`. An open set.
public struct TransactionReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: String

    /// Creates a value from its raw value in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `PURCHASE`: the customer made the purchase.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// `RENEWAL`: the App Store renewed the subscription.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")
}

/// The reason for another transaction in the same period: `additionalTransactionReason`. An open set.
public struct AdditionalTransactionReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: String

    /// Creates a value from its raw value in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `SEAT_ADDITION`: the customer added seats to a multiseat subscription. This transaction and the one that began the period are both
    /// valid.
    public static let seatAddition = AdditionalTransactionReason(rawValue: "SEAT_ADDITION")
}

/// The billing plan of a subscription: `billingPlanType`. An open set.
public struct BillingPlanType: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: String

    /// Creates a value from its raw value in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `BILLED_UPFRONT`: the customer pays for the whole period at once.
    public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// `MONTHLY`: the customer pays each month, and commits to several months.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")
}

/// The reason why a subscription expired: `expirationIntent`. An open set.
public struct ExpirationReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: Int

    /// Creates a value from its raw value in the payload.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 1: the customer turned auto-renewal off.
    public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
    /// 2: the App Store couldn't charge the customer.
    public static let billingError = ExpirationReason(rawValue: 2)
    /// 3: the customer didn't consent to a price increase.
    public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
    /// 4: the product was no longer for sale.
    public static let productUnavailable = ExpirationReason(rawValue: 4)
    /// 5: another reason.
    public static let unknown = ExpirationReason(rawValue: 5)
}

/// The platform on which a customer first acquired an app: `originalPlatform`. An open set.
public struct AppPlatform: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: String

    /// Creates a value from its raw value in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `iOS`: iOS, iPadOS or watchOS.
    public static let iOS = AppPlatform(rawValue: "iOS")
    /// `macOS`: macOS.
    public static let macOS = AppPlatform(rawValue: "macOS")
    /// `tvOS`: tvOS.
    public static let tvOS = AppPlatform(rawValue: "tvOS")
    /// `visionOS`: visionOS.
    public static let visionOS = AppPlatform(rawValue: "visionOS")
}

/// The status of a subscription when a notification was signed: `status`. An open set.
public struct SubscriptionStatusCode: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The raw value in the payload.
    public let rawValue: Int

    /// Creates a value from its raw value in the payload.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 1: subscribed.
    public static let active = SubscriptionStatusCode(rawValue: 1)
    /// 2: expired.
    public static let expired = SubscriptionStatusCode(rawValue: 2)
    /// 3: the App Store retries the charge, and the customer has no access.
    public static let inBillingRetryPeriod = SubscriptionStatusCode(rawValue: 3)
    /// 4: the App Store retries the charge, and the customer keeps access.
    public static let inGracePeriod = SubscriptionStatusCode(rawValue: 4)
    /// 5: refunded, or no longer shared by the family.
    public static let revoked = SubscriptionStatusCode(rawValue: 5)
}
