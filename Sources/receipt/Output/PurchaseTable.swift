import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Purchases under their product, one line each.
enum PurchaseTable {
    /// Returns a receipt's purchases, sorted by date; in the receipt itself they are in no order.
    static func text(_ purchases: [InAppPurchase], _ style: Style) -> String {
        let order = purchases.indices.sorted { (purchases[$0].purchaseDate, $0) < (purchases[$1].purchaseDate, $1) }
        return lines(order.map { purchases[$0] }, style)
    }

    static func text(_ purchases: [Purchase], _ style: Style) -> String { lines(purchases, style) }

    private static func lines(_ purchases: [some PurchaseLine], _ style: Style) -> String {
        let width = min(24, purchases.map(\.transactionID.count).max() ?? 0)
        var text = ""
        var heading = ""
        for purchase in purchases {
            let product = SafeText.printable(purchase.productID) + kind(purchase)
            if product != heading {
                text += "  " + style.strong(product) + "\n"
                heading = product
            }
            var row = "   " + TextColumns.padded(SafeText.printable(purchase.transactionID), width)
            row += "  " + minutes(purchase.purchaseDate)
            if let expiration = purchase.expirationDate { row += " – " + minutes(expiration) }
            text += row + beside(row, notes(purchase).joined(separator: ", "), style) + "\n"
        }
        return text
    }

    /// Puts the notes on the same line, or below if they don't fit.
    private static func beside(_ row: String, _ notes: String, _ style: Style) -> String {
        if notes.isEmpty { return "" }
        if row.count + 2 + notes.count <= style.width ?? .max { return "  " + style.warning(notes) }
        return "\n     " + style.warning(notes)
    }

    private static func kind(_ purchase: some PurchaseLine) -> String {
        switch purchase.productType {
        case nil: ""
        case .nonConsumable?: " (non-consumable)"
        case .consumable?: " (consumable)"
        case .nonRenewable?: " (non-renewing subscription)"
        case .autoRenewable?: " (auto-renewable subscription)"
        case .freeSubscription?: " (free subscription)"
        case let other?: " (type \(other.number.map(String.init) ?? SafeText.printable(other.word ?? "")))"
        }
    }

    private static func notes(_ purchase: some PurchaseLine) -> [String] {
        var notes: [String] = []
        if purchase.purchasedQuantity != 1 { notes.append("\(purchase.purchasedQuantity) ×") }
        if let date = purchase.revocationDate {
            notes.append((purchase.isPartlyRefunded ? "partly refunded " : "revoked ") + minutes(date).prefix(10))
        }
        if purchase.isUpgraded { notes.append("upgraded") }
        if purchase.isTrialPeriod == true { notes.append("trial") }
        if purchase.isInIntroOfferPeriod == true { notes.append("introductory price") }
        if let offer = purchase.promotionalOfferID { notes.append("offer " + SafeText.printable(offer)) }
        if purchase.ownershipType == .familyShared { notes.append("family shared") }
        if purchase.ownershipType == .assigned { notes.append("assigned") }
        return notes
    }

    /// Formats a date such as `2024-05-01 12:00Z`.
    private static func minutes(_ date: Date) -> String {
        let text = Timestamp.string(date)
        guard text.utf8.count >= 20, text.hasSuffix("Z") else { return text }
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + "Z"
    }
}

/// The columns that a table of a receipt's purchases and a table of a ledger's purchases share.
private protocol PurchaseLine {
    var transactionID: String { get }
    var productID: String { get }
    var productType: ProductType? { get }
    var purchaseDate: Date { get }
    var expirationDate: Date? { get }
    var purchasedQuantity: Int { get }
    var revocationDate: Date? { get }
    var isPartlyRefunded: Bool { get }
    var isUpgraded: Bool { get }
    var isTrialPeriod: Bool? { get }
    var isInIntroOfferPeriod: Bool? { get }
    var promotionalOfferID: String? { get }
    var ownershipType: OwnershipType? { get }
}

extension Purchase: PurchaseLine {
    fileprivate var isPartlyRefunded: Bool { isPartlyRefundedConsumable }
}

extension InAppPurchase: PurchaseLine {
    fileprivate var revocationDate: Date? { cancellationDate }
    fileprivate var isPartlyRefunded: Bool { false }
    fileprivate var isUpgraded: Bool { false }
}
