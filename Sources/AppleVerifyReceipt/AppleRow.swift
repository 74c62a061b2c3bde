internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// A purchase in a response, from a receipt or from a ledger.
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
    var lineItem: String? { get }

    // Receipts never have these.
    var isUpgraded: Bool { get }
    var offer: TransactionOffer? { get }
    var subscriptionGroupID: String? { get }
    var appAccountToken: UUID? { get }
}

extension AppleRow {
    /// True if the purchase is a period of an auto-renewable subscription. Old receipts and Xcode's don't state the type of a product.
    var isAutoRenewable: Bool { productType.map { $0 == .autoRenewable } ?? (expirationDate != nil) }
}

extension InAppPurchase: AppleRow {
    var firstTransactionID: String? { originalTransactionID }
    var lineItem: String? { webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) } }
    var isUpgraded: Bool { false }
    var offer: TransactionOffer? { nil }
    var subscriptionGroupID: String? { nil }
    var appAccountToken: UUID? { nil }
}

extension Purchase: AppleRow {
    var firstTransactionID: String? { originalTransactionID }
    var cancellationDate: Date? { revocationDate }
    var cancellationReason: RevocationReason? { revocationReason }
    var lineItem: String? { webOrderLineItemID }
}
