/// Days of the proleptic Gregorian calendar, counted from 1970-01-01, by integer arithmetic without a locale or time zone.
package enum CivilCalendar {
    package static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// Returns the number of a day. Years are counted from March, so that the leap day is the last day of a year.
    package static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year &- 1 : year
        let era = floorDivision(shifted, 400)
        let yearOfEra = shifted &- era &* 400
        let dayOfYear = (153 &* (month &+ (month > 2 ? -3 : 9)) &+ 2) / 5 &+ day &- 1
        let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
        return era &* 146_097 &+ dayOfEra &- 719_468
    }

    /// Returns the date of a day, the inverse of ``day(_:_:_:)``.
    package static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day &+ 719_468
        let era = floorDivision(shifted, 146_097)
        // Less than 146,097, so nothing overflows.
        let dayOfEra = UInt32(truncatingIfNeeded: shifted &- era &* 146_097)
        let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9
        let year = Int64(yearOfEra) &+ era &* 400 &+ (month <= 2 ? 1 : 0)
        return (year, Int64(month), Int64(dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1))
    }

    /// Divides and rounds down. The divisor must be above 0.
    package static func floorDivision(_ a: Int64, _ b: Int64) -> Int64 {
        let quotient = a / b
        return quotient &* b > a ? quotient - 1 : quotient
    }
}
