internal import ReceiptEssentials
internal import ReceiptFields

/// Finds the period that a renewal info describes (rule 21).
///
/// According to Apple, the info's `renewalDate` is the expiration date of the most recent purchase. In 12 of 14 genuine notifications, that
/// purchase is the transaction in the same notification as the info. In the other two, a CONSUMPTION_REQUEST and a REFUND about an older
/// period, the date belongs to a newer period.
struct InfoSubjects {
    enum Subject: Equatable {
        case period(IndexOf<SubscriptionPeriod>)
        /// A period that the evidence doesn't contain.
        case unseen
        case nothing
    }

    private let periods: [SubscriptionPeriod]
    private let known: KnownPeriods
    private var places: [TimeInterval: [IndexOf<SubscriptionPeriod>]] = [:]
    /// The latest end of all periods that aren't void.
    private var lastEnd = -TimeInterval.infinity
    /// The void periods, sorted by revocation date, with two maximums for each. `endsBefore` is the latest end of this void period and
    /// those before it, for infos that were signed after its revocation. `termsFrom` is the latest expiration date of this void period and
    /// those after it, for infos that were signed before its revocation.
    private var voids: [(revocation: TimeInterval, endsBefore: TimeInterval, termsFrom: TimeInterval)] = []

    init(_ periods: [SubscriptionPeriod], _ known: KnownPeriods, needsDates: Bool) {
        (self.periods, self.known) = (periods, known)
        guard needsDates else { return }
        findPlaces()
        lastEnd = periods.lazy.filter { !$0.isVoid }.map(\.end).max() ?? -.infinity
        let void = periods.filter(\.isVoid).map { ($0.revocation ?? $0.term, $0.term) }.sorted { $0 < $1 }
        voids = void.map { ($0, min($0, $1), $1) }
        for place in voids.indices.dropFirst() {
            voids[place].endsBefore = max(voids[place].endsBefore, voids[place - 1].endsBefore)
        }
        for place in voids.indices.dropLast().reversed() {
            voids[place].termsFrom = max(voids[place].termsFrom, voids[place + 1].termsFrom)
        }
    }

    /// Records, for each expiration date in any copy, the periods that have such a copy. A period with added seats is recorded once, at its
    /// last index.
    private mutating func findPlaces() {
        for (place, period) in periods.indexed() {
            let last = period.seats?.places.last ?? place
            guard last == place else { continue }
            for purchase in period.seats?.members ?? [period.purchase] {
                for claim in [purchase.latest] + purchase.others {
                    guard let expiration = claim.expirationDate else { continue }
                    if places[expiration]?.last != place { places[expiration, default: []].append(place) }
                }
            }
        }
    }

    func subject(of claim: RenewalClaim) -> Subject {
        guard let date = claim.renewalDate else { return known.last(at: claim.date).map(Subject.period) ?? .nothing }
        if let places = places[date], let last = places.last {
            let own = claim.info.productID.flatMap { _ in places.last { claim.isAboutProduct(of: periods[$0]) } }
            return .period(own ?? last)
        }
        if date == claim.graceEnd {
            let ended = known.lasts(at: claim.date).first { end(of: periods[$0], for: claim) < date }
            if let ended { return .period(ended) }
        }
        return latestEnd(for: claim) < date ? .unseen : .nothing
    }

    /// Returns the end of a period as known when an info was signed. A void period ended at its revocation for infos that Apple signed
    /// later, and at its expiration for others.
    private func end(of period: SubscriptionPeriod, for claim: RenewalClaim) -> TimeInterval {
        guard period.isVoid, let revocation = period.revocation else { return period.end }
        return revocation <= claim.date ? min(period.term, revocation) : period.term
    }

    private func latestEnd(for claim: RenewalClaim) -> TimeInterval {
        let count = partitionPoint(voids.indices) { voids[$0].revocation <= claim.date }
        let before = count > 0 ? voids[count - 1].endsBefore : -.infinity
        let from = count < voids.count ? voids[count].termsFrom : -.infinity
        return max(lastEnd, before, from)
    }
}
