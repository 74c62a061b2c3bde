internal import ReceiptEssentials
internal import ReceiptFields

/// The renewal infos and statuses of a subscription, each assigned to the period that it describes (rules 21 to 27).
struct RenewalInfos: Sendable {
    /// The evidence about the renewal of one period.
    struct Renewal: Sendable {
        /// The renewal infos about the period, by signing date.
        fileprivate(set) var infos: [RenewalClaim] = []
        /// The statuses about the period, by signing date.
        fileprivate(set) var statuses: [StatusClaim] = []
        /// The end of the grace period after the period. If Apple didn't state the end, it is one second after the status that announced
        /// the grace period.
        fileprivate(set) var graceEnd: TimeInterval?
        /// The signing date of the last status that says that the subscription is in the grace period, if no renewal info states when the
        /// grace period ends.
        fileprivate(set) var graceWithoutEnd: TimeInterval?
        /// The date on which a later renewal info or status ended such a grace period.
        fileprivate(set) var graceOver: TimeInterval?
        /// True if the latest evidence about the period states that the App Store retries the charge.
        fileprivate(set) var isInRetry = false
        /// The signing date of the first evidence which states that the App Store couldn't charge the customer, without giving a grace
        /// period.
        fileprivate(set) var problemWithoutGrace: TimeInterval?
        /// The signing date of the last status which states that the App Store retries the charge.
        fileprivate(set) var lastRetryStatus: TimeInterval?

        /// The latest renewal info about the period.
        var latest: RenewalClaim? { infos.last }

        /// Returns the signing date of the first claim which states that the App Store can't charge the customer. Nil if a claim signed in
        /// the same second gives a grace period.
        fileprivate func findProblemWithoutGrace(after term: TimeInterval) -> TimeInterval? {
            func isProblem(_ claim: RenewalClaim) -> Bool {
                claim.isInRetry(after: term) || claim.info.expirationReason == .billingError
                    || claim.statuses.contains(.inBillingRetryPeriod)
            }
            let info = infos.first(where: isProblem)?.date
            let status = statuses.first { $0.code == .inBillingRetryPeriod && $0.info == nil }?.date
            guard let date = [info, status].compactMap(\.self).min() else { return nil }
            let hasGrace = infos.contains {
                $0.date == date && isProblem($0) && ($0.givesGrace(after: term) || $0.statuses.contains(.inGracePeriod))
            }
            return hasGrace ? nil : date
        }
    }

    /// All renewal infos of the subscription, by signing date.
    let all: [RenewalClaim]
    /// The statuses of the subscription, by signing date. All statuses that were signed in one second are the same.
    let statuses: [StatusClaim]
    /// The renewal infos about periods that the evidence doesn't contain, the latest last.
    private(set) var unseen: [RenewalClaim] = []
    /// The evidence about each period's renewal, by the period's index.
    private(set) var byPeriod: [IndexOf<SubscriptionPeriod>: Renewal] = [:]
    /// The statuses that deny access.
    private let denials: [StatusClaim]

    /// The latest renewal info of the subscription.
    var latest: RenewalClaim? { all.last }
    /// The signing dates, sorted, of the statuses which state that the subscription isn't over: the customer has access, or the App Store
    /// retries the charge.
    private let goingOn: [TimeInterval]
    /// The signing date of the last status or GRACE_PERIOD_EXPIRED notification.
    let latestStatus: TimeInterval?

    /// - Parameters:
    ///   - claims: the claims about one subscription, in order.
    ///   - periods: the subscription's periods, in the ledger's order.
    ///   - limit: returns the given end of a grace period, or an earlier one, for the period at an index.
    init(
        _ claims: RenewalClaims?, _ periods: [SubscriptionPeriod], _ known: KnownPeriods, _ clock: RenewalClock,
        limit: (TimeInterval, IndexOf<SubscriptionPeriod>) -> TimeInterval
    ) {
        all = claims?.infos ?? []
        let signed = claims?.statuses ?? []
        latestStatus = signed.last?.date
        statuses = Self.chosen(signed)
        denials = statuses.filter { $0.code.map(StatusClaim.denying.contains) ?? false }
        goingOn = statuses.filter { !$0.isOver }.map(\.date)
        guard !all.isEmpty || !signed.isEmpty else { return }
        let subjects = InfoSubjects(periods, known, needsDates: (all.contains { $0.renewalDate != nil }))
        for claim in all {
            switch subjects.subject(of: claim) {
            case .period(let place): byPeriod[place, default: Renewal()].infos.append(claim)
            case .unseen: unseen.append(claim)
            case .nothing: break
            }
        }
        func place(of status: StatusClaim) -> IndexOf<SubscriptionPeriod>? {
            switch status.info.map({ subjects.subject(of: RenewalClaim($0)) }) {
            case .period(let place)?: place
            case .unseen?: nil
            case .nothing?, nil: known.latest(at: status.date)
            }
        }
        for status in statuses {
            if let place = place(of: status) { byPeriod[place, default: Renewal()].statuses.append(status) }
        }
        var expired: [IndexOf<SubscriptionPeriod>: TimeInterval] = [:]
        for status in signed where status.isGraceExpired {
            guard let info = status.info, case .period(let place) = subjects.subject(of: RenewalClaim(info)),
                status.isAboutProduct(of: periods[place]), periods[place].term < status.date,
                status.date <= periods[place].term + clock.longestGrace
            else { continue }
            expired[place] = status.date
        }
        for (place, renewal) in byPeriod {
            byPeriod[place] = settled(renewal, place, periods[place], expired[place], limit)
        }
    }

