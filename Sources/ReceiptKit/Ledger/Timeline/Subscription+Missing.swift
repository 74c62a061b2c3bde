internal import ReceiptEssentials
internal import ReceiptFields

/// Which evidence may be missing of a subscription that gives no access: what Apple may have signed, and the ledger doesn't have.
extension Subscription {
    private static let day: TimeInterval = 86_400

    /// What may be missing at a moment. First counts what the evidence covers, then the first rule that fits.
    func missing(_ moment: Moment, at instant: TimeInterval, staleAfter: TimeInterval) -> MissingEvidence? {
        let row = moment.row
        if let place = row.access { return missing(renewals.unseen.last, at: instant, changing: place) }
        guard let place = row.latest else { return missingBeforeFirst(instant) }
        let term = periods[place].term
        if let info = renewals.byPeriod[place]?.latest, info.date >= term, instant < info.date + 1 + staleAfter,
            info.info.renewalDate != nil || info.statesEnd(of: periods[place])
        {
            // Apple signed it after the period, and about the period: nothing followed by then.
            return nil
        }
        if row.isSucceeded { return nil }
        if receiptDate >= term, instant < receiptDate + 1 + staleAfter {
            // The receipt lists what had begun by then; it knows neither grace, which lasts for at most 28 days, nor billing retry.
            // So where *in the grace period* was signed without its end, no renewal is missing, and still a recovery may be.
            let missing = missingAfterKnown(row, place)
            let mayRecover = missing == .billingRecovery || missing == .renewal && !isXcode
            return mayRecover && instant < term + 28 * Self.day + 1 ? .billingRecovery : nil
        }
        if let unseen = renewals.unseen.last {
            guard let missing = missing(unseen, at: instant) else { return nil }
            return self.missing(unseen, at: instant, changing: place) ?? missing
        }
        return missingAfterKnown(row, place)
    }

    /// No known period has begun.
    private func missingBeforeFirst(_ instant: TimeInterval) -> MissingEvidence? {
        guard start <= instant else { return nil }
        return periods[0].start <= instant ? .productChange : .renewal
    }

    /// A renewal info is about a period of another product that no evidence shows.
    private func missing(_ unseen: RenewalClaim?, at instant: TimeInterval, changing place: Int) -> MissingEvidence? {
        guard let unseen, !unseen.isAboutProduct(of: periods[place]) else { return nil }
        return missing(unseen, at: instant).map { _ in .productChange }
    }

    /// A renewal info is about a period that no evidence shows.
    private func missing(_ unseen: RenewalClaim, at instant: TimeInterval) -> MissingEvidence? {
        guard let renewalDate = unseen.info.renewalDate?.second, renewalDate <= instant else { return .renewal }
        if unseen.info.isInBillingRetry == true { return .billingRecovery }
        return unseen.info.expirationReason != nil && renewalDate <= unseen.date ? nil : .renewal
    }

    /// The evidence is about no period after a known one that is over.
    private func missingAfterKnown(_ row: SubscriptionTimeline.Row, _ place: Int) -> MissingEvidence? {
        let latest = periods[place]
        if latest.purchase.isUpgraded || row.isRenewalUpgraded { return .productChange }
        // Within a day of its end, or after it, Apple may have charged the next period already. If that is known, and of another product,
        // nothing is missing: what is undetermined until then is not to be denied from then on, without new evidence.
        // A purchase that is of added seats leaves open what became of the one that they were added to.
        let isAddition = latest.purchase.isOfAddedSeats && latest.members.isEmpty
        if let revocation = latest.revocation, !isAddition {
            let isChanging =
                row.known.map { ByteString(periods[$0].productID) != ByteString(latest.productID) } ?? false
            if revocation < latest.term - Self.day || isChanging { return nil }
        }
        if receiptDate >= latest.retryEnd { return nil }
        if let renewal = renewals.byPeriod[place] {
            let (info, signed) = (renewal.latest.info, renewal.latest.date)
            if let notice = renewal.graceWithoutEnd, signed <= notice { return .renewal }
            if info.isInBillingRetry == true { return .billingRecovery }
            if info.expirationReason != nil { return nil }
            let isOff = info.isInBillingRetry == false || info.willAutoRenew == false
            if isOff, let date = info.renewalDate?.second, date <= signed { return nil }
        }
        // Receipts know neither grace nor retry.
        return receiptDate >= latest.term && !isXcode ? .billingRecovery : .renewal
    }

    // MARK: Of which product

    /// Whether a period that no evidence shows is of a product, or the next one will be.
    func mayRenew(to productID: String, _ row: SubscriptionTimeline.Row) -> Bool {
        let latest = row.latest.flatMap { renewals.byPeriod[$0]?.latest }
        let names = [renewals.unseen.last?.preference, renewal(row)?.preference, latest?.preference]
        return (renewals.unseen.map(\.info.productID) + names).contains {
            $0.map { ByteString($0) == ByteString(productID) } ?? false
        }
    }

    /// All products that a renewal info names.
    var productsToCome: [String] {
        let infos = renewals.byPeriod.values.map(\.latest) + renewals.unseen
        return infos.flatMap { [$0.info.autoRenewProductID, $0.info.productID ?? $0.info.autoRenewProductID] }
    }

    /// Whether there is an instant at which a change of product may be missing.
    var mayMissProductChange: Bool {
        !renewals.unseen.isEmpty || periods[0].wasOvertaken || periods.contains { $0.purchase.isUpgraded }
    }
}
