package import ReceiptEssentials

/// Reads and writes the dates of receipts (RFC 3339 section 5.6, with the deviations of real receipts) without a formatter.
///
/// ```
/// date = YYYY-MM-DD "T" hh ":" mm ":" ss [ "." 1*9DIGIT ] ( "Z" / ("+" / "-") hh [":"] mm )
/// ```
/// Apple writes whole seconds and `Z`, and in one case a fraction; Xcode writes local offsets without a colon. The day must exist in the
/// calendar, and the year must be from 2008, when the App Store opened, to 4001, which Xcode writes for "never".
package enum Timestamp {
    /// Returns the instant. Nil if the bytes aren't such a date.
    package static func parse(_ text: Span<UInt8>, years: ClosedRange<Int64> = 2008...4001) -> Date? {
        var scanner = Scanner(text)
        guard let year = scanner.digits(4), years.contains(year),
            scanner.accept("-"), let month = scanner.digits(2), (1...12).contains(month),
            scanner.accept("-"), let day = scanner.digits(2), day >= 1,
            day <= CivilCalendar.days(inMonth: month, of: year),
            scanner.accept("T"), let hour = scanner.digits(2), hour <= 23,
            scanner.accept(":"), let minute = scanner.digits(2), minute <= 59,
            scanner.accept(":"), let second = scanner.digits(2), second <= 59
        else { return nil }
        var fraction = 0.0
        if scanner.accept(".") {
            guard let read = scanner.fraction() else { return nil }
            fraction = read
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let seconds = CivilCalendar.day(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    package static func parse(_ text: String, years: ClosedRange<Int64> = 2008...4001) -> Date? {
        let bytes = Array(text.utf8)[...]
        return parse(bytes.span, years: years)
    }

    /// Returns the instant as RFC 3339 in UTC, such as `2024-05-01T12:00:00Z`, with milliseconds if there are any. Nil outside the years 1
    /// to 9999. For *never*, Xcode writes -62135769600000 ms, a day in the year 0, which many parsers of RFC 3339 don't accept.
    package static func written(_ date: Date) -> String? {
        var text: [UInt8] = []
        append(date, to: &text)
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Returns the instant in the same form, for use in a sentence, or "no date".
    package static func string(_ date: Date) -> String { written(date) ?? "no date" }

    /// Returns a time, or the first second in UTC of a day such as `2026-01-31`.
    package static func parse(dayOrTime text: String) -> Date? {
        parse(text.utf8.count == 10 ? text + "T00:00:00Z" : text)
    }

    static func isWritable(_ date: Date) -> Bool {
        let interval = date.timeIntervalSince1970
        return interval >= -62_135_596_800 && interval < 253_402_300_799.999_5
    }

    /// Appends the instant in the same form, or nothing if it can't be written.
    package static func append(_ date: Date, to text: inout [UInt8]) {
        guard isWritable(date) else { return }
        let interval = date.timeIntervalSince1970
        var seconds = Int64(interval)
        var milliseconds: Int64 = 0
        if Double(seconds) != interval {
            let total = Int64((interval * 1_000).rounded())
            seconds = CivilCalendar.floorDivision(total, 1_000)
            milliseconds = total - seconds * 1_000
        }
        let day = CivilCalendar.floorDivision(seconds, 86_400)
        let time = seconds - day * 86_400
        let (year, month, dayOfMonth) = CivilCalendar.date(ofDay: day)
        text.append(pair: year / 100)
        text.append(pair: year)
        text.append(UInt8(ascii: "-"))
        text.append(pair: month)
        text.append(UInt8(ascii: "-"))
        text.append(pair: dayOfMonth)
        text.append(UInt8(ascii: "T"))
        text.append(pair: time / 3_600)
        text.append(UInt8(ascii: ":"))
        text.append(pair: time / 60 % 60)
        text.append(UInt8(ascii: ":"))
        text.append(pair: time % 60)
        if milliseconds > 0 {
            text.append(UInt8(ascii: "."))
            text.append(UInt8(truncatingIfNeeded: 0x30 + milliseconds / 100))
            text.append(pair: milliseconds)
        }
        text.append(UInt8(ascii: "Z"))
    }

    private struct Scanner: ~Escapable {
        let text: Span<UInt8>
        var position = 0

        @_lifetime(copy text)
        init(_ text: Span<UInt8>) { self.text = text }

        var isAtEnd: Bool { position == text.count }

        mutating func digits(_ count: Int) -> Int64? {
            guard text.count - position >= count else { return nil }
            var value: Int64 = 0
            for _ in 0..<count {
                let digit = text[position] &- 0x30
                guard digit <= 9 else { return nil }
                value = value * 10 + Int64(digit)
                position += 1
            }
            return value
        }

        mutating func accept(_ character: Unicode.Scalar) -> Bool {
            guard position < text.count, UInt32(text[position]) == character.value else { return false }
            position += 1
            return true
        }

        /// Reads one to nine digits after the decimal point.
        mutating func fraction() -> Double? {
            var value = 0.0
            var scale = 1.0
            for _ in 0..<9 {
                guard let digit = digits(1) else { break }
                value = value * 10 + Double(digit)
                scale *= 10
            }
            return scale > 1 ? value / scale : nil
        }

        /// Reads the offset in seconds east of UTC.
        mutating func offset() -> Int64? {
            if accept("Z") { return 0 }
            let isEast = accept("+")
            guard isEast || accept("-"), let hours = digits(2), hours <= 23 else { return nil }
            _ = accept(":")
            guard let minutes = digits(2), minutes <= 59 else { return nil }
            let seconds = hours * 3_600 + minutes * 60
            return isEast ? seconds : -seconds
        }
    }
}
