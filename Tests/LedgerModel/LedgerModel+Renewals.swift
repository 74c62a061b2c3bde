// Rules 21, 22, 30 and 32: the period that a renewal info is about, and what it says about renewal.

extension LedgerModel {
    package enum Subject: Equatable, Sendable {
        case period(Int)
        /// A period that no transaction shows.
        case unseen
        /// No known period.
        case nothing
    }

    package struct Info: Sendable {
        package let renewal: ModelRenewal
        package let subject: Subject
    }

    /// Rule 21.
    func subject(_ renewal: ModelRenewal, _ chain: [Int]) -> Subject {
        let ran = chain.filter { !overtaken.contains($0) }
        let known = ran.filter { min(rows[$0].start, rows[$0].signedAhead ?? .infinity) <= renewal.date }
        guard let date = renewal.renewalDate else { return known.last.map(Subject.period) ?? .nothing }
        let matching = chain.filter { family($0).contains { rows[$0].claims.contains { $0.expires == date } } }
        let own = matching.filter { isSameText(rows[$0].product, renewal.product ?? "") }
        if let match = own.last ?? matching.last { return .period(match) }
        func end(_ position: Int) -> Double {
            let row = rows[position]
            guard row.isVoid, let revoked = row.revoked else { return ends[position] }
            return revoked <= renewal.date ? min(row.term, revoked) : row.term
        }
        if date == renewal.grace, let last = known.last(where: { end($0) < date }) { return .period(last) }
        return chain.allSatisfy { end($0) < date } ? .unseen : .nothing
    }

    func allInfos(_ chain: [Int]) -> [Info] {
        renewals.filter { isSameText($0.chain, original(chain)) }.map { Info(renewal: $0, subject: subject($0, chain)) }
    }

    package func infos(_ chain: [Int]) -> [Info] { zip(chains, infos).first { $0.0 == chain }?.1 ?? [] }

    func latest(_ renewals: [ModelRenewal]) -> ModelRenewal? { renewals.max { $1.isLater(than: $0) } }

    /// Rule 22.
    package func latestInfo(about position: Int, _ chain: [Int]) -> ModelRenewal? {
        latest(infos(about: position, chain))
    }

    /// Rule 44: the latest info about an unseen period.
    package func latestUnseen(_ chain: [Int]) -> ModelRenewal? {
        latest(infos(chain).filter { $0.subject == .unseen }.map(\.renewal))
    }

    /// Rule 32: the info that a status is based on.
    package func renewal(_ chain: [Int], _ time: Double) -> ModelRenewal? {
        guard !isSucceeded(chain, time), let position = known(chain, time) else { return nil }
        return latestInfo(about: position, chain)
    }

    /// Rule 30: the known period.
    package func known(_ chain: [Int], _ time: Double) -> Int? {
        chain.last { position in
            min(rows[position].start, rows[position].signedAhead ?? .infinity) <= time
                && !overtaken.contains(position) && !leftAside.contains(position)
        }
    }

    /// Rule 32.
    package func renewalOffSince(_ chain: [Int], _ time: Double) -> Double? {
        guard let shown = renewal(chain, time), shown.isOff else { return nil }
        let earlier = infos(chain).map(\.renewal).filter { $0 == shown || shown.isLater(than: $0) }
        let lastOn = earlier.filter { !$0.isOff }
        let run = earlier.filter { info in !lastOn.contains { $0.isLater(than: info) } && info.isOff }
        return run.map(\.date).min().flatMap { $0 <= time ? $0 : nil }
    }

    /// Rule 32.
    package func billingIssueSince(_ chain: [Int], _ time: Double) -> Double? {
        guard !isSucceeded(chain, time), let position = latest(chain, time) else { return nil }
        let term = rows[position].term
        let about = infos(about: position, chain)
        func isProblem(_ info: ModelRenewal) -> Bool {
            isInRetry(info, term) || info.intent == 2 || beside(info).contains { $0 == 3 || $0 == 4 }
        }
        let others = about.filter { !isProblem($0) }
        let run = about.filter { info in isProblem(info) && !others.contains { $0.isLater(than: info) } }
        guard let first = run.min(by: { $1.isLater(than: $0) }) else { return nil }
        let isFirst = !about.contains { $0.date >= term && first.isLater(than: $0) }
        let since = first.date >= term && isFirst ? term : first.date
        return since <= time ? since : nil
    }
}
