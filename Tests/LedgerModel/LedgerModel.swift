/// A second implementation of the ledger's rules, as plain loops over the evidence, without indexes, hashing or
/// interned identifiers. It is slow, and easy to check. Dates are seconds.
///
/// It follows *Rules of the ledger*, a page of the documentation, and cites its rule numbers.
package struct LedgerModel {
    package let isXcode: Bool
    /// The purchases, in the order of the ledger.
    package private(set) var rows: [Row] = []
    /// The positions of each subscription's rows. The subscriptions are ordered by their first rows.
    package private(set) var chains: [[Int]] = []
    /// The positions of added seats that are part of another period. They are in no chain.
    package internal(set) var parts: Set<Int> = []
    /// The positions of rows that form one period with added seats: the row that began it, and the additions.
    package private(set) var families: [[Int]] = []
    /// The positions of renewals that were overtaken.
    package internal(set) var overtaken: Set<Int> = []
    /// The end of each row.
    package internal(set) var ends: [Double] = []
    /// The cause of each row's end.
    package internal(set) var causes: [Cause] = []
    /// The renewal infos and their subjects, in the order of chains.
    package private(set) var infos: [[Info]] = []
    let renewals: [ModelRenewal]
    let statuses: [ModelSignedStatus]
    let isSandbox: Bool
    /// The positions of voided renewals that are left aside: rule 30.
    package internal(set) var leftAside: Set<Int> = []
    package let receipts: [ModelReceipt]
    private let seatAdditions: [ModelRow]

    /// The cause of a period's end.
    package enum Cause: Sendable {
        case expiration, revocation, replacement
    }

    package init(
        _ claims: [ModelRow], renewals: [ModelRenewal] = [], statuses: [ModelSignedStatus] = [],
        receipts: [ModelReceipt] = [], isXcode: Bool = false, isSandbox: Bool = false
    ) {
        (self.isXcode, self.isSandbox) = (isXcode, isSandbox)
        self.renewals = renewals
        self.statuses = statuses
        self.receipts = receipts
        seatAdditions = isXcode ? [] : Self.seatAdditions(claims)
        var groups: [[ModelRow]] = []
        for row in claims {
            // All groups that the row belongs to become one.
            let own = groups.indices.filter { group in groups[group].contains { isSame($0, row) } }
            let joined = own.flatMap { groups[$0] } + [row]
            for group in own.reversed() { groups.remove(at: group) }
            groups.append(joined)
        }
        rows = groups.map(Row.init)
        // Insertion sort: slow, and easy to check.
        for index in rows.indices.dropFirst() {
            var place = index
            while place > 0, Self.precedes(rows[place], rows[place - 1]) {
                rows.swapAt(place, place - 1)
                place -= 1
            }
        }
        for (position, row) in rows.enumerated() where row.isSubscription {
            if let chain = chains.firstIndex(where: { isOneChain(rows[$0[0]].latest, row.latest) }) {
                chains[chain].append(position)
            } else {
                chains.append([position])
            }
        }
        endPeriods()
        for place in chains.indices {
            families += periods(chains[place])
            chains[place].removeAll { parts.contains($0) }
        }
        infos = chains.map(allInfos)
    }

    // MARK: Evidence of one purchase, and purchases of one subscription

    private func isSame(_ a: ModelRow, _ b: ModelRow) -> Bool {
        if isXcode {
            guard a.form == b.form else { return false }
            if a.form == .receipt { return a.encoding.isEmpty ? a == b : a.encoding == b.encoding }
            return isSameText(a.transaction, b.transaction) && isSameText(a.product, b.product)
                && a.purchased == b.purchased
        }
        if a.webOrder != 0, a.webOrder == b.webOrder, isOneChain(a, b), !addsSeats(a), !addsSeats(b) { return true }
        guard isSameText(a.product, b.product) else { return false }
        return isSameText(a.transaction, b.transaction) || !a.isSubscription && !b.isSubscription && isOneChain(a, b)
    }

    private static func precedes(_ a: Row, _ b: Row) -> Bool {
        if a.latest.purchased != b.latest.purchased { return a.latest.purchased < b.latest.purchased }
        if a.expires != b.expires { return a.expires ?? .infinity < b.expires ?? .infinity }
        for text in [\ModelRow.transaction, \.product]
        where !isSameText(a.latest[keyPath: text], b.latest[keyPath: text]) {
            return Array(a.latest[keyPath: text].utf8).lexicographicallyPrecedes(Array(b.latest[keyPath: text].utf8))
        }
        return isShorterOrLess(a.latest.encoding, b.latest.encoding)
    }

    /// Xcode gives every first purchase the identifier 0, so it doesn't identify a subscription.
    func isOneChain(_ a: ModelRow, _ b: ModelRow) -> Bool {
        isSameText(a.chain, b.chain) && (!(isXcode && a.chain == "0") || isSameText(a.product, b.product))
    }

    package func original(_ chain: [Int]) -> String { rows[chain[0]].latest.chain }

    /// Returns all purchases of a subscription, including added seats.
    package func members(_ chain: [Int]) -> [Int] {
        rows.indices.filter { rows[$0].isSubscription && isOneChain(rows[$0].latest, rows[chain[0]].latest) }
    }

    // MARK: Transactions that added seats to a period

    private func addsSeats(_ row: ModelRow) -> Bool { seatAdditions.contains { Self.isOneTransaction($0, row) } }

    private static func isOneTransaction(_ a: ModelRow, _ b: ModelRow) -> Bool {
        isSameText(a.transaction, b.transaction) && isSameText(a.product, b.product)
    }

    /// Rule 20, joining: of a product's transactions with the same end, the earliest is joined as usual, and the others
    /// with the reason are not.
    private static func seatAdditions(_ claims: [ModelRow]) -> [ModelRow] {
        func begin(_ period: [ModelRow]) -> ModelRow? {
            // Rule 20: of two in the same second, the one that began the period is the one with a copy that lacks
            // the reason, such as a receipt's.
            period.min { a, b in
                if a.purchased != b.purchased { return a.purchased < b.purchased }
                if a.isSeatAddition != b.isSeatAddition { return b.isSeatAddition }
                return Array(a.transaction.utf8).lexicographicallyPrecedes(Array(b.transaction.utf8))
            }
        }
        return claims.filter { row in
            if !row.isSubscription { return false }
            let own = claims.filter { other in
                other.isSubscription && isSameText(other.chain, row.chain) && isSameText(other.product, row.product)
            }
            let period = own.filter { $0.expires != nil && $0.expires == row.expires }
            // Rule 20: a transaction that begins later was added even if it lacks the reason.
            if let base = begin(period), !isOneTransaction(base, row), period.contains(where: \.isSeatAddition),
                row.isSeatAddition || base.purchased < row.purchased
            {
                return true
            }
            // The period may have been extended in between.
            guard row.isSeatAddition, row.webOrder != 0, let base = begin(own.filter { $0.webOrder == row.webOrder })
            else { return false }
            return !isOneTransaction(base, row) && base.purchased < row.purchased
        }
    }
}
