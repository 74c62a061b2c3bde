internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

// One line each, fit for a log: what came from outside is escaped and cut.

extension VerifiedReceipt: CustomStringConvertible {
    /// One line: the app, the environment, when the receipt was created, and how many purchases it has.
    public var description: String {
        "verified receipt of \(Escaped.text(receipt.bundleIdentifier)), environment \(receipt.environment), "
            + "created \(Timestamp.string(receipt.creationDate)), purchases: \(receipt.purchases.count), "
            + "device \(verification.isDeviceChecked ? "checked" : "not checked")"
    }
}

extension PurchaseLedger: CustomStringConvertible {
    /// One line: the app, the environment, and how much there is.
    public var description: String {
        "ledger of \(Escaped.text(bundleIdentifier)), environment \(environment), receipts: \(sources.count), "
            + "purchases: \(count), subscriptions: \(subscriptions.count), superseded: \(storage.pool.losses.count)"
    }
}

extension SubscriptionHistory: CustomStringConvertible {
    /// One line: the original transaction, and how much there is.
    public var description: String {
        "subscription \(Escaped.text(originalTransactionID)), periods: \(periods.count), gaps: \(gaps.count), "
            + "changes of product: \(productChanges.count)"
    }
}

extension SubscriptionPeriod: CustomStringConvertible {
    /// One line: product, dates, and what is special about the period.
    public var description: String {
        var text = "\(Escaped.text(productID)) from \(Timestamp.string(startDate))"
        if let endDate { text += " to \(Timestamp.string(endDate))" }
        if kind != .regular { text += ", \(kind)" }
        if let cancellationDate { text += ", cancelled \(Timestamp.string(cancellationDate))" }
        return text + (isOvertaken ? ", overtaken" : "")
    }
}

extension SubscriptionPeriod.Kind: CustomStringConvertible {
    /// The name, with the offer of a promotional one.
    public var description: String {
        if case .promotional(let offerID) = self { "\(name) \(Escaped.text(offerID))" } else { name }
    }
}

extension SubscriptionGap: CustomStringConvertible {
    /// One line: both dates.
    public var description: String { "gap from \(Timestamp.string(startDate)) to \(Timestamp.string(endDate))" }
}

extension ProductChange: CustomStringConvertible {
    /// One line: both products, the date, and how it was told.
    public var description: String {
        "\(Escaped.text(previousProductID)) to \(Escaped.text(productID)) on \(Timestamp.string(date)), \(kind.rawValue)"
    }
}

extension SupersededPurchase: CustomStringConvertible {
    /// One line: the transaction that was left out, and the one in its place, each with its receipt.
    public var description: String {
        "transaction \(Escaped.text(purchase.transactionID)) of the \(source), superseded by "
            + "\(Escaped.text(replacement.transactionID)) of the \(replacementSource)"
    }
}
