/// The JSON bodies of requests and responses in which Apple's servers send JWS.
extension TestAuthority {
    /// What Apple's server posts: `{"signedPayload":…}`.
    ///
    /// - Throws: ``TestKitError``, as ``sign(_:defects:)``.
    public func notificationBody(
        _ notification: TestNotification, defects: [JWSDefect] = []
    ) throws(TestKitError) -> String {
        JSONText.object(["signedPayload": .string(try sign(notification, defects: defects))]).compact
    }

    /// A page of the App Store Server API's notification history: `{"notificationHistory":[{"signedPayload":…}]}` and what stands beside
    /// it. Without a `paginationToken` it is the last one.
    ///
    /// - Throws: ``TestKitError``, as ``sign(_:defects:)``.
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

    /// A subscription as apps and servers pass it on: `{"signedTransactionInfo":…,"signedRenewalInfo":…}`.
    ///
    /// - Throws: ``TestKitError``, as ``sign(_:defects:)``.
    public func subscriptionBody(
        _ transaction: TestTransaction, _ renewalInfo: TestRenewalInfo
    ) throws(TestKitError) -> String {
        try subscription(transaction, renewalInfo, others: [:]).compact
    }

    /// A page of the App Store Server API's transaction history: `{"signedTransactions":[…]}` and what stands beside it.
    ///
    /// - Throws: ``TestKitError``, as ``sign(_:defects:)``.
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

    /// The App Store Server API's statuses of all subscriptions: `{"data":[{"lastTransactions":[…]}]}`, one group for each
    /// ``TestTransaction/subscriptionGroupID``, with renewal info that says that all is well.
    ///
    /// - Throws: ``TestKitError``, as ``sign(_:defects:)``.
    public func statusesBody(_ transactions: [TestTransaction]) throws(TestKitError) -> String {
        try statusesBody(transactions.map { TestSubscriptionStatus($0) })
    }

    /// The App Store Server API's statuses of all subscriptions, each with renewal info of your own, such as ``TestStory/statuses(at:bundleIdentifier:environment:)``
    /// has in a grace period.
    ///
    /// - Throws: ``TestKitError``, as ``sign(_:defects:)``.
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
