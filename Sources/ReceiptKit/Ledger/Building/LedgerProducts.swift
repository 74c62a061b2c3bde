#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the ledger knows about each product, by the product's number, made ready for questions at a date.
struct LedgerProducts: Sendable {
    /// Three groups of rows for each product, which answer one after the other.
    enum Tier: Int, CaseIterable {
        /// The evidence says how long it counts.
        case definite
        /// Only the app knows how long: consumables and others.
        case indefinite
        /// Taken back: from then on, or, as if never purchased, from the start.
        case revoked
    }

    /// What is noted about a product in passing: positions in the ledger.
    struct Notes: Sendable {
        /// The row with the last purchase date, and among those the greatest transaction identifier. Nil of a product that only
        /// overruled evidence names.
        var latest: Int?
        /// The first row with a trial or an introductory price, and the first of a subscription that does not say.
        var firstOffer: Int?
        var firstUnreadable: Int?
        /// The subscriptions that it is in.
        var chains: [Int] = []
        /// The group that transactions name.
        var group: String?
        var isNonRenewable = false
    }

    private(set) var notes: [Notes]
    /// The products of each subscription group that transactions name. Whatever is in one subscription is in one group, so that
    /// what only receipts tell of has its products' group too.
    private(set) var groups: [ExactText: Set<Int>] = [:]
    private let timetable: Timetable

    /// - Parameters:
    ///   - count: of the products.
    ///   - needsTrialFlag: whether a row that says nothing of a trial is to be noted. Xcode's receipts never do.
    init(_ rows: [Purchase], _ outlines: [Outline], _ chains: [Chain], count: Int, needsTrialFlag: Bool) {
        notes = Array(repeating: Notes(), count: count)
        var spans: [Timetable.Span] = []
        spans.reserveCapacity(rows.count)
        for (position, outline) in outlines.enumerated() {
            func add(_ tier: Tier, _ start: TimeInterval, _ end: TimeInterval) {
                let group = outline.product * Tier.allCases.count + tier.rawValue
                spans.append(Timetable.Span(group: group, start: start, end: end, row: position))
            }
            let isDefinite = outline.kind == .subscription || outline.kind == .owned
            if !outline.isVoid { add(isDefinite ? .definite : .indefinite, outline.start, outline.end) }
            if let revocation = outline.revocation {
                add(.revoked, outline.isVoid ? outline.start : max(outline.start, revocation), outline.term)
            }
            notes[outline.product].note(rows, position, outline, needsTrialFlag: needsTrialFlag)
        }
        timetable = Timetable(spans, groups: count * Tier.allCases.count)
        for (number, chain) in chains.enumerated() {
            for position in chain.positions {
                let product = outlines[position].product
                if notes[product].chains.last != number { notes[product].chains.append(number) }
            }
            guard let group = chain.group else { continue }
            groups[ExactText(group), default: []].formUnion(chain.positions.map { outlines[$0].product })
        }
    }

    func rows(of product: Int, _ tier: Tier, at instant: TimeInterval) -> Timetable.Answer {
        timetable.rows(of: product * Tier.allCases.count + tier.rawValue, at: instant)
    }
}

extension LedgerProducts.Notes {
    fileprivate mutating func note(_ rows: [Purchase], _ position: Int, _ outline: Outline, needsTrialFlag: Bool) {
        let new = rows[position].latest
        // The ledger's order has the later date later; of one date it asks for the expiration first.
        let isEarlier = latest.map { rows[$0].latest }.map {
            $0.purchaseDate == new.purchaseDate && ExactText.precedes(new.transactionID, $0.transactionID)
        }
        if isEarlier != true { latest = position }
        if outline.kind == .nonRenewable { isNonRenewable = true }
        guard outline.kind == .subscription else { return }
        if group == nil { group = rows[position].subscriptionGroupID }
        switch rows[position].hasOffer {
        case true?: firstOffer = firstOffer ?? position
        case nil where needsTrialFlag: firstUnreadable = firstUnreadable ?? position
        default: break
        }
    }
}

/// For groups of rows: which of those that have begun at an instant lasts longest, and which begins next.
///
/// The one that lasts longest answers two questions at once: if it has not ended, it is what counts; if it has, all have, and
/// it was the last.
struct Timetable: Sendable {
    struct Span: Sendable {
        let group: Int
        let start: TimeInterval
        let end: TimeInterval
        let row: Int
    }

    struct Answer {
        /// Of those that have begun, the one that ends last; of several the last in the ledger.
        var longest: Span?
        /// Of those that have begun, the one that began last.
        var last: Span?
        var next: Span?
    }

    /// By group, and in each group by start.
    private let spans: [Span]
    /// Where each group begins, and where the last one ends.
    private let bounds: [Int]
    /// The place of the one that ends last, of each and those before it in its group.
    private let longest: [Int]

    /// - Parameter unsorted: in the order of the ledger, which mostly is that of the starts.
    init(_ unsorted: [Span], groups: Int) {
        var bounds = Array(repeating: 0, count: groups + 1)
        for span in unsorted { bounds[span.group + 1] += 1 }
        for group in 0..<groups { bounds[group + 1] += bounds[group] }
        var free = bounds
        var places = Array(repeating: 0, count: unsorted.count)
        for (place, span) in unsorted.enumerated() {
            places[free[span.group]] = place
            free[span.group] += 1
        }
        var spans = places.map { unsorted[$0] }
        for group in 0..<groups {
            let range = bounds[group]..<bounds[group + 1]
            if range.dropFirst().contains(where: { spans[$0].start < spans[$0 - 1].start }) {
                spans[range].sort { ($0.start, $0.row) < ($1.start, $1.row) }
            }
        }
        var longest = Array(spans.indices)
        for place in spans.indices.dropFirst() where spans[place].group == spans[place - 1].group {
            let best = longest[place - 1]
            if (spans[best].end, spans[best].row) > (spans[place].end, spans[place].row) { longest[place] = best }
        }
        (self.spans, self.bounds, self.longest) = (spans, bounds, longest)
    }

    func rows(of group: Int, at instant: TimeInterval) -> Answer {
        let range = bounds[group]..<bounds[group + 1]
        let place = partitionPoint(range) { spans[$0].start <= instant }
        var answer = Answer()
        if place > range.lowerBound { (answer.longest, answer.last) = (spans[longest[place - 1]], spans[place - 1]) }
        if place < range.upperBound { answer.next = spans[place] }
        return answer
    }
}
