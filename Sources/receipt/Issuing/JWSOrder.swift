import ReceiptEssentials
import ReceiptKitTesting

/// One of StoreKit 2's JWS, or one of Apple's JSON bodies, to be made.
struct JWSOrder {
    let kind: IssuedKind
    let bundleIdentifier: String
    let environment: TestEnvironment
    let purchases: [TestPurchase]
    let signedDate: Date?
    let deviceVerificationID: String?
    let claims: TestJSONObject
    let renewalClaims: TestJSONObject
    let defects: [JWSDefect]

    var authority: TestAuthority { .issuer(of: environment) }

    func issue() throws(TestKitError) -> IssuedEvidence {
        var issued = IssuedEvidence(
            bytes: Array(try text().utf8), root: try authority.jwsRootCertificate, signedDate: content.signedDate)
        issued.defects = defects.map { ($0.name, Self.outcome($0)) }
        return issued
    }

    private func text() throws(TestKitError) -> String {
        let transactions = transactions
        switch kind {
        case .subscriptionStatus:
            let renewalInfo = TestRenewalInfo(of: transaction).with { $0.changes = renewalClaims }
            return try authority.subscriptionBody(transaction.with { $0.changes = claims }, renewalInfo)
        case .transactionHistory: return try authority.historyBody(transactions)
        case .subscriptionStatuses: return try authority.statusesBody(transactions)
        case .notificationBody: return try authority.notificationBody(notification, defects: defects)
        case .appReceipt, .transactionReceipt, .transaction, .renewalInfo, .appTransaction, .notification,
            .realtimeRequest:
            return try authority.sign(content, defects: defects)
        }
    }

    private static func outcome(_ defect: JWSDefect) -> String {
        if let step = defect.refusedAt { return "rejected at the step \(step)" }
        return defect.givesDiagnostic ? "accepted with a note" : "accepted"
    }

    // MARK: What it says

    private var content: TestJWSContent {
        switch kind {
        case .renewalInfo: .renewalInfo(TestRenewalInfo(of: transaction).with { $0.changes = claims })
        case .appTransaction: .appTransaction(appTransaction)
        case .notification, .notificationBody: .notification(notification)
        case .realtimeRequest: .realtimeRequest(realtimeRequest)
        case .transaction: .transaction(transaction.with { $0.changes = claims })
        // Made of other things than one JWS: its signing date counts.
        case .appReceipt, .transactionReceipt, .subscriptionStatus, .transactionHistory, .subscriptionStatuses:
            .transaction(transaction)
        }
    }

    private var device: TestDeviceVerification? {
        deviceVerificationID.map { TestDeviceVerification(deviceVerificationID: $0) }
    }

    private var transaction: TestTransaction { transactions.first ?? transaction(.exampleSubscription) }

    private var transactions: [TestTransaction] {
        (purchases.isEmpty ? [.exampleSubscription] : purchases).map(transaction)
    }

    private func transaction(_ purchase: TestPurchase) -> TestTransaction {
        TestTransaction(
            purchase, bundleIdentifier: bundleIdentifier, environment: environment, signedDate: signedDate
        ).with { $0.deviceVerification = device }
    }

    private var appTransaction: TestAppTransaction {
        var appTransaction = TestAppTransaction(bundleIdentifier: bundleIdentifier, environment: environment)
        if let signedDate { appTransaction.receiptCreationDate = signedDate }
        appTransaction.deviceVerification = device
        appTransaction.changes = claims
        return appTransaction
    }

    private var realtimeRequest: TestRealtimeRequest {
        let transaction = transaction
        return TestRealtimeRequest(environment: environment, signedDate: transaction.signedDate).with {
            $0.originalTransactionID = transaction.originalTransactionID
            $0.productID = transaction.productID
            $0.changes = claims
        }
    }

    private var notification: TestNotification {
        var notification = TestNotification(.data(TestNotificationData(transaction: transaction)))
        notification.changes = claims
        return notification
    }
}
