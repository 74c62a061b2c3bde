extension TransactionPayload.MultiSeatInfo {
    /// What all seats of the transaction cost together, in thousandths of the payload's currency: price times quantity of each tier.
    /// Nil if there are no tiers, or one doesn't say its price or quantity.
    public var totalPriceMilliunits: Int64? { priceTiers.flatMap(PriceTier.total) }
}

extension RenewalInfoPayload.MultiSeatInfo {
    /// What all seats of the next period will cost together, in thousandths of the payload's currency. Nil if there are no tiers, or one
    /// doesn't say its price or quantity.
    public var totalPriceMilliunits: Int64? { renewalPriceTiers.flatMap(PriceTier.total) }
}

extension PriceTier {
    /// Nil for a sum that 64 bits can't hold, too.
    fileprivate static func total(_ tiers: [PriceTier]) -> Int64? {
        var total: Int64?
        for tier in tiers {
            guard let price = tier.priceMilliunits, let quantity = tier.quantity else { return nil }
            let product = price.multipliedReportingOverflow(by: Int64(quantity))
            let sum = (total ?? 0).addingReportingOverflow(product.partialValue)
            if product.overflow || sum.overflow { return nil }
            total = sum.partialValue
        }
        return total
    }
}
