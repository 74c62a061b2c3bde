public import ReceiptFields

extension PurchaseLedger {
    /// Purchases that a ledger gave as an answer, in the ledger's order.
    ///
    /// A collection over the ledger itself; make an `Array` of it to keep the purchases without the ledger.
    public struct Purchases: RandomAccessCollection, Sendable {
        let storage: LedgerStorage
        let positions: [Int]

        /// Always 0.
        public var startIndex: Int { 0 }
        /// The number of purchases.
        public var endIndex: Int { positions.count }
        /// The purchase at a place in the answer.
        public subscript(position: Int) -> InAppPurchase { storage.rows[positions[position]] }
    }
}

extension PurchaseLedger.Purchases: Hashable {
    /// Whether both hold the same purchases.
    public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

    /// Hashes the purchases.
    public func hash(into hasher: inout Hasher) {
        for purchase in self { hasher.combine(purchase) }
    }
}

extension PurchaseLedger.Purchases: Encodable {
    /// Encodes an array of purchases.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for purchase in self { try container.encode(purchase) }
    }
}

extension PurchaseLedger.Purchases: CustomStringConvertible {
    /// One line: how many, and the first few products.
    public var description: String {
        "\(count) purchases" + (isEmpty ? "" : ": ")
            + prefix(8).map { Escaped.text($0.productID) }.joined(separator: ", ") + (count > 8 ? ", …" : "")
    }
}
