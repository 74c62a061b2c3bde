internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A row as the indices of the ledger need it: a few numbers instead of the whole purchase.
struct Outline {
    /// When the row begins to count.
    let start: TimeInterval
    /// When it would stop to count, had nothing happened to it.
    let term: TimeInterval
    /// When it stops to count: at the start, if it never counts.
    var end: TimeInterval
    let product: Int
    let kind: RowKind
    let isVoid: Bool
    /// When a transaction first said that it was upgraded.
    let upgraded: TimeInterval?
    /// Until when a transaction knows that it was not.
    let notUpgraded: TimeInterval

    init(_ purchase: Purchase, product: Int) {
        self.product = product
        (start, term, end) = (purchase.start, purchase.term, purchase.end)
        (kind, isVoid) = (purchase.kind, purchase.isVoid)
        (upgraded, notUpgraded) = (purchase.upgraded, purchase.notUpgraded)
    }
}

/// One subscription: all rows with one original transaction, which is one subscription group of one customer.
final class Chain: Sendable {
    /// What names a subscription. In Xcode 0 is the original transaction of everything that was bought first, and says nothing:
    /// there the product has to tell subscriptions apart.
    struct Name: Hashable, Sendable {
        let original: ExactText
        let product: ExactText?

        init(_ original: ExactText, product: ExactText?, isXcode: Bool) {
            self.original = original
            self.product = isXcode && original.string == "0" ? product : nil
        }
    }

    let name: Name
    /// Where the periods are in the ledger.
    let positions: [Int]
    let periods: [SubscriptionPeriod]
    /// The latest end of each period and those before it.
    private let lastEnds: [TimeInterval]
    let gaps: [SubscriptionGap]
    let changes: [ProductChange]
    let renewal: Renewal?
    let group: ExactText?
    /// When the youngest of the evidence was true. Receipts tell of all subscriptions.
    let knownAsOf: TimeInterval

    /// - Parameters:
    ///   - positions: of the rows, in ledger order.
    ///   - outlines: of all rows; those of the subscription are shortened where something replaced them.
    init(
        _ name: Name, _ positions: [Int], _ rows: [Purchase], _ outlines: inout [Outline], _ renewal: Renewal?,
        receiptDate: TimeInterval
    ) {
        self.name = name
        self.positions = positions
        self.renewal = renewal
        let overtaken = Self.shorten(positions, &outlines)
        let own = positions.map { outlines[$0] }
        periods = positions.indices.map { place in
            SubscriptionPeriod(
                purchase: rows[positions[place]], start: own[place].start, end: own[place].end,
                wasOvertaken: overtaken.contains(place))
        }
        var last = -TimeInterval.infinity
        lastEnds = own.map { outline in
            last = max(last, outline.end)
            return last
        }
        gaps = Self.gaps(own)
        changes = Self.changes(
            own.indices.filter { !own[$0].isVoid && !overtaken.contains($0) }.map { place in
                (own[place], rows[positions[place]])
            })
        var known = max(receiptDate, renewal?.date ?? -.infinity)
        for position in positions { known = max(known, rows[position].latest.date) }
        knownAsOf = known
        group = positions.lazy.compactMap { rows[$0].transactionVariant?.group }.first
    }

    // MARK: What replaced what

    private struct Ending: Hashable {
        let product: Int
        let end: TimeInterval
    }

    /// Ends rows where another product took their place. A row so ended never comes back to life.
    ///
    /// A transaction says that a row was upgraded, or, signed later than another product began, that it was not. Where none
    /// says, dates tell: of two products that overlap the later one counts. With one exception: a row that starts exactly when
    /// an earlier row of its product expires is a renewal, charged up to a day ahead, and loses to another product that began
    /// inside of that earlier row. Seen in real receipts: *lite* until 03:36:17, changed to *optimum* at 03:36:06, and yet a
    /// renewal of *lite* from 03:36:17. What was overtaken in this way replaces nothing in its turn.
    ///
    /// - Returns: the places of the renewals that were overtaken.
    private static func shorten(_ positions: [Int], _ outlines: inout [Outline]) -> Set<Int> {
        let rows = positions.map { outlines[$0] }
        guard let first = rows.first, rows.contains(where: { $0.product != first.product || $0.upgraded != nil }) else {
            return []
        }
        var renewed: [Ending: TimeInterval] = [:]
        for row in rows where !row.isVoid {
            let ending = Ending(product: row.product, end: row.term)
            renewed[ending] = min(renewed[ending] ?? row.start, row.start)
        }
        /// Whether `new`, which began first or inside, took the place of `old`. What counts as never purchased did not, unless
        /// a transaction says that something did.
        func replaces(_ new: Outline, _ old: Outline) -> Bool {
            guard new.product != old.product else { return false }
            return old.upgraded != nil || new.start < new.end && !(new.start < old.notUpgraded)
        }
        var overtaken: Set<Int> = []
        for (place, row) in rows.enumerated() where row.start < row.term {
            guard let from = renewed[Ending(product: row.product, end: row.start)], from < row.start else { continue }
            var other = place - 1
            while other >= 0, rows[other].start >= from {
                let new = rows[other]
                if new.start < row.start, replaces(new, row), !overtaken.contains(other),
                    row.start < (row.upgraded == nil ? new.end : new.term)
                {
                    overtaken.insert(place)
                    outlines[positions[place]].end = row.start
                    break
                }
                other -= 1
            }
        }
        for (place, row) in rows.enumerated() where row.start < row.end && !overtaken.contains(place) {
            var end = row.upgraded.map { max(row.start, $0) } ?? row.end
            for other in (place + 1)..<max(rows.count, place + 1) {
                guard rows[other].start < row.term else { break }
                if replaces(rows[other], row), !overtaken.contains(other) {
                    end = rows[other].start
                    break
                }
            }
            outlines[positions[place]].end = min(row.end, end)
        }
        return overtaken
    }

