#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Purchases, each once and in order.
///
/// What comes out depends on the set of evidence alone. Two variants are the same purchase if they share a key, or are each the
/// same as a third: so all that was ever told of a purchase is kept, with its keys, however much of it was overruled.
struct LedgerRows {
    /// A purchase, and numbers for what it is named by.
    struct Row {
        let purchase: Purchase
        let product: Int
        let original: UInt64
    }

    /// Two variants with the same numbers are one purchase.
    private struct Key {
        let numbers: (UInt64, UInt64, UInt64)
        /// The place of the purchase.
        let place: Int

        init(_ one: UInt64, _ two: UInt64, _ three: UInt64, _ place: Int) {
            (numbers, self.place) = ((one, two, three), place)
        }
    }

    /// Each list is mostly in order by itself, and so is quick to sort.
    private struct Keys {
        var transactions: [Key] = []
        var lineItems: [Key] = []
        var originals: [Key] = []
        var contents: [ArraySlice<UInt8>: UInt64] = [:]
    }

    private(set) var rows: [Row] = []
    private(set) var products = Names()
    private var identifiers = Names()

    init(_ purchases: [Purchase], isXcode: Bool) {
        rows.reserveCapacity(purchases.count)
        var keys = Keys()
        keys.transactions.reserveCapacity(purchases.count)
        for purchase in purchases {
            let place = rows.count
            rows.append(row(purchase.latest, of: purchase))
            addKeys(of: purchase.latest, rows[place], place, &keys, isXcode: isXcode)
            for variant in purchase.others {
                addKeys(of: variant, row(variant, of: purchase), place, &keys, isXcode: isXcode)
            }
        }
        join(keys)
        order()
    }

    private mutating func addKeys(
        of variant: Variant, _ row: Row, _ place: Int, _ keys: inout Keys, isXcode: Bool
    ) {
        guard !isXcode else { return addXcodeKey(of: variant, row, place, &keys) }
        let transaction = identifiers.identifier(variant.transactionID)
        keys.transactions.append(Key(transaction, UInt64(row.product), 0, place))
        // One line item is one period of a subscription, on all devices and after every restoration. Apple calls it "the primary
        // key for subscription purchases" (*Validating receipts*).
        switch variant.lineItem {
        case .number(let number)?: keys.lineItems.append(Key(UInt64(bitPattern: number), row.original, 0, place))
        case .text(let text)?: keys.lineItems.append(Key(UInt64(identifiers.add(text)), row.original, 1, place))
        case nil: break
        }
        // What is no period is restored under new transactions, and its original one may not be there.
        if variant.kind != .subscription { keys.originals.append(Key(row.original, UInt64(row.product), 0, place)) }
    }

    /// Rows of Xcode's receipts have no identity but their bytes.
    private mutating func addXcodeKey(of variant: Variant, _ row: Row, _ place: Int, _ keys: inout Keys) {
        guard variant.form != .receipt else {
            let next = UInt64(keys.contents.count)
            let number = keys.contents[variant.encoding] ?? next
            keys.contents[variant.encoding] = number
            return keys.originals.append(Key(number, 0, 0, place))
        }
        let transaction = identifiers.identifier(variant.transactionID)
        keys.transactions.append(Key(transaction, UInt64(row.product), variant.purchaseDate.bitPattern, place))
    }

    private mutating func row(_ variant: Variant, of purchase: Purchase) -> Row {
        Row(
            purchase: purchase, product: products.add(variant.productID),
            original: identifiers.identifier(variant.originalTransactionID))
    }

    /// Makes one row of those that share a key.
    private mutating func join(_ keys: Keys) {
        var firsts = Array(rows.indices)
        func first(_ place: Int) -> Int {
            var place = place
            while firsts[place] != place {
                firsts[place] = firsts[firsts[place]]
                place = firsts[place]
            }
            return place
        }
        for list in [keys.transactions, keys.lineItems, keys.originals] {
            let sorted = list.sorted { $0.numbers < $1.numbers }
            for (one, two) in zip(sorted, sorted.dropFirst()) where one.numbers == two.numbers {
                let (a, b) = (first(one.place), first(two.place))
                firsts[max(a, b)] = min(a, b)
            }
        }
        var others: [Int: [Int]] = [:]
        for place in rows.indices where firsts[place] != place { others[first(place), default: []].append(place) }
        guard !others.isEmpty else { return }
        for (place, others) in others {
            let purchase = Purchase(
                joining: ([place] + others).flatMap { [rows[$0].purchase.latest] + rows[$0].purchase.others })
            rows[place] = row(purchase.latest, of: purchase)
        }
        rows = rows.indices.filter { firsts[$0] == $0 }.map { rows[$0] }
    }

    /// By purchase date, expiration (absent last), transaction identifier as a text, product, and encoding.
    ///
    /// Identifiers are texts because they have 15 to 18 digits and mean no order.
    private mutating func order() {
        // Numbers are quicker to compare and to move than purchases, and mostly decide.
        struct Place {
            let start: TimeInterval
            let end: TimeInterval
            let index: Int
        }
        var places = rows.indices.map { index in
            let purchase = rows[index].purchase
            return Place(start: purchase.latest.purchaseDate, end: purchase.expiration ?? .infinity, index: index)
        }
        places.sort { a, b in
            if a.start != b.start { return a.start < b.start }
            if a.end != b.end { return a.end < b.end }
            let (one, two) = (rows[a.index].purchase.latest, rows[b.index].purchase.latest)
            let (first, second) = (one.transactionID.utf8, two.transactionID.utf8)
            if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            if rows[a.index].product != rows[b.index].product {
                return one.productID.utf8.lexicographicallyPrecedes(two.productID.utf8)
            }
            return one.isEncodedBefore(two)
        }
        rows = places.map { rows[$0.index] }
    }
}

extension Purchase {
    /// One purchase of all that was told of it. Of what several receipts have with the same bytes, the latest counts.
    init(joining variants: [Variant]) {
        let sorted = variants.sorted { $1.isEncodedBefore($0) || $0.isSame($1) && $1.date < $0.date }
        var distinct: [Variant] = []
        for variant in sorted where distinct.last?.isSame(variant) != true { distinct.append(variant) }
        distinct.sort { $1.isBefore($0) }
        let latest = distinct.indices.filter { place in
            !distinct[..<place].contains { $0.form == distinct[place].form }
        }
        let others = latest.dropFirst() + distinct.indices.filter { !latest.contains($0) }
        self.init(distinct[0], others: others.map { distinct[$0] }, otherKinds: latest.count - 1)
    }
}
