import LedgerModel

extension RulesModel.Purchase {
    package var statedExpiration: Double? { expires }
    package var isUpgraded: Bool { upgraded != nil }
}

extension RulesModel {
    /// All dates of the evidence, and those that the model computes.
    package var dates: [Double] {
        var dates: [Double] = receipts.map(\.created)
        for purchase in purchases {
            dates += [purchase.start, purchase.end]
            for copy in purchase.copies {
                dates += [copy.date, copy.purchased]
                dates += [copy.expires, copy.revoked, copy.originallyPurchased].compactMap(\.self)
            }
        }
        for subscription in subscriptions.indices {
            for info in infos[subscription] {
                dates.append(info.info.date)
                dates += [info.info.renewalDate, info.info.grace].compactMap(\.self)
            }
            dates += statuses[subscription].map(\.date) + graceEnds[subscription].map(\.date)
            dates += changes(subscription, 0)
        }
        dates += dates.map { $0 + 3_600 } + dates.map { $0 + 28 * secondsOfDay }
        return dates
    }

    /// Describes the model's state, one line for each item.
    package func account(_ date: (Double?) -> String) -> String {
        var lines: [String] = []
        for (position, purchase) in purchases.enumerated() {
            var head = "[\(position)] \(purchase.transaction)/\(purchase.product) of \(purchase.original)"
            if let type = purchase.type { head += " type \(type)" }
            head += " \(date(purchase.start)) to \(date(purchase.expires)), end \(date(purchase.end))"
            if purchase.isVoid { head += " void" }
            if purchase.neverRan { head += " never ran" }
            if purchase.isEnded { head += " ended" }
            if purchase.isEndedBySuccessor { head += " taken over" }
            if purchase.isVoidedRenewal { head += " voided renewal" }
            if let revocation = purchase.revocation { head += " revoked \(date(revocation))" }
            if let upgraded = purchase.upgraded { head += " upgraded \(date(upgraded))" }
            if let ahead = purchase.chargedAhead { head += " ahead \(date(ahead))" }
            if purchase.isAddition { head += " addition" }
            if let base = purchase.shownIn { head += " in [\(base)]" }
            lines.append(head)
            for copy in purchase.copies {
                var line =
                    "      \(copy.form) \(date(copy.date)): \(copy.transaction) \(date(copy.purchased)) to \(date(copy.expires))"
                line += " of \(copy.chain) line \(copy.webOrder) type \(copy.type.map(String.init) ?? "nil")"
                if let reason = copy.reason { line += " \(reason)" }
                if let revoked = copy.revoked {
                    line +=
                        " revoked \(date(revoked)) \(copy.revocationType ?? "-") reason \(copy.revocationReason.map(String.init) ?? "-")"
                }
                if copy.isUpgraded { line += " upgraded" }
                if copy.isTrial || copy.isIntroductory { line += " trial" }
                if copy.isTrialUnknown { line += " trial?" }
                if let group = copy.group { line += " group \(group)" }
                if let original = copy.originallyPurchased { line += " originally \(date(original))" }
                if let ownership = copy.ownership { line += " \(ownership)" }
                if let previous = copy.previous { line += " after \(previous)" }
                if copy.isSeatAddition { line += " SEAT_ADDITION" }
                if copy.isMultiSeat || copy.quantity != 1 { line += " seats \(copy.quantity)-\(copy.revokedSeats)" }
                if let plan = copy.billingPlan { line += " \(plan)" }
                if !copy.itemRefunds.isEmpty { line += " items \(copy.itemRefunds)" }
                if let percentage = copy.revocationPercentage { line += " percentage \(percentage)" }
                lines.append(line)
            }
        }
        for subscription in subscriptions.indices {
            lines.append(
                "subscription \(subscription): \(subscriptions[subscription]) takeovers \(takeovers[subscription].map { date($0) })"
            )
            for info in infos[subscription] {
                let own = info.info
                var line = "  info \(date(own.date)) about \(info.subject): renews \(date(own.renewalDate))"
                if let product = own.product { line += " \(product)" }
                if let retry = own.isInRetry { line += " retry \(retry)" }
                if let grace = own.grace { line += " grace \(date(grace))" }
                if let auto = own.willAutoRenew { line += " auto \(auto)" }
                if let intent = own.intent { line += " intent \(intent)" }
                line += " next \(own.preference) with \(numbers(with: info, subscription))"
                lines.append(line)
            }
            for status in statuses[subscription] {
                var line = "  status \(date(status.date)) \(status.code ?? 0) \(status.product ?? "")"
                if let info = status.info { line += " info \(date(info.date))" }
                lines.append(line)
            }
            for status in graceEnds[subscription] { lines.append("  GRACE_PERIOD_EXPIRED \(date(status.date))") }
        }
        for receipt in receipts { lines.append("receipt \(date(receipt.created)): \(receipt.rows.count) rows") }
        return lines.joined(separator: "\n")
    }
}
