/// The content of a notification about a purchase.
public struct TestNotificationData: Hashable, Sendable {
    /// The environment of the purchase.
    public var environment: TestEnvironment
    /// The app's Apple ID. Only production has one.
    public var appID: Int64?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app's version.
    package var bundleVersion: String? = "42"
    /// The transaction to sign and nest.
    public var transaction: TestTransaction?
    /// The renewal info to sign and nest.
    public var renewalInfo: TestRenewalInfo?
    /// The subscription's status: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    public var status: Int64?
    /// The customer's reason for requesting a refund, in Apple's requests for consumption information.
    package var consumptionRequestReason: String?
    /// The defects of the nested transaction.
    package var transactionDefects: [JWSDefect] = []
    /// The defects of the nested renewal info.
    package var renewalInfoDefects: [JWSDefect] = []
    /// Members to set in the content, under their names in the JWS. An empty value removes the member.
    public var changes = TestJSONObject()

    /// Creates content about a transaction, with its environment and app. For a subscription, adds renewal info and a
    /// status.
    public init(transaction: TestTransaction? = TestTransaction(.exampleSubscription)) {
        self.transaction = transaction
        environment = transaction?.environment ?? .production
        appID = environment == .production ? 6_450_123_456 : nil
        bundleIdentifier = transaction?.bundleIdentifier ?? "com.example.app"
        if let transaction, transaction.expirationDate != nil {
            renewalInfo = TestRenewalInfo(of: transaction)
            status = transaction.revocationDate == nil ? 1 : 5
        }
    }

    func payload(by authority: TestAuthority) throws(TestKitError) -> TestJSONObject {
        var signedTransaction: String?
        if let transaction { signedTransaction = try authority.sign(transaction, defects: transactionDefects) }
        var signedRenewalInfo: String?
        if let renewalInfo { signedRenewalInfo = try authority.sign(renewalInfo, defects: renewalInfoDefects) }
        return TestJSONObject([
            [
                "appAppleId": appID.map(JSONText.number),
                "bundleId": .string(bundleIdentifier),
                "bundleVersion": .text(bundleVersion),
                "environment": .string(environment.word),
                "signedTransactionInfo": .text(signedTransaction),
                "signedRenewalInfo": .text(signedRenewalInfo),
                "status": status.map(JSONText.number),
                "consumptionRequestReason": .text(consumptionRequestReason),
            ]
        ]).applying(changes)
    }
}

/// The content of a notification about the app itself.
public struct TestNotificationAppData: Hashable, Sendable {
    /// The environment of the app.
    public var environment: TestEnvironment
    /// The app's Apple ID. Only production has one.
    public var appID: Int64?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app transaction to sign and nest.
    public var appTransaction: TestAppTransaction?
    /// The defects of the nested app transaction.
    package var appTransactionDefects: [JWSDefect] = []
    /// Members to set in the content, under their names in the JWS. An empty value removes the member.
    public var changes = TestJSONObject()

    /// Creates content about an app transaction, with its environment and app. Apple's server includes no device.
    public init(appTransaction: TestAppTransaction = TestAppTransaction()) {
        var appTransaction = appTransaction
        appTransaction.deviceVerification = nil
        self.appTransaction = appTransaction
        environment = appTransaction.environment
        appID = appTransaction.appID
        bundleIdentifier = appTransaction.bundleIdentifier
    }

    func payload(by authority: TestAuthority) throws(TestKitError) -> TestJSONObject {
        var signed: String?
        if let appTransaction { signed = try authority.sign(appTransaction, defects: appTransactionDefects) }
        return TestJSONObject([
            [
                "appAppleId": appID.map(JSONText.number),
                "bundleId": .string(bundleIdentifier),
                "environment": .string(environment.word),
                "signedAppTransactionInfo": .text(signed),
            ]
        ]).applying(changes)
    }
}
