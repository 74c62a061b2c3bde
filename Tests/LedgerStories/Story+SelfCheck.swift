extension Story {
    /// Errors in the story itself: events that can't occur in the App Store, or evidence that Apple wouldn't sign.
    package var contradictions: [String] {
        var found = purchaseContradictions
        for (index, subscription) in customer.subscriptions.enumerated() {
            let dates = subscription.states.map(\.from)
            if dates != dates.sorted() { found.append("the states of \(subscription.original) are out of order") }
            found += overlaps(of: index)
        }
        for piece in pieces {
            for copy in piece.copies where customer.purchases[copy.purchase].charged > piece.date {
                found.append("\(piece.text) of \(timestamp(piece.date)) tells of the future")
            }
            for info in piece.infos where customer.purchases[info.latest].charged > piece.date {
                found.append("\(piece.text) of \(timestamp(piece.date)) is about the future")
            }
        }
        return found + withoutEvidence
    }

    private var purchaseContradictions: [String] {
        var found: [String] = []
        for purchase in customer.purchases {
            func check(_ holds: Bool, _ text: String) { if !holds { found.append("\(purchase.id) \(text)") } }
            let isRecovery = purchase.isRenewal && purchase.charged > purchase.start
            check(purchase.charged < customer.horizon, "was charged after the horizon")
            check(purchase.charged == purchase.start || purchase.isRenewal, "was bought ahead")
            check(purchase.charged >= purchase.start - customer.pace.ahead, "was charged too early")
            check(!isRecovery || purchase.charged <= purchase.start + 28 * customer.pace.day, "was recovered too late")
            let ends = purchase.ends.map(\.value)
            check(ends == ends.sorted() && ends.allSatisfy { $0 > purchase.start }, "ends before it begins")
            check(purchase.replaced.map { $0 < purchase.end ?? .max } ?? true, "was replaced when it was over")
            if let revocation = purchase.revocation {
                check(
                    revocation.notified < customer.horizon && revocation.notified >= purchase.charged,
                    "was revoked at no time")
                check(
                    revocation.reversed.map { $0 > revocation.notified } ?? true, "was restored before it was revoked")
            }
        }
        return found
    }

    /// Checks that a subscription gives access by one period at a time.
    private func overlaps(of subscription: Int) -> [String] {
        let spans = truth.spans.values.joined().filter { customer.purchases[$0.purchase].subscription == subscription }
            .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        return zip(spans, spans.dropFirst()).filter { $0.end > $1.start }.map {
            "\(customer.describe($0.purchase)) and \(customer.describe($1.purchase)) run at once"
        }
    }

    /// Facts that no piece shows, lost or not.
    private var withoutEvidence: [String] {
        let known = Known(pieces, of: customer)
        var found: [String] = []
        for (index, purchase) in customer.purchases.enumerated() {
            if known.copies[index].isEmpty { found.append("\(purchase.id) is in no evidence") }
            // A late notification doesn't show a refund that was reversed within the day.
            let isBrief = purchase.revocation.map { ($0.reversed ?? .max) - $0.notified < 86_400 } ?? true
            if !isBrief, purchase.upgraded == nil, !known.isShownRevoked(index) {
                found.append("no evidence tells that \(purchase.id) was revoked")
            }
        }
        for (index, subscription) in customer.subscriptions.enumerated() {
            for grace in subscription.graces where !grace.isDateMissing {
                if !known.infos[index].contains(where: { $0.latest == grace.purchase && $0.grace != nil }) {
                    found.append("no evidence tells of the grace period of \(customer.describe(grace.purchase))")
                }
            }
        }
        return found
    }
}
