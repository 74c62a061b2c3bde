internal import ReceiptEssentials

/// All purchases of one period that seats were added to. The periods that show them share it.
final class SeatedPeriod: Hashable, Sendable {
    /// The one that began the period first.
    let members: [Purchase]
    /// The places of those that are shown as periods, in their subscription.
    let places: [Int]
    private let firstNotVoid: Purchase?

    init(members: [Purchase], places: [Int]) {
        (self.members, self.places) = (members, places)
        firstNotVoid = members.first { !$0.isVoid }
    }

    /// Added seats that outlast the period they were added to begin with it, unless that was refunded in full.
    func startDate(of purchase: Purchase) -> Date {
        (members.first == purchase ? purchase : firstNotVoid ?? purchase).purchaseDate
    }

    static func == (a: SeatedPeriod, b: SeatedPeriod) -> Bool { a === b || a.members == b.members }

    func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}
