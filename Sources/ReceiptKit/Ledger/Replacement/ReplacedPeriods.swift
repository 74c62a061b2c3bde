internal import ReceiptEssentials

/// Which periods of a subscription another product replaced, or another billing plan of the same product. One original transaction is one
/// subscription group, of which a customer has one product at a time.
///
/// A transaction says that a period was upgraded, or, signed later than another product began, that it was not. Where none says,
/// dates decide: of two products that overlap, the one that began later replaces the other from then on. A period so ended never
/// comes back, also after its replacement was refunded or has lapsed, because the App Store refunded the rest of it.
///
/// Some periods never ran, and replace nothing:
/// - A renewal that the App Store charged ahead, up to a day, before the customer changed to another product. It starts exactly
///   when an earlier period of its product expires, and the other product began inside that period. Real receipts have this:
///   *lite* until 03:36:17, changed to *optimum* at 03:36:06, and yet a renewal of *lite* from 03:36:17. A transaction that was signed
///   before its period shows such a renewal even if the earlier period isn't known. So does the expiration of a period of any product, if
///   the other product began in the day before.
/// - A period that a transaction calls upgraded at or before its start.
/// - A period that a transaction calls upgraded and that overlaps another product's period which began no later and runs on,
///   unless another purchase explains what upgraded it, or evidence shows that it ran (``Purchase/ran``).
///
/// What a transaction calls a purchase, or shows after its start without calling it revoked or upgraded, ran. A renewal that was refunded in
/// full replaces nothing either.
struct ReplacedPeriods {
    /// In the ledger's order, which is the order of starts.
    private(set) var spans: [PurchaseSpan]
    /// Until when each period ran. A revoked period ran until its revocation, even where it counts as never purchased.
    private var ends: [TimeInterval]
    /// When the first period of a product began that would end at an instant.
    private var renewed: [Int: [TimeInterval: TimeInterval]] = [:]
    /// The periods that would end at an instant.
    private var ending: [TimeInterval: [Int]] = [:]

    private struct Offering: Hashable {
        let product: Int
        let billingPlan: UInt8
    }

    init(_ unchanged: [PurchaseSpan]) {
        spans = unchanged
        ends = unchanged.map { span in
            let end = min(span.term, max(span.start, span.revocation ?? .infinity))
            return span.upgraded.map { min(end, max(span.start, $0)) } ?? end
        }
        guard isNeeded else { return }
        findReplaced()
        for place in spans.indices where !spans[place].isVoid { spans[place].end = ends[place] }
    }

    /// Whether a transaction speaks of an upgrade, or periods of several products or plans overlap.
    private var isNeeded: Bool {
        var last = -TimeInterval.infinity
        let overlap = spans.contains { span in
            defer { last = max(last, span.term) }
            return span.start < last
        }
        return overlap && spans.contains { $0.differs(from: spans[0]) || $0.billingPlan != spans[0].billingPlan }
            || spans.contains { $0.upgraded != nil }
    }

    private mutating func findReplaced() {
        /// Those that the next product to begin replaces, if they run until then.
        var replaceable: [Offering: [Int]] = [:]
        /// Those of which a transaction knows that nothing replaced them for a while after their start.
        var kept = spans.indices.filter { spans[$0].start < spans[$0].notUpgraded }
        kept.sort { spans[$0].notUpgraded > spans[$1].notUpgraded }
        func offering(_ place: Int) -> Offering {
            Offering(product: spans[place].product, billingPlan: spans[place].billingPlan)
        }
        for place in spans.indices where spans[place].start < spans[place].term {
            let start = spans[place].start
            while let next = kept.last, spans[next].notUpgraded <= start {
                replaceable[offering(next), default: []].append(next)
                kept.removeLast()
            }
            if neverRan(place) {
                (spans[place].isOvertaken, spans[place].isReplaced, ends[place]) = (true, true, start)
                endPeriod(before: place)
                continue
            }
            let (product, term) = (spans[place].product, spans[place].term)
            renewed[product, default: [:]][term] = min(renewed[product]?[term] ?? start, start)
            ending[term, default: []].append(place)
            if !spans[place].isVoidRenewal {
                for (key, places) in replaceable
                where places.first.map({ spans[place].differs(from: spans[$0]) }) ?? true {
                    for old in places where start < ends[old] && !spans[old].isOvertaken { replace(old, on: start) }
                    replaceable[key] = nil
                }
            }
            if spans[place].notUpgraded <= start { replaceable[offering(place), default: []].append(place) }
        }
    }

