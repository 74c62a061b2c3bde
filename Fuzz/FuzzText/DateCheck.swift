import Foundation
import FuzzSupport
import ReceiptFields

/// Compares dates with another implementation.
enum DateCheck {
    static func text(_ bytes: [UInt8]) {
        let all = bytes[...]
        let ours = Timestamp.parse(all.span)
        let reference = CalendarReference.seconds(bytes)
        switch (ours, reference) {
        case (nil, nil): return
        case (let ours?, let reference?):
            require(
                abs(ours.timeIntervalSince1970 - reference) < 1e-5,
                "\(ours.timeIntervalSince1970), reference \(reference)")
            written(ours)
        default: failed("read as \(String(describing: ours)), reference \(String(describing: reference))")
        }
    }

    /// Dates that were read must survive being written and read again, because JSON depends on it. Converted to UTC
    /// with milliseconds, the first day of 2008 may be in 2007, and the last day of 4001 in 4002.
    private static func written(_ date: Date) {
        let text = Timestamp.string(date)
        guard let again = Timestamp.parse(text, years: 2007...4002) else {
            failed("written as \(text), which is no date")
        }
        require(abs(again.timeIntervalSince(date)) < 0.000_51, "\(text) is off by \(again.timeIntervalSince(date))")
        require(Timestamp.string(again) == text, "\(text) and then \(Timestamp.string(again))")
    }

    /// Any number as a date must give a string, and the right one if the date is in range.
    static func instant(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return }
        let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let values = [
            Double(bitPattern: bits), Double(Int64(bitPattern: bits) >> 24),
            Double(Int64(bitPattern: bits) >> 24) / 1_000,
        ]
        for value in values {
            let text = Timestamp.string(Date(timeIntervalSince1970: value))
            requirePrintable(text)
            guard text.hasSuffix("Z") else { continue }
            guard let reference = CalendarReference.seconds(Array(text.utf8), years: 1...9999) else {
                failed("\(text) is no date")
            }
            require(abs(reference - value) < 0.001, "\(text) is off by \(reference - value)")
        }
        let day = Int64(bitPattern: bits) >> 36
        let (year, month, dayOfMonth) = CivilCalendar.date(ofDay: day)
        require(CivilCalendar.day(year, month, dayOfMonth) == day, "day \(day)")
        if (1...9999).contains(year) {
            require(CalendarReference.day(Int(year), Int(month), Int(dayOfMonth)) == day, "day \(day)")
        }
    }
}
