/// Purchases, each once and in order.
///
/// What comes out depends on the set of evidence alone. Two variants are the same purchase if they share a key, or are each the
/// same as a third: so all that was ever told of a purchase is kept, with its keys, however much of it was overruled.
struct LedgerRows {
    /// A purchase, and numbers for the product and the subscription that the preferred variant names.
    private struct Entry {
        let purchase: Purchase
        let product: Int
        let subscription: UInt64
    }

    /// Two variants with the same numbers are one purchase.
    private typealias Key = (numbers: (UInt64, UInt64, UInt64), place: Int)

    /// Each list is mostly in order by itself, and so is quick to sort.
    private typealias Keys = (transactions: [Key], lineItems: [Key], originals: [Key])

    private let isXcode: Bool
    private var entries: [Entry] = []
    private(set) var products = Numbering<ExactText>()
    private var identifiers = Numbering<ExactText>()
    private var contents = Numbering<ArraySlice<UInt8>>()
    /// Transaction and product of each transaction that added seats.
    private var seatAdditions: Set<[ExactText]> = []

    init(_ parts: LedgerParts) {
        isXcode = parts.subject.isXcode
        var purchases = parts.purchases
        if !isXcode, purchases.indices.contains(where: { purchases[$0].isSeatAddition }) {
            // What other evidence made one purchase may be two now.
            purchases = purchases.flatMap { ([$0.latest] + $0.others).map { Purchase($0) } }
            for purchase in purchases where purchase.isSeatAddition { seatAdditions.insert(Self.name(purchase.latest)) }
        }
        entries.reserveCapacity(purchases.count)
        var keys: Keys = ([], [], [])
        keys.transactions.reserveCapacity(purchases.count)
        for (place, purchase) in purchases.enumerated() {
            entries.append(entry(purchase, purchase.latest))
            addKeys(of: purchase.latest, entries[place], place, &keys)
            for variant in purchase.others { addKeys(of: variant, entry(purchase, variant), place, &keys) }
        }
        join(keys)
        order()
    }

    var purchases: [Purchase] { entries.map(\.purchase) }

    /// Of each purchase, in the same order.
    var rows: [LedgerRow] { entries.map { LedgerRow($0.purchase, product: $0.product, subscription: $0.subscription) } }

    private static func name(_ variant: Variant) -> [ExactText] {
        [ExactText(variant.transactionID), ExactText(variant.productID)]
    }

    private mutating func entry(_ purchase: Purchase, _ variant: Variant) -> Entry {
        let name = Subscription.name(variant.originalTransactionID, product: variant.productID, isXcode: isXcode)
        return Entry(
            purchase: purchase, product: products.add(ExactText(variant.productID)),
            subscription: identifiers.identifier(name))
    }

    private mutating func addKeys(of variant: Variant, _ entry: Entry, _ place: Int, _ keys: inout Keys) {
        let (product, original) = (UInt64(entry.product), entry.subscription)
        // Rows of Xcode's receipts have no identity but their bytes.
        if isXcode, variant.form == .receipt {
            let number = UInt64(contents.add(variant.encoding))
            return keys.originals.append(((number, 0, 0), place))
        }
        let transaction = identifiers.identifier(variant.transactionID)
        let date = isXcode ? variant.purchaseDate.bitPattern : 0
        keys.transactions.append(((transaction, product, date), place))
        guard !isXcode else { return }
        // Added seats are a purchase of their own, whose line item may be the period's.
        let isSeatAddition = !seatAdditions.isEmpty && seatAdditions.contains(Self.name(variant))
        // One line item is one period of a subscription, on all devices and after every restoration. Apple calls it "the primary
        // key for subscription purchases" (*Validating receipts*).
        switch isSeatAddition ? nil : variant.lineItem {
        case .number(let number)?: keys.lineItems.append(((UInt64(bitPattern: number), original, 0), place))
        case .text(let text)?:
            keys.lineItems.append(((UInt64(identifiers.add(ExactText(text))), original, 1), place))
        case nil: break
        }
        // What is no period is restored under new transactions, and its original one may not be there.
        if variant.kind != .subscription { keys.originals.append(((original, product, 0), place)) }
    }

    /// Makes one of those that share a key.
    private mutating func join(_ keys: Keys) {
        var firsts = Array(entries.indices)
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
        for place in firsts.indices where firsts[place] != place { others[first(place), default: []].append(place) }
        guard !others.isEmpty else { return }
        for (place, others) in others {
            let joined = ([place] + others).map { entries[$0].purchase }
            let purchase = Purchase(joining: joined.flatMap { [$0.latest] + $0.others })
            entries[place] = entry(purchase, purchase.latest)
        }
        entries = firsts.indices.filter { firsts[$0] == $0 }.map { entries[$0] }
    }

    /// By purchase date, expiration (absent last), transaction identifier as a text, product, and encoding.
    ///
    /// Identifiers are texts because they have 15 to 18 digits and mean no order.
    private mutating func order() {
        // Numbers are quicker to compare and to move than purchases, and mostly decide.
        var places = entries.enumerated().map { place, entry in
            (entry.purchase.latest.purchaseDate, entry.purchase.expiration ?? .infinity, place)
        }
        places.sort { a, b in
            if (a.0, a.1) != (b.0, b.1) { return (a.0, a.1) < (b.0, b.1) }
            let (one, two) = (entries[a.2].purchase.latest, entries[b.2].purchase.latest)
            if ExactText(one.transactionID) != ExactText(two.transactionID) {
                return ExactText.precedes(one.transactionID, two.transactionID)
            }
            if entries[a.2].product != entries[b.2].product { return ExactText.precedes(one.productID, two.productID) }
            return one.isEncodedBefore(two)
        }
        entries = places.map { entries[$0.2] }
    }
}
