import Foundation

/// A different implementation of dates than the library's: substrings between fixed characters, and days by the Julian
/// day number (Fliegel and Van Flandern, 1968).
package enum CalendarReference {
    /// Returns seconds since 1970, or nil if the string is not a date as receipts write them.
    package static func seconds(_ text: String) -> Double? { seconds(Array(text.utf8)) }

    private static func number(_ bytes: some Collection<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns seconds since 1970, or nil if the bytes are not such a date.
    package static func seconds(_ bytes: [UInt8], years: ClosedRange<Int> = 2008...4001) -> Double? {
        guard bytes.count >= 20 else { return nil }
        let separators = [4, 7, 10, 13, 16].map { bytes[$0] }
        guard separators.elementsEqual("--T::".utf8) else { return nil }
        let fields = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].compactMap { number(bytes[$0]) }
        guard fields.count == 6, years.contains(fields[0]), (1...12).contains(fields[1]), fields[3] < 24,
            fields[4] < 60,
            fields[5] < 60
        else { return nil }
        let (year, month, day) = (fields[0], fields[1], fields[2])
        let nextMonth = month == 12 ? julian(year + 1, 1, 1) : julian(year, month + 1, 1)
        guard (1...nextMonth - julian(year, month, 1)).contains(day) else { return nil }

        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard (1...9).contains(digits.count), let value = number(digits) else { return nil }
            fraction = Double(value) / pow(10, Double(digits.count))
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = offset(Array(rest)) else { return nil }
        return Double(Self.day(year, month, day) * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5] - offset)
            + fraction
    }

    private static func offset(_ zone: [UInt8]) -> Int? {
        if zone == [UInt8(ascii: "Z")] { return 0 }
        let digits = zone.count == 6 && zone[3] == UInt8(ascii: ":") ? zone[1..<3] + zone[4...] : zone.dropFirst()
        guard zone.first == UInt8(ascii: "+") || zone.first == UInt8(ascii: "-"), digits.count == 4,
            let value = number(digits), value / 100 < 24, value % 100 < 60
        else { return nil }
        return (value / 100 * 60 + value % 100) * 60 * (zone[0] == UInt8(ascii: "+") ? 1 : -1)
    }

    /// Returns the number of days since 1970.
    package static func day(_ year: Int, _ month: Int, _ day: Int) -> Int { julian(year, month, day) - 2_440_588 }

    private static func julian(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let a = (month - 14) / 12
        return (1461 * (year + 4800 + a)) / 4 + (367 * (month - 2 - 12 * a)) / 12 - (3 * ((year + 4900 + a) / 100)) / 4
            + day - 32075
    }
}
