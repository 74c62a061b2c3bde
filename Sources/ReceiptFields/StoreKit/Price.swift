#if canImport(FoundationEssentials)
    public import FoundationEssentials
#elseif canImport(ObjectiveC)
    public import Foundation
#endif

// Apple's Foundation has Decimal, and so has Linux'. What stands in for Apple's where its frameworks are not has none.
#if canImport(FoundationEssentials) || canImport(ObjectiveC)
    extension TransactionPayload {
        /// `price`: of the product, in units of ``currency``.
        public var price: Decimal? { priceMilliunits.map { Decimal($0) / 1_000 } }
    }

    extension RenewalInfoPayload {
        /// `renewalPrice`: of the next period, in units of ``currency``.
        public var renewalPrice: Decimal? { renewalPriceMilliunits.map { Decimal($0) / 1_000 } }
    }
#endif

/// Prices as JSON has them: in units of the currency, exactly.
package enum Price {
    package static func text(_ milliunits: Int64) -> String {
        let (units, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1_000)
        var digits = String(rest + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return (milliunits < 0 ? "-" : "") + String(units) + (digits.isEmpty ? "" : "." + digits)
    }
}
