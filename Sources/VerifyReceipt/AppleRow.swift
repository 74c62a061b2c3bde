internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// A purchase in an answer: a receipt's own, or one of a ledger.
protocol AppleRow {
    var purchasedQuantity: Int { get }
    var productID: String { get }
    var transactionID: String { get }
    var firstTransactionID: String? { get }
    var purchaseDate: Date { get }
    var originalPurchaseDate: Date? { get }
    var expirationDate: Date? { get }
    var cancellationDate: Date? { get }
    var cancellationReason: RevocationReason? { get }
    var isTrialPeriod: Bool? { get }
    var isInIntroOfferPeriod: Bool? { get }
    var promotionalOfferID: String? { get }
    var ownershipType: OwnershipType? { get }
    var productType: ProductType? { get }

    func writeLineItem(to json: inout AppleJSON)
    /// What no receipt has, and Apple's server adds behind the introductory offer.
    func writeOffer(to json: inout AppleJSON)
    /// What no receipt has, and Apple's server adds at the end.
    func writeAccount(to json: inout AppleJSON)
}

extension AppleRow {
    /// Whether it is a period of an auto-renewable subscription. Old receipts and Xcode's do not tell the type of a product.
    var isAutoRenewable: Bool { productType.map { $0 == .autoRenewable } ?? (expirationDate != nil) }
}

extension InAppPurchase: AppleRow {
    var firstTransactionID: String? { originalTransactionID }

    func writeLineItem(to json: inout AppleJSON) {
        if let item = webOrderLineItemID, item != 0 { json.quoted("web_order_line_item_id", item) }
    }

    func writeOffer(to json: inout AppleJSON) {}
    func writeAccount(to json: inout AppleJSON) {}
}

extension Purchase: AppleRow {
    var firstTransactionID: String? { originalTransactionID }
    var cancellationDate: Date? { revocationDate }
    var cancellationReason: RevocationReason? { revocationReason }

    func writeLineItem(to json: inout AppleJSON) { json.member("web_order_line_item_id", webOrderLineItemID) }

    func writeOffer(to json: inout AppleJSON) {
        if isUpgraded { json.flag("is_upgraded", true) }
        json.offer(offer)
    }

    func writeAccount(to json: inout AppleJSON) {
        json.member("subscription_group_identifier", subscriptionGroupID)
        json.member("app_account_token", appAccountToken?.uuidString.lowercased())
    }
}

/// What a ledger knows of the purchases in a receipt: each of them as it is now, the later renewals, and what will become of them.
///
/// Whatever has another original transaction is left out. Nothing else tells that it is the same customer's: a genuine JWS of somebody
/// else, sent beside a receipt, would show what they bought.
struct LaterRows {
    let purchases: [Purchase]
    let renewals: [RenewalInfoPayload]

    /// - Throws: `LedgerError`, if the ledger is about another app, environment or trust.
    init(_ receipt: VerifiedReceipt, _ ledger: PurchaseLedger, at now: Date) throws(LedgerError) {
        let originals = Set(receipt.purchases.map { $0.originalTransactionID ?? $0.transactionID })
        let known = try ledger.merging(receipt)
        purchases = known.filter { originals.contains($0.originalTransactionID) }
        renewals = known.subscriptions.compactMap { subscription in
            originals.contains(subscription.originalTransactionID) ? subscription.renewal(at: now) : nil
        }
    }
}
