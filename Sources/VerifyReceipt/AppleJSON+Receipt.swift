internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// The members in the order in which Apple's server writes them. What a receipt does not have is left out.
extension AppleJSON {
    /// The whole answer for an app receipt, in the form of production.
    mutating func answer(
        _ receipt: AppReceipt, to request: VerifyReceiptRequest, isRenewable: Bool,
        environment: VerifyReceiptEndpoint.Environment,
        pendingRenewalInfo: VerifyReceiptEndpoint.PendingRenewalInfo, at now: Date
    ) {
        reserve(2_000 + request.receiptData.count + receipt.purchases.count * (isRenewable ? 2_600 : 1_300))
        raw(#"{"status":0, "environment":""#)
        raw(environment == .production ? "Production" : "Sandbox")
        raw("\", \n\"receipt\":{\"receipt_type\":")
        let rows = self.receipt(receipt, at: now)
        raw("}")
        if isRenewable {
            raw(", \n\"latest_receipt_info\":[")
            let order = LatestRows.order(of: receipt.purchases, excludesOld: request.excludesOldTransactions)
            for (place, row) in order.enumerated() {
                raw(place == 0 ? "\n" : ", \n")
                again(rows[row])
            }
            raw("], \n\"latest_receipt\":\"")
            base64(request.receiptData)
            raw("\"")
            if pendingRenewalInfo == .empty { raw(", \n\"pending_renewal_info\":[]") }
        }
        raw("}")
    }

    /// The members of `receipt`, from the value of the first on; and where each purchase was written.
    private mutating func receipt(_ receipt: AppReceipt, at now: Date) -> [Range<Int>] {
        text(receipt.rawEnvironment)
        number(.appID, receipt.appID)
        number(.appItemID, receipt.appID)
        member(.bundleIdentifier, receipt.bundleIdentifier)
        member(.appVersion, receipt.appVersion)
        number(.downloadID, receipt.downloadID)
        number(.appVersionID, receipt.appVersionID)
        date(.creation, receipt.creationDate)
        date(.request, now)
        date(.originalPurchase, receipt.originalPurchaseDate)
        if let version = receipt.originalAppVersion { member(.originalAppVersion, version) }
        date(.preorder, receipt.preorderDate)
        date(.expiration, receipt.expirationDate)
        raw(", \n\"in_app\":[")
        var rows: [Range<Int>] = []
        rows.reserveCapacity(receipt.purchases.count)
        for purchase in receipt.purchases {
            raw(rows.isEmpty ? "\n" : ", \n")
            let start = bytes.count
            self.purchase(purchase)
            rows.append(start..<bytes.count)
        }
        raw("]")
        return rows
    }

    /// A purchase, whose values are all texts.
    private mutating func purchase(_ purchase: InAppPurchase) {
        raw(#"{"quantity":""#)
        digits(Int64(purchase.purchasedQuantity))
        raw("\"")
        member(.productID, purchase.productID)
        member(.transactionID, purchase.transactionID)
        if let original = purchase.originalTransactionID { member(.originalTransactionID, original) }
        date(.purchase, purchase.purchaseDate)
        date(.originalPurchase, purchase.originalPurchaseDate)
        date(.expires, purchase.expirationDate)
        date(.cancellation, purchase.cancellationDate)
        if let item = purchase.webOrderLineItemID, item != 0 { quoted(.webOrderLineItemID, item) }
        // The one member that is always there.
        flag(.isTrialPeriod, purchase.isTrialPeriod ?? false)
        if let isIntroductory = purchase.isInIntroOfferPeriod { flag(.isInIntroOfferPeriod, isIntroductory) }
        if let reason = purchase.cancellationReason { quoted(.cancellationReason, Int64(reason.rawValue)) }
        if let offer = purchase.promotionalOfferID { member(.promotionalOfferID, offer) }
        if let ownership = purchase.ownershipType?.word { member(.ownershipType, ownership) }
        raw("}")
    }

    private mutating func flag(_ name: Name, _ value: Bool) {
        octets(name.octets)
        raw(value ? "\"true\"" : "\"false\"")
    }
}

extension InAppPurchase {
    /// Whether it is a period of an auto-renewable subscription. Old receipts and Xcode's do not tell the type of a product.
    var isAutoRenewable: Bool { productType.map { $0 == .autoRenewable } ?? (expirationDate != nil) }
}
