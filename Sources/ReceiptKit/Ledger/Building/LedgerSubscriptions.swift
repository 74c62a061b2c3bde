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
    let revocation: TimeInterval?
    /// Whether a change of product overtook it, which is a renewal: see ``Chain``.
    var isOvertaken = false
    /// When a transaction first said that it was upgraded.
    let upgraded: TimeInterval?
    /// Until when a transaction knows that it was not.
    let notUpgraded: TimeInterval

    init(_ purchase: Purchase, product: Int) {
        self.product = product
        (start, term, end) = (purchase.start, purchase.term, purchase.end)
        (kind, isVoid) = (purchase.kind, purchase.isVoid)
        (upgraded, notUpgraded, revocation) = (purchase.upgraded, purchase.notUpgraded, purchase.revocation)
    }
}

/// One subscription: all rows with one original transaction, which is one subscription group of one customer.
final class Chain: Sendable {
    /// What names a subscription. In Xcode 0 is the original transaction of everything that was bought first, and says nothing:
    /// there the product has to tell subscriptions apart.
    struct Name: Hashable, Sendable {
        let original: ExactText
        let product: ExactText?

        init(_ original: String, product: String, isXcode: Bool) {
            self.original = ExactText(original)
            self.product = isXcode && original == "0" ? ExactText(product) : nil
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
    let group: String?
    /// When the youngest of the evidence was true. Receipts tell of all subscriptions.
    let knownAsOf: TimeInterval

    /// - Parameters:
    ///   - positions: of the rows, in ledger order; one at least.
    ///   - outlines: of all rows; those of the subscription are shortened where something replaced them.
    init(_ positions: [Int], _ rows: [Purchase], _ outlines: inout [Outline], _ parts: LedgerParts) {
        self.positions = positions
        let latest = rows[positions[0]].latest
        name = Name(
            latest.originalTransactionID, product: latest.productID, isXcode: parts.subject.isXcode)
        renewal = parts.renewals.isEmpty ? nil : parts.renewals[name]
        var own = positions.map { outlines[$0] }
        Self.shorten(&own)
        var last = -TimeInterval.infinity
        var known = max(parts.receiptDate, renewal?.date ?? -.infinity)
        var periods: [SubscriptionPeriod] = []
        var lastEnds: [TimeInterval] = []
        periods.reserveCapacity(own.count)
        lastEnds.reserveCapacity(own.count)
        for (position, outline) in zip(positions, own) {
            outlines[position] = outline
            known = max(known, rows[position].latest.date)
            last = max(last, outline.end)
            lastEnds.append(last)
            periods.append(
                SubscriptionPeriod(
                    purchase: rows[position], start: outline.start, end: outline.end, wasOvertaken: outline.isOvertaken)
            )
        }
        (self.periods, self.lastEnds, knownAsOf) = (periods, lastEnds, known)
        gaps = Self.gaps(own)
        changes = Self.changes(own, periods)
        group = positions.lazy.compactMap { rows[$0].subscriptionGroupID }.first
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
    private static func shorten(_ rows: inout [Outline]) {
        var last = -TimeInterval.infinity
        var overlap = false
        for row in rows {
            overlap = overlap || row.start < last
            last = max(last, row.term)
        }
        let isChanged = rows.contains { $0.product != rows[0].product }
        guard overlap && isChanged || rows.contains(where: { $0.upgraded != nil }) else { return }
        let renewed = Dictionary(
            rows.lazy.filter { !$0.isVoid }.map { (Ending(product: $0.product, end: $0.term), $0.start) },
            uniquingKeysWith: min)
        /// Whether `new`, which began first or inside, took the place of `old`. What counts as never purchased did not, unless
        /// a transaction says that something did.
        func replaces(_ new: Outline, _ old: Outline) -> Bool {
            guard new.product != old.product, !new.isOvertaken else { return false }
            return old.upgraded != nil || new.start < new.end && !(new.start < old.notUpgraded)
        }
        for place in rows.indices where rows[place].start < rows[place].term {
            let row = rows[place]
            guard let from = renewed[Ending(product: row.product, end: row.start)], from < row.start else { continue }
            let isOvertaken = rows[..<place].reversed().prefix { $0.start >= from }.contains { new in
                new.start < row.start && replaces(new, row)
                    && row.start < (row.upgraded == nil ? new.end : new.term)
            }
            if isOvertaken { (rows[place].isOvertaken, rows[place].end) = (true, row.start) }
        }
        for place in rows.indices where rows[place].start < rows[place].end {
            let row = rows[place]
            let replacement = rows[(place + 1)...].prefix { $0.start < row.term }.first { replaces($0, row) }
            let end = replacement?.start ?? row.upgraded.map { max(row.start, $0) } ?? row.end
            rows[place].end = min(row.end, end)
        }
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

    private static func changes(_ rows: [Outline], _ periods: [SubscriptionPeriod]) -> [ProductChange] {
        var changes: [ProductChange] = []
        /// The place of the row before, and the latest end of its product's rows in a run.
        var old: (place: Int, end: TimeInterval)?
        for (place, row) in rows.enumerated() where row.start < row.term && !row.isVoid && !row.isOvertaken {
            if let before = old, rows[before.place].product != row.product {
                changes.append(
                    ProductChange(
                        date: Date(second: row.start),
                        kind: row.start < before.end ? .whileRunning : row.start == before.end ? .atRenewal : .afterGap,
                        previousProductID: periods[before.place].productID, productID: periods[place].productID))
                old = nil
            }
            old = (place, max(row.term, old?.end ?? row.term))
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
