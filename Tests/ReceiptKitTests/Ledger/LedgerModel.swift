import Foundation
import ReceiptFields
import ReceiptKit

/// The ledger's rules once more, as plain loops over the rows, to hold against the library's indices.
struct LedgerModel {
    let rows: [InAppPurchase]

    init(_ receipt: VerifiedReceipt) {
        var rows: [InAppPurchase] = []
        for (place, row) in receipt.purchases.enumerated() {
            let rivals = receipt.purchases.enumerated().filter { Self.key($0.element) == Self.key(row) }
            let winner = rivals.max { Self.ranks($0.element) < Self.ranks($1.element) }
            if winner?.offset == place { rows.append(row) }
        }
        let order = receipt.purchases
        self.rows = rows.sorted { a, b in
            let one = (a.purchaseDate, a.expirationDate ?? .distantFuture, a.transactionID, a.productID)
            let other = (b.purchaseDate, b.expirationDate ?? .distantFuture, b.transactionID, b.productID)
            return one == other ? order.firstIndex(of: a) ?? 0 < order.firstIndex(of: b) ?? 0 : one < other
        }
    }

    private static func key(_ row: InAppPurchase) -> [String] {
        let item = row.webOrderLineItemID ?? 0
        return item == 0 ? [row.transactionID, row.productID] : [row.originalTransactionID ?? "", "#", "\(item)"]
    }

    /// Within one receipt: the cancelled one, then the greater encoding, made comparable.
    private static func ranks(_ row: InAppPurchase) -> String {
        let octets = row.attributes.flatMap { [UInt8($0.type.rawValue % 256)] + $0.value }
        return (row.cancellationDate == nil ? "0" : "1") + octets.map { String($0 + 100) }.joined()
    }

    static func isSubscription(_ row: InAppPurchase) -> Bool {
        row.productType == nil ? row.expirationDate != nil : row.productType == .autoRenewable
    }

    func covers(_ row: InAppPurchase, _ date: Date) -> Bool {
        row.purchaseDate <= date && (row.expirationDate.map { date < $0 } ?? false)
    }

    func chain(_ id: String) -> [InAppPurchase] {
        rows.filter { Self.isSubscription($0) && ($0.originalTransactionID ?? $0.transactionID) == id }
    }

    var chainIDs: [String] {
        rows.filter(Self.isSubscription).map { $0.originalTransactionID ?? $0.transactionID }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Whether a renewal charged in advance lost to a row of another product, and to which, in the order of the ledger.
    func overtaking(_ chain: [InAppPurchase]) -> [InAppPurchase: [InAppPurchase]] {
        let counting = chain.filter {
            $0.cancellationDate == nil && $0.purchaseDate < $0.expirationDate ?? .distantPast
        }
        var overtaking: [InAppPurchase: [InAppPurchase]] = [:]
        for row in counting {
            for before in counting
            where before.productID == row.productID && before.expirationDate == row.purchaseDate {
                for other in counting
                where other.productID != row.productID && overtaking[other] == nil
                    && other.purchaseDate < row.purchaseDate && before.purchaseDate <= other.purchaseDate
                    && covers(other, row.purchaseDate)
                {
                    overtaking[row, default: []].append(other)
                }
            }
        }
        return overtaking
    }

    func running(_ chain: [InAppPurchase], _ date: Date) -> InAppPurchase? {
        let overtaking = overtaking(chain)
        return chain.last { row in
            row.cancellationDate == nil && covers(row, date)
                && !(overtaking[row] ?? []).contains { covers($0, date) }
        }
    }

    func entitlements(_ date: Date) -> [InAppPurchase] {
        let running = chainIDs.compactMap { self.running(chain($0), date) }
        return rows.filter { row in
            if row.productType == .nonConsumable {
                return row.cancellationDate == nil
                    && min(row.purchaseDate, row.originalPurchaseDate ?? row.purchaseDate) <= date
            }
            return running.contains(row)
        }
    }

    func gaps(_ chain: [InAppPurchase]) -> [[Date]] {
        var gaps: [[Date]] = []
        var end: Date?
        for row in chain where row.cancellationDate == nil {
            guard let expiration = row.expirationDate, row.purchaseDate < expiration else { continue }
            if let end, end < row.purchaseDate { gaps.append([end, row.purchaseDate]) }
            end = max(end ?? expiration, expiration)
        }
        return gaps
    }
}
