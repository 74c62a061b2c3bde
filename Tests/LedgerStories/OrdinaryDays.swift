/// Collects a server's answers about customers if it loses nothing, for each customer on one day.
package struct OrdinaryDays: Sendable {
    package private(set) var customers = 0
    /// The customers with an undetermined answer about a product they had, and those of them who have access to it.
    package private(set) var undetermined = 0
    package private(set) var undeterminedWithAccess = 0
    /// The answers that contradict the customer's access.
    package private(set) var denied: [String] = []

    package init() {}

    /// Asks about a production customer on a day between the first purchase and the horizon, with all evidence up to
    /// then.
    package mutating func ask<Ledger: StoryLedger>(_: Ledger.Type, _ story: Story) throws {
        let customer = story.customer
        guard customer.place == .production, let first = story.pieces.first?.date else { return }
        var dice = StoryDice(seed: story.seed ^ 0x0DA7_0DA7)
        let day = dice.between(first, customer.horizon - 1)
        let known = story.whole(upTo: day)
        let inquiry = Inquiry(known, try Ledger(merging: known.evidence, passLength: story.passLength))
        customers += 1
        let subscribed = customer.purchases.filter { $0.subscription != nil && $0.charged <= day }.map(\.product.id)
        let open = Set(subscribed).filter { inquiry.access($0, day).isUndetermined }
        if !open.isEmpty { undetermined += 1 }
        if open.contains(where: { !story.truth.running($0, at: day).isEmpty }) { undeterminedWithAccess += 1 }
        if let violation = inquiry.neverDenied([day]) { denied.append("story \(story.seed): \(violation.text)") }
    }
}
