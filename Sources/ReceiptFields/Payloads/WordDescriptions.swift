internal import ReceiptEssentials

// A value of an open set is printed as Apple's string. If Apple uses numbers, a known value is printed as its name.

extension SafeText {
    /// Returns a string unchanged, or quoted and escaped if it contains anything but ASCII letters, digits, `_`, `-` and spaces.
    package static func word(_ word: String) -> String {
        let isPlain =
            !word.isEmpty && word.utf8.count <= 64
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "):
                    true
                default: false
                }
            }
        return isPlain ? word : quoted(word)
    }
}

extension RevocationType: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension TransactionReason: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension AdditionalTransactionReason: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension BillingPlanType: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension AppPlatform: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension NotificationType: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension NotificationSubtype: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension AdvancedCommerce.Offer.Reason: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension AdvancedCommerce.Refund.RefundType: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension AdvancedCommerce.Refund.Reason: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension AdvancedCommerce.PriceIncreaseInfo.Status: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension MultiSeatInfo.InvitationManagement: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension NotificationPayload.ExternalPurchaseToken.TokenType: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension TransactionOffer.PaymentMode: CustomStringConvertible {
    /// Apple's string for the value.
    public var description: String { SafeText.word(rawValue) }
}

extension ProductType: CustomStringConvertible {
    /// Apple's string for the value, or the number if it has none.
    public var description: String { SafeText.word(text) }
}

extension OwnershipType: CustomStringConvertible {
    /// Apple's string for the value, or the number if it has none.
    public var description: String { SafeText.word(text) }
}

extension ExpirationReason: CustomStringConvertible {
    /// The name of a known value, or the number.
    public var description: String {
        switch self {
        case .autoRenewDisabled: "autoRenewDisabled"
        case .billingError: "billingError"
        case .didNotConsentToPriceIncrease: "didNotConsentToPriceIncrease"
        case .productUnavailable: "productUnavailable"
        case .unknown: "unknown"
        default: String(rawValue)
        }
    }
}

extension SubscriptionStatusCode: CustomStringConvertible {
    /// The name of a known value, or the number.
    public var description: String {
        switch self {
        case .active: "active"
        case .expired: "expired"
        case .inBillingRetryPeriod: "inBillingRetryPeriod"
        case .inGracePeriod: "inGracePeriod"
        case .revoked: "revoked"
        default: String(rawValue)
        }
    }
}

extension RevocationReason: CustomStringConvertible {
    /// The name of a known value, or the number.
    public var description: String {
        switch self {
        case .other: "other"
        case .developerIssue: "developerIssue"
        default: String(rawValue)
        }
    }
}

extension TransactionOffer.OfferType: CustomStringConvertible {
    /// The name of a known value, or the number.
    public var description: String {
        switch self {
        case .introductory: "introductory"
        case .promotional: "promotional"
        case .code: "code"
        case .winBack: "winBack"
        case .retention: "retention"
        default: String(rawValue)
        }
    }
}

extension AttributeType: CustomStringConvertible {
    /// The number.
    public var description: String { String(rawValue) }
}
