internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the ledger knows about each product, by the product's number, made ready for questions at a date.
struct ProductIndex: Sendable {
    /// Three groups of rows for each product, which answer one after the other.
    enum Tier: Int, CaseIterable {
        /// Not cancelled, and the receipt says how long it counts.
        case definite
        /// Not cancelled, and only the app knows: consumables and others.
        case indefinite
        /// Cancelled: as if never purchased.
        case cancelled
    }

    /// What is noted about a product in passing: positions in the ledger.
    struct Notes: Sendable {
        /// The row with the last purchase date, and among those the greatest transaction identifier.
        var latest: Int?
        /// The first row with a trial or an introductory price.
        var firstOffer: Int?
        /// The first row of a subscription that does not say whether it is a trial.
        var firstUnreadable: Int?
    }

    let notes: [Notes]
    let timetable: Timetable
    /// The non-renewing subscriptions that were not cancelled, one group for each product that has some.
    let nonRenewable: Groups

    /// - Parameter needsTrialFlag: whether a row without attribute 1713 is to be noted. Xcode's rows never have it.
    init(_ rows: LedgerRows, needsTrialFlag: Bool) {
        var notes = [Notes](repeating: Notes(), count: rows.pool.names.products.count)
        var numbers: [Int: Int] = [:]
        var groupOf = [Int?](repeating: nil, count: rows.count)
        for position in rows.outlines.indices {
            let outline = rows.outlines[position]
            notes[outline.product].note(rows, position, needsTrialFlag: needsTrialFlag)
            if outline.kind == .nonRenewable, !outline.isCancelled {
                let number = numbers[outline.product] ?? numbers.count
                numbers[outline.product] = number
                groupOf[position] = number
            }
        }
        self.notes = notes
        nonRenewable = Groups(groupOf, count: numbers.count)
        let tiers = Tier.allCases.count
        timetable = Timetable(
            Groups(rows.outlines.map { $0.product * tiers + $0.tier.rawValue }, count: notes.count * tiers),
            rows.outlines)
    }

    func rows(of product: Int, _ tier: Tier, at instant: TimeInterval) -> (begun: Int?, next: Int?) {
        timetable.rows(of: product * Tier.allCases.count + tier.rawValue, at: instant)
    }
}

extension RowOutline {
    fileprivate var tier: ProductIndex.Tier {
        if isCancelled { return .cancelled }
        return kind == .subscription || kind == .owned ? .definite : .indefinite
    }
}

extension ProductIndex.Notes {
    fileprivate mutating func note(_ rows: LedgerRows, _ position: Int, needsTrialFlag: Bool) {
        let (pool, place) = (rows.pool.rows, rows.order[position])
        if latest.map({ Self.isMadeBefore(pool, rows.order[$0], place) }) ?? true { latest = position }
        if pool[place].isTrialPeriod == true || pool[place].isInIntroOfferPeriod == true {
            firstOffer = firstOffer ?? position
        } else if needsTrialFlag, pool[place].isTrialPeriod == nil, rows.outlines[position].kind == .subscription {
            firstUnreadable = firstUnreadable ?? position
        }
    }

    private static func isMadeBefore(_ rows: [InAppPurchase], _ a: Int, _ b: Int) -> Bool {
        rows[a].purchaseDate != rows[b].purchaseDate
            ? rows[a].purchaseDate < rows[b].purchaseDate
            : !ExactText.precedes(rows[b].transactionID, rows[a].transactionID)
    }
}
