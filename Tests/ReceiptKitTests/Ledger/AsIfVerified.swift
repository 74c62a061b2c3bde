import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Evidence that counts as verified without a signature: the ledger's tests make tens of thousands of pieces.
enum AsIfVerified {
    /// What a verifier says of a receipt of the test authority.
    private static let verification: Verification? = try? LedgerSubject.verify(
        TestReceipt(bundleIdentifier: LedgerSubject.app)
    ).verification

    private static func trusted() throws -> Verification {
        guard let verification else { throw LedgerError.noEvidence }
        return verification
    }

    static func receipt(
        _ purchases: [TestPurchase], created: Date = .utc(2025, 6, 1), device: UInt8 = 1,
        environment: TestEnvironment = .production
    ) throws -> VerifiedEvidence {
        let receipt = TestReceipt(
            bundleIdentifier: LedgerSubject.app, environment: environment,
            device: Array(repeating: device, count: 16), creationDate: created, purchases: purchases)
        return .appReceipt(
            VerifiedReceipt(asIfVerified: try AppReceipt(payload: receipt.payload.encoded), try trusted()))
    }

    private static func payload(_ transaction: TestTransaction) throws -> TransactionPayload {
        try TransactionPayload(json: Array(transaction.payload.text.utf8))
    }

    static func transaction(_ transaction: TestTransaction) throws -> VerifiedEvidence {
        .transaction(VerifiedTransaction(asIfVerified: try payload(transaction), try trusted()))
    }

    static func status(_ transaction: TestTransaction, _ renewal: TestRenewalInfo) throws -> VerifiedEvidence {
        .subscriptionStatus(try nested(transaction, renewal))
    }

    /// What an iOS 6 transaction receipt says of the purchase.
    static func transactionReceipt(
        _ purchase: TestPurchase, claimedEnvironment: StoreEnvironment = .production
    ) throws -> VerifiedEvidence {
        let receipt = TestTransactionReceipt(
            bundleIdentifier: LedgerSubject.app, productID: purchase.productID
        ).with {
            $0.transactionID = purchase.transactionID
            $0.originalTransactionID = purchase.originalTransactionID ?? purchase.transactionID
            $0.purchaseDate = purchase.purchaseDate
            $0.originalPurchaseDate = purchase.originalPurchaseDate ?? purchase.purchaseDate
            $0.expirationDate = purchase.expirationDate
            $0.webOrderLineItemID = purchase.webOrderLineItemID
        }
        let payload = try TransactionReceiptPayload(propertyList: Array(receipt.purchaseInfo.text.utf8))
        return .transactionReceipt(
            VerifiedTransactionReceipt(
                unchecked: payload, claimedEnvironment: claimedEnvironment, try trusted(),
                signedDigest: ContentDigest(of: payload.propertyList)))
    }

    private static func nested(
        _ transaction: TestTransaction, _ renewal: TestRenewalInfo
    ) throws -> VerifiedSubscriptionStatus {
        VerifiedSubscriptionStatus(
            asIfVerified: try payload(transaction), try RenewalInfoPayload(json: Array(renewal.payload.text.utf8)),
            try trusted())
    }

    static func notification(
        _ transaction: TestTransaction, _ renewal: TestRenewalInfo, signed: Date = .utc(2025, 1, 1), status: Int = 1
    ) throws -> VerifiedEvidence {
        let json = """
            {"notificationType":"DID_RENEW","notificationUUID":"\(transaction.transactionID)",\
            "signedDate":\(Int64(signed.timeIntervalSince1970) * 1_000),"data":{"status":\(status),\
            "environment":"\(transaction.environment.word)","bundleId":"\(LedgerSubject.app)"}}
            """
        return .notification(
            VerifiedNotification(
                asIfVerified: try NotificationPayload(json: Array(json.utf8)), try nested(transaction, renewal)))
    }
}
