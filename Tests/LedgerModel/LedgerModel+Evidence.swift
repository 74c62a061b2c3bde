package import Foundation
package import ReceiptFields
package import ReceiptKit

// The only file of the model that uses the library: it reads the values in the evidence, but none of the ledger's
// answers.

extension LedgerModel {
    /// Creates a model of evidence.
    package init(_ evidence: [VerifiedEvidence], isXcode: Bool = false) {
        let read = ModelEvidence(evidence)
        let isSandbox = evidence.first?.environment == .sandbox
        self.init(
            read.rows, renewals: read.renewals, statuses: read.statuses, receipts: read.receipts, isXcode: isXcode,
            isSandbox: isSandbox)
    }

    /// Creates a model of the purchases in one receipt, as decoded by another program.
    package init(_ rows: [ModelRow], receiptDate: Double, isXcode: Bool = false, isSandbox: Bool = false) {
        var receipt = ModelReceipt()
        receipt.created = receiptDate
        receipt.rows = rows.map { row in
            var row = row
            row.date = receiptDate
            return row
        }
        self.init(receipt.rows, receipts: [receipt], isXcode: isXcode, isSandbox: isSandbox)
    }
}

/// The values of evidence, by kind, in the order of the evidence.
package struct ModelEvidence {
    package private(set) var rows: [ModelRow] = []
    package private(set) var renewals: [ModelRenewal] = []
    package private(set) var statuses: [ModelSignedStatus] = []
    package private(set) var receipts: [ModelReceipt] = []

    package init(_ evidence: [VerifiedEvidence]) {
        var rest = Array(evidence.reversed())
        while let piece = rest.popLast() {
            switch piece {
            case .list(let pieces): rest += pieces.reversed()
            case .appReceipt(let verified):
                let receipt = ModelReceipt(verified.receipt)
                receipts.append(receipt)
                rows += receipt.rows
            case .transaction(let transaction): rows.append(ModelRow(transaction.transaction))
            case .subscriptionStatus(let status):
                rows.append(ModelRow(status.transaction.transaction))
                renewals.append(ModelRenewal(status.renewalInfo.renewalInfo))
            case .notification(let notification):
                let row = notification.transaction.map { ModelRow($0.transaction) }
                let renewal = notification.renewalInfo.map { ModelRenewal($0.renewalInfo) }
                rows += [row].compactMap(\.self)
                renewals += [renewal].compactMap(\.self)
                statuses += [ModelSignedStatus(notification.notification, row, renewal)].compactMap(\.self)
            case .transactionReceipt(let receipt): rows.append(ModelRow(receipt.transactionReceipt))
            case .appTransaction: break
            }
        }
    }
}

extension ModelReceipt {
    package init(_ receipt: AppReceipt) {
        self.init()
        created = receipt.creationDate.seconds
        rows = receipt.purchases.map {
            ModelRow($0, date: receipt.creationDate, isSandbox: receipt.environment == .sandbox)
        }
    }
}

extension ModelSignedStatus {
    /// Rule 23.
    package init?(_ payload: NotificationPayload, _ row: ModelRow?, _ renewal: ModelRenewal?) {
        self.init()
        date = payload.signedDate.seconds
        if case .data(let data) = payload.body, let status = data.status?.rawValue, (1...5).contains(status) {
            code = status
        }
        isGraceExpired = payload.notificationType == .gracePeriodExpired
        if code == nil, !isGraceExpired { return nil }
        if let row, !row.isSubscription { return nil }
        guard let name = row?.chain ?? renewal?.chain else { return nil }
        if let renewal, !isSameText(renewal.chain, name) { return nil }
        (chain, info, product) = (name, renewal, renewal?.product ?? row?.product)
    }
}

extension ModelRow {
    package init(_ row: InAppPurchase, date: Date, isSandbox: Bool) {
        self.init()
        self.date = date.seconds
        self.isSandbox = isSandbox
        encoding = Array(row.contents)
        product = row.productID
        transaction = row.transactionID
        purchased = row.purchaseDate.seconds
        original = row.originalTransactionID
        originallyPurchased = row.originalPurchaseDate?.seconds
        type = row.productType.map { $0.number ?? 99 }
        expires = row.expirationDate?.seconds
        webOrder = row.webOrderLineItemID ?? 0
        revoked = row.cancellationDate?.seconds
        ownership = row.ownershipType?.word
        revocationReason = row.cancellationReason?.rawValue
        isTrial = row.isTrialPeriod == true
        isTrialUnknown = row.isTrialPeriod == nil
        isIntroductory = row.isInIntroOfferPeriod == true
    }

    package init(_ payload: TransactionPayload) {
        self.init()
        form = .transaction
        date = payload.signedDate.seconds
        encoding = payload.json
        product = payload.productID
        transaction = payload.transactionID
        purchased = payload.purchaseDate.seconds
        original = payload.originalTransactionID
        originallyPurchased = payload.originalPurchaseDate?.seconds
        type = payload.productType.map { $0.number ?? 99 }
        expires = payload.expirationDate?.seconds
        webOrder = payload.webOrderLineItemID.flatMap(Int64.init) ?? 0
        revoked = payload.revocationDate?.seconds
        revocationType = payload.revocationType?.rawValue
        revocationReason = payload.revocationReason?.rawValue
        revocationPercentage = payload.revocationPercentage
        isUpgraded = payload.isUpgraded == true
        reason = payload.reason?.rawValue
        isIntroductory = payload.offer?.type == .introductory
        ownership = payload.ownershipType?.word
        group = payload.subscriptionGroupID
        billingPlan = payload.billingPlanType?.rawValue
        itemRefunds = (payload.advancedCommerceInfo?.items ?? []).flatMap { $0.refunds ?? [] }.map(\.type?.rawValue)
        isSeatAddition = payload.additionalTransactionReason?.rawValue == "SEAT_ADDITION"
        isMultiSeat = isSeatAddition || payload.multiSeatInfo != nil
        quantity = payload.purchasedQuantity ?? 1
        revokedSeats = payload.multiSeatInfo?.revokedSeatQuantity ?? 0
        previous = payload.previousOriginalTransactionID
        isSandbox = payload.environment == .sandbox
    }

    package init(_ payload: TransactionReceiptPayload) {
        self.init()
        form = .transactionReceipt
        isTrialUnknown = true
        date = payload.purchaseDate.seconds
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
    package init(_ payload: RenewalInfoPayload) {
        self.init()
        chain = payload.originalTransactionID
        date = payload.signedDate.seconds
        encoding = payload.json
        renewalDate = payload.renewalDate?.seconds
        product = payload.productID
        isInRetry = payload.isInBillingRetry
        grace = payload.gracePeriodExpirationDate?.seconds
        willAutoRenew = payload.willAutoRenew
        intent = payload.expirationReason?.rawValue
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
