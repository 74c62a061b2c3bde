public import ReceiptEssentials

extension Date {
    /// Creates a date from its components in UTC: `.utc(2024, 5, 1, 12, 30)`.
    public static func utc(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
    ) -> Date {
        Date(civil: CivilTime(year, month, day, hour, minute, second))
    }

    package init(civil: CivilTime) {
        self.init(timeIntervalSince1970: Double(civil.secondsSince1970))
    }
}

/// The date formats of receipts and certificates.
package enum TestDate {
    /// Formats a date as `YYYY-MM-DDThh:mm:ssZ`, as Apple's servers do, with milliseconds if there are any. With an
    /// offset, formats it as `YYYY-MM-DDThh:mm:ss+hhmm`: local time without a colon in the offset, as Xcode does.
    package static func receipt(_ date: Date, offsetMinutes: Int? = nil) -> String {
        let time = CivilTime(date, offsetMinutes: offsetMinutes ?? 0)
        let text =
            "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
            + "T\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
        guard let offset = offsetMinutes else {
            let seconds = date.timeIntervalSince1970
            let fraction = seconds - seconds.rounded(.down)
            let milliseconds = fraction.isNaN ? 0 : Int(min((fraction * 1_000).rounded(), 999))
            return text + (milliseconds > 0 ? "." + digits(milliseconds, 3) : "") + "Z"
        }
        return text + (offset < 0 ? "-" : "+") + digits(abs(offset) / 60, 2) + digits(abs(offset) % 60, 2)
    }

    /// Encodes Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }; UTCTime through 2049 (RFC 5280
    /// §4.1.2.5).
    package static func certificate(_ date: Date) -> [UInt8] {
        let time = CivilTime(date)
        let rest = [time.month, time.day, time.hour, time.minute, time.second].map { digits($0, 2) }.joined() + "Z"
        return (1950..<2050).contains(time.year)
            ? TestDER.element(0x17, Array((digits(time.year % 100, 2) + rest).utf8))
            : TestDER.element(0x18, Array((digits(time.year, 4) + rest).utf8))
    }

    /// Parses RFC 3339, with or without a fraction of at most nine digits. Returns nil for anything else.
    package static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        let form = Array("dddd-dd-ddTdd:dd:dd".utf8)
        guard bytes.count > form.count else { return nil }
        for (byte, expected) in zip(bytes, form) {
            guard expected == UInt8(ascii: "d") ? isDigit(byte) : byte == expected else { return nil }
        }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 & 0x0f) } }
        let time = CivilTime(
            number(0..<4), number(5..<7), number(8..<10), number(11..<13), number(14..<16), number(17..<19))
        guard (1...12).contains(time.month), time.day >= 1, time.hour < 24, time.minute < 60, time.second < 60,
            time.day <= CivilTime.days(inMonth: time.month, of: time.year)
        else { return nil }
        var zone = bytes.dropFirst(form.count)
        var fraction = 0.0
        if zone.first == UInt8(ascii: ".") {
            let digits = zone.dropFirst().prefix(while: isDigit)
            guard 1...9 ~= digits.count else { return nil }
            var scale = 1.0
            for digit in digits { (fraction, scale) = (fraction * 10 + Double(digit & 0x0f), scale * 10) }
            fraction /= scale
            zone = zone.dropFirst(digits.count + 1)
        }
        guard let offset = offsetMinutes(Array(zone)) else { return nil }
        return Date(timeIntervalSince1970: Double(time.secondsSince1970 - Int64(offset) * 60) + fraction)
    }

    private static func offsetMinutes(_ zone: [UInt8]) -> Int? {
        if zone == [UInt8(ascii: "Z")] { return 0 }
        guard zone.count == 6, zone[3] == UInt8(ascii: ":"), [1, 2, 4, 5].allSatisfy({ isDigit(zone[$0]) }) else {
            return nil
        }
        let hours = Int(zone[1] & 0x0f) * 10 + Int(zone[2] & 0x0f)
        let minutes = Int(zone[4] & 0x0f) * 10 + Int(zone[5] & 0x0f)
        guard hours < 24, minutes < 60 else { return nil }
        switch zone[0] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
