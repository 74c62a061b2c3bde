internal import OrderedCollections
internal import ReceiptEssentials
internal import ReceiptFields

/// Everything behind a ledger, made once and shared by all copies of it and of what it answers.
final class LedgerStorage: Sendable {
    /// Each purchase is there once, in the order of the ledger.
    let parts: LedgerParts
    let sources: [LedgerSource]
    let products: LedgerProducts
    let subscriptions: [Subscription]
    /// Non-consumables, in the order in which they begin to count.
    let owned: [Timetable.Span]
    private let numbers: Numbering<ExactText>
    private let subscriptionNumbers: [ExactText: Int]
    /// Where the purchases with each `appAccountToken` are in the ledger.
    let tokens: [UUID: [Int]]

    init(_ unordered: LedgerParts) {
        let isXcode = unordered.subject.isXcode
        let ordered = LedgerRows(unordered)
        let purchases = ordered.purchases
        var rows = ordered.rows
        var tokens: [UUID: [Int]] = [:]
        var members: OrderedDictionary<UInt64, [Int]> = [:]
        /// What came before a subscription, and the rows that name one, by its name.
        var predecessors: [UInt64: String] = [:]
        var successors: [ExactText: [LedgerRow]] = [:]
        for (place, row) in rows.enumerated() {
            if let token = purchases[place].appAccountToken { tokens[token, default: []].append(place) }
            guard row.kind == .subscription else { continue }
            members[row.subscription, default: []].append(place)
            if let predecessor = purchases[place].predecessor {
                predecessors[row.subscription] = predecessor
                successors[ExactText(predecessor), default: []].append(row)
            }
        }
        var parts = unordered
        parts.purchases = purchases
        subscriptions = members.map { number, places in
            let successors = successors[ExactText(purchases[places[0]].originalTransactionID)] ?? []
            return Subscription(
                places, &rows, parts, predecessor: predecessors[number],
                successions: successors.filter { $0.subscription != number }.map { $0.start }.sorted())
        }
        products = LedgerProducts(
            purchases, rows, subscriptions, count: ordered.products.count, needsTrialFlag: !isXcode)
        owned = rows.enumerated().filter { $1.kind == .owned && !$1.isVoid }
            .map { Timetable.Span(start: $1.start, end: $1.end, row: $0) }.sorted(by: Timetable.Span.beginsBefore)
        subscriptionNumbers = Dictionary(
            zip(subscriptions.map { ExactText($0.originalTransactionID) }, subscriptions.indices),
            uniquingKeysWith: { first, _ in first })
        sources = parts.sources.sorted(by: LedgerSource.precedes)
        (self.parts, self.tokens, numbers) = (parts, tokens, ordered.products)
    }

    /// The number of a product that some row names.
    func product(_ productID: String) -> Int? { numbers[ExactText(productID)] }

    /// The first subscription with an original transaction.
    func subscription(_ originalTransactionID: String) -> Int? { subscriptionNumbers[ExactText(originalTransactionID)] }
}
