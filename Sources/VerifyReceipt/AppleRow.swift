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
