internal import ReceiptEssentials
internal import ReceiptFields

/// The order of `latest_receipt_info`: by expiration date, or, in rows without one, by purchase date, the latest first; then by transaction
/// identifier, the greatest first.
///
/// Production wrote it in this order in 2020 and 2022. A renewal that was charged in advance has the later purchase date and the smaller
/// identifier, and comes second. Apple doesn't document an order.
enum LatestRows {
    /// Returns the indices of the rows in this order. With `excludesOld`, all but the newest row of each subscription are left out.
    static func order(of purchases: [some AppleRow], excludesOld: Bool) -> [Int] {
        let rows = purchases.enumerated().map { place, purchase in
            (place: place, date: (purchase.expirationDate ?? purchase.purchaseDate).timeIntervalSince1970)
        }
        let order = rows.sorted { a, b in
            if a.date != b.date { return a.date > b.date }
            let (first, second) = (purchases[a.place].transactionID.utf8, purchases[b.place].transactionID.utf8)
            // Both identifiers consist of digits, so the longer one is the greater number.
            if first.count != second.count { return first.count > second.count }
            if !first.elementsEqual(second) { return second.lexicographicallyPrecedes(first) }
            return a.place < b.place
        }.map(\.place)
        guard excludesOld else { return order }
        var seen: Set<String> = []
        return order.filter { place in
            let purchase = purchases[place]
            guard purchase.isAutoRenewable else { return true }
            return seen.insert(purchase.firstTransactionID ?? purchase.transactionID).inserted
        }
    }
}
