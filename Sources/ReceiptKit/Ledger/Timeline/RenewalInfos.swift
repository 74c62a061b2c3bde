internal import ReceiptEssentials
internal import ReceiptFields

/// The renewal infos and statuses of a subscription, each with the period that it is about (rules 21 to 27).
struct RenewalInfos: Sendable {
    /// What is known of the renewal of one period.
    struct Renewal: Sendable {
        /// The renewal infos about it, in the order of signing.
        fileprivate(set) var infos: [RenewalClaim] = []
        /// The statuses about it, in the order of signing.
        fileprivate(set) var statuses: [StatusClaim] = []
        /// The end of the grace period after it, or of the second at which it was known.
        fileprivate(set) var graceEnd: TimeInterval?
        /// When the App Store said that the subscription is in the grace period, and not until when.
        fileprivate(set) var graceWithoutEnd: TimeInterval?
        /// When a later renewal info or status said that such a grace period is over.
        fileprivate(set) var graceOver: TimeInterval?
        /// True if the last word about it is that the App Store retries the charge.
        fileprivate(set) var isInRetry = false
        /// When the App Store first said that it couldn't charge the customer, and gave no grace.
        fileprivate(set) var problemWithoutGrace: TimeInterval?
        /// When the App Store last said, without a renewal info that contradicts, that it retries the charge.
        fileprivate(set) var lastRetryStatus: TimeInterval?

        /// The latest renewal info about it.
        var latest: RenewalClaim? { infos.last }

        /// When the first claim was signed that says that the App Store can't charge the customer, if none of that second gives grace.
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

    /// All renewal infos of the subscription, in the order of signing.
    let all: [RenewalClaim]
    /// The statuses of the subscription, in the order of signing, those of one second being the same.
    let statuses: [StatusClaim]
    /// Those about a period that no evidence shows, the latest last.
    private(set) var unseen: [RenewalClaim] = []
    /// By the place of the period.
    private(set) var byPeriod: [IndexOf<SubscriptionPeriod>: Renewal] = [:]
    /// Those of the statuses that deny access.
    private let denials: [StatusClaim]

    /// The latest of all.
    var latest: RenewalClaim? { all.last }
    /// When the statuses were signed that say that the subscription goes on, with access or in billing retry, in order.
    private let goingOn: [TimeInterval]
    /// When the last status or notification of the end of a grace period was signed.
    let latestStatus: TimeInterval?

    /// - Parameters:
    ///   - claims: of one subscription, in order.
    ///   - periods: in the ledger's order.
    ///   - limit: bounds the end of a grace period after the period at a place.
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

    /// Of several that were signed in one second, the least denying, which come first.
    private static func chosen(_ signed: [StatusClaim]) -> [StatusClaim] {
        var chosen: [StatusClaim] = []
        for status in signed where status.code != nil {
            if let last = chosen.last, last.date == status.date, last.code != status.code { continue }
            chosen.append(status)
        }
        return chosen
    }

    /// What the claims about a period say together.
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

    /// When a grace period ended early that was announced at a date: by a status, or by a renewal info about the period. A status of billing retry
    /// doesn't take back the date that the renewal info beside it states.
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

    /// True if a status in a range of time says that the subscription goes on.
    func saysGoingOn(in range: Range<TimeInterval>) -> Bool {
        let first = partitionPoint(goingOn.indices) { goingOn[$0] < range.lowerBound }
        return first < goingOn.count && goingOn[first] < range.upperBound
    }

    /// The last renewal info that was signed in a range of time.
    func last(in range: Range<TimeInterval>) -> RenewalClaim? {
        let count = partitionPoint(all.indices) { all[$0].date < range.upperBound }
        return count > 0 && range.lowerBound <= all[count - 1].date ? all[count - 1] : nil
    }

    /// The last status at or before an instant.
    func lastStatus(at instant: TimeInterval) -> StatusClaim? {
        let count = partitionPoint(statuses.indices) { statuses[$0].date <= instant }
        return count > 0 ? statuses[count - 1] : nil
    }
}
