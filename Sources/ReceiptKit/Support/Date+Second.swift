internal import ReceiptEssentials

extension Date {
    /// The second that the date is in, counted from 2001.
    var second: TimeInterval { timeIntervalSinceReferenceDate.rounded(.down) }

    /// The date as a number to compare: `Date`'s own `<=` holds for one that is not a number. No instant is at or behind the
    /// end of what is owned for good.
    var instant: TimeInterval {
        timeIntervalSinceReferenceDate == .infinity ? .greatestFiniteMagnitude : timeIntervalSinceReferenceDate
    }

    init(second: TimeInterval) { self.init(timeIntervalSinceReferenceDate: second) }
}

extension TimeInterval {
    /// 24 hours, in seconds.
    static let day: TimeInterval = 86_400
}
