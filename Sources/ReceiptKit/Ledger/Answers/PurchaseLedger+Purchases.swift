public import ReceiptEssentials
internal import ReceiptFields

extension PurchaseLedger {
    /// The purchase with a transaction identifier, or nil. It may have other identifiers too: each restoration of a purchase has one.
    ///
    /// Of several, which only Xcode's evidence has, it is the latest. This takes time proportional to the number of purchases.
    public func purchase(transactionID: String) -> Purchase? {
        let wanted = ByteString(transactionID)
        return last { ByteString($0.transactionID) == wanted }
            ?? last { $0.others.contains { ByteString($0.transactionID) == wanted } }
    }

    /// The most recent purchase of a product, as StoreKit 2's `Transaction.latest(for:)`: also if it has expired, was
    /// revoked, or begins after today because it was charged ahead. Nil if the ledger has none.
    ///
    /// Of several on the same date it is the one with the greatest transaction identifier, as a text.
    public func latest(for productID: String) -> Purchase? {
        storage.product(productID).flatMap { storage.index.products[$0].latest }.map { self[$0] }
    }

    /// The purchases that carry this `appAccountToken`, in the ledger's order.
    public func purchases(for appAccountToken: UUID) -> [Purchase] {
        (storage.tokens[appAccountToken] ?? []).map { self[$0] }
    }
}
