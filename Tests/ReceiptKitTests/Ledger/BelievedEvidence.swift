import Foundation
import LedgerModel
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Evidence that counts as verified without a signature: the ledger's tests make tens of thousands of pieces.
enum Believed {
    /// What a verifier says of a receipt of the test authority.
    private static let verification: VerifiedReceipt.Verification? = try? LedgerSubject.verify(
        TestReceipt(bundleIdentifier: LedgerSubject.app)
    ).verification

    private static func trusted() throws -> VerifiedReceipt.Verification {
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
    static func transactionReceipt(_ purchase: TestPurchase) throws -> VerifiedEvidence {
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
                unchecked: payload, claimedEnvironment: .production, try trusted(),
                signedDigest: ContentDigest(of: payload.propertyList)))
    }

    private static func nested(
        _ transaction: TestTransaction, _ renewal: TestRenewalInfo
    ) throws -> VerifiedSubscriptionStatus {
        VerifiedSubscriptionStatus(
            asIfVerified: try payload(transaction), try RenewalInfoPayload(json: Array(renewal.payload.text.utf8)),
            try trusted())
    }

    static func notification(_ transaction: TestTransaction, _ renewal: TestRenewalInfo) throws -> VerifiedEvidence {
        let json = """
            {"notificationType":"DID_RENEW","notificationUUID":"\(transaction.transactionID)","signedDate":1735689600000,\
            "data":{"environment":"\(transaction.environment.word)","bundleId":"\(LedgerSubject.app)"}}
            """
        return .notification(
            VerifiedNotification(
                asIfVerified: try NotificationPayload(json: Array(json.utf8)), try nested(transaction, renewal)))
    }
}

extension LedgerModel {
    /// The model of what evidence says.
    init(_ evidence: [VerifiedEvidence], isXcode: Bool = false) {
        var rows: [ModelRow] = []
        var renewals: [ModelRenewal] = []
        var receiptDate = -Double.infinity
        for piece in evidence {
            switch piece {
            case .appReceipt(let receipt):
                receiptDate = max(receiptDate, receipt.creationDate.seconds)
                rows += receipt.purchases.map { ModelRow($0, told: receipt.creationDate) }
            case .transaction(let transaction): rows.append(ModelRow(transaction.transaction))
            case .subscriptionStatus(let status):
                rows.append(ModelRow(status.transaction.transaction))
                renewals.append(ModelRenewal(status.renewalInfo.renewalInfo))
            case .notification(let notification):
                if let transaction = notification.transaction { rows.append(ModelRow(transaction.transaction)) }
                if let renewal = notification.renewalInfo { renewals.append(ModelRenewal(renewal.renewalInfo)) }
            case .transactionReceipt(let receipt): rows.append(ModelRow(receipt.transactionReceipt))
            default: break
            }
        }
        self.init(rows, renewals: renewals, receiptDate: receiptDate, isXcode: isXcode)
    }
}

extension ModelRow {
    init(_ row: InAppPurchase, told: Date) {
        self.init()
        self.told = told.seconds
        encoding = Array(row.contents)
        product = row.productID
        transaction = row.transactionID
        purchased = row.purchaseDate.seconds
        original = row.originalTransactionID
        originallyPurchased = row.originalPurchaseDate?.seconds
        type = row.productType?.number
        expires = row.expirationDate?.seconds
        webOrder = row.webOrderLineItemID ?? 0
        revoked = row.cancellationDate?.seconds
        ownership = row.ownershipType?.word
        revocationReason = row.cancellationReason?.rawValue
    }

    init(_ payload: TransactionPayload) {
        self.init()
        form = .transaction
        told = payload.signedDate.seconds
        encoding = payload.json
        product = payload.productID
        transaction = payload.transactionID
        purchased = payload.purchaseDate.seconds
        original = payload.originalTransactionID
        originallyPurchased = payload.originalPurchaseDate?.seconds
        type = payload.productType?.number
        expires = payload.expirationDate?.seconds
        webOrder = payload.webOrderLineItemID.flatMap(Int64.init) ?? 0
        revoked = payload.revocationDate?.seconds
        revocationType = payload.revocationType?.rawValue
        revocationReason = payload.revocationReason?.rawValue
        isUpgraded = payload.isUpgraded == true
        isRenewal = payload.reason == .renewal
        ownership = payload.ownershipType?.word
        itemRefunds = (payload.advancedCommerceInfo?.items ?? []).flatMap { $0.refunds ?? [] }.map(\.type?.rawValue)
        isSeatAddition = payload.additionalTransactionReason?.rawValue == "SEAT_ADDITION"
        isMultiSeat = isSeatAddition || payload.multiSeatInfo != nil
        quantity = payload.purchasedQuantity ?? 1
        revokedSeats = payload.multiSeatInfo?.revokedSeatQuantity ?? 0
        previous = payload.previousOriginalTransactionID
    }
}

extension ModelRow {
    init(_ payload: TransactionReceiptPayload) {
        self.init()
        form = .transactionReceipt
        told = payload.purchaseDate.seconds
        encoding = payload.propertyList
        product = payload.productID
        transaction = payload.transactionID
        purchased = payload.purchaseDate.seconds
        original = payload.originalTransactionID
        originallyPurchased = payload.originalPurchaseDate?.seconds
        expires = payload.expirationDate?.seconds
        webOrder = payload.webOrderLineItemID ?? 0
    }
}

extension ModelRenewal {
    init(_ payload: RenewalInfoPayload) {
        self.init()
        chain = payload.originalTransactionID
        told = payload.signedDate.seconds
        encoding = payload.json
        isInRetry = payload.isInBillingRetry
        grace = payload.gracePeriodExpirationDate?.seconds
        willAutoRenew = payload.willAutoRenew
        hasExpirationIntent = payload.expirationReason != nil
        preference = payload.autoRenewProductID
        quantity = payload.renewalQuantity
        commitmentWillAutoRenew = payload.commitmentInfo?.willAutoRenew
        commitmentPreference = payload.commitmentInfo?.autoRenewProductID
    }
}

extension Date {
    /// Whole seconds since 1970.
    var seconds: Double { timeIntervalSince1970.rounded(.down) }
}
