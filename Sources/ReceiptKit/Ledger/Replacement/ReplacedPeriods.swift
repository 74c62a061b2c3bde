internal import ReceiptEssentials

/// The periods of a subscription that another product, or another billing plan of the same product, replaced. One original transaction is one
/// subscription group, of which a customer has one product at a time. Rules 11 to 18 of *Rules of the ledger* decide.
///
/// Some periods never ran, and replace nothing (rule 12): mostly renewals that the App Store charged ahead, up to a day, before the customer changed to
/// another product. Genuine receipts have this: *lite* until 03:36:17, changed to *optimum* at 03:36:06, and yet a renewal of *lite* from 03:36:17.
struct ReplacedPeriods {
    /// How many periods before or after one are compared with it (rule 11). No customer has more at once.
    static let mostCompared = 100

    /// In the ledger's order, which is the order of starts.
    private(set) var spans: [PurchaseSpan]
    /// Until when each period ran. A revoked period ran until its revocation, even where it counts as never purchased.
    private var ends: [TimeInterval]
    /// When the first period of a product began that would end at an instant.
    private var renewed: [Int: [TimeInterval: TimeInterval]] = [:]
    /// The periods that would end at an instant, and when the first of them began.
    private var ending: [TimeInterval: (places: [Int], start: TimeInterval)] = [:]
    /// When the last renewal info with each `renewalDate` was signed.
    private let renewalDates: [TimeInterval: TimeInterval]
    /// True in sandbox and in Xcode, where periods are short.
    private let isFast: Bool

    private struct Offering: Hashable {
        let product: Int
        let billingPlan: UInt8
    }

    init(_ unchanged: [PurchaseSpan], _ claims: RenewalClaims?, isFast: Bool) {
        spans = unchanged
        ends = unchanged.map { span in
            let end = min(span.term, max(span.start, span.revocation ?? .infinity))
            return span.upgraded.map { min(end, max(span.start, $0)) } ?? end
        }
        self.isFast = isFast
        guard Self.isNeeded(unchanged) else {
            renewalDates = [:]
            return
        }
        let dates = (claims?.infos ?? []).lazy.compactMap { claim in claim.renewalDate.map { ($0, claim.date) } }
        renewalDates = Dictionary(dates, uniquingKeysWith: max)
        findReplaced()
        for place in spans.indices where !spans[place].isVoid { spans[place].end = ends[place] }
    }

    /// Whether a transaction speaks of an upgrade, or periods of several products or plans overlap.
    private static func isNeeded(_ spans: [PurchaseSpan]) -> Bool {
        var last = -TimeInterval.infinity
        let overlap = spans.contains { span in
            defer { last = max(last, span.term) }
            return span.start < last
        }
        return overlap && spans.contains { $0.differs(from: spans[0]) || $0.billingPlan != spans[0].billingPlan }
            || spans.contains { $0.upgraded != nil }
    }

    private mutating func findReplaced() {
        /// Those that the next product to begin replaces, if they run until then: one list for those of known types, and one for those that a
        /// transaction calls upgraded.
        var replaceable: [Offering: [Int]] = [:]
        var upgraded: [Offering: [Int]] = [:]
        func add(_ place: Int) {
            let offering = Offering(product: spans[place].product, billingPlan: spans[place].billingPlan)
            if spans[place].upgraded != nil {
                upgraded[offering, default: []].append(place)
            } else if !spans[place].isOfUnknownType {
                replaceable[offering, default: []].append(place)
            }
        }
        /// Those of which a transaction knows that nothing replaced them for a while after their start.
        var kept = spans.indices.filter { spans[$0].start < spans[$0].notUpgraded }
        kept.sort { spans[$0].notUpgraded > spans[$1].notUpgraded }
        for place in spans.indices where spans[place].start < spans[place].term {
            let start = spans[place].start
            while let next = kept.last, spans[next].notUpgraded <= start {
                add(next)
                kept.removeLast()
            }
            if neverRan(place) {
                (spans[place].isOvertaken, spans[place].isReplaced, ends[place]) = (true, true, start)
                endPeriod(before: place)
                continue
            }
            noteEnd(place)
            if spans[place].isVoidRenewal {
                for old in earlier(place) where showsChange(place, from: old) { replace(old, on: start) }
                spans[place].isVoidedBeside = earlier(place).contains { other in
                    start < ends[other] && spans[other].differs(from: spans[place]) && !spans[other].isOvertaken
                        && !spans[other].isVoidedBeside
                }
            } else {
                replaceAll(in: &upgraded, place)
                if !spans[place].isOfUnknownType { replaceAll(in: &replaceable, place) }
            }
            if spans[place].notUpgraded <= start { add(place) }
        }
    }

    private mutating func noteEnd(_ place: Int) {
        let (start, term) = (spans[place].start, spans[place].term)
        let product = spans[place].product
        renewed[product, default: [:]][term] = min(renewed[product]?[term] ?? start, start)
        ending[term, default: ([], start)].places.append(place)
    }

    private mutating func replaceAll(in replaceable: inout [Offering: [Int]], _ place: Int) {
        let start = spans[place].start
        for (key, places) in replaceable where places.first.map({ spans[place].differs(from: spans[$0]) }) ?? true {
            for old in places where start < ends[old] && !spans[old].isOvertaken { replace(old, on: start) }
            replaceable[key] = nil
        }
    }

    private mutating func replace(_ place: Int, on date: TimeInterval) {
        ends[place] = max(date, spans[place].start)
        spans[place].isReplaced = true
    }

