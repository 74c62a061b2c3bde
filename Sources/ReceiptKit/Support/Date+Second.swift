internal import ReceiptEssentials

extension Date {
    /// The date rounded down to whole seconds, counted from 2001.
    var second: TimeInterval { timeIntervalSinceReferenceDate.rounded(.down) }

    /// The date as a number for comparisons, because `<=` of `Date` returns true for a date that is not a number. The number is always less
    /// than infinity, which represents the end of access that never ends.
    var instant: TimeInterval {
        timeIntervalSinceReferenceDate == .infinity ? .greatestFiniteMagnitude : timeIntervalSinceReferenceDate
    }

    init(second: TimeInterval) { self.init(timeIntervalSinceReferenceDate: second) }
}

extension TimeInterval {
    /// 24 hours, in seconds.
    static let day: TimeInterval = 86_400
}
