/// A ledger of the evidence of a story that arrived, and questions to it.
struct Inquiry<Ledger: StoryLedger> {
    let story: Story
    let ledger: Ledger
    let known: Known
    /// The product identifiers in questions.
    let products: [String]

    init(_ story: Story, _ ledger: Ledger) {
        self.story = story
        self.ledger = ledger
        known = Known(story.kept, of: story.customer)
        products = story.products
    }

    var customer: Customer { story.customer }

    func access(_ product: String, _ time: Seconds) -> StoryAccess {
        ledger.access(to: product, at: time, staleAfter: 0)
    }

    func violation(
        _ invariant: Violation.Invariant, _ time: Seconds?, _ product: String?, _ text: String
    ) -> Violation {
        Violation(invariant: invariant, time: time, product: product, text: text)
    }

    /// Returns every date of a change, one second before and one after; for long stories, a selection.
    func instants(limit: Int = 90) -> [Seconds] {
        var dates: Set<Seconds> = []
        for purchase in customer.purchases {
            dates.formUnion([purchase.start, purchase.charged])
            dates.formUnion(purchase.ends.map(\.value))
            dates.formUnion([purchase.upgraded, purchase.replaced, purchase.revocation?.date].compactMap(\.self))
            dates.formUnion([purchase.revocation?.reversed].compactMap(\.self))
            if purchase.product == StoryProduct.pass { dates.insert(purchase.start + story.passLength) }
        }
        for subscription in customer.subscriptions {
            dates.insert(subscription.originalDate)
            dates.formUnion(subscription.graces.flatMap { [$0.start, $0.end] })
            if let last = subscription.states.last { dates.insert(last.from) }
        }
        dates.formUnion(story.kept.map(\.date))
        var list = dates.filter { $0 < customer.horizon }.sorted()
        if list.count > limit {
            // Keep the end of the story, and an even selection of the rest.
            let end = list.suffix(limit / 3)
            let rest = list.dropLast(limit / 3)
            var dice = story.dice
            list = rest.filter { _ in dice.below(Int64(rest.count)) < Int64(limit - limit / 3) } + end
        }
        let last = customer.horizon - 1
        return Array(Set(list.flatMap { [$0 - 1, $0, $0 + 1] } + [last])).filter { $0 <= last }.sorted()
    }
}
