/// Seconds since 1970, or a number of seconds. All events happen at whole seconds.
package typealias Seconds = Int64

/// The environment of a story, which decides how fast subscriptions run.
package enum StoryPlace: String, Sendable {
    case production = "Production"
    case sandbox = "Sandbox"
    case xcode = "Xcode"

    /// Apple, *Testing subscriptions*: a month lasts five minutes in sandbox.
    var pace: Pace {
        switch self {
        case .production:
            Pace(hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400, year: 365 * 86_400, ahead: 86_400)
        case .sandbox, .xcode: Pace(hour: 2, day: 10, week: 180, month: 300, year: 3600, ahead: 15)
        }
    }

    /// The longest grace period that the rules expect, which is Apple's maximum. Xcode uses production's numbers.
    var longestGrace: Seconds { self == .sandbox ? 86_400 : 28 * 86_400 }

    /// The longest time after a period's end in which the rules expect retries, which is Apple's maximum.
    func longestRetry(isMonthly: Bool) -> Seconds { self == .sandbox ? 86_400 : (isMonthly ? 90 : 60) * 86_400 }

    /// The time between a period's end and a receipt that shows everything.
    func laterReceipt(isMonthly: Bool) -> Seconds {
        self == .sandbox ? 7 * 86_400 : longestRetry(isMonthly: isMonthly)
    }

    /// Returns how long before its end a period of this length may be refunded without hiding a renewal that was
    /// charged.
    func lastDay(of length: Seconds) -> Seconds { self == .sandbox ? min(length / 10, 86_400) : 86_400 }

    struct Pace: Sendable {
        let hour, day, week, month, year: Seconds
        /// The maximum time by which a renewal is charged before its period.
        let ahead: Seconds
    }
}

/// The dates from which Apple signs a member.
enum StoryEra {
    private static func date(_ year: Int64, _ days: Int64) -> Seconds { (year - 1970) * 31_556_952 + days * 86_400 }

    static let oldest = date(2022, 180)
    /// `renewalDate`, `transactionReason`.
    static let renewalDates = date(2023, 90)
    /// `revocationType`, commitments, seats, bundles.
    static let modern = date(2026, 60)
    /// Commitments can be billed each month.
    static let commitments = date(2026, 120)
}
