public import ReceiptEssentials
internal import ReceiptFields

extension PurchaseLedger {
    /// Returns when each purchase of a non-renewing subscription ends, for products that last so many days each time they are bought.
    ///
    /// The days add up: a purchase made before the previous one of the same product has ended begins at that end. A revoked purchase adds
    /// nothing to those after it.
    ///
    /// ```swift
    /// let ends = ledger.nonRenewingExpiration(
    ///     days: ["com.example.season": 90])
    /// let access = ledger.access(
    ///     to: "com.example.season", at: now,
    ///     nonRenewingExpiration: ends)
    /// ```
    ///
    /// This takes time proportional to the number of purchases.
    ///
    /// - Parameter days: how many days a purchase lasts, by product.
    /// - Returns: what ``access(to:at:staleAfter:nonRenewingExpiration:)-(String,_,_,_)`` and the methods like it take. It returns nil for
    ///   a purchase of another product or ledger, and for a product that isn't a non-renewing subscription.
    public func nonRenewingExpiration(days: [String: Int]) -> (Purchase) -> Date? {
        nonRenewingExpiration(
            daysByBytes: Dictionary(
                days.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first }))
    }

    /// The same, by the bytes of each product's identifier.
    package func nonRenewingExpiration(daysByBytes days: [[UInt8]: Int]) -> (Purchase) -> Date? {
        if days.isEmpty { return { _ in nil } }
        var ends: [Purchase: Date] = [:]
        /// When the last purchase of each product ends that wasn't revoked.
        var last: [[UInt8]: Date] = [:]
        // The ledger's order is that of the purchase dates.
        for purchase in self where purchase.kind == .nonRenewable {
            let product = Array(purchase.productID.utf8)
            guard let days = days[product] else { continue }
            let isRevoked = purchase.revocation != nil
            let start = isRevoked ? nil : last[product]
            let end = Swift.max(purchase.purchaseDate, start ?? purchase.purchaseDate)
                .addingTimeInterval(TimeInterval(days) * 86_400)
            ends[purchase] = end
            if !isRevoked { last[product] = end }
        }
        return { ends[$0] }
    }
}
