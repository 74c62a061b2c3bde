internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// Writes the members in the order of Apple's server. Values that a receipt doesn't have are omitted.
extension AppleJSON {
    /// Writes the whole response for an app receipt, in the form of production.
    mutating func answer(
        _ receipt: AppReceipt, knowing later: LaterRows?, to request: VerifyReceiptRequest, isRenewable: Bool,
        environment: VerifyReceiptEndpoint.Environment,
        pendingRenewalInfo: VerifyReceiptEndpoint.PendingRenewalInfo, at now: Date
    ) {
        bytes.reserveCapacity(
            2_000 + request.receiptData.count + receipt.purchases.count * (isRenewable ? 2_600 : 1_300))
        raw("{\"status\":0")
        member("environment", environment == .production ? "Production" : "Sandbox")
        line("receipt")
        let rows = self.receipt(receipt, at: now)
        if isRenewable {
            if let later {
                list(
                    "latest_receipt_info",
                    LatestRows.order(of: later.purchases, excludesOld: request.excludesOldTransactions)
                ) { $0.purchase(later.purchases[$1]) }
            } else {
                list(
                    "latest_receipt_info",
                    LatestRows.order(of: receipt.purchases, excludesOld: request.excludesOldTransactions)
                ) { $0.again(rows[$1]) }
            }
            latestReceipt(request.receiptData)
            let renewals = later?.renewals ?? []
            if !renewals.isEmpty || pendingRenewalInfo == .empty {
                list("pending_renewal_info", renewals) { $0.renewal($1) }
            }
        }
        raw("}")
    }

    /// Writes the value of `receipt`, and returns the range of bytes of each purchase.
    private mutating func receipt(_ receipt: AppReceipt, at now: Date) -> [Range<Int>] {
        raw("{\"receipt_type\":")
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
        var rows: [Range<Int>] = []
        rows.reserveCapacity(receipt.purchases.count)
        list("in_app", receipt.purchases) { json, purchase in
            let start = json.bytes.count
            json.purchase(purchase)
            rows.append(start..<json.bytes.count)
        }
        raw("}")
        return rows
    }

    /// Writes an array, with each element on its own line.
    private mutating func list<Element>(
        _ name: StaticString, _ elements: [Element], _ write: (inout AppleJSON, Element) -> Void
    ) {
        line(name)
        raw("[")
        for (place, element) in elements.enumerated() {
            raw(place == 0 ? "\n" : ", \n")
            write(&self, element)
        }
        raw("]")
    }

    /// Writes a purchase. All of its values are strings.
    private mutating func purchase(_ purchase: some AppleRow) {
        raw(#"{"quantity":""#)
        digits(Int64(purchase.purchasedQuantity))
        raw("\"")
        member("product_id", purchase.productID)
        member("transaction_id", purchase.transactionID)
        member("original_transaction_id", purchase.firstTransactionID)
        date("purchase_date", purchase.purchaseDate)
        date("original_purchase_date", purchase.originalPurchaseDate)
        date("expires_date", purchase.expirationDate)
        date("cancellation_date", purchase.cancellationDate)
        member("web_order_line_item_id", purchase.lineItem)
        // The only member that is always present.
        flag("is_trial_period", purchase.isTrialPeriod ?? false)
        flag("is_in_intro_offer_period", purchase.isInIntroOfferPeriod)
        if purchase.isUpgraded { flag("is_upgraded", true) }
        offer(purchase.offer)
        if let reason = purchase.cancellationReason { quoted("cancellation_reason", Int64(reason.rawValue)) }
        member("promotional_offer_id", purchase.promotionalOfferID)
        member("in_app_ownership_type", purchase.ownershipType?.word)
        member("subscription_group_identifier", purchase.subscriptionGroupID)
        member("app_account_token", purchase.appAccountToken?.lowercaseText)
        raw("}")
    }

    /// Writes a renewal info. All of its values are strings, too.
    ///
    /// Genuine responses show two forms of a renewal info: that of an active subscription, without `expiration_intent` and
    /// `is_in_billing_retry_period`, and that of an expired one. The positions of the other members aren't known.
    private mutating func renewal(_ renewal: RenewalInfoPayload) {
        let start = bytes.count
        if let reason = renewal.expirationReason { quoted("expiration_intent", Int64(reason.rawValue)) }
        date("grace_period_expires_date", renewal.gracePeriodExpirationDate)
        member("auto_renew_product_id", renewal.autoRenewProductID)
        member("original_transaction_id", renewal.originalTransactionID)
        if renewal.expirationReason != nil || renewal.isInBillingRetry == true {
            bit("is_in_billing_retry_period", renewal.isInBillingRetry ?? false)
        }
        member("product_id", renewal.productID)
        offer(renewal.offer)
        member("promotional_offer_id", renewal.offer.flatMap { $0.type == .promotional ? $0.id : nil })
        bit("price_consent_status", renewal.hasAgreedToPriceIncrease)
        bit("auto_renew_status", renewal.willAutoRenew)
        // Replace the comma and the space before the first member by a brace.
        bytes.replaceSubrange(start..<(start + 2), with: CollectionOfOne(0x7B))
        raw("}")
    }

    private mutating func offer(_ offer: TransactionOffer?) {
        if let offer, offer.type == .code { member("offer_code_ref_name", offer.id) }
    }

    private mutating func bit(_ name: StaticString, _ value: Bool?) {
        if let value { quoted(name, value ? 1 : 0) }
    }

    private mutating func flag(_ name: StaticString, _ value: Bool?) {
        if let value { self.name(name, value ? "\":\"true\"" : "\":\"false\"") }
    }
}
