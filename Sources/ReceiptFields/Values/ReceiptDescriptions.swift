#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// One line each, fit for a log: what came from the receipt is escaped and cut.

extension AppReceipt: CustomStringConvertible {
    /// One line: the app, the environment, when the receipt was created, and how many purchases it has.
    public var description: String {
        "receipt of \(Escaped.text(bundleIdentifier)), environment \(environment), created \(Timestamp.string(creationDate)), "
            + "purchases: \(purchases.count)"
    }
}

extension InAppPurchase: CustomStringConvertible {
    /// One line: transaction, product and dates.
    public var description: String {
        var text = "transaction \(Escaped.text(transactionID)) of \(Escaped.text(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        if let cancellationDate { text += ", cancelled \(Timestamp.string(cancellationDate))" }
        return text
    }
}
