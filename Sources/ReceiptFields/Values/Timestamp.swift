#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A date as receipts write it (RFC 3339 section 5.6, with the liberties of real receipts), read without a formatter.
///
/// ```
/// date = YYYY-MM-DD "T" hh ":" mm ":" ss [ "." 1*9DIGIT ] ( "Z" / ("+" / "-") hh [":"] mm )
/// ```
/// Apple writes whole seconds and `Z`, once a fraction; Xcode writes local offsets without a colon. Only days of the
/// calendar are dates, and only years from 2008, when the store opened, to 4001, which Xcode writes for "never".
package enum Timestamp {
    /// The instant, or nil if the bytes are not such a date.
    package static func parse(_ text: Span<UInt8>, years: ClosedRange<Int64> = 2008...4001) -> Date? {
        if let date = parsePlain(text, years) { return date }
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

    /// The instant, if it is written as nearly all are, `YYYY-MM-DDThh:mm:ssZ`, or nil where the scanner has to say.
    private static func parsePlain(_ text: Span<UInt8>, _ years: ClosedRange<Int64>) -> Date? {
        guard text.count == 20, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x54, text[13] == 0x3A, text[16] == 0x3A,
            text[19] == 0x5A
        else { return nil }
        // The top bit is set by everything that is not a digit.
        var bits: UInt8 = 0
        func pair(_ index: Int) -> Int64 {
            let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
            bits |= tens | ones | (tens &+ 0x76) | (ones &+ 0x76)
            return Int64(tens) &* 10 &+ Int64(ones)
        }
        let year = pair(0) &* 100 &+ pair(2)
        let (month, day, hour, minute, second) = (pair(5), pair(8), pair(11), pair(14), pair(17))
        guard bits < 0x80, years.contains(year), month >= 1, month <= 12, day >= 1, hour <= 23, minute <= 59,
            second <= 59,
            day <= 28 || day <= CivilCalendar.days(inMonth: month, of: year)
        else { return nil }
        let time = hour &* 3_600 &+ minute &* 60 &+ second
        return Date(timeIntervalSince1970: Double(CivilCalendar.day(year, month, day) &* 86_400 &+ time))
    }

    /// The same of a text.
    package static func parse(_ text: String, years: ClosedRange<Int64> = 2008...4001) -> Date? {
        let octets = Array(text.utf8)[...]
        return parse(octets.span, years: years)
    }

    /// The instant as RFC 3339 in UTC, such as `2024-05-01T12:00:00Z`, with milliseconds where there are any.
    ///
    /// Instants outside the years 1 to 9999 are written as seconds since 1970.
    package static func string(_ date: Date) -> String {
        var text: [UInt8] = []
        append(date, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The same, as octets behind others.
    package static func append(_ date: Date, to text: inout [UInt8]) {
        let interval = date.timeIntervalSince1970
        guard interval >= -62_135_596_800, interval < 253_402_300_799.999_5 else {
            text += "\(interval) s since 1970".utf8
            return
        }
        let total = Int64((interval * 1_000).rounded())
        let seconds = CivilCalendar.floorDivision(total, 1_000)
        let milliseconds = total - seconds * 1_000
        let day = CivilCalendar.floorDivision(seconds, 86_400)
        let time = seconds - day * 86_400
        let (year, month, dayOfMonth) = CivilCalendar.date(ofDay: day)
        text.append(addingCapacity: 24) { text in
            append(year, 4, "-", to: &text)
            append(month, 2, "-", to: &text)
            append(dayOfMonth, 2, "T", to: &text)
            append(time / 3_600, 2, ":", to: &text)
            append(time / 60 % 60, 2, ":", to: &text)
            append(time % 60, 2, milliseconds > 0 ? "." : "Z", to: &text)
            if milliseconds > 0 { append(milliseconds, 3, "Z", to: &text) }
        }
    }

    /// Appends a number with leading zeros, and what stands behind it. Not with `String(_:)`: dates are most of a receipt's JSON.
    @inline(__always)
    private static func append(
        _ number: Int64, _ width: Int, _ next: Unicode.Scalar, to text: inout OutputSpan<UInt8>
    ) {
        if width > 3 { text.append(digit(number / 1_000)) }
        if width > 2 { text.append(digit(number / 100)) }
        text.append(digit(number / 10))
        text.append(digit(number))
        text.append(UInt8(ascii: next))
    }

    /// The last digit as a character.
    @inline(__always)
    private static func digit(_ number: Int64) -> UInt8 { 0x30 &+ UInt8(truncatingIfNeeded: number % 10) }

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

        /// One to nine digits behind the point.
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

        /// Seconds east of UTC.
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
