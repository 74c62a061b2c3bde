// Rules 23 to 28: how long a grace period lasts, and what ends it early.

extension LedgerModel {
    // MARK: Rule 23

    /// Returns the signed statuses of a subscription. If several have one date, only the one that denies least is
    /// returned.
    func statuses(_ chain: [Int]) -> [ModelSignedStatus] {
        let ranks = [1, 4, 3, 2, 5]
        func rank(_ status: ModelSignedStatus) -> Int { status.code.flatMap(ranks.firstIndex(of:)) ?? 9 }
        let own = statuses.filter { isSameText($0.chain, original(chain)) }
        return own.filter { status in
            status.code != nil && !own.contains { $0.date == status.date && rank($0) < rank(status) }
        }
    }

    /// Returns the period that a status is about, or nil if no evidence shows that period.
    private func subject(_ status: ModelSignedStatus, _ chain: [Int]) -> Int? {
        switch status.info.map({ subject($0, chain) }) {
        case .period(let position)?: position
        case .unseen?: nil
        case .nothing?, nil: latest(chain, status.date)
        }
    }

    func statuses(about position: Int, _ chain: [Int]) -> [ModelSignedStatus] {
        statuses(chain).filter { subject($0, chain) == position }
    }

    /// Returns the statuses of notifications with an info.
    func beside(_ info: ModelRenewal) -> [Int] { statuses.filter { $0.info == info }.compactMap(\.code) }

    // MARK: Rules 24 and 25

    private func announcesGrace(_ info: ModelRenewal, _ expiration: Double) -> Bool {
        guard let grace = info.grace, grace > expiration, grace > info.date else { return false }
        return info.isInRetry != false || info.intent ?? 2 == 2
    }

    func isInRetry(_ info: ModelRenewal, _ expiration: Double) -> Bool {
        info.isInRetry == true || announcesGrace(info, expiration)
    }

    func givesGrace(_ info: ModelRenewal, _ expiration: Double) -> Bool {
        announcesGrace(info, expiration) || info.grace != nil && info.isInRetry != false
    }

    // MARK: Rules 26 to 28

    /// Rule 28.
    func isNatural(_ position: Int) -> Bool { causes[position] == .expiration && rows[position].upgraded == nil }

    /// Rule 25: unless its `productId` names another product.
    func isOfItsProduct(_ product: String?, _ position: Int) -> Bool {
        product.map { isSameText($0, rows[position].product) } ?? true
    }

    /// Rule 27: returns whether an info ends grace.
    private func endsGrace(_ info: ModelRenewal, _ expiration: Double) -> Bool {
        if givesGrace(info, expiration) { return false }
        let beside = beside(info)
        if beside.contains(where: { [2, 3, 5].contains($0) }), !beside.contains(4) { return true }
        return info.isInRetry == false && (info.isOff || info.hasIntent)
    }

    func infos(about position: Int, _ chain: [Int]) -> [ModelRenewal] {
        infos(chain).filter { $0.subject == .period(position) }.map(\.renewal)
    }

    func giving(_ position: Int, _ chain: [Int]) -> ModelRenewal? {
        latest(
            infos(about: position, chain).filter {
                givesGrace($0, rows[position].term) && isOfItsProduct($0.product, position)
            })
    }

    /// Rule 26: returns the statuses of grace without a date.
    func graceNotices(_ position: Int, _ chain: [Int]) -> [Double] {
        if giving(position, chain) != nil { return [] }
        return statuses(about: position, chain).filter { $0.code == 4 && isOfItsProduct($0.product, position) }
            .map(\.date)
    }

    var longestGrace: Double { isSandbox ? day : 28 * day }

    /// Returns the end of access after the period's expiration.
    package func graceEnd(_ position: Int, _ chain: [Int], _ staleAfter: Double) -> Double? {
        guard isNatural(position) else { return nil }
        let term = rows[position].term
        let giving = giving(position, chain)
        func over(after date: Double) -> Double? {
            let denials = statuses(chain).filter { status in
                guard let code = status.code, [2, 3, 5].contains(code), status.date > date else { return false }
                return !(code == 3 && giving != nil && status.info == giving)
            }
            let ended = infos(about: position, chain).filter { $0.date > date && endsGrace($0, term) }
            return (denials.map(\.date) + ended.map(\.date)).min()
        }
        var ends: [Double] = []
        if let giving, let grace = giving.grace {
            ends.append(min(grace, over(after: giving.date) ?? grace))
        } else {
            if let notice = graceNotices(position, chain).max() {
                ends.append(min(notice + staleAfter + 1, over(after: notice) ?? .infinity))
            }
            let expired = statuses.filter { status in
                guard status.isGraceExpired, isSameText(status.chain, original(chain)), let info = status.info else {
                    return false
                }
                return subject(info, chain) == .period(position) && isOfItsProduct(status.product, position)
                    && status.date > term && status.date <= term + longestGrace
            }
            ends += expired.map(\.date)
        }
        guard let end = ends.max() else { return nil }
        return ([end] + [rows[position].revoked].compactMap(\.self) + replacements(of: position, chain)).min()
    }

    /// Returns the dates on which another product or subscription began that replaced the one in its grace period.
    private func replacements(of position: Int, _ chain: [Int]) -> [Double] {
        let others = chain.filter { other in
            position < other && !overtaken.contains(other) && !leftAside.contains(other)
                && !isSameText(rows[other].product, rows[position].product) && !rows[other].isOfUnknownType
                && !rows[position].isOfUnknownType
        }
        return successions(chain).filter { rows[position].start < $0 } + others.map { rows[$0].start }
    }
}
