package import ReceiptEssentials

/// A date and time in the proleptic Gregorian calendar, without a time zone.
///
/// The arithmetic counts days from 1 March of year 0, so that the leap day ends a year. Days and seconds have 64 bits
/// on every platform: watchOS's 32 bits would end in 2038.
package struct CivilTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Creates the civil time of a number of seconds since 1970-01-01T00:00:00.
    package init(secondsSince1970 seconds: Int64) {
        let days = Self.floorDivide(seconds, 86400)
        let time = seconds - days * 86400
        let shifted = days + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        day = Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = Int(time / 3600)
        minute = Int(time / 60 % 60)
        second = Int(time % 60)
    }

    /// Creates the civil time of a date, rounded down to the second and clamped to the years 0 to 9999.
    package init(_ date: Date, offsetMinutes: Int = 0) {
        let seconds = date.timeIntervalSince1970
        let bounded = seconds.isNaN ? 0 : min(max(seconds.rounded(.down), -62_167_219_200), 253_402_300_799)
        self.init(secondsSince1970: Int64(bounded) + Int64(offsetMinutes) * 60)
    }

    /// Seconds since 1970-01-01T00:00:00. Months above 12 and days beyond the month's end carry over.
    package var secondsSince1970: Int64 {
        let monthIndex = Int64(month) - 1
        let wholeYear = Int64(year) + Self.floorDivide(monthIndex, 12)
        let wholeMonth = monthIndex - Self.floorDivide(monthIndex, 12) * 12 + 1
        let marchYear = wholeMonth <= 2 ? wholeYear - 1 : wholeYear
        let era = Self.floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (wholeMonth > 2 ? wholeMonth - 3 : wholeMonth + 9) + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return days * 86400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    }

    /// Returns the number of days in a month.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the same day of the month some months later, or the last day of the month if it is too short.
    package func adding(months: Int) -> CivilTime {
        let index = Int64(year) * 12 + Int64(month) - 1 + Int64(months)
        let wholeYear = Self.floorDivide(index, 12)
        var result = self
        result.year = Int(wholeYear)
        result.month = Int(index - wholeYear * 12 + 1)
        result.day = min(day, Self.days(inMonth: result.month, of: result.year))
        return result
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }
}
