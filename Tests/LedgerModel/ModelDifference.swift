import Foundation
package import ReceiptKit

/// The differences between a ledger's answers and the model's.
package struct ModelDifference {
    private let ledger: PurchaseLedger
    private let model: LedgerModel

    package init(_ ledger: PurchaseLedger, _ model: LedgerModel) { (self.ledger, self.model) = (ledger, model) }

    /// Returns the first difference in answers that don't depend on a date.
    package func first() -> String? {
        let (transactions, expected) = (ledger.map(\.transactionID), model.rows.map(\.latest.transaction))
        if transactions != expected { return "the purchases \(transactions): \(expected)" }
        if ledger.map(\.productID) != model.rows.map(\.product) { return "their products" }
        let revocations = ledger.map { seconds($0.revocationDate) }
        if revocations != model.rows.map(\.revoked) {
            return "revocations \(revocations): \(model.rows.map(\.revoked))"
        }
        if ledger.map(\.isUpgraded) != model.rows.map({ $0.upgraded != nil }) { return "upgrades" }
        if ledger.subscriptions.count != model.chains.count { return "the number of subscriptions" }
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            let name = history.originalTransactionID
            if history.periods.map(\.purchase) != chain.map({ ledger[$0] }) { return "the periods of \(name)" }
            let ends = chain.map { model.rows[$0].start < model.ends[$0] ? model.ends[$0] : nil }
            let own = history.periods.map { seconds($0.effectiveEndDate) }
            if own != ends { return "the ends of periods of \(name), \(own): \(ends)" }
            let overtaken = chain.map { model.overtaken.contains($0) && !model.rows[$0].isVoid }
            if history.periods.map(\.isOvertaken) != overtaken { return "what never ran of \(name)" }
            let gaps = history.gaps.map { [$0.startDate, $0.endDate].compactMap(seconds) }
            if gaps != model.gaps(chain) { return "the gaps of \(name)" }
            if history.predecessor?.periods.map(\.purchase) != model.predecessor(chain)?.map({ ledger[$0] }) {
                return "what came before \(name)"
            }
        }
        return nil
    }

    /// Returns the first difference at a date.
    package func first(at time: Double, staleAfter: Double = 0, _ products: [String]) -> String? {
        let date = Date(timeIntervalSince1970: time)
        // At the end of time, permanent purchases are still owned.
        let time = time == .infinity ? .greatestFiniteMagnitude : time
        let expected = model.entitlements(time, staleAfter)
        let entitlements = ledger.asOf(date, staleAfter: staleAfter).currentEntitlements
        if entitlements.map(\.purchase) != expected.map({ ledger[$0.position] }) {
            return "the entitlements at \(time)"
        }
        for (entitlement, expected) in zip(entitlements, expected) {
            let answer = (
                entitlement.state.rawValue, seconds(entitlement.endDate) ?? .infinity, seconds(entitlement.startDate),
                entitlement.seats
            )
            let other = (
                expected.state, expected.until, model.start(expected.position), model.seats(expected.position, time)
            )
            if answer.0 != other.0 || answer.1 != other.1 || answer.2 != other.2 || answer.3 != other.3 {
                return "an entitlement at \(time): \(answer), expected \(other)"
            }
        }
        for (history, chain) in zip(ledger.subscriptions, model.chains) {
            if let difference = status(history, chain, date, time, staleAfter) { return difference }
        }
        for product in products {
            let answer = words(ledger.asOf(date, staleAfter: staleAfter).access(to: product))
            let expected = model.access(to: product, time, staleAfter: staleAfter)
            if !isSame(answer, expected) { return "access to \(product) at \(time): \(answer), expected \(expected)" }
        }
        let answer = words(ledger.asOf(date, staleAfter: staleAfter).access(to: products))
        let any = model.access(to: products, time, staleAfter: staleAfter)
        return inShort(answer) == inShort(any) ? nil : "access to \(products) at \(time): \(answer), expected \(any)"
    }

    /// If two purchases give access for the same time, or neither ever did, either may be returned.
    private func isSame(_ a: ModelAccess, _ b: ModelAccess) -> Bool {
        switch (a, b) {
        case (.granted(_, let one, let end), .granted(_, let other, let otherEnd)): one == other && end == otherEnd
        case (.denied(let one, nil, _, _), .denied(let other, nil, _, _)): one == other
        case (.undetermined(let one, let names, nil, _, _), .undetermined(let other, let otherNames, nil, _, _)):
            one == other && names == otherNames
        default: a == b
        }
    }

    /// Either of two products may come first if both answers are equally informative.
    private func inShort(_ answer: ModelAccess) -> [String] {
        switch answer {
        case .granted(_, let state, let end): ["granted", state == "owned" ? state : "", "\(end)"]
        case .denied(_, let since, _, _): ["denied", "\(since ?? 0)"]
        case .undetermined(let missing, let identifiers, let since, _, _):
            ["undetermined", "\(since ?? 0)"] + missing.sorted() + identifiers.sorted()
        }
    }

    private func status(
        _ history: SubscriptionHistory, _ chain: [Int], _ date: Date, _ time: Double, _ staleAfter: Double
    ) -> String? {
        let name = "subscription \(history.originalTransactionID) at \(time)"
        if history.period(at: date)?.purchase != model.running(chain, time).map({ ledger[$0] }) {
            return "the period of \(name)"
        }
        let status = ledger.asOf(date, staleAfter: staleAfter).status(of: history)
        let expected = model.status(chain, time, staleAfter: staleAfter)
        guard let status, let expected else {
            return status == nil && expected == nil ? nil : "whether it began: \(name)"
        }
        if status.state.rawValue != expected.state { return "the state of \(name): \(status.state), \(expected.state)" }
        if status.missing?.rawValue != expected.missing {
            return "what is missing of \(name): \(status.missing?.rawValue ?? "nil"), \(expected.missing ?? "nil")"
        }
        if status.period?.purchase != expected.position.map({ ledger[$0] }) { return "what \(name) shows" }
        // A date that isn't valid has no next change.
        if time.isFinite, seconds(status.until) != expected.until {
            return "until when, of \(name): \(seconds(status.until) ?? 0), \(expected.until ?? 0)"
        }
        if seconds(status.knownAsOf) != expected.knownAsOf {
            return "by what it is known, of \(name): \(seconds(status.knownAsOf) ?? 0), \(expected.knownAsOf)"
        }
        if time.isFinite {
            if seconds(status.renewalOffSince) != model.renewalOffSince(chain, time) {
                return "since when renewal is off: \(name)"
            }
            if seconds(status.billingIssueSince) != model.billingIssueSince(chain, time) {
                return "the billing issue of \(name)"
            }
        }
        let renewal = model.renewal(chain, time)
        let isSucceeded = model.isSucceeded(chain, time)
        if status.willAutoRenew != (isSucceeded ? false : renewal?.willAutoRenew) { return "the renewal of \(name)" }
        let preference = renewal?.willAutoRenew == false ? nil : renewal?.preference
        return status.autoRenewPreference == preference ? nil : "the product that \(name) renews to"
    }

    private func seconds(_ date: Date?) -> Double? { date?.timeIntervalSince1970 }

    private func position(_ purchase: Purchase?) -> Int? { purchase.flatMap { ledger.firstIndex(of: $0) } }

    private func words(_ answer: Access) -> ModelAccess {
        switch answer {
        case .granted(let found):
            .granted(
                position: position(found.purchase) ?? -1, state: found.state.rawValue,
                end: seconds(found.endDate) ?? .infinity)
        case .denied(let denial):
            .denied(
                reason: denial.reason.rawValue, since: seconds(denial.since), position: position(denial.purchase),
                knownAsOf: seconds(denial.knownAsOf))
        case .undetermined(let answer):
            .undetermined(
                missing: Set(answer.missing.map(\.rawValue)), originalTransactionIDs: answer.originalTransactionIDs,
                since: seconds(answer.since), position: position(answer.purchase),
                knownAsOf: answer.knownAsOf.timeIntervalSince1970)
        }
    }
}
