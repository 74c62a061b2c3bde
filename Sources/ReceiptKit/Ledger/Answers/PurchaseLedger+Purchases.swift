public import ReceiptEssentials
internal import ReceiptFields

extension PurchaseLedger {
    /// The purchase with a transaction identifier, or nil: any of ``Purchase/transactionIDs``.
    ///
    /// Of several, the one whose current identifier it is, and of those the latest. This takes time proportional to the number of purchases.
    public func purchase(transactionID: String) -> Purchase? { purchases(transactionIDs: [transactionID]).first?.value }

    /// The purchase with each of these identifiers, or nil, in their order and each once. All are looked up in one pass over the purchases.
    package func purchases(transactionIDs: [String]) -> [(name: String, value: Purchase?)] {
        if transactionIDs.isEmpty { return [] }
        /// The place of the purchase with an identifier, and whether the identifier is its current one.
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
