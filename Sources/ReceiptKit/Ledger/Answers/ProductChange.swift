public import ReceiptEssentials
internal import ReceiptFields

/// A change of a subscription to another product of its group.
///
/// Receipts don't mark upgrades, so changes are computed from dates. Renewals that were charged in advance and overtaken by a change are
/// left out. See ``SubscriptionPeriod/isOvertaken``.
public struct ProductChange: Hashable, Sendable {
    /// The time of a change relative to the periods of the old product.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        /// While a period of the old product was running: an upgrade, or a crossgrade to a product of the same duration.
        case whileRunning
        /// When a period of the old product expired: a downgrade, or a crossgrade to another duration.
        case atRenewal
        /// After the old product had expired: the subscription lapsed, or sandbox renewed it late.
        case afterGap
    }

    /// The start of the first period of the new product.
    public let date: Date
    /// The time of the change relative to the old product's periods.
    public let kind: Kind
    /// The identifier of the old product.
    public let previousProductID: String
    /// The identifier of the new product.
    public let productID: String
}

extension ProductChange: CustomStringConvertible {
    /// One line: both products, the date, and the kind of change.
    public var description: String {
        "\(SafeText.quoted(previousProductID)) to \(SafeText.quoted(productID)) on \(Timestamp.string(date)), \(kind.rawValue)"
    }
}
