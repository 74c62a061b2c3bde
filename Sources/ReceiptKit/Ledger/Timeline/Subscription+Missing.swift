internal import ReceiptEssentials
internal import ReceiptFields

/// Finds the evidence of a subscription that Apple may have signed and the ledger doesn't have (rules 34 to 49). The first matching rule
/// decides.
extension Subscription {
    func missing(_ snapshot: Snapshot, at instant: TimeInterval, staleAfter: TimeInterval) -> Access.Missing? {
        let row = snapshot.row
        if let place = row.access {
            guard let unseen = renewals.unseen.last, !unseen.isAboutProduct(of: periods[place]) else { return nil }
            return missing(unseen, at: instant).map { _ in .productChange }
        }
        guard let place = row.latest else { return missingBeforeFirst(instant) }
        if row.isSucceeded { return nil }
        if unseenActive.contains(instant) { return .renewal }
        if isSettledRefund(place, at: instant) { return nil }
        let latest = periods[place]
        if latest.endsByItself, let date = renewals.byPeriod[place]?.problemWithoutGrace,
            instant < min(date, latest.term + clock.longestGrace)
        {
            return .billingRecovery
        }
        let isChanged = isChanged(row, place)
        if !isChanged, isCoveredByInfo(place, at: instant, staleAfter) { return nil }
        if renewals.unseen.isEmpty, isCoveredByStatus(place, at: instant, staleAfter) { return nil }
        if !isChanged, receiptDate >= latest.term, instant < receiptDate + 1 + staleAfter {
            // The receipt lists the periods that had begun by then, but shows neither grace nor billing retry. So if Apple signed the
            // status *in the grace period* without the end of that period, no renewal is missing, but a billing recovery may be.
            let missing = missingAfterKnown(row, place, at: instant)
            let mayRecover = missing == .billingRecovery || missing == .renewal && !isXcode
            return mayRecover && instant < latest.term + clock.longestGrace + 1 ? .billingRecovery : nil
        }
        if let unseen = renewals.unseen.last {
            guard let missing = missing(unseen, at: instant) else { return nil }
            return unseen.isAboutProduct(of: latest) ? missing : .productChange
        }
        if isChanged { return isChangeSettled(place, at: instant) ? nil : .productChange }
        return missingAfterKnown(row, place, at: instant)
    }

    /// Returns the evidence that may be missing if no known period has begun.
    private func missingBeforeFirst(_ instant: TimeInterval) -> Access.Missing? {
        guard start <= instant else { return nil }
        if unseenActive.contains(instant) { return .renewal }
        return periods[0].start <= instant ? .productChange : .renewal
    }

    /// Returns the evidence that may be missing if a renewal info is about a period that the evidence doesn't contain.
    private func missing(_ unseen: RenewalClaim, at instant: TimeInterval) -> Access.Missing? {
        guard let renewalDate = unseen.renewalDate, renewalDate <= instant else { return .renewal }
        if unseen.isInRetry(after: renewalDate) || unseen.statuses.contains(.inBillingRetryPeriod) {
            return .billingRecovery
        }
        return unseen.statesExpiration ? nil : .renewal
    }

    // MARK: The latest period was revoked or replaced

    /// Returns the revocation of a period. Nil if the only revoked transactions known are added seats: they don't show whether the purchase
    /// that they were added to was revoked too.
    private func revocation(_ place: IndexOf<SubscriptionPeriod>) -> TimeInterval? {
        let (purchase, seats) = (periods[place].purchase, periods[place].seats)
        let knowsBase = seats?.knowsBase ?? purchase.hasTransactionBeforeAddedSeats
        return purchase.isOfAddedSeats && !knowsBase ? nil : periods[place].revocation
    }

    /// Returns true if nothing is missing after a refunded period: the refunded period's own expiration hasn't passed, or the next period
    /// follows without a gap.
    private func isSettledRefund(_ place: IndexOf<SubscriptionPeriod>, at instant: TimeInterval) -> Bool {
        let latest = periods[place]
        guard let revocation = revocation(place), latest.isRevoked(at: instant) else { return false }
        if isChange(latest) { return false }
        if let next = ranNext[place], next <= latest.term { return true }
        guard instant < latest.term else { return false }
        let isUnseen = renewals.unseen.last.map { revocation <= $0.date } ?? false
        return !isUnseen && !renewals.saysGoingOn(in: untilNext(place, from: revocation))
    }

    /// Returns the time from a date to the start of the next period that ran. Evidence that was signed after that start is about the next
    /// period.
    private func untilNext(_ place: IndexOf<SubscriptionPeriod>, from date: TimeInterval) -> Range<TimeInterval> {
        date..<max(date, ranNext[place] ?? .infinity)
    }

    private func isChange(_ period: SubscriptionPeriod) -> Bool {
        period.purchase.isUpgraded || period.purchase.isRevokedForChange
    }

    private func isChanged(_ row: SubscriptionTimeline.Row, _ place: IndexOf<SubscriptionPeriod>) -> Bool {
        isChange(periods[place]) || row.isRenewalUpgraded
    }

