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
        bytes.reserveCapacity(
            2_000 + request.receiptData.count + receipt.purchases.count * (isRenewable ? 2_600 : 1_300))
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
        number("adam_id", receipt.appID)
        number("app_item_id", receipt.appID)
        member("bundle_id", receipt.bundleIdentifier)
        member("application_version", receipt.appVersion)
        number("download_id", receipt.downloadID)
        number("version_external_identifier", receipt.appVersionID)
        date("receipt_creation_date", receipt.creationDate)
        date("request_date", now)
        date("original_purchase_date", receipt.originalPurchaseDate)
        member("original_application_version", receipt.originalAppVersion)
        date("preorder_date", receipt.preorderDate)
        date("expiration_date", receipt.expirationDate)
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
        member("product_id", purchase.productID)
        member("transaction_id", purchase.transactionID)
        member("original_transaction_id", purchase.originalTransactionID)
        date("purchase_date", purchase.purchaseDate)
        date("original_purchase_date", purchase.originalPurchaseDate)
        date("expires_date", purchase.expirationDate)
        date("cancellation_date", purchase.cancellationDate)
        if let item = purchase.webOrderLineItemID, item != 0 { quoted("web_order_line_item_id", item) }
        // The one member that is always there.
        flag("is_trial_period", purchase.isTrialPeriod ?? false)
        flag("is_in_intro_offer_period", purchase.isInIntroOfferPeriod)
        if let reason = purchase.cancellationReason { quoted("cancellation_reason", Int64(reason.rawValue)) }
        member("promotional_offer_id", purchase.promotionalOfferID)
        member("in_app_ownership_type", purchase.ownershipType?.word)
        raw("}")
    }

    private mutating func flag(_ name: StaticString, _ value: Bool?) {
        if let value { self.name(name, value ? "\":\"true\"" : "\":\"false\"") }
    }
}

extension InAppPurchase {
    /// Whether it is a period of an auto-renewable subscription. Old receipts and Xcode's do not tell the type of a product.
    var isAutoRenewable: Bool { productType.map { $0 == .autoRenewable } ?? (expirationDate != nil) }
}
