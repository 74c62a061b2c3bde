internal import ReceiptEssentials

/// All purchases of one period to which seats were added. The periods of these purchases share this object.
final class SeatedPeriod: Hashable, Sendable {
    /// The purchases; the one that began the period comes first.
    let members: [Purchase]
    /// The purchases that are shown as periods, by their indices among the subscription's periods.
    let places: [IndexOf<SubscriptionPeriod>]
    /// True if a transaction shows the purchase that began the period, before seats were added.
    let knowsBase: Bool
    private let firstNotVoid: Purchase?

    init(members: [Purchase], places: [IndexOf<SubscriptionPeriod>]) {
        (self.members, self.places) = (members, places)
        firstNotVoid = members.first { !$0.isVoid }
        knowsBase = members.contains { $0.hasTransactionBeforeAddedSeats }
    }

    /// Returns the start of the period to which a purchase belongs. Added seats that outlast that period start when it started, unless the
    /// period was refunded in full.
    func startDate(of purchase: Purchase) -> Date {
        (members.first == purchase ? purchase : firstNotVoid ?? purchase).purchaseDate
    }

    static func == (a: SeatedPeriod, b: SeatedPeriod) -> Bool { a === b || a.members == b.members }

    func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}
