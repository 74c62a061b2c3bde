package import ReceiptEssentials

/// Prices, of which payloads have thousandths.
package enum Price {
    package static func units(_ milliunits: Int64?) -> Decimal? { milliunits.map { Decimal($0) / 1_000 } }

    /// As JSON has them: in units of the currency, exactly.
    package static func text(_ milliunits: Int64) -> String {
        let (units, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1_000)
        var digits = String(rest + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return (milliunits < 0 ? "-" : "") + String(units) + (digits.isEmpty ? "" : "." + digits)
    }
}
