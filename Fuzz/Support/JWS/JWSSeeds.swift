internal import FixtureScenarios
package import ReceiptKitTesting

/// The JWS that the seeds are made of.
package enum JWSSeeds {
    /// Contents of every kind and JSON body, by name; those from Xcode with its name as a prefix.
    package static let contents: [(name: String, jws: TestJWSContent)] = {
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
        let nested: [(String, TestJWSContent?)] = [
            ("nested-transaction", body.transaction?.content), ("nested-renewal-info", body.renewalInfo?.content),
            ("nested-app-transaction", TestNotificationAppData().appTransaction?.content),
        ]
        let examples = TestJWSKind.allCases.map { ("\($0)", TestJWSContent.example($0)) }
        return nested.compactMap { name, jws in jws.map { (name, $0) } } + examples + [
            ("revoked", lapsed.content), ("retrying", retrying.content),
            ("summary", TestNotification(.summary(TestNotificationSummary())).content),
            ("external-purchase", TestNotification(.externalPurchaseToken(TestExternalPurchaseToken())).content),
            ("app-data", TestNotification(.appData(TestNotificationAppData())).content),
            ("xcode-transaction", TestTransaction(environment: .xcode, signedDate: .utc(2024, 4, 1)).content),
            ("xcode-app-transaction", TestAppTransaction(environment: .xcode).content),
        ]
            + TestJWSContent.everyMember.filter { newer.contains($0.name) }.map {
                ("every-member-of-\($0.name)", $0.content)
            }
    }()

    /// The seeds with members that those above don't have.
    private static let newer: Set = ["transaction", "renewal-info", "notification-token"]

    /// The signed payload of each.
    static let payloads: [[UInt8]] = contents.map { _, jws in
        do { return Array(try issue(jws).jws.payload.text.utf8) } catch { failed("the test kit: \(error)") }
    }

    /// Signs a JWS with the authority of its environment.
    package static func issue(_ jws: TestJWSContent) throws(TestKitError) -> TestIssuedJWS {
        try TestAuthority.issuer(of: jws.environment).issue(jws)
    }
}
