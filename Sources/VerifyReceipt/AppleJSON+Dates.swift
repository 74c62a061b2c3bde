internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension AppleJSON {
    /// A date, three times: in GMT, in milliseconds, and in Los Angeles, which is called `pst` in summer too.
    mutating func date(_ name: String, _ date: Date?) {
        guard let date else { return }
        let milliseconds = Self.milliseconds(date)
        let seconds = CivilCalendar.floorDivision(milliseconds, 1_000)
        next(name)
        civil(seconds, " Etc/GMT\"")
        next(name, suffix: "_ms")
        raw("\"")
        digits(milliseconds)
        raw("\"")
        next(name, suffix: "_pst")
        civil(seconds + LosAngeles.offset(at: seconds), " America/Los_Angeles\"")
    }

    /// Within the years 1 to 9999, so that all that follows stays small: nobody's clock tells another.
    private static func milliseconds(_ date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        guard seconds >= -62_135_500_000 else { return -62_135_500_000_000 }
        guard seconds <= 253_402_200_000 else { return 253_402_200_000_000 }
        return Int64((seconds * 1_000).rounded())
    }

    /// `yyyy-MM-dd HH:mm:ss`, and what stands behind it.
    private mutating func civil(_ seconds: Int64, _ zone: String) {
        let day = CivilCalendar.floorDivision(seconds, 86_400)
        let time = seconds - day * 86_400
        let date = CivilCalendar.date(ofDay: day)
        // All at once: dates are most of an answer.
        let (quote, dash, colon) = (UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: ":"))
        let (century, year) = (Self.pair(date.year / 100), Self.pair(date.year % 100))
        let (month, dayOfMonth) = (Self.pair(date.month), Self.pair(date.day))
        let (hour, minute, second) = (Self.pair(time / 3_600), Self.pair(time / 60 % 60), Self.pair(time % 60))
        octets([
            quote, century.0, century.1, year.0, year.1, dash, month.0, month.1, dash, dayOfMonth.0, dayOfMonth.1, 0x20,
            hour.0, hour.1, colon, minute.0, minute.1, colon, second.0, second.1,
        ])
        raw(zone)
    }

    /// Two digits.
    private static func pair(_ number: Int64) -> (UInt8, UInt8) {
        (0x30 &+ UInt8(truncatingIfNeeded: number / 10), 0x30 &+ UInt8(truncatingIfNeeded: number % 10))
    }
}

/// The time in Los Angeles by the rule of the Energy Policy Act of 2005: no table of time zones, and the same everywhere.
///
/// Since 2007, which is before any receipt, summer lasts from the second Sunday in March to the first Sunday in November, each at
/// two o'clock in the morning by the clock of the wall.
enum LosAngeles {
    private static let winter: Int64 = -8 * 3_600
    private static let summer: Int64 = -7 * 3_600

    /// Seconds east of GMT.
    static func offset(at seconds: Int64) -> Int64 {
        let year = CivilCalendar.date(ofDay: CivilCalendar.floorDivision(seconds, 86_400)).year
        let start = sunday(onOrAfter: CivilCalendar.day(year, 3, 8)) * 86_400 + 2 * 3_600 - winter
        let end = sunday(onOrAfter: CivilCalendar.day(year, 11, 1)) * 86_400 + 2 * 3_600 - summer
        return start <= seconds && seconds < end ? summer : winter
    }

    /// Day 0, 1970-01-01, was a Thursday, so day 3 a Sunday.
    private static func sunday(onOrAfter day: Int64) -> Int64 {
        day + 6 - (day + 3 - CivilCalendar.floorDivision(day + 3, 7) * 7)
    }
}