    private mutating func replace(_ place: Int, on date: TimeInterval) {
        ends[place] = max(date, spans[place].start)
        spans[place].isReplaced = true
    }

    /// The App Store calls the renewal upgraded that it had charged ahead, and not the period before it, which the other product replaced.
    private mutating func endPeriod(before place: Int) {
        let span = spans[place]
        let day = spans[..<place].indices.reversed().prefix { span.start - 86_400 <= spans[$0].start }
        guard let change = day.first(where: { mayOvertake($0, span) }) else { return }
        let date = spans[change].start
        for before in ending[span.start] ?? []
        where spans[before].start <= date && date < ends[before] && spans[before].differs(from: spans[change]) {
            replace(before, on: date)
        }
    }

    /// Whether a period is of another product, ran, and still did so when a renewal was to begin. One that began when the renewal had been charged
    /// overtook it also if the customer had left it by then: what is replaced never comes back.
    private func mayOvertake(_ other: Int, _ renewal: PurchaseSpan) -> Bool {
        let isLater = renewal.chargedAhead.map { $0 <= spans[other].start } ?? false
        return renewal.start < (isLater ? spans[other].term : ends[other]) && spans[other].differs(from: renewal)
            && !spans[other].isOvertaken && !spans[other].isVoidRenewal
    }

    /// Only renewals are charged ahead, and what a transaction shows after its start ran.
    private func neverRan(_ place: Int) -> Bool {
        let span = spans[place]
        if span.isPurchase { return false }
        if let upgraded = span.upgraded, upgraded <= span.start { return true }
        if span.isShownAfterStart { return false }
        return isOvertaken(place) || span.upgraded != nil && !span.ran && isUpgradedBefore(place)
    }

    /// Whether the customer changed to another product, which still ran, after the App Store had charged a renewal ahead.
    private func isOvertaken(_ place: Int) -> Bool {
        let span = spans[place]
        let day = span.start - 86_400
        // What begins as another product expires is the renewal of a downgrade.
        let other = ending[span.start].flatMap { $0.lazy.map { spans[$0].start }.min() }.map { max(day, $0) }
        let first = [span.chargedAhead, renewed[span.product]?[span.start], other]
            .reduce(.infinity) { min($0, $1 ?? .infinity) }
        guard first < span.start else { return false }
        return spans[..<place].indices.reversed().prefix { first <= spans[$0].start }.contains { other in
            spans[other].start < span.start && mayOvertake(other, span)
        }
    }

    /// Whether a period that a transaction calls upgraded was so before it began: another product was there first, and nothing else explains
    /// the upgrade.
    private func isUpgradedBefore(_ place: Int) -> Bool {
        let span = spans[place]
        return spans[..<place].indices.contains { other in
            mayOvertake(other, span) && !isExplained(place, without: other)
                && (spans[other].upgraded == nil || isExplained(other, without: place))
        }
    }

    /// Whether a third product began in the period before the transaction said that it was upgraded.
    private func isExplained(_ place: Int, without other: Int) -> Bool {
        let span = spans[place]
        let limit = min(span.term, span.upgraded ?? span.term)
        return spans[(place + 1)...].prefix { $0.start <= limit }.contains {
            $0.start > span.start && $0.differs(from: span) && $0.differs(from: spans[other])
        }
    }
}
