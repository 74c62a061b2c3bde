internal import ReceiptEssentials

/// All purchases of one period that seats were added to. Periods that are parts of it share this object.
final class SeatedPeriod: Hashable, Sendable {
    /// The purchases; the one that began the period comes first.
    let members: [Purchase]
    /// The indices, in their subscription, of the purchases that are shown as periods.
    let places: [IndexOf<SubscriptionPeriod>]
    /// True if a transaction shows the purchase that began the period, before seats were added.
    let knowsBase: Bool
    private let firstNotVoid: Purchase?

    init(members: [Purchase], places: [IndexOf<SubscriptionPeriod>]) {
        (self.members, self.places) = (members, places)
        firstNotVoid = members.first { !$0.isVoid }
        knowsBase = members.contains { $0.hasTransactionBeforeAddedSeats }
    }

    /// Returns the start of a purchase's period. Added seats that outlast their period begin with it, unless it was refunded in full.
    func startDate(of purchase: Purchase) -> Date {
        (members.first == purchase ? purchase : firstNotVoid ?? purchase).purchaseDate
    }

    static func == (a: SeatedPeriod, b: SeatedPeriod) -> Bool { a === b || a.members == b.members }

    func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}
