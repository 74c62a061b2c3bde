import ArgumentParser
import ReceiptEssentials
import ReceiptFields

/// A time as RFC 3339, such as `2026-01-31T12:00:00Z`, or a day, such as `2026-01-31`, which means its first second in UTC.
enum DateOption {
    /// Parses a date, or throws an error that shows the accepted forms.
    @Sendable static func parse(_ argument: String) throws -> Date {
        guard let date = Timestamp.parse(dayOrTime: argument) else {
            throw ValidationError("Expected a date from 2008 to 4001, such as 2026-01-31T12:00:00Z or 2026-01-31.")
        }
        return date
    }

    /// The default date of every command: now, in whole seconds, as in receipts.
    static var now: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }
}
