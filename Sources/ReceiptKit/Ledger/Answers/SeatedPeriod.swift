internal import ReceiptEssentials

/// All purchases of one period that seats were added to. The periods that show them share it.
final class SeatedPeriod: Hashable, Sendable {
    /// The one that began the period first.
    let members: [Purchase]
    /// The places of those that are shown as periods, in their subscription.
    let places: [IndexOf<SubscriptionPeriod>]
    /// True if a transaction shows the one that began the period before seats were added.
    let knowsBase: Bool
    private let firstNotVoid: Purchase?

    init(members: [Purchase], places: [IndexOf<SubscriptionPeriod>]) {
        (self.members, self.places) = (members, places)
        firstNotVoid = members.first { !$0.isVoid }
        knowsBase = members.contains { $0.hasTransactionBeforeAddedSeats }
    }

    /// Added seats that outlast the period they were added to begin with it, unless that was refunded in full.
    func startDate(of purchase: Purchase) -> Date {
        (members.first == purchase ? purchase : firstNotVoid ?? purchase).purchaseDate
    }

    static func == (a: SeatedPeriod, b: SeatedPeriod) -> Bool { a === b || a.members == b.members }

    func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}
