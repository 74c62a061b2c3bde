internal import ReceiptEssentials
internal import ReceiptFields

extension AppleJSON {
    /// Writes a date three times: in GMT, in milliseconds, and in Los Angeles time, which is called `pst` even in summer.
    mutating func date(_ name: StaticString, _ date: Date?) {
        guard let date else { return }
        let milliseconds = Self.milliseconds(date)
        let seconds = CivilCalendar.floorDivision(milliseconds, 1_000)
        stamp(name, "\":\"", seconds)
        raw(" Etc/GMT\"")
        quoted(name, milliseconds, "_ms\":\"")
        stamp(name, "_pst\":\"", seconds + LosAngeles.offset(at: seconds))
        raw(" America/Los_Angeles\"")
    }

    /// Writes a name and a quotation mark, followed by seconds since 1970 in the form `yyyy-MM-dd HH:mm:ss`.
    private mutating func stamp(_ name: StaticString, _ suffix: StaticString, _ seconds: Int64) {
        self.name(name, suffix)
        let place = bytes.count + 10
        Timestamp.append(Date(timeIntervalSince1970: Double(seconds)), to: &bytes)
        bytes.removeLast()
        bytes[place] = 0x20
    }

    /// Returns milliseconds since 1970, clamped to the years 1 to 9999, so that later calculations can't overflow. No clock shows another
    /// year.
    private static func milliseconds(_ date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        guard seconds >= -62_135_500_000 else { return -62_135_500_000_000 }
        guard seconds <= 253_402_200_000 else { return 253_402_200_000_000 }
        return Int64((seconds * 1_000).rounded())
    }
}

/// The time in Los Angeles by the rule of the Energy Policy Act of 2005. It needs no time zone database and gives the same result
/// everywhere.
///
/// Since 2007, which is before any receipt, daylight saving time lasts from the second Sunday in March to the first Sunday in November.
/// Each change is at 2:00 a.m. local time.
package enum LosAngeles {
    private static let winter: Int64 = -8 * 3_600
    private static let summer: Int64 = -7 * 3_600

    /// Returns the offset in seconds east of GMT.
    package static func offset(at seconds: Int64) -> Int64 {
        let (year, month, _) = CivilCalendar.date(ofDay: CivilCalendar.floorDivision(seconds, 86_400))
        // The day matters only in two months.
        if (4...10).contains(month) { return summer }
        guard month == 3 || month == 11 else { return winter }
        let start = sunday(onOrAfter: CivilCalendar.day(year, 3, 8)) * 86_400 + 2 * 3_600 - winter
        let end = sunday(onOrAfter: CivilCalendar.day(year, 11, 1)) * 86_400 + 2 * 3_600 - summer
        return start <= seconds && seconds < end ? summer : winter
    }

    /// Returns the first Sunday on or after a day. Day 0, 1970-01-01, was a Thursday, so day 3 was a Sunday.
    private static func sunday(onOrAfter day: Int64) -> Int64 {
        CivilCalendar.floorDivision(day + 3, 7) * 7 + 3
    }
}
