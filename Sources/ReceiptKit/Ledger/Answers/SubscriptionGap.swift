public import ReceiptEssentials
internal import ReceiptFields

/// A time between two periods of a subscription in which no period ran.
///
/// In production, seamless renewals leave none: a period begins exactly when the one before expires. In sandbox, late
/// renewals leave gaps of seconds to days.
public struct SubscriptionGap: Hashable, Sendable {
    /// When the last period before expired.
    public let startDate: Date
    /// When the next period began.
    public let endDate: Date

    /// Length in seconds.
    public var duration: TimeInterval { endDate.timeIntervalSince(startDate) }
}

extension SubscriptionGap: CustomStringConvertible {
    /// One line: both dates.
    public var description: String { "gap from \(Timestamp.string(startDate)) to \(Timestamp.string(endDate))" }
}
