internal import ReceiptEssentials

/// A second, counted from 2001.
typealias Instant = TimeInterval

extension Date {
    /// The second that the date is in.
    var second: Instant { timeIntervalSinceReferenceDate.rounded(.down) }

    /// The date as a number to compare: `Date`'s own `<=` holds for one that is not a number. No instant is at or behind the
    /// end of what is owned for good.
    var instant: Instant {
        timeIntervalSinceReferenceDate == .infinity ? .greatestFiniteMagnitude : timeIntervalSinceReferenceDate
    }

    init(second: Instant) { self.init(timeIntervalSinceReferenceDate: second) }
}
