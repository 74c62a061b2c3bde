/// What the ledger knows about each product, by the product's number, made ready for questions at a date.
struct LedgerProducts: Sendable {
    /// Three groups of rows for each product, which answer one after the other.
    enum Tier: Int, CaseIterable {
        /// The evidence says how long it counts.
        case definite
        /// Only the app knows how long: consumables and others.
        case indefinite
        /// Revoked: from then on, or, as if never purchased, from the start.
        case revoked
    }

    /// What is noted about a product in passing: positions in the ledger.
    struct Notes: Sendable {
        /// The row with the last purchase date, and of those the greatest transaction. Nil where only overruled evidence names it.
        let latest: Int?
        /// The first period with a trial or an introductory price.
        let firstOffer: Int?
        /// The first period that does not say whether it has one.
        let firstUnreadable: Int?
        /// The group that transactions name.
        let group: String?
        let isNonRenewable: Bool
        /// The subscriptions that it is in.
        var subscriptions: [Int] = []
    }

    private(set) var notes: [Notes] = []
    /// The products of each subscription group that transactions name. Whatever is in one subscription is in one group, so that
    /// what only receipts tell of has its products' group too.
    private(set) var groups: [ExactText: Set<Int>] = [:]
    private var timetable: Timetable

    /// - Parameter needsTrialFlag: whether a row that says nothing of a trial is to be noted. Xcode's receipts never do.
    init(
        _ purchases: [Purchase], _ rows: [LedgerRow], _ subscriptions: [Subscription], count: Int, needsTrialFlag: Bool
    ) {
        // The rows of each product are a list: its first one, and behind each the next.
        var heads: [Int?] = Array(repeating: nil, count: count)
        var next: [Int?] = Array(repeating: nil, count: rows.count)
        for (place, row) in rows.enumerated().reversed() {
            (next[place], heads[row.product]) = (heads[row.product], place)
        }
        notes.reserveCapacity(count)
        timetable = Timetable(capacity: rows.count)
        var places: [Int] = []
        for head in heads {
            places.removeAll(keepingCapacity: true)
            var place = head
            while let here = place {
                places.append(here)
                place = next[here]
            }
            for tier in Tier.allCases {
                for place in places { if let span = rows[place].span(tier, place) { timetable.add(span) } }
                timetable.endGroup()
            }
            notes.append(Notes(purchases, rows, places, needsTrialFlag: needsTrialFlag))
        }
        for (number, subscription) in subscriptions.enumerated() {
            let products = subscription.positions.map { rows[$0].product }
            for product in products where notes[product].subscriptions.last != number {
                notes[product].subscriptions.append(number)
            }
            if let group = subscription.group { groups[ExactText(group), default: []].formUnion(products) }
        }
    }

    func rows(of product: Int, _ tier: Tier, at instant: Instant) -> Timetable.Answer {
        timetable.rows(of: product * Tier.allCases.count + tier.rawValue, at: instant)
    }
}

extension LedgerProducts.Notes {
    fileprivate init(_ purchases: [Purchase], _ rows: [LedgerRow], _ places: [Int], needsTrialFlag: Bool) {
        // The ledger's order has the later date later; of one date it asks for the expiration first.
        latest = places.max {
            let (one, two) = (purchases[$0].latest, purchases[$1].latest)
            return one.purchaseDate != two.purchaseDate
                ? one.purchaseDate < two.purchaseDate : ExactText.precedes(one.transactionID, two.transactionID)
        }
        let periods = places.lazy.filter { rows[$0].kind == .subscription }
        var (offer, unreadable): (Int?, Int?)
        for place in periods {
            guard let hasOffer = purchases[place].hasOffer else {
                unreadable = unreadable ?? place
                continue
            }
            if hasOffer { offer = offer ?? place }
        }
        (firstOffer, firstUnreadable) = (offer, needsTrialFlag ? unreadable : nil)
        group = periods.compactMap { purchases[$0].subscriptionGroupID }.first
        isNonRenewable = places.contains { rows[$0].kind == .nonRenewable }
    }
}

extension LedgerRow {
    /// When the row counts for a tier.
    fileprivate func span(_ tier: LedgerProducts.Tier, _ place: Int) -> Timetable.Span? {
        if isPart { return nil }
        if tier == .revoked {
            return revocation.map { Timetable.Span(start: isVoid ? start : max(start, $0), end: term, row: place) }
        }
        let isDefinite = kind == .subscription || kind == .owned
        return isVoid || isDefinite != (tier == .definite) ? nil : Timetable.Span(start: start, end: end, row: place)
    }
}
