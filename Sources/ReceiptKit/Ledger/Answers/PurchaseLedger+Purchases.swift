public import ReceiptEssentials
internal import ReceiptFields

extension PurchaseLedger {
    /// Returns the purchase with a transaction identifier, which may be any of its ``Purchase/transactionIDs``. Nil if there is none.
    ///
    /// If several purchases have the identifier, the method prefers a purchase whose current identifier it is, and then the latest
    /// purchase. This takes time proportional to the number of purchases.
    public func purchase(transactionID: String) -> Purchase? { purchases(transactionIDs: [transactionID]).first?.value }

    /// Returns, for each of these identifiers, the purchase that has it, or nil. The result is in the order of the identifiers, without
    /// duplicates. All identifiers are looked up in one pass over the purchases.
    package func purchases(transactionIDs: [String]) -> [(name: String, value: Purchase?)] {
        if transactionIDs.isEmpty { return [] }
        /// For each identifier, the index of its purchase, and whether the identifier is the purchase's current one.
        var found: [ByteString: (place: Int, isCurrent: Bool)?] = [:]
        var wanted: [String] = []
        for identifier in transactionIDs where found.updateValue(nil, forKey: ByteString(identifier)) == nil {
            wanted.append(identifier)
        }
        for (place, purchase) in enumerated() {
            for (number, identifier) in purchase.transactionIDs.enumerated() {
                guard let other = found[ByteString(identifier)] else { continue }
                let isCurrent = number == 0
                if let other, other.isCurrent, !isCurrent { continue }
                found.updateValue((place, isCurrent), forKey: ByteString(identifier))
            }
        }
        return wanted.map { name in (name, found[ByteString(name)].flatMap(\.self).map { self[$0.place] }) }
    }

    /// Returns the most recent purchase of a product, like StoreKit 2's `Transaction.latest(for:)`, even if it has expired, was revoked, or
    /// begins in the future because it was charged ahead. Nil if the ledger has none.
    ///
    /// If several purchases have the latest date, the method returns the one with the greatest transaction identifier, compared as a
    /// string.
    public func latest(for productID: String) -> Purchase? {
        storage.product(productID).flatMap { storage.index.products[$0].latest }.map { self[$0] }
    }

    /// Returns the purchases with this `appAccountToken`, in the ledger's order.
    public func purchases(for appAccountToken: UUID) -> [Purchase] {
        (storage.tokens[appAccountToken] ?? []).map { self[$0] }
    }
}
