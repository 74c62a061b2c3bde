import Foundation
import ReceiptFields
@_spi(Testing) import ReceiptKit
import ReceiptKitTesting

/// Evidence treated as verified without a signature: the ledger's tests create tens of thousands of pieces.
enum AsIfVerified {
    /// The verification of a receipt from the test authority.
    private static let verification: Verification? = try? LedgerSubject.verify(
        TestReceipt(bundleIdentifier: LedgerSubject.app)
    ).verification

    private static func verified(_ contents: UnsignedContents) throws -> VerifiedEvidence {
        guard let verification else { throw LedgerError.noEvidence }
        return VerifiedEvidence(asIfVerified: contents, verification)
    }

    static func receipt(
        _ purchases: [TestPurchase], created: Date = .utc(2025, 6, 1), device: UInt8 = 1,
        environment: TestEnvironment = .production
    ) throws -> VerifiedEvidence {
        let receipt = TestReceipt(
            bundleIdentifier: LedgerSubject.app, environment: environment,
            device: Array(repeating: device, count: 16), creationDate: created, purchases: purchases)
        return try verified(.appReceipt(AppReceipt(payload: receipt.payload.encoded)))
    }

    private static func payload(_ transaction: TestTransaction) throws -> TransactionPayload {
        try TransactionPayload(json: Array(transaction.payload.text.utf8))
    }

    private static func payload(_ renewal: TestRenewalInfo) throws -> RenewalInfoPayload {
        try RenewalInfoPayload(json: Array(renewal.payload.text.utf8))
    }

    static func transaction(_ transaction: TestTransaction) throws -> VerifiedEvidence {
        try verified(.transaction(payload(transaction)))
    }

    static func status(_ transaction: TestTransaction, _ renewal: TestRenewalInfo) throws -> VerifiedEvidence {
        try verified(.subscriptionStatus(payload(transaction), payload(renewal)))
    }

    /// Returns an iOS 6 transaction receipt of the purchase.
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
        return try verified(.transactionReceipt(payload, claimedEnvironment: claimedEnvironment))
    }

    /// Returns a notification with its transaction and renewal info, if any.
    static func notification(
        _ transaction: TestTransaction?, _ renewal: TestRenewalInfo?, signed: Date = .utc(2025, 1, 1),
        status: Int? = 1, type: String = "DID_RENEW"
    ) throws -> VerifiedEvidence {
        let time = Int64(signed.timeIntervalSince1970)
        let environment = transaction?.environment ?? renewal?.environment ?? .production
        let identifier = "\(transaction?.transactionID ?? "") \(time) \(status ?? 0) \(type)"
        let json = """
            {"notificationType":"\(type)","notificationUUID":"\(identifier)",\
            "signedDate":\(time * 1_000),"data":{\(status.map { "\"status\":\($0)," } ?? "")\
            "environment":"\(environment.word)","bundleId":"\(LedgerSubject.app)"}}
            """
        return try verified(
            .notification(
                NotificationPayload(json: Array(json.utf8)), transaction.map(payload), renewal.map(payload)))
    }
}
