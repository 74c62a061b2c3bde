internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Brings together what is one purchase, and puts purchases in order.
///
/// What comes out depends on the set of evidence alone. Two variants are the same purchase if they share a key, or are each the
/// same as a third: so all that was ever told of a purchase is kept, with its keys, however much of it was overruled.
enum LedgerRows {
    /// What makes two variants one purchase.
    private struct Key: Hashable {
        enum Kind {
            /// One line item is one period of a subscription, on all devices and after every restoration. Apple calls it "the
            /// primary key for subscription purchases" (*Validating receipts*).
            case lineItem
            case transaction
            /// What is no period is restored under new transactions, and its original one may not be there.
            case original
            /// In Xcode's transactions.
            case xcode
            /// In Xcode's receipts, where rows have no identity but their bytes.
            case bytes
        }

        let kind: Kind
        let variant: Variant

        static func == (a: Self, b: Self) -> Bool {
            let (one, two) = (a.variant, b.variant)
            guard a.kind == b.kind else { return false }
            return switch a.kind {
            case .lineItem: one.lineItem == two.lineItem && one.originalTransactionID == two.originalTransactionID
            case .transaction: one.transactionID == two.transactionID && one.productID == two.productID
            case .original:
                one.originalTransactionID == two.originalTransactionID && one.productID == two.productID
            case .xcode:
                one.transactionID == two.transactionID && one.productID == two.productID
                    && one.purchaseDate == two.purchaseDate
            case .bytes: one.isSame(two)
            }
        }

        func hash(into hasher: inout Hasher) {
            switch kind {
            case .lineItem: hasher.combine(variant.lineItem)
            case .transaction: hasher.combine(variant.transactionID)
            case .original: hasher.combine(variant.originalTransactionID)
            case .xcode, .bytes: hasher.combine(variant.purchaseDate)
            }
        }
    }

    private static func forEachKey(of variant: Variant, isXcode: Bool, _ body: (Key) -> Void) {
        guard !isXcode else {
            return body(Key(kind: variant.form == .receipt ? .bytes : .xcode, variant: variant))
        }
        body(Key(kind: .transaction, variant: variant))
        if variant.lineItem != nil { body(Key(kind: .lineItem, variant: variant)) }
        if variant.kind != .subscription { body(Key(kind: .original, variant: variant)) }
    }

    /// Purchases that are the same made one.
    static func joined(_ purchases: [Purchase], isXcode: Bool) -> [Purchase] {
        var parents = Array(purchases.indices)
        func root(_ place: Int) -> Int {
            var place = place
            while parents[place] != place {
                parents[place] = parents[parents[place]]
                place = parents[place]
            }
            return place
        }
        var owners = [Key: Int](minimumCapacity: 2 * purchases.count)
        var isJoined = false
        for (place, purchase) in purchases.enumerated() {
            purchase.forEachVariant { variant in
                forEachKey(of: variant, isXcode: isXcode) { key in
                    guard let owner = owners.updateValue(place, forKey: key) else { return }
                    let (one, two) = (root(owner), root(place))
                    parents[max(one, two)] = min(one, two)
                    isJoined = isJoined || one != two
                }
            }
        }
        guard isJoined else { return purchases }
        var groups: [[Int]] = Array(repeating: [], count: purchases.count)
        for place in purchases.indices { groups[root(place)].append(place) }
        return groups.compactMap { group in
            guard let first = group.first, group.count > 1 else { return group.first.map { purchases[$0] } }
            if group.allSatisfy({ purchases[$0].isIdentical(to: purchases[first]) }) { return purchases[first] }
            return Purchase(joining: group.flatMap { purchases[$0].variants })
        }
    }

    /// By purchase date, expiration (absent last), transaction identifier as a text, product, and encoding.
    ///
    /// Identifiers are texts because they have 15 to 18 digits and mean no order.
    static func ordered(_ purchases: [Purchase]) -> [Purchase] {
        // Numbers are quicker to compare and to move than purchases, and mostly decide.
        struct Place {
            let start: TimeInterval
            let end: TimeInterval
            let index: Int
        }
        var places = purchases.enumerated().map { index, purchase in
            Place(start: purchase.latest.purchaseDate, end: purchase.expiration ?? .infinity, index: index)
        }
        places.sort { a, b in
            if a.start != b.start { return a.start < b.start }
            if a.end != b.end { return a.end < b.end }
            let (one, two) = (purchases[a.index].latest, purchases[b.index].latest)
            if one.transactionID != two.transactionID {
                return ExactText.precedes(one.transactionID.string, two.transactionID.string)
            }
            if one.productID != two.productID {
                return ExactText.precedes(one.productID.string, two.productID.string)
            }
            return one.isEncodedBefore(two)
        }
        return places.map { purchases[$0.index] }
    }
}

/// A purchase that more than one piece of evidence tells of.
final class JoinedVariants: Sendable {
    /// All that differ, the one that is believed first.
    let all: [Variant]
    /// The latest of each kind, the one that is believed first in front.
    let latest: [Variant]
    let receipt: Variant?
    let transaction: Variant?
    let transactionReceipt: Variant?
    /// When a transaction first said that another product replaced this one.
    let upgraded: TimeInterval?

    init(_ all: [Variant]) {
        self.all = all
        receipt = all.first { $0.form == .receipt }
        transaction = all.first { $0.form == .transaction }
        transactionReceipt = all.first { $0.form == .transactionReceipt }
        let latest = [receipt, transaction, transactionReceipt].compactMap(\.self)
        self.latest = latest.count > 1 ? latest.sorted { $1.isBefore($0) } : latest
        upgraded = all.lazy.filter(\.isUpgraded).map(\.date).min()
    }
}

extension Purchase {
    /// One purchase of all that was told of it. Of what several receipts have with the same bytes, the latest counts.
    init(joining variants: [Variant]) {
        var distinct: [Variant] = []
        let sorted = variants.sorted {
            $0 === $1 ? false : $1.isEncodedBefore($0) || $0.isSame($1) && $1.date < $0.date
        }
        for variant in sorted where distinct.last?.isSame(variant) != true { distinct.append(variant) }
        distinct.sort { $1.isBefore($0) }
        self.init(latest: distinct[0], joined: distinct.count > 1 ? JoinedVariants(distinct) : nil)
    }

    /// All that was told, the one that is believed first.
    var variants: [Variant] { joined?.all ?? [latest] }

    func forEachVariant(_ body: (Variant) -> Void) {
        if let joined { joined.all.forEach(body) } else { body(latest) }
    }

    func isIdentical(to other: Purchase) -> Bool { latest === other.latest && joined === other.joined }
}
