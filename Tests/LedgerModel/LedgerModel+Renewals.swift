// Which period a renewal info is about, and which infos are kept: section 1.

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

    func latest(_ renewals: [ModelRenewal]) -> ModelRenewal? { renewals.max { $1.isLater(than: $0) } }

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
}
