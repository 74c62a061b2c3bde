import Foundation
import FuzzSupport
import ReceiptFields

/// Prices in currency units must be exactly a thousandth of the JSON's numbers.
enum Prices {
    static func check(_ transaction: TransactionPayload) {
        let advanced = transaction.advancedCommerceInfo
        check([
            (transaction.price, transaction.priceMilliunits),
            (transaction.commitmentInfo?.price, transaction.commitmentInfo?.priceMilliunits),
            (advanced?.estimatedTax, advanced?.estimatedTaxMilliunits),
            (advanced?.taxExclusivePrice, advanced?.taxExclusivePriceMilliunits),
        ])
        check(advanced?.items)
        check(transaction.multiSeatInfo)
    }

    static func check(_ renewalInfo: RenewalInfoPayload) {
        check([
            (renewalInfo.renewalPrice, renewalInfo.renewalPriceMilliunits),
            (renewalInfo.commitmentInfo?.renewalPrice, renewalInfo.commitmentInfo?.renewalPriceMilliunits),
        ])
        check(renewalInfo.advancedCommerceInfo?.items)
        check(renewalInfo.multiSeatInfo)
    }

    private static func check(_ items: [AdvancedCommerce.Item]?) {
        for item in items ?? [] {
            check([
                (item.price, item.priceMilliunits), (item.offer?.price, item.offer?.priceMilliunits),
                (item.priceIncreaseInfo?.price, item.priceIncreaseInfo?.priceMilliunits),
            ])
            check((item.refunds ?? []).map { ($0.amount, $0.amountMilliunits) })
        }
    }

    private static func check(_ seats: MultiSeatInfo?) {
        total(seats?.totalPrice, seats?.priceTiers)
        total(seats?.renewalTotalPrice, seats?.renewalPriceTiers)
    }

    private static func check(_ prices: [(units: Decimal?, milliunits: Int64?)]) {
        for (units, milliunits) in prices {
            require(
                units.map { $0 * 1_000 } == milliunits.map { Decimal($0) }, "\(units as Any) of \(milliunits as Any)")
        }
    }

    /// The total must be nil if a tier lacks a number, or if it doesn't fit in 64 bits.
    private static func total(_ total: Decimal?, _ tiers: [MultiSeatInfo.PriceTier]?) {
        let parts = (tiers ?? []).map { tier in
            tier.priceMilliunits.flatMap { price in tier.quantity.map { Decimal(price) * Decimal($0) } }
        }
        check((tiers ?? []).map { ($0.price, $0.priceMilliunits) })
        let sum = parts.reduce(Decimal(0)) { $0 + ($1 ?? 0) }
        let isKnown = !parts.isEmpty && parts.allSatisfy { $0 != nil }
        if let total { require(isKnown && total * 1_000 == sum, "the total \(total), and reference \(sum)") }
        if isKnown, total == nil {
            // A sum of earlier tiers may already have overflowed.
            require(parts.contains { abs($0 ?? 0) > Decimal(Int64.max / 1_000) }, "no total, and reference \(sum)")
        }
    }
}
