/// Where a row was found: the receipt, as its place among the ledger's sources, and the place in the file.
struct RowOrigin: Hashable, Sendable {
    var source: Int
    var place: Int

    /// Of a row that stands in several receipts with the same bytes, the last receipt is its origin.
    func joined(_ other: Self) -> Self {
        if source != other.source { return source > other.source ? self : other }
        return place < other.place ? self : other
    }
}
