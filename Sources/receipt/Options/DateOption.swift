import ArgumentParser
import ReceiptFields

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A time as RFC 3339, such as `2026-01-31T12:00:00Z`, or a day, such as `2026-01-31`, which means its first second in UTC.
struct DateOption {
    let date: Date

    /// Reads a date, or says what one looks like.
    @Sendable static func parse(_ argument: String) throws -> DateOption {
        guard let option = DateOption(argument) else {
            throw ValidationError("No date from 2008 to 4001, such as 2026-01-31T12:00:00Z or 2026-01-31.")
        }
        return option
    }

    private static let seconds = 1_199_145_600.0...64_123_747_199.0

    private init?(_ argument: String) {
        let text = argument.utf8.count == 10 ? argument + "T00:00:00Z" : argument
        // From 2008-01-01T00:00:00Z to 4001-12-31T23:59:59Z.
        guard let date = Timestamp.parse(text), Self.seconds.contains(date.timeIntervalSince1970) else { return nil }
        self.date = date
    }

    /// What every command takes where no date is given: now, in whole seconds, as receipts have them.
    static var now: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }
}