    private static func gaps(_ rows: [Outline]) -> [SubscriptionGap] {
        var gaps: [SubscriptionGap] = []
        var end: TimeInterval?
        for row in rows where row.start < row.end {
            if let end, row.start > end {
                gaps.append(SubscriptionGap(startDate: Date(second: end), endDate: Date(second: row.start)))
            }
            end = max(end ?? row.end, row.end)
        }
        return gaps
    }

    private static func changes(_ rows: [(outline: Outline, purchase: Purchase)]) -> [ProductChange] {
        var changes: [ProductChange] = []
        var old: (row: Outline, product: String, end: TimeInterval)?
        for (row, purchase) in rows where row.start < row.term {
            if let before = old, before.row.product != row.product {
                changes.append(
                    ProductChange(
                        date: Date(second: row.start),
                        kind: row.start < before.end ? .whileRunning : row.start == before.end ? .atRenewal : .afterGap,
                        previousProductID: before.product, productID: purchase.productID))
                old = nil
            }
            old = (row, purchase.productID, max(row.term, old?.end ?? row.term))
        }
        return changes
    }

    // MARK: At an instant

    /// The place of the last period that began at or before an instant, and how many did.
    private func begun(_ instant: TimeInterval) -> Int {
        partitionPoint(periods.indices) { periods[$0].start <= instant }
    }

    /// The period that counts: the last one that runs.
    func running(_ instant: TimeInterval) -> Int? {
        var place = begun(instant) - 1
        while place >= 0, instant < lastEnds[place] {
            if instant < periods[place].end { return place }
            place -= 1
        }
        return nil
    }

    /// The last period that has begun, whatever became of it, but for renewals that were overtaken.
    func latest(_ instant: TimeInterval) -> Int? {
        periods[..<begun(instant)].lastIndex { !$0.wasOvertaken }
    }

    /// The first period that begins later.
    func next(_ instant: TimeInterval) -> TimeInterval? {
        let place = begun(instant)
        return place < periods.count ? periods[place].start : nil
    }

    /// The period that gives access: the one that counts, or the latest, in the grace period after it.
    func entitled(_ instant: TimeInterval) -> Int? {
        running(instant) ?? (grace(instant) == nil ? nil : latest(instant))
    }

    /// The grace period that an instant is in, and the period before it.
    func grace(_ instant: TimeInterval) -> (period: SubscriptionPeriod, until: TimeInterval)? {
        guard renewal?.grace != nil, case (.inGracePeriod, let until?) = status(instant), let place = latest(instant)
        else { return nil }
        return (periods[place], until)
    }
}

/// The latest renewal info of a subscription.
final class Renewal: Sendable {
    let payload: RenewalInfoPayload
    let date: TimeInterval
    let grace: TimeInterval?
    let isInRetry: Bool

    init(_ payload: RenewalInfoPayload) {
        self.payload = payload
        date = payload.signedDate.second
        grace = payload.isInBillingRetry == false ? nil : payload.gracePeriodExpirationDate?.second
        isInRetry = payload.isInBillingRetry == true
    }

    /// The later of two; of two at once, the greater encoding.
    static func later(_ a: Renewal, _ b: Renewal) -> Renewal {
        if a.date != b.date { return a.date > b.date ? a : b }
        let (one, two) = (a.payload.json, b.payload.json)
        return one.count != two.count
            ? one.count > two.count ? a : b : one.lexicographicallyPrecedes(two) ? b : a
    }
}

/// The first place in `range` whose element does not satisfy `isBefore`; all that do come first.
func partitionPoint(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