    /// Returns the documented statuses. If several were signed in the same second, only the most favorable one is kept, which comes first.
    private static func chosen(_ signed: [StatusClaim]) -> [StatusClaim] {
        var chosen: [StatusClaim] = []
        for status in signed where status.code != nil {
            if let last = chosen.last, last.date == status.date, last.code != status.code { continue }
            chosen.append(status)
        }
        return chosen
    }

    /// Combines the claims about a period.
    private func settled(
        _ unsettled: Renewal, _ place: IndexOf<SubscriptionPeriod>, _ period: SubscriptionPeriod,
        _ graceExpired: TimeInterval?,
        _ limit: (TimeInterval, IndexOf<SubscriptionPeriod>) -> TimeInterval
    ) -> Renewal {
        var renewal = unsettled
        let term = period.term
        renewal.isInRetry = renewal.latest?.isInRetry(after: term) ?? false
        renewal.lastRetryStatus = renewal.statuses.last { $0.code == .inBillingRetryPeriod }?.date
        if let date = renewal.lastRetryStatus, date >= renewal.latest?.date ?? date { renewal.isInRetry = true }
        renewal.problemWithoutGrace = renewal.findProblemWithoutGrace(after: term)
        let giving = renewal.infos.last { $0.isAboutProduct(of: period) && $0.givesGrace(after: term) }
        if let giving, let stated = giving.graceEnd {
            renewal.graceEnd = min(stated, graceOver(renewal, after: giving.date, term, giving: giving) ?? stated)
        } else {
            let notices = renewal.statuses.lazy.filter { $0.code == .inGracePeriod && $0.isAboutProduct(of: period) }
            renewal.graceWithoutEnd = notices.last?.date
            if let notice = renewal.graceWithoutEnd { renewal.graceOver = graceOver(renewal, after: notice, term) }
            renewal.graceEnd = [renewal.graceWithoutEnd.map { $0 + 1 }, graceExpired].compactMap(\.self).max()
        }
        renewal.graceEnd = renewal.graceEnd.map { limit($0, place) }
        return renewal
    }

    /// Returns the date on which a grace period that was announced at a date ended early, because of a status or of a renewal info about
    /// the period. A status of billing retry doesn't override the end that the renewal info in the same notification states.
    private func graceOver(
        _ renewal: Renewal, after date: TimeInterval, _ term: TimeInterval, giving: RenewalClaim? = nil
    ) -> TimeInterval? {
        let first = partitionPoint(denials.indices) { denials[$0].date <= date }
        let status = denials[first...].first { status in
            !(status.code == .inBillingRetryPeriod && giving != nil && status.info?.json == giving?.info.json)
        }
        let info = renewal.infos.first { date < $0.date && $0.endsGrace(after: term) }
        return [status?.date, info?.date].compactMap(\.self).min()
    }

    /// Returns true if a status that was signed in a range of time states that the subscription isn't over.
    func saysGoingOn(in range: Range<TimeInterval>) -> Bool {
        let first = partitionPoint(goingOn.indices) { goingOn[$0] < range.lowerBound }
        return first < goingOn.count && goingOn[first] < range.upperBound
    }

    /// Returns the last renewal info that was signed in a range of time.
    func last(in range: Range<TimeInterval>) -> RenewalClaim? {
        let count = partitionPoint(all.indices) { all[$0].date < range.upperBound }
        return count > 0 && range.lowerBound <= all[count - 1].date ? all[count - 1] : nil
    }

    /// Returns the last status at or before an instant.
    func lastStatus(at instant: TimeInterval) -> StatusClaim? {
        let count = partitionPoint(statuses.indices) { statuses[$0].date <= instant }
        return count > 0 ? statuses[count - 1] : nil
    }
}
