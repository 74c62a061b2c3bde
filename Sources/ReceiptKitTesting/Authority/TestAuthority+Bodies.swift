/// The JSON bodies of requests and responses in which Apple's servers send JWS.
extension TestAuthority {
    /// Returns the request body that Apple's server posts: `{"signedPayload":…}`.
    ///
    /// - Throws: ``TestKitError``, like ``sign(_:defects:)``.
    public func notificationBody(
        _ notification: TestNotification, defects: [JWSDefect] = []
    ) throws(TestKitError) -> String {
        JSONText.object(["signedPayload": .string(try sign(notification, defects: defects))]).compact
    }

    /// Returns a page of the App Store Server API's notification history: `{"notificationHistory":[{"signedPayload":…}]}` with the other
    /// members of such a page. A page without a `paginationToken` is the last one.
    ///
    /// - Throws: ``TestKitError``, like ``sign(_:defects:)``.
    public func notificationHistoryBody(
        _ notifications: [TestNotification], paginationToken: String? = nil
    ) throws(TestKitError) -> String {
        var items: [JSONText] = []
        for notification in notifications {
            let attempts = JSONText.array([
                .object([
                    "attemptDate": .milliseconds(notification.signedDate, in: .production),
                    "sendAttemptResult": .string("SUCCESS"),
                ])
            ])
            items.append(.object(["signedPayload": .string(try sign(notification)), "sendAttempts": attempts]))
        }
        return JSONText.object([
            "notificationHistory": .array(items),
            "hasMore": .bool(paginationToken != nil),
            "paginationToken": .text(paginationToken),
        ]).compact
    }

    /// Returns a subscription as apps and servers pass it on: `{"signedTransactionInfo":…,"signedRenewalInfo":…}`.
    ///
    /// - Throws: ``TestKitError``, like ``sign(_:defects:)``.
    public func subscriptionBody(
        _ transaction: TestTransaction, _ renewalInfo: TestRenewalInfo
    ) throws(TestKitError) -> String {
        try subscription(transaction, renewalInfo, others: [:]).compact
    }

    /// Returns a page of the App Store Server API's transaction history: `{"signedTransactions":[…]}` with the other members of such a
    /// page.
    ///
    /// - Throws: ``TestKitError``, like ``sign(_:defects:)``.
    public func historyBody(_ transactions: [TestTransaction]) throws(TestKitError) -> String {
        var signed: [JSONText] = []
        for transaction in transactions { signed.append(.string(try sign(transaction))) }
        return JSONText.object([
            "revision": .string("1714564800000_410000900000001"),
            "hasMore": .bool(false),
            "bundleId": .text(transactions.first?.bundleIdentifier),
            "environment": .text(transactions.first?.environment.word),
            "signedTransactions": .array(signed),
        ]).compact
    }

    /// Returns the App Store Server API's statuses of all subscriptions: `{"data":[{"lastTransactions":[…]}]}`, one
    /// group for each ``TestTransaction/subscriptionGroupID``. The renewal info says that each subscription will renew.
    ///
    /// - Throws: ``TestKitError``, like ``sign(_:defects:)``.
    public func statusesBody(_ transactions: [TestTransaction]) throws(TestKitError) -> String {
        try statusesBody(transactions.map { TestSubscriptionStatus($0) })
    }

    /// Returns the App Store Server API's statuses of all subscriptions, with the renewal info that you pass, such as
    /// that of ``TestStory/statuses(at:bundleIdentifier:environment:)`` in a grace period.
    ///
    /// - Throws: ``TestKitError``, like ``sign(_:defects:)``.
    public func statusesBody(_ statuses: [TestSubscriptionStatus]) throws(TestKitError) -> String {
        let transactions = statuses.map(\.transaction)
        var groups: [(name: String?, items: [JSONText])] = []
        for status in statuses {
            let transaction = status.transaction
            let item = try subscription(
                transaction, status.renewalInfo,
                others: [
                    "originalTransactionId": .string(transaction.originalTransactionID),
                    "status": .number(status.status),
                ])
            if let index = groups.firstIndex(where: { $0.name == transaction.subscriptionGroupID }) {
                groups[index].items.append(item)
            } else {
                groups.append((transaction.subscriptionGroupID, [item]))
            }
        }
        let data = groups.map { group in
            JSONText.object([
                "subscriptionGroupIdentifier": .text(group.name), "lastTransactions": .array(group.items),
            ])
        }
        return JSONText.object([
            "environment": .text(transactions.first?.environment.word),
            "bundleId": .text(transactions.first?.bundleIdentifier),
            "data": .array(data),
        ]).compact
    }

    private func subscription(
        _ transaction: TestTransaction, _ renewalInfo: TestRenewalInfo, others: KeyValuePairs<String, JSONText?>
    ) throws(TestKitError) -> JSONText {
        let jwsList: KeyValuePairs<String, JSONText?> = [
            "signedTransactionInfo": .string(try sign(transaction)),
            "signedRenewalInfo": .string(try sign(renewalInfo)),
        ]
        let members = [others, jwsList].flatMap { $0.compactMap { key, value in value.map { JSONMember(key, $0) } } }
        return .object(members)
    }
}
