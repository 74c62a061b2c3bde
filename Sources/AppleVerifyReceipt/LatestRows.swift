internal import ReceiptEssentials
internal import ReceiptFields

/// The order of `latest_receipt_info`: the newest first by expiration, rows without one by purchase date, and then the greater
/// transaction identifier first.
///
/// So production wrote it in 2020 and 2022. A renewal that was booked in advance has the later purchase date and the smaller
/// identifier, and comes second. Apple documents no order.
enum LatestRows {
    /// The places of the rows. With `excludesOld`, each subscription keeps its newest row alone; other rows stay.
    static func order(of purchases: [some AppleRow], excludesOld: Bool) -> [Int] {
        let rows = purchases.enumerated().map { place, purchase in
            (place: place, date: (purchase.expirationDate ?? purchase.purchaseDate).timeIntervalSince1970)
        }
        let order = rows.sorted { a, b in
            if a.date != b.date { return a.date > b.date }
            let (first, second) = (purchases[a.place].transactionID.utf8, purchases[b.place].transactionID.utf8)
            // Digits: the longer number is the greater one.
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
