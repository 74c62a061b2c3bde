public import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A period of an auto-renewable subscription: one purchase, seen as a stretch of time.
public struct SubscriptionPeriod: Hashable, Sendable {
    /// What the customer paid for the period.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The regular price.
        case regular
        /// Nothing: a free trial (attribute 1713). The row may go on beyond the trial, up to a year and 14 days in one.
        case trial
        /// An introductory price (attribute 1719).
        case introductory
        /// The price of a promotional offer (attribute 1721).
        case promotional(offerID: String)
    }

    /// The purchase, with all its fields.
    public let purchase: InAppPurchase
    /// Whether this is a renewal that was charged in advance and overtaken by a change of product: from its first second on
    /// a period of another product counts instead.
    public let isOvertaken: Bool

    /// Product identifier (attribute 1702).
    public var productID: String { purchase.productID }
    /// First instant of the period (attribute 1704).
    public var startDate: Date { purchase.purchaseDate }
    /// First instant after the period (attribute 1708); nil if the receipt does not say, and then the period never counts.
    public var endDate: Date? { purchase.expirationDate }
    /// When the App Store cancelled the period (attribute 1712), which may be before, during or after it. A cancelled period
    /// counts as never purchased.
    public var cancellationDate: Date? { purchase.cancellationDate }
    /// Why it was cancelled (attribute 1720, undocumented).
    public var cancellationReason: CancellationReason? { purchase.cancellationReason }

    /// What the customer paid. A promotional offer is named before a trial, which it may be as well.
    public var kind: Kind {
        if let offerID = purchase.promotionalOfferID { return .promotional(offerID: offerID) }
        if purchase.isTrialPeriod == true { return .trial }
        return purchase.isInIntroOfferPeriod == true ? .introductory : .regular
    }
}

extension SubscriptionPeriod.Kind {
    /// A stable name: `regular`, `trial`, `introductory` or `promotional`.
    public var name: String {
        switch self {
        case .regular: "regular"
        case .trial: "trial"
        case .introductory: "introductory"
        case .promotional: "promotional"
        }
    }
}
