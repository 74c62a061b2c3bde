import ArgumentParser
import ReceiptEssentials
import ReceiptKitTesting

/// Issues one of StoreKit 2's JWS, or one of Apple's JSON bodies.
extension IssueCommand {
    func jws() throws -> IssuedEvidence {
        let defects: [JWSDefect] =
            try kind.jws.map { kind in
                let all = JWSDefect.all.filter { $0.kinds.contains(kind) }
                return try defectOptions.map { try $0.of("\(kind)", all) }
            } ?? []
        do throws(TestKitError) {
            let authority = try authority()
            return IssuedEvidence(
                bytes: Array(try text(by: authority, defects).utf8), root: try authority.jwsRootCertificate,
                signedDate: content.signedDate, defects: defects.map { ($0.name, Self.outcome($0)) })
        } catch {
            let isBound = deviceVerificationID != nil
            throw ValidationError("\(error)." + (isBound ? "" : " It may lack a --device-verification-id."))
        }
    }

    private func authority() throws(TestKitError) -> TestAuthority {
        guard let keySeed else { return TestAuthority.issuer(of: environment.ofJWS) }
        return try TestAuthority.standard(jwsKeySeed: Array(keySeed.utf8))
    }

    private func text(by authority: TestAuthority, _ defects: [JWSDefect]) throws(TestKitError) -> String {
        let transactions = transactions
        switch kind {
        case .subscriptionStatus:
            let renewalInfo = TestRenewalInfo(of: transaction).with { $0.changes = renewalClaims ?? TestJSONObject() }
            return try authority.subscriptionBody(transaction.with { $0.changes = changes }, renewalInfo)
        case .transactionHistory: return try authority.historyBody(transactions)
        case .subscriptionStatuses: return try authority.statusesBody(transactions)
        case .notificationBody: return try authority.notificationBody(notification, defects: defects)
        case .appReceipt, .transactionReceipt, .jws: return try authority.sign(content, defects: defects)
        }
    }

    private static func outcome(_ defect: JWSDefect) -> String {
        if let step = defect.refusedAt { return "rejected at the step \(step)" }
        return defect.givesDiagnostic ? "accepted with a note" : "accepted"
    }

    // MARK: Contents

    private var content: TestJWSContent {
        switch kind.jws {
        case .renewalInfo: .renewalInfo(TestRenewalInfo(of: transaction).with { $0.changes = changes })
        case .appTransaction: .appTransaction(appTransaction)
        case .notification: .notification(notification)
        case .realtimeRequest: .realtimeRequest(realtimeRequest)
        case .transaction: .transaction(transaction.with { $0.changes = changes })
        // These kinds aren't made of a single JWS, so they have their own signing date.
        case .other, nil: .transaction(transaction)
        }
    }

    private var changes: TestJSONObject { claims ?? TestJSONObject() }

    private var deviceVerification: TestDeviceVerification? {
        deviceVerificationID.map { TestDeviceVerification(deviceVerificationID: $0.uuidString.lowercased()) }
    }

    private var transaction: TestTransaction { transactions.first ?? transaction(.exampleSubscription) }

    private var transactions: [TestTransaction] {
        (purchases.isEmpty ? [.exampleSubscription] : purchases).map(transaction)
    }

    private func transaction(_ purchase: TestPurchase) -> TestTransaction {
        TestTransaction(
            purchase, bundleIdentifier: bundleID, environment: environment.ofJWS, signedDate: created
        ).with { $0.deviceVerification = deviceVerification }
    }

    private var appTransaction: TestAppTransaction {
        var appTransaction = TestAppTransaction(bundleIdentifier: bundleID, environment: environment.ofJWS)
        if let created { appTransaction.receiptCreationDate = created }
        appTransaction.deviceVerification = deviceVerification
        appTransaction.changes = changes
        return appTransaction
    }

    private var realtimeRequest: TestRealtimeRequest {
        let transaction = transaction
        return TestRealtimeRequest(environment: environment.ofJWS, signedDate: transaction.signedDate).with {
            $0.originalTransactionID = transaction.originalTransactionID
            $0.productID = transaction.productID
            $0.changes = changes
        }
    }

    private var notification: TestNotification {
        var notification = TestNotification(.data(TestNotificationData(transaction: transaction)))
        notification.changes = changes
        return notification
    }
}
