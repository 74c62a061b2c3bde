public import ReceiptEssentials
internal import ReceiptFields

/// A change of a subscription to another product of its group.
///
/// A receipt does not say what was upgraded; this is computed from dates. Renewals that were charged in advance and overtaken by
/// a change are left out: see ``SubscriptionPeriod/isOvertaken``.
public struct ProductChange: Hashable, Sendable {
    /// When the change took place, seen from the old product.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        /// While a period of the old product ran: an upgrade, or a crossgrade to a product of the same duration.
        case whileRunning
        /// Exactly when a period of the old product expired: a downgrade, or a crossgrade to another duration.
        case atRenewal
        /// After the old product had expired: the subscription lapsed, or sandbox renewed late.
        case afterGap
    }

    /// When the first period of the new product begins.
    public let date: Date
    /// The evidence of it.
    public let kind: Kind
    /// Product identifier before.
    public let previousProductID: String
    /// Product identifier after.
    public let productID: String
}

extension ProductChange: CustomStringConvertible {
    /// One line: both products, the date, and the evidence of it.
    public var description: String {
        "\(Escaped.text(previousProductID)) to \(Escaped.text(productID)) on \(Timestamp.string(date)), \(kind.rawValue)"
    }
}
