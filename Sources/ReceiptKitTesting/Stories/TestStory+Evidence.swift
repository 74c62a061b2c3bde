public import ReceiptEssentials

/// The evidence that exists at a date about the events of a story. The default date is ``lastDate``.
extension TestStory {
    /// The end of the story: an hour after its last event. If the subscription lapsed, the date when the customer would
    /// return; if it failed to renew, the date when the App Store stops retrying.
    public var lastDate: Date {
        let dates = events.flatMap {
            [$0.knownDate, $0.purchase.cancellationDate, $0.replacementDate, $0.reversalDate]
        }
        let next = returnDate ?? events.last?.failure?.end ?? .distantPast
        let last = dates.compactMap(\.self).reduce(next, max)
        return last.addingTimeInterval(3600)
    }

    /// Returns the purchases of a receipt.
    public func purchases(at date: Date? = nil) -> [TestPurchase] { known(at: date ?? lastDate).map(\.purchase) }

    /// Returns a receipt created at the date.
    public func receipt(
        at date: Date? = nil, bundleIdentifier: String = "com.example.app", environment: TestEnvironment = .production
    ) -> TestReceipt {
        TestReceipt(
            bundleIdentifier: bundleIdentifier, environment: environment, creationDate: date ?? lastDate,
            purchases: purchases(at: date))
    }

    /// Returns the transactions, all of them signed at the date, the latest last.
    public func transactions(
        at date: Date? = nil, bundleIdentifier: String = "com.example.app",
        environment: TestEnvironment = .production
    ) -> [TestTransaction] {
        known(at: date ?? lastDate).map { event in
            var transaction = TestTransaction(
                event.purchase, bundleIdentifier: bundleIdentifier, environment: environment,
                signedDate: date ?? lastDate)
            if event.replacementDate != nil { transaction.isUpgraded = true }
            if event.isBought { transaction.transactionReason = "PURCHASE" }
            transaction.appAccountToken = appAccountToken?.uuidString.lowercased()
            transaction.revocationType = event.revocationType
            transaction.revocationPercentage = event.revocationPercentage
            return transaction
        }
    }

    /// Returns the renewal info of a subscription, signed at the date. It says whether the subscription will renew, and
    /// to which product, according to the next event of the story. The customer chooses another product, or turns
    /// renewal off, an hour after the period began.
    public func renewalInfo(
        at date: Date? = nil, bundleIdentifier: String = "com.example.app",
        environment: TestEnvironment = .production
    ) -> TestRenewalInfo? {
        let date = date ?? lastDate
        let transactions = transactions(at: date, bundleIdentifier: bundleIdentifier, environment: environment)
        guard let transaction = transactions.last, let end = transaction.expirationDate else { return nil }
        let index = transactions.count - 1
        var renewalInfo = TestRenewalInfo(of: transaction)
        renewalInfo.recentSubscriptionStartDate = recentStart(of: transactions)
        if transaction.revocationDate == nil, let failure = events[index].failure, end <= date, date < failure.end {
            renewalInfo.autoRenewProductID = renewalProduct(after: index)
            renewalInfo.isInBillingRetryPeriod = true
            renewalInfo.expirationIntent = 2
            renewalInfo.gracePeriodExpirationDate = failure.gracePeriodEnd.flatMap { date < $0 ? $0 : nil }
        } else if transaction.revocationDate == nil, date < end, !lapses(after: index) || date < choiceDate(index) {
            if choiceDate(index) <= date { renewalInfo.autoRenewProductID = renewalProduct(after: index) }
        } else {
            let hasFailed = end <= date && events[index].failure != nil
            renewalInfo.autoRenewStatus = 0
            renewalInfo.expirationIntent = date < end ? nil : hasFailed ? 2 : 1
            renewalInfo.isInBillingRetryPeriod = hasFailed ? false : nil
            renewalInfo.renewalDate = nil
            renewalInfo.renewalPrice = nil
        }
        return renewalInfo
    }

    /// Returns the statuses at the date, as in a response of *Get All Subscription Statuses* of the App Store Server
    /// API, with the renewal info of a grace period or billing retry. There is one status, or none before the story
    /// begins or if it isn't about a subscription.
    public func statuses(
        at date: Date? = nil, bundleIdentifier: String = "com.example.app",
        environment: TestEnvironment = .production
    ) -> [TestSubscriptionStatus] {
        let date = date ?? lastDate
        let transactions = transactions(at: date, bundleIdentifier: bundleIdentifier, environment: environment)
        guard let transaction = transactions.last, let code = statusCode(of: transactions, at: date),
            let renewalInfo = renewalInfo(at: date, bundleIdentifier: bundleIdentifier, environment: environment)
        else { return [] }
        return [TestSubscriptionStatus(transaction, renewalInfo: renewalInfo, status: code)]
    }

    /// Returns the date when the customer decides how the subscription continues after a period.
    func choiceDate(_ index: Int) -> Date { events[index].knownDate.addingTimeInterval(3600) }

    /// True if the customer turns renewal off during a period.
    func lapses(after index: Int) -> Bool {
        guard let end = events[index].purchase.expirationDate, events[index].failure == nil else { return false }
        guard index + 1 < events.count else { return returnDate != nil }
        return end < events[index + 1].purchase.purchaseDate
    }

    /// Returns the product that a period renews to: a different one if the customer chose one.
    func renewalProduct(after index: Int) -> String {
        let next = events.dropFirst(index + 1).first.flatMap { $0.isBought ? nil : $0 }
        return (next ?? events[index]).purchase.productID
    }

    /// Returns the events up to a date, as they were known then.
    private func known(at date: Date) -> [Event] {
        events.filter { $0.knownDate <= date }.map { event in
            var event = event
            if let replaced = event.replacementDate, replaced > date { event.replacementDate = nil }
            let isReversed = event.reversalDate.map { $0 <= date } ?? false
            if isReversed || event.purchase.cancellationDate.map({ $0 > date }) ?? false {
                event.purchase.cancellationDate = nil
                event.purchase.cancellationReason = nil
                event.revocationType = nil
                event.revocationPercentage = nil
            }
            return event
        }
    }

    /// Returns the start of the latest sequence of periods without a gap of more than 60 days.
    private func recentStart(of transactions: [TestTransaction]) -> Date? {
        var start = transactions.first?.originalPurchaseDate ?? transactions.first?.purchaseDate
        for (before, after) in zip(transactions, transactions.dropFirst()) {
            guard let end = before.expirationDate else { continue }
            if after.purchaseDate > TestPeriod.days(60).date(after: end) { start = after.purchaseDate }
        }
        return start
    }
}
