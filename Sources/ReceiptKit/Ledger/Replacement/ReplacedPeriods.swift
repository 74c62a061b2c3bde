internal import ReceiptEssentials

/// Finds the periods of a subscription that another product, or another billing plan of the same product, replaced (rules 11 to 18 of
/// *Rules of the ledger*). One original transaction corresponds to one subscription group, in which a customer has one product at a time.
///
/// Some periods never ran and replace nothing (rule 12). Most of them are renewals that the App Store charged up to a day ahead, before the
/// customer changed to another product. A genuine receipt shows it: *lite* ran until 03:36:17, the customer changed to *optimum* at
/// 03:36:06, and yet there is a renewal of *lite* from 03:36:17.
struct ReplacedPeriods {
    /// The number of periods before or after a period that are compared with it (rule 11). No real customer has more periods at once.
    static let mostCompared = 100

    /// All spans, in the ledger's order, which is sorted by start.
    private(set) var spans: [PurchaseSpan]
    /// The date until which each period ran. A revoked period ran until its revocation, even if it is void.
    private var ends: [TimeInterval]
    /// For each product and expiration date, the earliest start of a period.
    private var renewed: [IndexOf<ProductIndex.Product>: [TimeInterval: TimeInterval]] = [:]
    /// For each expiration date, the periods that expire then, and their earliest start.
    private var ending: [TimeInterval: (places: [Int], start: TimeInterval)] = [:]
    /// For each `renewalDate`, the latest signing date of a renewal info.
    private let renewalDates: [TimeInterval: TimeInterval]
    /// True in sandbox and in Xcode, where periods are short.
    private let isFast: Bool

    private struct Offering: Hashable {
        let product: IndexOf<ProductIndex.Product>
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

    /// Returns true if a transaction states an upgrade, or if periods of several products or billing plans overlap.
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
        /// The periods that the next product replaces if they are still running. Periods with a known type and periods that a transaction
        /// calls upgraded are kept in separate lists.
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
        /// The periods for which a transaction dated after their start shows that nothing had replaced them by then.
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

    /// Returns the indices of the earlier periods with which a period is compared, the last one first.
    private func earlier(_ place: Int) -> ReversedCollection<Range<Int>> {
        (max(0, place - Self.mostCompared)..<place).reversed()
    }

    /// Returns how long before its start a renewal may be charged, in seconds: a day, or at most a tenth of the renewal's length where
    /// periods are short.
    private func margin(_ renewal: PurchaseSpan) -> TimeInterval {
        isFast ? min(.day, (renewal.term - renewal.start) / 10) : .day
    }

    /// Returns true if a renewal info that was signed at or after the start of a renewal names another period as the most recent one.
    private func isMostRecent(_ other: PurchaseSpan, after renewal: PurchaseSpan) -> Bool {
        renewalDates[other.term].map { max(renewal.start, other.start) <= $0 } ?? false
    }

    // MARK: Rule 15

    /// Returns true if a renewal shows that its product had replaced another one earlier. The App Store renews only the customer's current
    /// product.
    private func showsChange(_ place: Int, from other: Int) -> Bool {
        let (renewal, old) = (spans[place], spans[other])
        guard renewal.isRenewal, old.start < renewal.start, renewal.start < ends[other], renewal.differs(from: old),
            renewal.mayEnd(old), !old.isOvertaken
        else { return false }
        let isKept = old.upgraded == nil && renewal.start <= old.notUpgraded || isMostRecent(old, after: renewal)
        return !isKept && (renewal.ran || old.start + margin(renewal) < renewal.start)
    }

    // MARK: Rule 13

    /// Ends the period before a renewal that never ran. Apple marks the renewal that was charged ahead as upgraded, not the period that the
    /// other product really replaced.
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

    /// Returns true if a period has another product, ran, and was still running when a renewal was due to begin. If a period began after
    /// the renewal was charged, it overtook the renewal even if it had itself ended early by the renewal's start, because a replaced
    /// product never resumes.
    private func mayOvertake(_ other: Int, _ renewal: PurchaseSpan) -> Bool {
        let isLater = renewal.chargedAhead.map { $0 <= spans[other].start } ?? false
        return renewal.start < (isLater ? spans[other].term : ends[other]) && spans[other].differs(from: renewal)
            && spans[other].mayEnd(renewal) && !spans[other].isOvertaken && !spans[other].isVoidRenewal
    }

    /// Returns true if a period never ran. Only renewals are charged ahead. A transaction dated after the period's start shows that the
    /// period ran, unless Apple later names another purchase as the most recent one.
    private func neverRan(_ place: Int) -> Bool {
        let span = spans[place]
        if span.isPurchase { return false }
        if isDisowned(place) { return true }
        if let upgraded = span.upgraded, upgraded <= span.start { return true }
        if span.isShownAfterStart { return false }
        return isOvertaken(place) || span.upgraded != nil && !span.ran && isUpgradedBefore(place)
    }

    /// Returns true if a purchase of another product began shortly before a renewal, and Apple states after the renewal's start that this
    /// purchase is the most recent one, or that the renewal was revoked or upgraded.
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

    /// Returns true if the App Store had charged a renewal ahead when the customer changed to another product, and that product was still
    /// running at the renewal's start.
    private func isOvertaken(_ place: Int) -> Bool {
        let span = spans[place]
        let day = span.start - .day
        // A period that begins when another product's period expires is the renewal after a downgrade.
        let other = ending[span.start].map { max(day, $0.start) }
        let first = [span.chargedAhead, renewed[span.product]?[span.start], other]
            .reduce(.infinity) { min($0, $1 ?? .infinity) }
        guard first < span.start else { return false }
        return earlier(place).prefix { first <= spans[$0].start }.contains { other in
            spans[other].start < span.start && mayOvertake(other, span)
                && !(spans[other].start + margin(span) < span.start && showsChange(place, from: other))
        }
    }

    /// Returns true if a period was upgraded before it began: another product was already running, and nothing else explains the upgrade.
    private func isUpgradedBefore(_ place: Int) -> Bool {
        let span = spans[place]
        return earlier(place).contains { other in
            mayOvertake(other, span) && !isExplained(place, without: other)
                && (spans[other].upgraded == nil || isExplained(other, without: place))
        }
    }

    /// Returns true if a third product began during the period, before a transaction stated the upgrade.
    private func isExplained(_ place: Int, without other: Int) -> Bool {
        let span = spans[place]
        let limit = min(span.term, span.upgraded ?? span.term)
        return spans[(place + 1)...].prefix(Self.mostCompared).prefix { $0.start <= limit }.contains {
            $0.start > span.start && $0.differs(from: span) && $0.differs(from: spans[other])
        }
    }
}
