public import ReceiptEssentials

extension TestStory {
    /// Returns the notifications that Apple's server has sent by the date, oldest first. Each is signed at the time of
    /// its event, and has the transaction and the renewal info of that time.
    ///
    /// Source of the types and subtypes: Apple, *App Store Server Notifications, notificationType*.
    public func notifications(
        at date: Date? = nil, bundleIdentifier: String = "com.example.app",
        environment: TestEnvironment = .production
    ) -> [TestNotification] {
        let date = date ?? lastDate
        return steps.filter { $0.date <= date }.compactMap { step in
            let transactions = transactions(
                at: step.date, bundleIdentifier: bundleIdentifier, environment: environment)
            guard transactions.indices.contains(step.event) else { return nil }
            var data = TestNotificationData(transaction: transactions[step.event])
            data.renewalInfo = renewalInfo(at: step.date, bundleIdentifier: bundleIdentifier, environment: environment)
            data.status = statusCode(of: transactions, at: step.date)
            return TestNotification(.data(data), type: step.type, subtype: step.subtype, signedDate: step.date)
        }
    }

    /// An event that Apple's server sends a notification about.
    private struct Step {
        var date: Date
        var type: String
        var subtype: String?
        var event: Int
    }

    /// All steps in chronological order. Steps at the same time are in the story's order.
    private var steps: [Step] {
        let told = events.indices.flatMap { beginning($0) + choices($0) + ending($0) + revocations($0) }
        return told.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    }

    private func beginning(_ index: Int) -> [Step] {
        func step(_ type: String, _ subtype: String?) -> [Step] {
            [Step(date: events[index].knownDate, type: type, subtype: subtype, event: index)]
        }
        guard events[index].purchase.expirationDate != nil else { return step("ONE_TIME_CHARGE", nil) }
        guard index > 0 else { return step("SUBSCRIBED", "INITIAL_BUY") }
        let before = events[index - 1]
        if !events[index].isBought { return step("DID_RENEW", before.failure == nil ? nil : "BILLING_RECOVERY") }
        return before.replacementDate == nil
            ? step("SUBSCRIBED", "RESUBSCRIBE") : step("DID_CHANGE_RENEWAL_PREF", "UPGRADE")
    }

    /// Returns the customer's choices during a period.
    private func choices(_ index: Int) -> [Step] {
        let date = choiceDate(index)
        guard events[index].purchase.expirationDate.map({ date < $0 }) ?? false, !isRevoked(index, at: date) else {
            return []
        }
        if lapses(after: index) {
            return [
                Step(date: date, type: "DID_CHANGE_RENEWAL_STATUS", subtype: "AUTO_RENEW_DISABLED", event: index)
            ]
        }
        guard renewalProduct(after: index) != events[index].purchase.productID else { return [] }
        return [Step(date: date, type: "DID_CHANGE_RENEWAL_PREF", subtype: "DOWNGRADE", event: index)]
    }

    /// Returns the steps at a period's end if the next period doesn't begin then.
    private func ending(_ index: Int) -> [Step] {
        let event = events[index]
        guard let end = event.purchase.expirationDate, event.replacementDate == nil else { return [] }
        let next = events.dropFirst(index + 1).first
        func step(_ date: Date, _ type: String, _ subtype: String?) -> Step {
            Step(date: date, type: type, subtype: subtype, event: index)
        }
        var steps: [Step] = []
        if let failure = event.failure {
            steps.append(step(end, "DID_FAIL_TO_RENEW", failure.gracePeriodEnd == nil ? nil : "GRACE_PERIOD"))
            if let graceEnd = failure.gracePeriodEnd, graceEnd < failure.end {
                steps.append(step(graceEnd, "GRACE_PERIOD_EXPIRED", nil))
            }
            steps.append(step(failure.end, "EXPIRED", "BILLING_RETRY"))
        } else {
            steps.append(step(end, "EXPIRED", "VOLUNTARY"))
        }
        return steps.filter { step in
            !isRevoked(index, at: step.date) && next.map { step.date < $0.knownDate } ?? true
        }
    }

    private func revocations(_ index: Int) -> [Step] {
        let event = events[index]
        guard let revoked = event.purchase.cancellationDate else { return [] }
        let type = event.revocationType == "FAMILY_REVOKE" ? "REVOKE" : "REFUND"
        let revocation = Step(date: revoked, type: type, event: index)
        guard let reversed = event.reversalDate else { return [revocation] }
        return [revocation, Step(date: reversed, type: "REFUND_REVERSED", event: index)]
    }

    private func isRevoked(_ index: Int, at date: Date) -> Bool {
        let event = events[index]
        guard let revoked = event.purchase.cancellationDate, revoked <= date else { return false }
        return event.reversalDate.map { date < $0 } ?? true
    }

    /// Returns Apple's status code of a subscription.
    func statusCode(of transactions: [TestTransaction], at date: Date) -> Int64? {
        guard let latest = transactions.last, let end = latest.expirationDate else { return nil }
        if latest.revocationDate != nil { return 5 }
        if date < end { return 1 }
        guard let failure = events[transactions.count - 1].failure, date < failure.end else { return 2 }
        return failure.gracePeriodEnd.map { date < $0 } ?? false ? 4 : 3
    }
}
