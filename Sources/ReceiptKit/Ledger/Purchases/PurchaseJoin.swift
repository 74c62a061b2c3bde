internal import ReceiptEssentials
internal import ReceiptFields

/// Joins claims into purchases, without duplicates and sorted.
///
/// The result depends only on the set of claims, not on their order. Two claims belong to one purchase if they share a key, or if a chain
/// of shared keys connects them. All evidence about a purchase is therefore kept with its keys, including superseded evidence.
struct PurchaseJoin {
    /// A purchase, with the IDs of the product and the subscription that its preferred claim names.
    private struct Entry {
        var purchase: Purchase
        let product: IndexOf<ProductIndex.Product>
        let subscription: UInt64
    }

    /// A key of a claim. Two claims with equal numbers belong to one purchase.
    private typealias Key = (numbers: (UInt64, UInt64, UInt64), place: Int)

    /// The keys of all claims, by kind. Each list is nearly sorted already, so sorting is fast.
    private typealias Keys = (transactions: [Key], lineItems: [Key], originals: [Key])

    private let isXcode: Bool
    private var entries: [Entry] = []
    private(set) var products = Interner<ByteString>()
    private var identifiers = Interner<ByteString>()
    private var contents = Interner<ArraySlice<UInt8>>()
    /// The transaction identifier and the product of each transaction that added seats to a period which another transaction began.
    private var seatAdditions: Set<[ByteString]> = []

    init(_ evidence: CollectedEvidence) {
        isXcode = evidence.subject.isXcode
        var purchases = evidence.purchases
        if !isXcode, purchases.indices.contains(where: { purchases[$0].isOfAddedSeats }) {
            // With the new evidence, claims that were joined before may turn out to be two purchases.
            let claims = purchases.flatMap { [$0.latest] + $0.others }
            seatAdditions = Self.seatAdditions(claims)
            purchases = claims.map { Purchase($0) }
        }
        entries.reserveCapacity(purchases.count)
        var keys: Keys = ([], [], [])
        keys.transactions.reserveCapacity(purchases.count)
        for (place, purchase) in purchases.enumerated() {
            entries.append(entry(purchase, purchase.latest))
            addKeys(of: purchase.latest, entries[place], place, &keys)
            for claim in purchase.others { addKeys(of: claim, entry(purchase, claim), place, &keys) }
        }
        join(keys)
        if !seatAdditions.isEmpty {
            for place in entries.indices {
                entries[place].purchase.addsSeats = entries[place].purchase.isAny {
                    seatAdditions.contains(Self.name($0))
                }
            }
        }
        order()
    }

    var purchases: [Purchase] { entries.map(\.purchase) }

    /// The span of each purchase, in the same order.
    var spans: Column<Purchase, PurchaseSpan> {
        Column(entries.map { PurchaseSpan($0.purchase, product: $0.product, subscription: $0.subscription) })
    }

    private static func name(_ claim: PurchaseClaim) -> [ByteString] {
        [ByteString(claim.transactionID), ByteString(claim.productID)]
    }

    /// Returns the transactions that added seats (rule 20). In a period with at least one transaction whose reason is added seats, the
    /// earliest transaction began the period. The others added seats if they have this reason or begin later.
    private static func seatAdditions(_ claims: [PurchaseClaim]) -> Set<[ByteString]> {
        func subscription(_ claim: PurchaseClaim) -> [ByteString]? {
            guard claim.kind == .subscription else { return nil }
            return [ByteString(claim.originalTransactionID), ByteString(claim.productID)]
        }
        func period(_ claim: PurchaseClaim) -> [ByteString]? {
            guard let subscription = subscription(claim), let end = claim.expirationDate else { return nil }
            return subscription + [ByteString(String(end))]
        }
        func item(_ claim: PurchaseClaim) -> [ByteString]? {
            guard let subscription = subscription(claim), let item = claim.lineItem else { return nil }
            return subscription + [ByteString(item.text)]
        }
        func isEarlier(_ a: PurchaseClaim, _ b: PurchaseClaim) -> Bool {
            if a.purchaseDate != b.purchaseDate { return a.purchaseDate < b.purchaseDate }
            if a.isOfAddedSeats != b.isOfAddedSeats { return b.isOfAddedSeats }
            return ByteString.precedes(a.transactionID, b.transactionID)
        }
        /// Returns the transaction that began each period.
        func bases(_ key: (PurchaseClaim) -> [ByteString]?) -> [[ByteString]: PurchaseClaim] {
            let seated = Set(claims.lazy.filter(\.isOfAddedSeats).compactMap(key))
            var bases: [[ByteString]: PurchaseClaim] = [:]
            for claim in claims {
                guard let key = key(claim), seated.contains(key) else { continue }
                bases.merge([key: claim]) { isEarlier($1, $0) ? $1 : $0 }
            }
            return bases
        }
        let (byPeriod, byItem) = (bases(period), bases(item))
        let additions = claims.lazy.filter { claim in
            if let base = period(claim).flatMap({ byPeriod[$0] }), name(base) != name(claim),
                claim.isOfAddedSeats || base.purchaseDate < claim.purchaseDate
            {
                return true
            }
            // The period may have been extended in between.
            guard claim.isOfAddedSeats, let base = item(claim).flatMap({ byItem[$0] }) else { return false }
            return name(base) != name(claim) && base.purchaseDate < claim.purchaseDate
        }
        return Set(additions.map(name))
    }

