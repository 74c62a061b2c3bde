import Foundation
import ReceiptFields
import ReceiptKit

/// The rules of the ledger once more, as plain loops over the rows of all receipts: no index, no numbers for names.
struct Model {
    struct Row {
        let purchase: InAppPurchase
        /// The last receipt with this row, as its place among the receipts, and the first place in its file.
        let source: Int
        let place: Int

        let start: Double
        let end: Double?
        let isCancelled: Bool
        let product: [UInt8]
        let transaction: [UInt8]
        let original: [UInt8]

        init(_ purchase: InAppPurchase, source: Int, place: Int) {
            (self.purchase, self.source, self.place) = (purchase, source, place)
            start = purchase.purchaseDate.timeIntervalSinceReferenceDate
            end = purchase.expirationDate?.timeIntervalSinceReferenceDate
            isCancelled = purchase.cancellationDate != nil
            product = Array(purchase.productID.utf8)
            transaction = Array(purchase.transactionID.utf8)
            original = purchase.originalTransactionID.map { Array($0.utf8) } ?? transaction
        }

        var isSubscription: Bool {
            purchase.productType == nil ? end != nil : purchase.productType == .autoRenewable
        }
        /// From when to when it counts; nil where a receipt does not say it.
        var span: (from: Double, to: Double)? {
            if purchase.productType == .nonConsumable {
                return (min(start, purchase.originalPurchaseDate?.timeIntervalSinceReferenceDate ?? start), .infinity)
            }
            return isSubscription ? (start, end ?? start) : nil
        }
        func covers(_ time: Double) -> Bool { start <= time && time < end ?? start }
    }

    let isXcode: Bool
    /// In the order of the ledger.
    let rows: [Row]
    let superseded: Int
    /// Positions of the rows of each subscription, by its first row.
    let chains: [[Int]]
    /// For each position, those to which it loses as a renewal that was charged in advance.
    private(set) var winners: [Int: [Int]] = [:]

    init(_ receipts: [AppReceipt]) {
        isXcode = receipts.first?.environment == .xcode
        let sources = Set(receipts.map { LedgerOrderKey($0) }).sorted { $0.precedes($1) }
        // Every row once, with its last origin.
        var distinct: [Row] = []
        for receipt in receipts {
            let source = sources.firstIndex(of: LedgerOrderKey(receipt)) ?? 0
            for (place, purchase) in receipt.purchases.enumerated() {
                guard let known = distinct.firstIndex(where: { $0.purchase == purchase }) else {
                    distinct.append(Row(purchase, source: source, place: place))
                    continue
                }
                let row = distinct[known]
                if (source, -place) > (row.source, -row.place) {
                    distinct[known] = Row(purchase, source: source, place: place)
                }
            }
        }
        let isKeptWhole = isXcode
        let kept = distinct.filter { row in
            isKeptWhole
                || !distinct.contains { Self.isSame($0, row) && Self.beats($0, row, sources) }
        }
        superseded = distinct.count - kept.count
        rows = kept.sorted(by: Self.precedes)
        var chains: [[Int]] = []
        for (position, row) in rows.enumerated() where row.isSubscription {
            if let chain = chains.firstIndex(where: { [rows, isXcode] in Self.isOneChain(rows[$0[0]], row, isXcode) }) {
                chains[chain].append(position)
            } else {
                chains.append([position])
            }
        }
        self.chains = chains
        for chain in chains { findWinners(chain) }
    }

    // MARK: Rows of one purchase

    private static func isSame(_ a: Row, _ b: Row) -> Bool {
        let (one, other) = (a.purchase.webOrderLineItemID ?? 0, b.purchase.webOrderLineItemID ?? 0)
        if one != 0 || other != 0 { return one == other && a.original == b.original }
        return a.transaction == b.transaction && a.product == b.product
    }

    private static func beats(_ a: Row, _ b: Row, _ sources: [LedgerOrderKey]) -> Bool {
        let (one, other) = (sources[a.source].date, sources[b.source].date)
        if one != other { return one > other }
        if a.isCancelled != b.isCancelled { return a.isCancelled }
        return isEncodedBelow(b, a)
    }

    private static func isEncodedBelow(_ a: Row, _ b: Row) -> Bool {
        let (one, other) = (a.purchase.contents, b.purchase.contents)
        return one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }

    private static func precedes(_ a: Row, _ b: Row) -> Bool {
        if a.start != b.start { return a.start < b.start }
        if a.end != b.end { return a.end ?? .infinity < b.end ?? .infinity }
        if a.transaction != b.transaction { return a.transaction.lexicographicallyPrecedes(b.transaction) }
        if a.product != b.product { return a.product.lexicographicallyPrecedes(b.product) }
        if a.place != b.place { return a.place < b.place }
        if a.source != b.source { return a.source < b.source }
        return isEncodedBelow(a, b)
    }

    /// Xcode gives every first purchase the identifier 0, which tells nothing.
    private static func isOneChain(_ a: Row, _ b: Row, _ isXcode: Bool) -> Bool {
        a.original == b.original && (!(isXcode && a.original == [0x30]) || a.product == b.product)
    }

    // MARK: Subscriptions

    private mutating func findWinners(_ chain: [Int]) {
        let counting = chain.filter { !rows[$0].isCancelled && rows[$0].start < rows[$0].end ?? rows[$0].start }
        for late in counting {
            let row = rows[late]
            for before in counting where rows[before].product == row.product && rows[before].end == row.start {
                for other in counting where winners[other] == nil {
                    let candidate = rows[other]
                    if candidate.product != row.product, candidate.start < row.start,
                        rows[before].start <= candidate.start, candidate.covers(row.start)
                    {
                        winners[late, default: []].append(other)
                    }
                }
            }
        }
    }

    func running(_ chain: [Int], _ time: Double) -> Int? {
        chain.last { position in
            !rows[position].isCancelled && rows[position].covers(time)
                && !(winners[position] ?? []).contains { rows[$0].covers(time) }
        }
    }

    func gaps(_ chain: [Int]) -> [[Double]] {
        var gaps: [[Double]] = []
        var end: Double?
        for row in chain.map({ rows[$0] }) where !row.isCancelled {
            guard let expires = row.end, row.start < expires else { continue }
            if let end, end < row.start { gaps.append([end, row.start]) }
            end = max(end ?? expires, expires)
        }
        return gaps
    }
}

/// What tells receipts apart, in the order in which they were created.
struct LedgerOrderKey: Hashable {
    let date: Double
    private let rest: [UInt8]

    init(_ receipt: AppReceipt) {
        date = receipt.creationDate.timeIntervalSinceReferenceDate
        rest =
            receipt.deviceHash + Array(receipt.appVersion.utf8) + [0]
            + (receipt.originalAppVersion.map { [1] + Array($0.utf8) } ?? [])
    }

    func precedes(_ other: Self) -> Bool {
        date != other.date ? date < other.date : rest.lexicographicallyPrecedes(other.rest)
    }
}
