internal import ReceiptFields
internal import ReceiptKit

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The members in the order in which Apple's server writes them. What a receipt has not is left out.
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
        text(receipt.environment.rawValue)
        number("adam_id", receipt.appID)
        number("app_item_id", receipt.appID)
        member("bundle_id", receipt.bundleIdentifier)
        member("application_version", receipt.appVersion)
        number("download_id", receipt.downloadID)
        number("version_external_identifier", receipt.versionExternalIdentifier)
        date("receipt_creation_date", receipt.creationDate)
        date("request_date", now)
        date("original_purchase_date", receipt.originalPurchaseDate)
        if let version = receipt.originalAppVersion { member("original_application_version", version) }
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
        digits(Int64(purchase.quantity))
        raw("\"")
        member("product_id", purchase.productID)
        member("transaction_id", purchase.transactionID)
        if let original = purchase.originalTransactionID { member("original_transaction_id", original) }
        date("purchase_date", purchase.purchaseDate)
        date("original_purchase_date", purchase.originalPurchaseDate)
        date("expires_date", purchase.expirationDate)
        date("cancellation_date", purchase.cancellationDate)
        if let item = purchase.webOrderLineItemID, item != 0 { quoted("web_order_line_item_id", item) }
        // The one member that is always there.
        flag("is_trial_period", purchase.isTrialPeriod ?? false)
        if let isIntroductory = purchase.isInIntroOfferPeriod { flag("is_in_intro_offer_period", isIntroductory) }
        if let reason = purchase.cancellationReason { quoted("cancellation_reason", Int64(reason.rawValue)) }
        if let offer = purchase.promotionalOfferID { member("promotional_offer_id", offer) }
        if let ownership = purchase.ownershipType?.word { member("in_app_ownership_type", ownership) }
        raw("}")
    }

    private mutating func flag(_ name: String, _ value: Bool) {
        next(name)
        raw(value ? "\"true\"" : "\"false\"")
    }
}

extension AppReceipt {
    /// When the app was ordered before its release: attribute 32, which others found and Apple does not document.
    fileprivate var preorderDate: Date? {
        let value = attributes.first { $0.type.rawValue == 32 }?.value ?? []
        // An IA5String of less than 128 octets.
        guard value.count > 2, value[value.startIndex] == 0x16, Int(value[value.startIndex + 1]) == value.count - 2
        else { return nil }
        let text = value.dropFirst(2)
        return Timestamp.parse(text.span)
    }
}

extension InAppPurchase {
    /// Whether it is a period of an auto-renewable subscription. Old receipts and Xcode's do not tell the type of a product.
    var isAutoRenewable: Bool { productType.map { $0 == .autoRenewable } ?? (expirationDate != nil) }
}
