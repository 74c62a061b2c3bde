import ReceiptFields

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Purchases in file order, under their product, one line each. Fits into 80 columns for identifiers as real as can be.
enum PurchaseTable {
    static func text(_ purchases: [InAppPurchase], _ style: Style) -> String {
        let width = min(24, purchases.map(\.transactionID.count).max() ?? 0)
        var text = ""
        var heading = ""
        for purchase in purchases {
            let product = Printable.text(purchase.productID) + kind(purchase)
            if product != heading {
                text += "  " + style.strong(Paragraph.wrapped(product, indent: 4)) + "\n"
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
        if row.count + 2 + notes.count <= Paragraph.width { return "  " + style.warning(notes) }
        return "\n     " + style.warning(Paragraph.wrapped(notes, indent: 5))
    }

    private static func kind(_ purchase: InAppPurchase) -> String {
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

    private static func notes(_ purchase: InAppPurchase) -> [String] {
        var notes: [String] = []
        if purchase.quantity != 1 { notes.append("\(purchase.quantity) ×") }
        if let date = purchase.cancellationDate { notes.append("cancelled " + minutes(date).prefix(10)) }
        if purchase.isTrialPeriod == true { notes.append("trial") }
        if purchase.isInIntroOfferPeriod == true { notes.append("introductory price") }
        if let offer = purchase.promotionalOfferID { notes.append("offer " + Printable.text(offer)) }
        if purchase.ownershipType == .familyShared { notes.append("family shared") }
        return notes
    }

    /// `2024-05-01 12:00Z`
    private static func minutes(_ date: Date) -> String {
        let text = Timestamp.string(date)
        guard text.utf8.count >= 20, text.hasSuffix("Z") else { return text }
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + "Z"
    }
}
