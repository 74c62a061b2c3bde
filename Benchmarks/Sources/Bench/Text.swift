import Foundation

/// Formats figures with three significant digits.
enum Text {
    /// Formats nanoseconds in a suitable unit.
    static func time(_ nanoseconds: Double) -> String {
        if nanoseconds < 1_000 { return "\(digits(nanoseconds)) ns" }
        if nanoseconds < 1e6 { return "\(digits(nanoseconds / 1e3)) µs" }
        return "\(digits(nanoseconds / 1e6)) ms"
    }

    static func times(_ factor: Double) -> String { "\(digits(factor)) ×" }

    static func size(_ octets: Int) -> String {
        if octets < 1_000_000 { return "\(digits(Double(octets) / 1e3)) kB" }
        return "\(digits(Double(octets) / 1e6)) MB"
    }

    /// Formats a whole number with commas.
    static func number(_ value: Int) -> String {
        var text = String(value)
        var end = text.count - 3
        while end > (value < 0 ? 1 : 0) {
            text.insert(",", at: text.index(text.startIndex, offsetBy: end))
            end -= 3
        }
        return text
    }

    private static func digits(_ value: Double) -> String {
        let decimals = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
        let scale = pow(10, Double(decimals))
        let rounded = Int((value * scale).rounded())
        if decimals == 0 { return number(rounded) }
        let (whole, rest) = rounded.quotientAndRemainder(dividingBy: Int(scale))
        let tail = String(abs(rest))
        let sign = rounded < 0 && whole == 0 ? "-" : ""
        return "\(sign)\(whole).\(String(repeating: "0", count: decimals - tail.count))\(tail)"
    }
}
