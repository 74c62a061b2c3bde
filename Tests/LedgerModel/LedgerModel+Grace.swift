// How long a grace period lasts, and what ends it early: section 1.

extension LedgerModel {
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
    func isOver(_ renewal: ModelRenewal) -> Bool {
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
        guard let end = ends.max() else { return nil }
        // Text is silent: a revocation ends grace, and so does what took this product's place.
        return ([end] + [rows[position].revoked].compactMap(\.self) + replacements(of: position, chain)).min()
    }

    /// When a product or a subscription began that took the place of the one in its grace period.
    private func replacements(of position: Int, _ chain: [Int]) -> [Double] {
        let others = chain.filter { other in
            position < other && !overtaken.contains(other) && !isSameText(rows[other].product, rows[position].product)
        }
        return successions(chain).filter { rows[position].start < $0 } + others.map { rows[$0].start }
    }
}
