package import Foundation
import ReceiptFields
package import ReceiptKit

// The only file of the model that knows the library: it takes the evidence's own values, and no answer of the ledger.

extension LedgerModel {
    /// The model of what evidence says.
    package init(_ evidence: [VerifiedEvidence], isXcode: Bool = false) {
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
    package var seconds: Double { timeIntervalSince1970.rounded(.down) }
}
