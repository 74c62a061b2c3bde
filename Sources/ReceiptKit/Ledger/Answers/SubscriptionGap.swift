public import ReceiptEssentials
internal import ReceiptFields

/// An interval between two periods of a subscription in which no period ran.
///
/// In production, seamless renewals leave no gaps: a period begins exactly when the previous one expires. In sandbox, late renewals leave
/// gaps of seconds to days.
public struct SubscriptionGap: Hashable, Sendable {
    /// The end of the last period before the gap.
    public let startDate: Date
    /// The start of the next period.
    public let endDate: Date

    /// The length in seconds.
    public var duration: TimeInterval { endDate.timeIntervalSince(startDate) }
}

extension SubscriptionGap: CustomStringConvertible {
    /// One line: both dates.
    public var description: String { "gap from \(Timestamp.string(startDate)) to \(Timestamp.string(endDate))" }
}
