#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What can be known of a story at a date. Unless one is given, that is ``lastDate``.
extension TestStory {
    /// An hour after the last thing that happened; of a subscription that lapsed, when the customer would come back.
    public var lastDate: Date {
        let dates = events.flatMap {
            [$0.purchase.purchaseDate, $0.purchase.cancellationDate, $0.replacementDate, $0.reversalDate]
        }
        let last = dates.compactMap(\.self).reduce(returnDate ?? .distantPast, max)
        return last.addingTimeInterval(3600)
    }

    /// The rows of a receipt.
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
        environment: TestTokenEnvironment = .production
    ) -> [TestTransaction] {
        known(at: date ?? lastDate).map { event in
            var transaction = TestTransaction(
                event.purchase, bundleIdentifier: bundleIdentifier, environment: environment,
                signedDate: date ?? lastDate)
            if event.replacementDate != nil { transaction.isUpgraded = true }
            if event.isBought { transaction.transactionReason = "PURCHASE" }
            transaction.revocationType = event.revocationType
            transaction.revocationPercentage = event.revocationPercentage
            return transaction
        }
    }

    /// The renewal info of a subscription, signed at the date: it will renew, and to what, if the story goes on like that.
    public func renewalInfo(
        at date: Date? = nil, bundleIdentifier: String = "com.example.app",
        environment: TestTokenEnvironment = .production
    ) -> TestRenewalInfo? {
        let date = date ?? lastDate
        let transactions = transactions(at: date, bundleIdentifier: bundleIdentifier, environment: environment)
        guard let transaction = transactions.last, let end = transaction.expirationDate else { return nil }
        var renewalInfo = TestRenewalInfo(of: transaction)
        renewalInfo.recentSubscriptionStartDate = recentStart(of: transactions)
        let next = events.dropFirst(transactions.count).first?.purchase
        let goesOn = next.map { $0.purchaseDate == end } ?? (returnDate == nil && date < end)
        if goesOn, transaction.revocationDate == nil {
            renewalInfo.autoRenewProductID = next?.productID ?? transaction.productID
        } else {
            renewalInfo.autoRenewStatus = 0
            renewalInfo.expirationIntent = date < end ? nil : 1
            renewalInfo.renewalDate = nil
            renewalInfo.renewalPrice = nil
        }
        return renewalInfo
    }

    /// What has happened by a date, and how it looked then.
    private func known(at date: Date) -> [Event] {
        events.filter { $0.purchase.purchaseDate <= date }.map { event in
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
