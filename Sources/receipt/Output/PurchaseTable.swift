import ReceiptEssentials
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Purchases under their product, one line each.
enum PurchaseTable {
    /// A receipt's purchases, which have no order there, by date.
    static func text(_ purchases: [InAppPurchase], _ style: Style) -> String {
        let order = purchases.indices.sorted { (purchases[$0].purchaseDate, $0) < (purchases[$1].purchaseDate, $1) }
        return text(order.map { PurchaseLine(purchases[$0]) }, style)
    }

    /// The purchases of a ledger.
    static func text(_ purchases: [Purchase], _ style: Style) -> String {
        text(purchases.map(PurchaseLine.init), style)
    }

    private static func text(_ purchases: [PurchaseLine], _ style: Style) -> String {
        let width = min(24, purchases.map(\.transactionID.count).max() ?? 0)
        var text = ""
        var heading = ""
        for purchase in purchases {
            let product = Printable.text(purchase.productID) + kind(purchase)
            if product != heading {
                text += "  " + style.strong(product) + "\n"
                heading = product
            }
            var row = "   " + Printable.column(Printable.text(purchase.transactionID), width)
            row += "  " + minutes(purchase.purchaseDate)
            if let expiration = purchase.expirationDate { row += " – " + minutes(expiration) }
            text += row + beside(row, notes(purchase).joined(separator: ", "), style) + "\n"
        }
        return text
    }

    /// The notes on the same line, or, where they do not fit, below.
    private static func beside(_ row: String, _ notes: String, _ style: Style) -> String {
        if notes.isEmpty { return "" }
        if row.count + 2 + notes.count <= style.width ?? .max { return "  " + style.warning(notes) }
        return "\n     " + style.warning(notes)
    }

    private static func kind(_ purchase: PurchaseLine) -> String {
        switch purchase.productType {
        case nil: ""
        case .nonConsumable?: " (non-consumable)"
        case .consumable?: " (consumable)"
        case .nonRenewable?: " (non-renewing subscription)"
        case .autoRenewable?: " (auto-renewable subscription)"
        case .freeSubscription?: " (free subscription)"
        case let other?: " (type \(other.number.map(String.init) ?? Printable.text(other.word ?? "")))"
        }
    }

    private static func notes(_ purchase: PurchaseLine) -> [String] {
        var notes: [String] = []
        if purchase.purchasedQuantity != 1 { notes.append("\(purchase.purchasedQuantity) ×") }
        if let date = purchase.revocationDate {
            notes.append((purchase.isPartlyRefunded ? "partly refunded " : "revoked ") + minutes(date).prefix(10))
        }
        if purchase.isUpgraded { notes.append("upgraded") }
        if purchase.isTrialPeriod == true { notes.append("trial") }
        if purchase.isInIntroOfferPeriod == true { notes.append("introductory price") }
        if let offer = purchase.promotionalOfferID { notes.append("offer " + Printable.text(offer)) }
        if purchase.ownershipType == .familyShared { notes.append("family shared") }
        if purchase.ownershipType == .assigned { notes.append("assigned") }
        return notes
    }

    /// `2024-05-01 12:00Z`
    private static func minutes(_ date: Date) -> String {
        let text = Timestamp.string(date)
        guard text.utf8.count >= 20, text.hasSuffix("Z") else { return text }
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + "Z"
    }
}

/// What the table shows of a receipt's purchase and of a ledger's alike.
private struct PurchaseLine {
    let transactionID: String
    let productID: String
    let productType: ProductType?
    let purchaseDate: Date
    let expirationDate: Date?
    let purchasedQuantity: Int
    let revocationDate: Date?
    let isPartlyRefunded: Bool
    let isUpgraded: Bool
    let isTrialPeriod: Bool?
    let isInIntroOfferPeriod: Bool?
    let promotionalOfferID: String?
    let ownershipType: OwnershipType?

    init(_ row: InAppPurchase) {
        transactionID = row.transactionID
        productID = row.productID
        productType = row.productType
        purchaseDate = row.purchaseDate
        expirationDate = row.expirationDate
        purchasedQuantity = row.purchasedQuantity
        revocationDate = row.cancellationDate
        isPartlyRefunded = false
        isUpgraded = false
        isTrialPeriod = row.isTrialPeriod
        isInIntroOfferPeriod = row.isInIntroOfferPeriod
        promotionalOfferID = row.promotionalOfferID
        ownershipType = row.ownershipType
    }

    init(_ purchase: Purchase) {
        transactionID = purchase.transactionID
        productID = purchase.productID
        productType = purchase.productType
        purchaseDate = purchase.purchaseDate
        expirationDate = purchase.expirationDate
        purchasedQuantity = purchase.purchasedQuantity
        revocationDate = purchase.revocationDate
        isPartlyRefunded = purchase.isPartlyRefundedConsumable
        isUpgraded = purchase.isUpgraded
        isTrialPeriod = purchase.isTrialPeriod
        isInIntroOfferPeriod = purchase.isInIntroOfferPeriod
        promotionalOfferID = purchase.promotionalOfferID
        ownershipType = purchase.ownershipType
    }
}
