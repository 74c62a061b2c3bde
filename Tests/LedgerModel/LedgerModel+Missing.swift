// What evidence of a subscription is missing: section 1, "What is missing".

extension LedgerModel {
    /// `renewal`, `billingRecovery`, `productChange`, or nil.
    package func missing(_ chain: [Int], _ time: Double, _ staleAfter: Double = 0) -> String? {
        let entitled = entitled(chain, time, staleAfter)
        if !entitled.isEmpty {
            // "An unseen period whose productId isn't the running one's misses productChange also while access to the running one lasts."
            // Read as: at every such date, since nothing says when the unseen one began; grace and what was charged ahead run too.
            guard let unseen = latestUnseen(chain), let product = unseen.product, missing(unseen, time) != nil,
                let shown = status(chain, time, staleAfter: staleAfter, isMissingKnown: false)?.position,
                !isSameText(rows[shown].product, product)
            else { return nil }
            return "productChange"
        }
        guard let position = latest(chain, time) else { return missingBeforeAll(chain, time) }
        let expiration = rows[position].term
        // "Up to the date of the latest info about L that was signed at or after L's expiration, plus staleAfter, nothing is missing."
        // Read as: one without a renewalDate that says neither retry nor an expiration is of a subscription that runs, in a later period.
        if let info = latestInfo(about: position, chain), info.date >= expiration, isUpTo(time, info.date + staleAfter)
        {
            let isInGrace = graceNotices(position, chain).contains { $0.info == info }
            let statesEnd = info.isInRetry == true || info.hasExpirationIntent || info.statesGrace || isInGrace
            if info.renewalDate != nil || statesEnd { return nil }
        }
        // "Up to the date of a receipt that has a purchase of the subscription and was created at or after L's expiration, plus
        // staleAfter, at most billingRecovery is missing, where a rule below says so, and later than 28 days after that expiration nothing."
        if let created = receiptDates(chain).max(), created >= expiration, isUpTo(time, created + staleAfter) {
            // Read as: an unseen period began after such a receipt, and says nothing of the time before.
            let missing = missing(position, chain, time, isUnseenKnown: false)
            // Read as: the renewal that a signed status of 4 misses afterwards, without a date of grace's end, is at most a recovery there.
            let mayRecover = missing == "billingRecovery" || missing == "renewal" && !isXcode
            return mayRecover && isUpTo(time, expiration + 28 * day) ? "billingRecovery" : nil
        }
        return missing(position, chain, time)
    }

    /// "0. No known period has begun: before the original purchase nothing; after it productChange if an overtaken renewal would have
    /// begun, else renewal."
    // Text is silent: where no evidence has the original purchase, the first known row stands for it.
    private func missingBeforeAll(_ chain: [Int], _ time: Double) -> String? {
        guard beginning(chain) <= time else { return nil }
        let hasOvertaken = chain.contains { overtaken.contains($0) && rows[$0].start <= time }
        return hasOvertaken ? "productChange" : "renewal"
    }

    /// Rules 1 to 8, the first that fits.
    private func missing(_ position: Int, _ chain: [Int], _ time: Double, isUnseenKnown: Bool = true) -> String? {
        let row = rows[position]
        // 1. "Another subscription names it as its predecessor and has begun, and no period of this one since: nothing."
        if isSucceeded(chain, time) { return nil }
        // 2. "An info is about an unseen period, the latest such."
        // Read as: at every date after the last known end, whether or not a later period is known.
        if isUnseenKnown, let unseen = latestUnseen(chain) {
            guard let missing = missing(unseen, time) else { return nil }
            // "If its productId isn't L's, productChange stands for whatever is missing."
            // Text is silent: without a productId it is L's.
            return isSameText(unseen.product ?? row.product, row.product) ? missing : "productChange"
        }
        // 3. "L was upgraded, revoked or not, and no later period is known to have begun: productChange."
        // Read as: so it is where a renewal behind L was upgraded before it ran, by what nothing shows.
        if row.upgraded != nil || hasLostUpgrade(position, chain, time) { return "productChange" }
        // 4. "L was revoked more than 24 hours before its expiration: nothing."
        // Text is silent: a lone transaction of added seats says nothing of the one that they were added to.
        let isAddition = row.carriesSeatAddition && family(position).count == 1
        if let revoked = row.revoked, revoked < row.term - day, !isAddition { return nil }
        // Read as: "the next may have been charged already", and where that one is known to be of another product, nothing is missing, since
        // "no answer turns from undetermined to denied without new evidence".
        if row.revoked != nil, !isAddition, let next = known(chain, time), !isSameText(rows[next].product, row.product)
        {
            return nil
        }
        // 5. "A receipt that has a purchase of this subscription was created 60 days or more after L's expiration (90 where L is billed
        // MONTHLY in a commitment): nothing."
        let listing = receiptDates(chain)
        if listing.contains(where: { $0 >= row.term + retryDays(position) * day }) { return nil }
        // 6. "The latest info about L says retry: billingRecovery. It has an expirationIntent: nothing. It has a renewalDate, was signed at
        // or after it, and says isInBillingRetryPeriod false or auto-renew off: nothing."
        let info = latestInfo(about: position, chain)
        // "A signed status of 4 without a date of grace's end misses renewal afterwards."
        // Read as: unless a later info about the period says more, or an earlier one a date of grace's end.
        let notice = graceNotices(position, chain).map(\.date).max()
        let hasDate = infos(chain).contains { info in
            info.subject == .period(position) && info.renewal.statesGrace && isOfItsProduct(info.renewal, position)
        }
        if let notice, !hasDate, notice >= info?.date ?? notice { return "renewal" }
        if let info {
            if info.isInRetry == true { return "billingRecovery" }
            if info.hasExpirationIntent { return nil }
            if let date = info.renewalDate, info.date >= date, info.isInRetry == false || info.willAutoRenew == false {
                return nil
            }
        }
        // 7. "A receipt that has a purchase of this subscription was created at or after L's expiration: billingRecovery. (Not in Xcode.)"
        if !isXcode, listing.contains(where: { $0 >= row.term }) { return "billingRecovery" }
        // 8. "Else renewal."
        return "renewal"
    }

    /// "Before its renewalDate renewal; after it, in retry billingRecovery, with expirationIntent nothing, else renewal."
    // Read as: an intent that was signed before that date says nothing of what came after it: no answer turns from undetermined to denied.
    private func missing(_ unseen: ModelRenewal, _ time: Double) -> String? {
        guard let date = unseen.renewalDate, date <= time else { return "renewal" }
        if unseen.isInRetry == true { return "billingRecovery" }
        return unseen.hasExpirationIntent && unseen.date >= date ? nil : "renewal"
    }

    private func hasLostUpgrade(_ position: Int, _ chain: [Int], _ time: Double) -> Bool {
        if rows[position].isVoid { return false }
        return chain.contains { other in
            position < other && overtaken.contains(other) && rows[other].upgraded != nil
                && ends[position] <= rows[other].start && rows[other].start <= time
        }
    }
}
