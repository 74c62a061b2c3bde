// Which period a renewal info is about, which infos are kept, and how long a grace period lasts: section 1.

extension LedgerModel {
    package enum Subject: Equatable, Sendable {
        case period(Int)
        /// A period that no transaction shows.
        case unseen
        /// No period that is known.
        case nothing
    }

    package struct Info: Sendable {
        package let renewal: ModelRenewal
        package let subject: Subject
    }

    /// "Its renewalDate is when the most recent purchase expires."
    func subject(_ renewal: ModelRenewal, _ chain: [Int]) -> Subject {
        guard let date = renewal.renewalDate else {
            // "Without renewalDate: as in design-3, 8": about the latest period when it was signed.
            return known(chain, renewal.date).map(Subject.period) ?? .nothing
        }
        // "An info is about the period any copy of which expires then, to the second."
        // Read as: also if the period was refunded or is a renewal that never ran.
        // Text is silent: any transaction of a period to which seats were added tells when it ends.
        let matching = chain.filter { family($0).contains { rows[$0].claims.contains { $0.expires == date } } }
        // "Of several, the one of its productId, else the latest."
        let own = matching.filter { isSameText(rows[$0].product, renewal.product ?? "") }
        if let match = own.last ?? matching.last { return .period(match) }
        // "If none does and the date is later than the end of every known period, replaced ones ending where they were replaced."
        // Read as: a refunded period ends where the refund ended it, so that one bought after a refund is not overlooked. Seats that were added
        // to a period are none of their own.
        return chain.allSatisfy { ends[$0] < date } ? .unseen : .nothing
    }

    /// "Kept are, for each original transaction, the latest info of each renewalDate, the latest that states a grace period for it, and
    /// every one without a renewalDate."
    func keptInfos(_ chain: [Int]) -> [Info] {
        let own = renewals.filter { isSameText($0.chain, original(chain)) }
        let kept = own.filter { renewal in
            guard let date = renewal.renewalDate else { return true }
            let alike = own.filter { $0.renewalDate == date }
            let isLatest = !alike.contains { $0.isLater(than: renewal) }
            let isLatestGrace = renewal.statesGrace && !alike.contains { $0.statesGrace && $0.isLater(than: renewal) }
            // Text is silent: the first that says after that date that Apple no longer retries, too. A later one doesn't tell when grace was over.
            let isFirstOver =
                isOver(renewal) && date <= renewal.date
                && !alike.contains { isOver($0) && date <= $0.date && renewal.isLater(than: $0) }
            // A notification in its grace period states one too, also where no date is in its info.
            let notice = notices.filter { notice in alike.contains(notice.info) }
                .max { $0.date != $1.date ? $0.date < $1.date : $1.info.isLater(than: $0.info) }
            return isLatest || isLatestGrace || isFirstOver || notice?.info == renewal
        }
        return kept.map { Info(renewal: $0, subject: subject($0, chain)) }
    }

    package func infos(_ chain: [Int]) -> [Info] { zip(chains, infos).first { $0.0 == chain }?.1 ?? [] }

    private func latest(_ renewals: [ModelRenewal]) -> ModelRenewal? { renewals.max { $1.isLater(than: $0) } }

    /// "The latest info about L."
    // Read as: whenever it was signed, also after the date asked about.
    package func latestInfo(about position: Int, _ chain: [Int]) -> ModelRenewal? {
        latest(infos(chain).filter { $0.subject == .period(position) }.map(\.renewal))
    }

    /// "An info is about an unseen period, the latest such."
    // Read as: the one that was signed last, not the one whose date is last.
    package func latestUnseen(_ chain: [Int]) -> ModelRenewal? {
        latest(infos(chain).filter { $0.subject == .unseen }.map(\.renewal))
    }

    /// The info whose words a status shows. Design-3, 8: "a renewal info counts for the latest period from the moment its transaction was
    /// first signed ahead, or from the period's start, whichever is earlier." A predecessor does not renew.
    package func renewal(_ chain: [Int], _ time: Double) -> ModelRenewal? {
        guard !isSucceeded(chain, time), let position = known(chain, time) else { return nil }
        return latestInfo(about: position, chain)
    }

    /// The latest period that is known: begun, or charged ahead.
    package func known(_ chain: [Int], _ time: Double) -> Int? {
        chain.last { position in
            min(rows[position].start, rows[position].signedAhead ?? .infinity) <= time && !overtaken.contains(position)
        }
    }

    // MARK: Grace

    /// Whether a period ended because it expired, and was not replaced.
    func isNatural(_ position: Int) -> Bool { causes[position] == .expiration && rows[position].upgraded == nil }

    /// Notifications of the signed status 4 that say of the period no date of grace's end.
    func graceNotices(_ position: Int, _ chain: [Int]) -> [ModelGraceNotice] {
        notices.filter { notice in
            isSameText(notice.info.chain, original(chain)) && subject(notice.info, chain) == .period(position)
                && isOfItsProduct(notice.info, position)
        }
    }

    /// "A grace period is none of that product's where the info's productId names another."
    func isOfItsProduct(_ renewal: ModelRenewal, _ position: Int) -> Bool {
        renewal.product.map { isSameText($0, rows[position].product) } ?? true
    }

    /// Whether Apple does not try to charge the customer, or no longer does.
    private func isOver(_ renewal: ModelRenewal) -> Bool {
        renewal.isInRetry != true && !notices.contains { $0.info == renewal }
    }

    /// Until when access lasts beyond the period's expiration.
    package func graceEnd(_ position: Int, _ chain: [Int], _ staleAfter: Double) -> Double? {
        guard isNatural(position) else { return nil }
        let about = infos(chain).filter { $0.subject == .period(position) }.map(\.renewal)
        let notices = graceNotices(position, chain)
        var ends: [Double] = []
        // "A grace period that was is then still there when asked about later."
        // Read as: a later info that is not in retry (the customer turned renewal off) ends it when it was signed, as with Apple; one that
        // is, without a date, or that came with the signed status 4, ends nothing.
        func over(after date: Double) -> Double? { about.filter { date < $0.date && isOver($0) }.map(\.date).min() }
        if let stating = latest(about.filter { $0.statesGrace && isOfItsProduct($0, position) }),
            let grace = stating.grace
        {
            ends.append(min(grace, over(after: stating.date) ?? grace))
        }
        // "A signed status of 4 without a date of grace's end is inGracePeriod at the notification's date, plus staleAfter."
        // Read as: from the expiration on, through the whole second of that date; a date counts rather than that.
        if ends.isEmpty, let notice = notices.map(\.date).max() {
            ends.append(min(notice + staleAfter + 1, over(after: notice) ?? .infinity))
        }
        // Text is silent: a revocation ends grace, and so does the product or the subscription that took this one's place.
        let others = chain.filter { other in
            position < other && !overtaken.contains(other) && !isSameText(rows[other].product, rows[position].product)
        }
        let limits =
            [rows[position].revoked].compactMap(\.self) + successions(chain).filter { rows[position].start < $0 }
            + others.map { rows[$0].start }
        guard let end = ends.max() else { return nil }
        return ([end] + limits).min()
    }
}
