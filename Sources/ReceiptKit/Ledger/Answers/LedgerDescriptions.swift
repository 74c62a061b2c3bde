internal import ReceiptEssentials
internal import ReceiptFields

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
            + "purchases: \(count), subscriptions: \(subscriptions.count), superseded: \(superseded.count)"
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
        if let revocationDate { text += ", revoked \(Timestamp.string(revocationDate))" }
        return text + (isOvertaken ? ", overtaken" : "")
    }
}

extension SubscriptionGap: CustomStringConvertible {
    /// One line: both dates.
    public var description: String { "gap from \(Timestamp.string(startDate)) to \(Timestamp.string(endDate))" }
}

extension ProductChange: CustomStringConvertible {
    /// One line: both products, the date, and the evidence of it.
    public var description: String {
        "\(Escaped.text(previousProductID)) to \(Escaped.text(productID)) on \(Timestamp.string(date)), \(kind.rawValue)"
    }
}

extension SupersededPurchase: CustomStringConvertible {
    /// One line: what the older evidence says, when, and since when it is overruled.
    public var description: String {
        "\(purchase) as of \(Timestamp.string(purchase.evidenceDate)), superseded as of "
            + Timestamp.string(replacement.evidenceDate)
    }
}

extension SubscriptionStatus: CustomStringConvertible {
    /// One line: the state, until when, what is known of the renewal, and how old the knowledge is.
    public var description: String {
        var text = productID.map { Escaped.text($0) + " " } ?? ""
        text += state.rawValue
        if let until { text += " until \(Timestamp.string(until))" }
        text += renewalText(willAutoRenew, autoRenewPreference) + (missing.map { ", \($0.words)" } ?? "")
        return text + ", known as of \(Timestamp.string(knownAsOf))"
    }
}

extension Entitlement: CustomStringConvertible {
    /// One line: the product, why and until when there is access, what is known of the renewal, and how old the knowledge is.
    public var description: String {
        var text = "\(Escaped.text(productID)) \(state.rawValue)"
        if let endDate { text += " until \(Timestamp.string(endDate))" }
        text += renewalText(willAutoRenew, autoRenewPreference)
        return text + ", known as of \(Timestamp.string(knownAsOf))"
    }
}

private func renewalText(_ willAutoRenew: Bool?, _ preference: String?) -> String {
    guard let willAutoRenew else { return "" }
    return willAutoRenew ? ", renews" + (preference.map { " to \(Escaped.text($0))" } ?? "") : ", does not renew"
}
