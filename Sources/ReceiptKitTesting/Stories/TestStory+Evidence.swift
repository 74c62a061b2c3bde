public import ReceiptEssentials

/// What can be known of a story at a date. Unless one is given, that is ``lastDate``.
extension TestStory {
    /// The end of the story: an hour after its last event. If the subscription lapsed, the date on which the customer would return; if it
    /// failed to renew, the date on which the App Store gives up.
    public var lastDate: Date {
        let dates = events.flatMap {
            [$0.knownDate, $0.purchase.cancellationDate, $0.replacementDate, $0.reversalDate]
        }
        let next = returnDate ?? events.last?.failure?.end ?? .distantPast
        let last = dates.compactMap(\.self).reduce(next, max)
        return last.addingTimeInterval(3600)
    }

    /// The purchases of a receipt.
    public func purchases(at date: Date? = nil) -> [TestPurchase] { known(at: date ?? lastDate).map(\.purchase) }

    /// A receipt that was created at the date.
    public func receipt(
        at date: Date? = nil, bundleIdentifier: String = "com.example.app", environment: TestEnvironment = .production
    ) -> TestReceipt {
        TestReceipt(
            bundleIdentifier: bundleIdentifier, environment: environment, creationDate: date ?? lastDate,
            purchases: purchases(at: date))
    }

    /// The transactions, all of them signed at the date, the latest last.
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

    /// The renewal info of a subscription, signed at the date: it will renew, and to what, if the story goes on like that. The customer
    /// chooses another product, or to lapse, an hour after the period began.
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

    /// The statuses at the date, as *Get All Subscription Statuses* of the App Store Server API answers, with the renewal info of a grace
    /// period or billing retry. A story has one, or none before it begins and if it isn't about a subscription.
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

    /// When a customer chooses how a subscription goes on after a period.
    func choiceDate(_ index: Int) -> Date { events[index].knownDate.addingTimeInterval(3600) }

    /// Whether the customer turns renewal off in a period.
    func lapses(after index: Int) -> Bool {
        guard let end = events[index].purchase.expirationDate, events[index].failure == nil else { return false }
        guard index + 1 < events.count else { return returnDate != nil }
        return end < events[index + 1].purchase.purchaseDate
    }

    /// What the App Store renews a period to: another product, if the customer chose one.
    func renewalProduct(after index: Int) -> String {
        let next = events.dropFirst(index + 1).first.flatMap { $0.isBought ? nil : $0 }
        return (next ?? events[index]).purchase.productID
    }

    /// What has happened by a date, and how it looked then.
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

    /// When the latest run of periods without a gap of more than 60 days began.
    private func recentStart(of transactions: [TestTransaction]) -> Date? {
        var start = transactions.first?.originalPurchaseDate ?? transactions.first?.purchaseDate
        for (before, after) in zip(transactions, transactions.dropFirst()) {
            guard let end = before.expirationDate else { continue }
            if after.purchaseDate > TestPeriod.days(60).date(after: end) { start = after.purchaseDate }
        }
        return start
    }
}
