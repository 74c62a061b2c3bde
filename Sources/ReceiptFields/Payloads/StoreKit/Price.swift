#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TransactionPayload {
    /// `price`: of the product, in units of ``currency``. Of a multiseat subscription, the average of a seat.
    public var price: Decimal? { Price.units(priceMilliunits) }
}

extension TransactionPayload.CommitmentInfo {
    /// `commitmentPrice`: of the whole commitment, in units of the transaction's currency.
    public var price: Decimal? { Price.units(priceMilliunits) }
}

extension TransactionPayload.AdvancedCommerceInfo {
    /// `estimatedTax`, in units of the transaction's currency.
    public var estimatedTax: Decimal? { Price.units(estimatedTaxMilliunits) }

    /// `taxExclusivePrice`, in units of the transaction's currency.
    public var taxExclusivePrice: Decimal? { Price.units(taxExclusivePriceMilliunits) }
}

extension TransactionPayload.AdvancedCommerceItem {
    /// `price`, in units of the transaction's currency.
    public var price: Decimal? { Price.units(priceMilliunits) }
}

extension RenewalInfoPayload {
    /// `renewalPrice`: of the next period, in units of ``currency``.
    public var renewalPrice: Decimal? { Price.units(renewalPriceMilliunits) }
}

extension RenewalInfoPayload.CommitmentInfo {
    /// `commitmentRenewalPrice`: of the next commitment, in units of the renewal info's currency.
    public var renewalPrice: Decimal? { Price.units(renewalPriceMilliunits) }
}

extension RenewalInfoPayload.AdvancedCommerceItem {
    /// `price`, in units of the renewal info's currency.
    public var price: Decimal? { Price.units(priceMilliunits) }
}

extension AdvancedCommerce.Offer {
    /// `price`, in units of the payload's currency.
    public var price: Decimal? { Price.units(priceMilliunits) }
}

extension AdvancedCommerce.PriceIncreaseInfo {
    /// `price`: the higher one, in units of the payload's currency.
    public var price: Decimal? { Price.units(priceMilliunits) }
}

extension AdvancedCommerce.Refund {
    /// `refundAmount`, in units of the payload's currency.
    public var amount: Decimal? { Price.units(amountMilliunits) }
}

extension PriceTier {
    /// `price`: of one seat, in units of the payload's currency.
    public var price: Decimal? { Price.units(priceMilliunits) }
}

extension Price {
    fileprivate static func units(_ milliunits: Int64?) -> Decimal? { milliunits.map { Decimal($0) / 1_000 } }
}

/// Prices as JSON has them: in units of the currency, exactly.
package enum Price {
    package static func text(_ milliunits: Int64) -> String {
        let (units, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1_000)
        var digits = String(rest + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return (milliunits < 0 ? "-" : "") + String(units) + (digits.isEmpty ? "" : "." + digits)
    }
}
