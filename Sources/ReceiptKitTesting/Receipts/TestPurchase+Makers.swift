public import ReceiptEssentials

/// The length of a subscription period.
public enum TestPeriod: Hashable, Sendable {
    /// Days of 24 hours.
    case days(Int)
    /// Weeks of seven days.
    case weeks(Int)
    /// Calendar months. One month after 31 January is the last day of February.
    case months(Int)
    /// Calendar years.
    case years(Int)

    /// Returns the date a number of periods after another. Months count from the first date, so that a 31st doesn't
    /// stay a 28th after February.
    package func date(after start: Date, periods: Int = 1) -> Date {
        switch self {
        case .days(let count): start.addingTimeInterval(Double(count) * Double(periods) * 86400)
        case .weeks(let count): start.addingTimeInterval(Double(count) * Double(periods) * 604_800)
        case .months(let count): Date(civil: CivilTime(start).adding(months: count * periods))
        case .years(let count): Date(civil: CivilTime(start).adding(months: count * periods * 12))
        }
    }
}

extension TestPurchase {
    /// Creates a consumable.
    public static func consumable(_ productID: String, on date: Date, transactionID: String? = nil) -> Self {
        Self(productID: productID, productType: .consumable, purchaseDate: date, transactionID: transactionID)
    }

    /// Creates a non-consumable.
    public static func nonConsumable(_ productID: String, on date: Date, transactionID: String? = nil) -> Self {
        Self(productID: productID, productType: .nonConsumable, purchaseDate: date, transactionID: transactionID)
    }

    /// Creates a non-renewing subscription. Receipts don't contain its end.
    public static func nonRenewable(_ productID: String, on date: Date, transactionID: String? = nil) -> Self {
        Self(productID: productID, productType: .nonRenewable, purchaseDate: date, transactionID: transactionID)
    }

    /// Creates the first period of an auto-renewable subscription.
    public static func autoRenewable(
        _ productID: String, on date: Date, for period: TestPeriod = .months(1), transactionID: String? = nil
    ) -> Self {
        Self(
            productID: productID, productType: .autoRenewable, purchaseDate: date, transactionID: transactionID,
            expirationDate: period.date(after: date))
    }

    /// Creates an auto-renewable subscription: its first period and its renewals.
    public static func subscription(
        _ productID: String, from date: Date, every period: TestPeriod = .months(1), periods: Int,
        transactionID: String? = nil
    ) -> [Self] {
        let first = autoRenewable(productID, on: date, for: period, transactionID: transactionID)
        return [first] + first.renewals(count: periods - 1, every: period)
    }

    /// Returns the renewals that follow this purchase at full price. Each begins when the previous one ends;
    /// identifiers count upwards.
    public func renewals(count: Int, every period: TestPeriod) -> [Self] {
        let start = expirationDate ?? period.date(after: purchaseDate)
        // Count from the purchase date if this purchase is one whole period, otherwise (after a trial) from its end.
        let isWhole = period.date(after: purchaseDate) == start
        return (0..<max(0, count)).map { index in
            var renewal = self
            renewal.purchaseDate =
                isWhole
                ? period.date(after: purchaseDate, periods: index + 1) : period.date(after: start, periods: index)
            renewal.expirationDate =
                isWhole
                ? period.date(after: purchaseDate, periods: index + 2) : period.date(after: start, periods: index + 1)
            renewal.originalTransactionID = originalTransactionID ?? transactionID
            renewal.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
            renewal.transactionID =
                Int64(transactionID).map { String($0 &+ Int64(index) &+ 1) } ?? "\(transactionID)-\(index + 1)"
            renewal.webOrderLineItemID = webOrderLineItemID == 0 ? 0 : webOrderLineItemID &+ Int64(index) &+ 1
            renewal.isTrialPeriod = false
            renewal.isInIntroOfferPeriod = isInIntroOfferPeriod.map { _ in false }
            renewal.cancellationDate = nil
            renewal.cancellationReason = nil
            renewal.promotionalOfferID = nil
            return renewal
        }
    }

    /// Returns the purchase as a free trial.
    public func trial() -> Self { with { $0.isTrialPeriod = true } }

    /// Returns the purchase at an introductory price.
    public func introductory() -> Self { with { $0.isInIntroOfferPeriod = true } }

    /// Returns the purchase with a promotional offer.
    public func promotional(offerID: String) -> Self { with { $0.promotionalOfferID = offerID } }

    /// Returns the purchase as revoked by Apple: with reason 1 for an issue with the app, 0 for any other.
    public func refunded(on date: Date, reason: Int64 = 0) -> Self {
        with {
            $0.cancellationDate = date
            $0.cancellationReason = reason
        }
    }

    /// Returns the purchase as shared by a family member.
    public func familyShared() -> Self { with { $0.ownershipType = 1 } }
}
