/// What was revoked: `revocationType`. An open set. A purchase with an unknown type ends on its revocation date, and what came before stays.
public struct RevocationType: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The text in the payload.
    public let rawValue: String

    /// A value by its text in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `REFUND_FULL`: the whole price was refunded
    public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
    /// `REFUND_PRORATED`: a part of the price was refunded, for the time that was left: what came before the revocation stays
    public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
    /// `FAMILY_REVOKE`: the family no longer shares it: what came before the revocation stays
    public static let familySharing = RevocationType(rawValue: "FAMILY_REVOKE")
    /// `ASSIGNMENT_REVOKE`: the organization or group took the seat back: what came before the revocation stays
    public static let assignment = RevocationType(rawValue: "ASSIGNMENT_REVOKE")
}

/// What caused a transaction: `transactionReason`. An open set.
public struct TransactionReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The text in the payload.
    public let rawValue: String

    /// A value by its text in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `PURCHASE`: the customer bought it
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// `RENEWAL`: the App Store renewed it
    public static let renewal = TransactionReason(rawValue: "RENEWAL")
}

/// Why there is another transaction for the same period: `additionalTransactionReason`. An open set.
public struct AdditionalTransactionReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The text in the payload.
    public let rawValue: String

    /// A value by its text in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `SEAT_ADDITION`: the customer added seats to a multiseat subscription; both transactions hold
    public static let seatAddition = AdditionalTransactionReason(rawValue: "SEAT_ADDITION")
}

/// How a subscription is billed: `billingPlanType`. An open set.
public struct BillingPlanType: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The text in the payload.
    public let rawValue: String

    /// A value by its text in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `BILLED_UPFRONT`: the whole period at once
    public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// `MONTHLY`: each month, with a commitment for several
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")
}

/// Why a subscription expired: `expirationIntent`. An open set.
public struct ExpirationReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The number in the payload.
    public let rawValue: Int

    /// A value by its number in the payload.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 1: the customer turned renewal off
    public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
    /// 2: the customer could not be charged
    public static let billingError = ExpirationReason(rawValue: 2)
    /// 3: the customer did not agree to a higher price
    public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
    /// 4: the product was not for sale
    public static let productUnavailable = ExpirationReason(rawValue: 4)
    /// 5: another reason
    public static let unknown = ExpirationReason(rawValue: 5)
}

/// Where an app was first acquired: `originalPlatform`. An open set.
public struct AppPlatform: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The text in the payload.
    public let rawValue: String

    /// A value by its text in the payload.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `iOS`: iOS, iPadOS or watchOS
    public static let iOS = AppPlatform(rawValue: "iOS")
    /// `macOS`: macOS
    public static let macOS = AppPlatform(rawValue: "macOS")
    /// `tvOS`: tvOS
    public static let tvOS = AppPlatform(rawValue: "tvOS")
    /// `visionOS`: visionOS
    public static let visionOS = AppPlatform(rawValue: "visionOS")
}

/// The state of a subscription when a notification was signed: `status`. An open set.
public struct SubscriptionStatusCode: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The number in the payload.
    public let rawValue: Int

    /// A value by its number in the payload.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 1: subscribed
    public static let active = SubscriptionStatusCode(rawValue: 1)
    /// 2: expired
    public static let expired = SubscriptionStatusCode(rawValue: 2)
    /// 3: the App Store tries to charge the customer again
    public static let inBillingRetryPeriod = SubscriptionStatusCode(rawValue: 3)
    /// 4: the same, and the customer keeps access
    public static let inGracePeriod = SubscriptionStatusCode(rawValue: 4)
    /// 5: refunded, or taken from family sharing
    public static let revoked = SubscriptionStatusCode(rawValue: 5)
}
