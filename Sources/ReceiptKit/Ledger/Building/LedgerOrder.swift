internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension RowPool {
    /// Rows by purchase date, expiration (absent last), transaction identifier as a text, product, and place in the file.
    ///
    /// Identifiers are texts because they have 15 to 18 digits and mean no order; and two rows of two receipts may still be
    /// equal in all of that, so that receipt and encoding have the last word.
    func inLedgerOrder(_ unordered: [Int]) -> [Int] {
        let dated = unordered.map { row in
            Dated(
                purchase: rows[row].purchaseDate.timeIntervalSinceReferenceDate,
                expiration: rows[row].expirationDate?.timeIntervalSinceReferenceDate ?? .infinity, row: row)
        }
        return dated.sorted { a, b in
            if a.purchase != b.purchase { return a.purchase < b.purchase }
            if a.expiration != b.expiration { return a.expiration < b.expiration }
            return precedesAtEqualDates(a.row, b.row)
        }.map(\.row)
    }

    /// The dates alone decide nearly always, and are much smaller than the rows.
    private struct Dated {
        let purchase: TimeInterval
        let expiration: TimeInterval
        let row: Int
    }

    private func precedesAtEqualDates(_ a: Int, _ b: Int) -> Bool {
        let transactions = (rows[a].transactionID, rows[b].transactionID)
        if ExactText(transactions.0) != ExactText(transactions.1) {
            return ExactText.precedes(transactions.0, transactions.1)
        }
        let products = (rows[a].productID, rows[b].productID)
        if ExactText(products.0) != ExactText(products.1) { return ExactText.precedes(products.0, products.1) }
        let (origin, otherOrigin) = (origins[a], origins[b])
        if origin.place != otherOrigin.place { return origin.place < otherOrigin.place }
        if origin.source != otherOrigin.source { return origin.source < otherOrigin.source }
        return isEncodedBelow(a, b)
    }
}
