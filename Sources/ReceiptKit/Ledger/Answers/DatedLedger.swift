public import ReceiptEssentials
internal import ReceiptFields

/// A ledger as of a date. It answers every question about that date.
///
/// ```swift
/// let today = ledger.asOf(now, staleAfter: 3_600)
/// let access = today.access(to: ["monthly", "yearly"])
/// let offer = today.introductoryOfferEligibility(in: "21000001")
/// ```
///
/// ``PurchaseLedger/asOf(_:staleAfter:nonRenewing:)-(_,_,[String:Int])`` creates it.
public struct DatedLedger: Sendable {
    /// The ledger that answers.
    public let ledger: PurchaseLedger
    /// The date that the answers are about.
    public let date: Date
    let staleAfter: TimeInterval
    /// The end of each purchase of a non-renewing subscription.
    private let ends: [IndexOf<Purchase>: Date]
    /// True if the caller stated the end of any purchase of a non-renewing subscription.
    var hasNonRenewing: Bool { !ends.isEmpty }
    var instant: TimeInterval { date.instant }
    var storage: LedgerStorage { ledger.storage }

    init(_ ledger: PurchaseLedger, _ date: Date, _ staleAfter: TimeInterval, ends: [IndexOf<Purchase>: Date] = [:]) {
        (self.ledger, self.date, self.staleAfter, self.ends) = (ledger, date, staleAfter, ends)
    }

    /// Returns the end of a purchase of a non-renewing subscription. Nil if the caller didn't state it.
    package func end(ofNonRenewingAt position: Int) -> Date? { ends[IndexOf(position)] }
    func end(ofNonRenewing purchase: IndexOf<Purchase>) -> Date? { ends[purchase] }
}

extension PurchaseLedger {
    /// Returns this ledger as of a date, a value that answers all questions about that date.
    ///
    /// The days of a non-renewing subscription add up: if a purchase is made before the previous one of the same product has ended, the new
    /// days begin when the previous ones end. A revoked purchase doesn't postpone later purchases.
    ///
    /// If you pass `nonRenewing`, this method takes time proportional to the number of purchases.
    ///
    /// - Parameters:
    ///   - date: the date to ask about, for instance now.
    ///   - staleAfter: how long after signing, in seconds, a renewal info or a receipt is treated as current. A server that asks Apple at
    ///     most once an hour passes 3,600, so that the ledger doesn't tell the server to ask Apple again at every request.
    ///   - days: for each product, the number of days that a purchase of a non-renewing subscription lasts, because no evidence states this
    ///     number. A product that isn't listed gives no access.
    public func asOf(
        _ date: Date, staleAfter: TimeInterval = 0, nonRenewing days: [String: Int] = [:]
    ) -> DatedLedger {
        asOf(
            date, staleAfter: staleAfter,
            nonRenewingByBytes: Dictionary(
                days.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first }))
    }

    /// Returns this ledger as of a date, with a closure that decides when each purchase of a non-renewing subscription ends.
    ///
    /// ```swift
    /// let today = ledger.asOf(now) { purchase in
    ///     guard purchase.productID == "com.example.season" else { return nil }
    ///     return purchase.purchaseDate.addingTimeInterval(90 * 86_400)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - date: the date to ask about, for instance now.
    ///   - staleAfter: as for ``asOf(_:staleAfter:nonRenewing:)-(_,_,[String:Int])``.
    ///   - expirationDate: returns the end of a purchase of a non-renewing subscription, or nil if the purchase gives no access. Called
    ///     once for each such purchase.
    public func asOf(
        _ date: Date, staleAfter: TimeInterval = 0, nonRenewing expirationDate: (Purchase) -> Date?
    ) -> DatedLedger {
        var ends: [IndexOf<Purchase>: Date] = [:]
        for (position, purchase) in purchases.indexed() where purchase.kind == .nonRenewable {
            ends[position] = expirationDate(purchase)
        }
        return DatedLedger(self, date, staleAfter, ends: ends)
    }

    /// Returns this ledger as of a date, with the products of `nonRenewing` given as UTF-8 bytes.
    package func asOf(
        _ date: Date, staleAfter: TimeInterval, nonRenewingByBytes days: [[UInt8]: Int]
    ) -> DatedLedger {
        if days.isEmpty { return DatedLedger(self, date, staleAfter) }
        var ends: [IndexOf<Purchase>: Date] = [:]
        /// For each product, the end of its last purchase that wasn't revoked.
        var last: [[UInt8]: Date] = [:]
        // The ledger is sorted by purchase date.
        for (position, purchase) in purchases.indexed() where purchase.kind == .nonRenewable {
            let product = Array(purchase.productID.utf8)
            guard let days = days[product] else { continue }
            let isRevoked = purchase.revocation != nil
            let start = isRevoked ? nil : last[product]
            let end = Swift.max(purchase.purchaseDate, start ?? purchase.purchaseDate)
                .addingTimeInterval(TimeInterval(days) * 86_400)
            ends[position] = end
            if !isRevoked { last[product] = end }
        }
        return DatedLedger(self, date, staleAfter, ends: ends)
    }
}
