package import ReceiptKitTesting

/// The tokens that fuzzing starts from.
package enum TokenSeeds {
    /// Contents of every kind and body, by name; those of Xcode with that name's prefix.
    package static let contents: [(name: String, token: TestToken)] = {
        let lapsed = TestTransaction(.exampleSubscription).with {
            $0.revocationDate = .utc(2024, 5, 2)
            $0.revocationReason = 1
            $0.revocationType = "REFUND_PRORATED"
            $0.revocationPercentage = 50_000
            $0.isUpgraded = true
            $0.appAccountToken = "8c4e2d6a-91b7-4f0e-8d35-6a7c1e2f3b40"
        }
        let retrying = TestRenewalInfo().with {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc(2024, 6, 1)
            $0.expirationIntent = 2
            $0.eligibleWinBackOfferIDs = ["back", "again"]
        }
        let body = TestNotificationData()
        let nested: [(String, TestToken?)] = [
            ("nested-transaction", body.transaction?.token), ("nested-renewal-info", body.renewalInfo?.token),
            ("nested-app-transaction", TestNotificationAppData().appTransaction?.token),
        ]
        return nested.compactMap { name, token in token.map { (name, $0) } } + [
            ("transaction", .example(.transaction)), ("revoked", lapsed.token),
            ("renewal-info", .example(.renewalInfo)), ("retrying", retrying.token),
            ("app-transaction", .example(.appTransaction)), ("notification", .example(.notification)),
            ("summary", TestNotification(.summary(TestNotificationSummary())).token),
            ("external-purchase", TestNotification(.externalPurchaseToken(TestExternalPurchaseToken())).token),
            ("app-data", TestNotification(.appData(TestNotificationAppData())).token), ("retention", .example(.other)),
            ("xcode-transaction", TestTransaction(environment: .xcode, signedDate: .utc(2024, 4, 1)).token),
            ("xcode-app-transaction", TestAppTransaction(environment: .xcode).token),
        ]
    }()

    /// Signs a token with the authority of its environment.
    package static func issue(_ token: TestToken) throws(TestKitError) -> TestIssuedToken {
        try TestAuthority.issuer(ofTokensFrom: token.environment).issue(token)
    }
}
