package import ReceiptEssentials

/// Prices, which payloads express in thousandths of a currency unit.
package enum Price {
    package static func units(_ milliunits: Int64?) -> Decimal? { milliunits.map { Decimal($0) / 1_000 } }

    /// Returns the price as in JSON: in units of the currency, exactly.
    package static func text(_ milliunits: Int64) -> String {
        let (units, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1_000)
        var digits = String(rest + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return (milliunits < 0 ? "-" : "") + String(units) + (digits.isEmpty ? "" : "." + digits)
    }
}