    /// The places before one that are compared with it, the last one first.
    private func earlier(_ place: Int) -> ReversedCollection<Range<Int>> {
        (max(0, place - Self.mostCompared)..<place).reversed()
    }

    /// How long before a renewal a change of product leaves the renewal charged already: a day, and where periods are short a tenth of
    /// the renewal's length.
    private func margin(_ renewal: PurchaseSpan) -> TimeInterval {
        isFast ? min(.day, (renewal.term - renewal.start) / 10) : .day
    }

    /// True if Apple signed after the start of a renewal, in a renewal info, that a period is the most recent one.
    private func isMostRecent(_ other: PurchaseSpan, after renewal: PurchaseSpan) -> Bool {
        renewalDates[other.term].map { max(renewal.start, other.start) <= $0 } ?? false
    }

    // MARK: Rule 15

    /// True if a renewal shows that its product had replaced another one before: the App Store renews only what the customer has.
    private func showsChange(_ place: Int, from other: Int) -> Bool {
        let (renewal, old) = (spans[place], spans[other])
        guard renewal.isRenewal, old.start < renewal.start, renewal.start < ends[other], renewal.differs(from: old),
            renewal.mayEnd(old), !old.isOvertaken
        else { return false }
        let isKept = old.upgraded == nil && renewal.start <= old.notUpgraded || isMostRecent(old, after: renewal)
        return !isKept && (renewal.ran || old.start + margin(renewal) < renewal.start)
    }

    // MARK: Rule 13

    /// The App Store calls the renewal upgraded that it had charged ahead, and not the period before it, which the other product replaced.
    private mutating func endPeriod(before place: Int) {
        let span = spans[place]
        let day = earlier(place).prefix { span.start - .day <= spans[$0].start }
        guard let change = day.first(where: { mayOvertake($0, span) }) else { return }
        let date = spans[change].start
        for before in (ending[span.start]?.places ?? []).suffix(Self.mostCompared)
        where spans[before].start <= date && date < ends[before] && spans[before].differs(from: spans[change])
            && spans[change].mayEnd(spans[before])
        {
            replace(before, on: date)
        }
    }

    // MARK: Rule 12

    /// Whether a period is of another product, ran, and still did so when a renewal was to begin. One that began when the renewal had been charged
    /// overtook it also if the customer had left it by then: what is replaced never comes back.
    private func mayOvertake(_ other: Int, _ renewal: PurchaseSpan) -> Bool {
        let isLater = renewal.chargedAhead.map { $0 <= spans[other].start } ?? false
        return renewal.start < (isLater ? spans[other].term : ends[other]) && spans[other].differs(from: renewal)
            && spans[other].mayEnd(renewal) && !spans[other].isOvertaken && !spans[other].isVoidRenewal
    }

    /// Only renewals are charged ahead, and what a transaction shows after its start ran, unless Apple says later that another purchase is the
    /// most recent one.
    private func neverRan(_ place: Int) -> Bool {
        let span = spans[place]
        if span.isPurchase { return false }
        if isDisowned(place) { return true }
        if let upgraded = span.upgraded, upgraded <= span.start { return true }
        if span.isShownAfterStart { return false }
        return isOvertaken(place) || span.upgraded != nil && !span.ran && isUpgradedBefore(place)
    }

    /// True if a purchase of another product began shortly before a renewal, and Apple says after its start that this purchase is the most recent, or
    /// that it took the renewal back.
    private func isDisowned(_ place: Int) -> Bool {
        let span = spans[place]
        let followsOwn = renewed[span.product]?[span.start] != nil
        guard span.isRenewal || followsOwn else { return false }
        let first = span.start - margin(span)
        return earlier(place).prefix { first <= spans[$0].start }.contains { other in
            let other = spans[other]
            return other.isPurchase && other.start < span.start && span.start < other.term && other.differs(from: span)
                && other.mayEnd(span)
                && (isMostRecent(other, after: span) || followsOwn && span.isTakenBack)
        }
    }

    /// Whether the customer changed to another product, which still ran, after the App Store had charged a renewal ahead.
    private func isOvertaken(_ place: Int) -> Bool {
        let span = spans[place]
        let day = span.start - .day
        // What begins as another product expires is the renewal of a downgrade.
        let other = ending[span.start].map { max(day, $0.start) }
        let first = [span.chargedAhead, renewed[span.product]?[span.start], other]
            .reduce(.infinity) { min($0, $1 ?? .infinity) }
        guard first < span.start else { return false }
        return earlier(place).prefix { first <= spans[$0].start }.contains { other in
            spans[other].start < span.start && mayOvertake(other, span)
                && !(spans[other].start + margin(span) < span.start && showsChange(place, from: other))
        }
    }

    /// Whether a period that a transaction calls upgraded was so before it began: another product was there first, and nothing else explains
    /// the upgrade.
    private func isUpgradedBefore(_ place: Int) -> Bool {
        let span = spans[place]
        return earlier(place).contains { other in
            mayOvertake(other, span) && !isExplained(place, without: other)
                && (spans[other].upgraded == nil || isExplained(other, without: place))
        }
    }

    /// Whether a third product began in the period before the transaction said that it was upgraded.
    private func isExplained(_ place: Int, without other: Int) -> Bool {
        let span = spans[place]
        let limit = min(span.term, span.upgraded ?? span.term)
        return spans[(place + 1)...].prefix(Self.mostCompared).prefix { $0.start <= limit }.contains {
            $0.start > span.start && $0.differs(from: span) && $0.differs(from: spans[other])
        }
    }
}