    private mutating func entry(_ purchase: Purchase, _ claim: PurchaseClaim) -> Entry {
        let name = Subscription.name(claim.originalTransactionID, product: claim.productID, isXcode: isXcode)
        return Entry(
            purchase: purchase, product: IndexOf(products.add(ByteString(claim.productID))),
            subscription: identifiers.identifier(name))
    }

    private mutating func addKeys(of claim: PurchaseClaim, _ entry: Entry, _ place: Int, _ keys: inout Keys) {
        let (product, original) = (UInt64(entry.product.offset), entry.subscription)
        // The rows of Xcode's receipts are identified only by their bytes.
        if isXcode, claim.source == .receipt {
            let number = UInt64(contents.add(claim.encoding))
            return keys.originals.append(((number, 0, 0), place))
        }
        let transaction = identifiers.identifier(claim.transactionID)
        let date = isXcode ? claim.purchaseDate.bitPattern : 0
        keys.transactions.append(((transaction, product, date), place))
        guard !isXcode else { return }
        // Added seats are a separate purchase, which may have the line item of the period.
        let addsSeats = !seatAdditions.isEmpty && seatAdditions.contains(Self.name(claim))
        // A line item identifies one subscription period on all devices and after restorations. Apple calls it "the primary key for
        // subscription purchases" (*Validating receipts*).
        switch addsSeats ? nil : claim.lineItem {
        case .number(let number)?: keys.lineItems.append(((UInt64(bitPattern: number), original, 0), place))
        case .text(let text)?:
            keys.lineItems.append(((UInt64(identifiers.add(ByteString(text))), original, 1), place))
        case nil: break
        }
        // Other products get a new transaction when they are restored, and the original transaction may be missing.
        if claim.kind != .subscription { keys.originals.append(((original, product, 0), place)) }
    }

    /// Joins the entries that share a key.
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

    /// Sorts by purchase date, expiration date (absent last), transaction identifier as a string, product, and encoding (rule 6).
    ///
    /// Identifiers are compared as strings: they have 15 to 18 digits, and their numeric order has no meaning.
    private mutating func order() {
        // The dates decide most comparisons.
        var places = entries.enumerated().map { place, entry in
            (entry.purchase.latest.purchaseDate, entry.purchase.expiration ?? .infinity, place)
        }
        places.sort { a, b in
            if (a.0, a.1) != (b.0, b.1) { return (a.0, a.1) < (b.0, b.1) }
            let (one, two) = (entries[a.2].purchase.latest, entries[b.2].purchase.latest)
            if ByteString(one.transactionID) != ByteString(two.transactionID) {
                return ByteString.precedes(one.transactionID, two.transactionID)
            }
            if entries[a.2].product != entries[b.2].product { return ByteString.precedes(one.productID, two.productID) }
            return one.isEncodedBefore(two)
        }
        entries = places.map { entries[$0.2] }
    }
}

extension Purchase {
    /// Creates a purchase from all claims about it. Of several rows with the same bytes, only the one in the latest receipt is kept.
    init(joining claims: [PurchaseClaim]) {
        let sorted = claims.sorted { $1.isEncodedBefore($0) || $0.isSame($1) && $1.date < $0.date }
        var distinct: [PurchaseClaim] = []
        for claim in sorted where distinct.last?.isSame(claim) != true { distinct.append(claim) }
        distinct.sort { $1.isBefore($0) }
        let latest = distinct.indices.filter { place in
            !distinct[..<place].contains { $0.source == distinct[place].source }
        }
        let others = latest.dropFirst() + distinct.indices.filter { !latest.contains($0) }
        self.init(distinct[0], others: others.map { distinct[$0] }, otherKinds: latest.count - 1)
    }
}