    private func isChangeSettled(_ place: IndexOf<SubscriptionPeriod>, at instant: TimeInterval) -> Bool {
        let latest = periods[place]
        if receiptDate >= clock.receiptDecides(latest) || isOverByStatus(latest, at: instant) { return true }
        let infos = renewals.byPeriod[place]?.infos ?? []
        return infos.contains { $0.statesExpiration && latest.term <= $0.date && $0.date <= instant }
    }

    /// Returns true if the last status signed by an instant, after a period has expired, states that the subscription is over.
    private func isOverByStatus(_ period: SubscriptionPeriod, at instant: TimeInterval) -> Bool {
        renewals.lastStatus(at: instant).map { $0.isOver && period.term <= $0.date } ?? false
    }

    /// Returns true if the App Store can't have charged the period after a revoked one, or states that it didn't charge it.
    private func endsWithRevocation(
        _ row: SubscriptionTimeline.Row, _ place: IndexOf<SubscriptionPeriod>, at instant: TimeInterval
    ) -> Bool {
        let latest = periods[place]
        guard let revocation = revocation(place) else { return false }
        // If the answer is undetermined until a known change of product, it must not become a denial at the change without new evidence.
        if let known = row.known, ByteString(periods[known].productID) != ByteString(latest.productID) { return true }
        let infos = renewals.byPeriod[place]?.infos ?? []
        let isSettled = infos.contains {
            $0.statesExpiration && revocation <= $0.date || $0.isRenewalOff && latest.term <= $0.date
        }
        if isSettled || isOverByStatus(latest, at: instant) { return true }
        guard clock.isRevokedEarly(latest) else { return false }
        // A commitment continues after one month of it was refunded.
        guard latest.purchase.billingPlanType == .monthly else { return true }
        return renewals.last(in: untilNext(place, from: revocation)).map { $0.isRenewalOff || $0.statesExpiration }
            ?? false
    }

    // MARK: Gaps that the evidence rules out

    /// Returns true if Apple signed a renewal info about the latest period after it ended, so that no period had followed by then.
    private func isCoveredByInfo(
        _ place: IndexOf<SubscriptionPeriod>, at instant: TimeInterval, _ staleAfter: TimeInterval
    ) -> Bool {
        let latest = periods[place]
        guard let claim = renewals.byPeriod[place]?.latest, claim.date >= latest.term,
            instant < claim.date + 1 + staleAfter
        else { return false }
        if claim.renewalDate != nil || claim.isInRetry(after: latest.term) || claim.statesExpiration { return true }
        return claim.givesGrace(after: latest.term)
            || claim.statuses.contains(.inGracePeriod) && claim.isAboutProduct(of: latest)
    }

    /// Returns true if Apple signed, after the latest period ended, that the subscription is over.
    private func isCoveredByStatus(
        _ place: IndexOf<SubscriptionPeriod>, at instant: TimeInterval, _ staleAfter: TimeInterval
    ) -> Bool {
        guard let status = renewals.lastStatus(at: instant), status.isOver else { return false }
        return periods[place].revocation ?? periods[place].term <= status.date && instant < status.date + 1 + staleAfter
    }

    // MARK: After a known period that is over

    private func missingAfterKnown(
        _ row: SubscriptionTimeline.Row, _ place: IndexOf<SubscriptionPeriod>, at instant: TimeInterval
    ) -> Access.Missing? {
        let latest = periods[place]
        if endsWithRevocation(row, place, at: instant) || receiptDate >= clock.receiptDecides(latest) { return nil }
        if let renewal = renewals.byPeriod[place] {
            let signed = renewal.latest?.date ?? -.infinity
            if let status = renewal.lastRetryStatus, status >= signed, status > renewal.graceWithoutEnd ?? -.infinity {
                return .billingRecovery
            }
            if let notice = renewal.graceWithoutEnd, signed <= notice { return .renewal }
            if let claim = renewal.latest {
                if claim.isInRetry(after: latest.term) { return .billingRecovery }
                if claim.statesExpiration { return nil }
                if claim.isRenewalOff, let date = claim.renewalDate, date <= signed { return nil }
            }
        }
        // Receipts show neither grace nor billing retry.
        return receiptDate >= latest.term && !isXcode ? .billingRecovery : .renewal
    }

    // MARK: Products of missing periods

    /// Returns the products of periods that the evidence doesn't contain, and those that any renewal info names as the next one.
    static func productsToCome(_ renewals: RenewalInfos) -> Set<ByteString> {
        Set((renewals.unseen.compactMap(\.info.productID) + renewals.all.compactMap(\.preference)).map(ByteString.init))
    }

    /// All products that a renewal info names.
    var namedProducts: Set<ByteString> {
        var names: Set<ByteString> = []
        for claim in renewals.all {
            names.insert(ByteString(claim.info.autoRenewProductID))
            if let product = claim.info.productID { names.insert(ByteString(product)) }
        }
        return names
    }

    /// True if there is an instant at which evidence of a change of product may be missing.
    var mayMissProductChange: Bool {
        !renewals.unseen.isEmpty || periods[0].wasOvertaken || periods.contains(where: isChange)
    }
}
