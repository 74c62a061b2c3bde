import Foundation

/// A different implementation of dates than the code under test: counts whole years one by one.
enum Oracle {
    static func isLeap(_ year: Int) -> Bool { year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) }

    static func days(inMonth month: Int, of year: Int) -> Int {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
        var total = 0
        for past in stride(from: 1970, to: year, by: 1) { total += isLeap(past) ? 366 : 365 }
        for past in stride(from: 1969, through: year, by: -1) { total -= isLeap(past) ? 366 : 365 }
        for past in 1..<month { total += days(inMonth: past, of: year) }
        return total + day - 1
    }

    /// Parses a date that is known to be well-formed: `YYYY-MM-DDThh:mm:ss`, a fraction, `Z` or an offset.
    static func instant(_ text: String) -> Date {
        let numbers = text.prefix(19).split { !$0.isNumber }.map { Int($0) ?? 0 }
        var seconds = Double(days(to: numbers[0], numbers[1], numbers[2]) * 86_400)
        seconds += Double(numbers[3] * 3_600 + numbers[4] * 60 + numbers[5])
        var rest = text.dropFirst(19)
        if rest.first == "." {
            let fraction = rest.dropFirst().prefix { $0.isNumber }
            seconds += Double("0." + fraction) ?? 0
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard let sign = rest.first, sign != "Z" else { return Date(timeIntervalSince1970: seconds) }
        let digits = rest.dropFirst().filter(\.isNumber)
        let minutes = (Int(digits.prefix(2)) ?? 0) * 60 + (Int(digits.suffix(2)) ?? 0)
        return Date(timeIntervalSince1970: seconds - Double(minutes * 60) * (sign == "+" ? 1 : -1))
    }
}
