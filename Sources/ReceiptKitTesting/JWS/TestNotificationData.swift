/// The content of a notification about a purchase.
public struct TestNotificationData: Hashable, Sendable {
    /// Where it was bought.
    public var environment: TestEnvironment
    /// The app's number in the App Store; only production has one.
    public var appID: Int64?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app's version.
    package var bundleVersion: String? = "42"
    /// The transaction that is nested, signed.
    public var transaction: TestTransaction?
    /// The renewal info that is nested, signed.
    public var renewalInfo: TestRenewalInfo?
    /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    public var status: Int64?
    /// Why the customer asks for the money back, in requests for information about consumption.
    package var consumptionRequestReason: String?
    /// What is wrong with the nested transaction.
    package var transactionDefects: [JWSDefect] = []
    /// What is wrong with the nested renewal info.
    package var renewalInfoDefects: [JWSDefect] = []
    /// Members to put into the content, under their names in the JWS; an empty value takes a member out.
    public var changes = TestJSONObject()

    /// The content about a transaction, with the environment and the app of it. A subscription has renewal info and a status too.
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
    /// Where the app is from.
    public var environment: TestEnvironment
    /// The app's number in the App Store; only production has one.
    public var appID: Int64?
    /// The app's bundle identifier.
    public var bundleIdentifier: String
    /// The app transaction that is nested, signed.
    public var appTransaction: TestAppTransaction?
    /// What is wrong with the nested app transaction.
    package var appTransactionDefects: [JWSDefect] = []
    /// Members to put into the content, under their names in the JWS; an empty value takes a member out.
    public var changes = TestJSONObject()

    /// The content about an app transaction, with the environment and the app of it. Apple's server names no device.
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
