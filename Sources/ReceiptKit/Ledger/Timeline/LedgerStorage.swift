internal import OrderedCollections
internal import ReceiptEssentials
internal import ReceiptFields

/// Everything behind a ledger, made once and shared by all copies of it and of what it answers.
final class LedgerStorage: Sendable {
    /// Each purchase is there once, in the order of the ledger.
    let evidence: CollectedEvidence
    let sources: [LedgerSource]
    let index: ProductIndex
    let subscriptions: [Subscription]
    /// Non-consumables, in the order in which they begin to count.
    let owned: [ProductIndex.Span]
    private let numbers: Interner<ByteString>
    private let subscriptionNumbers: [ByteString: Int]
    /// The numbers of the subscriptions of which a renewal info names a product.
    private let renewing: [ByteString: [Int]]
    /// Those of which a change of product may be missing at some date.
    let changing: [Int]
    /// Where the purchases with each `appAccountToken` are in the ledger.
    let tokens: [UUID: [Int]]

    init(_ unordered: CollectedEvidence) {
        let isXcode = unordered.subject.isXcode
        let ordered = PurchaseJoin(unordered)
        let purchases = ordered.purchases
        var spans = ordered.spans
        var tokens: [UUID: [Int]] = [:]
        var members: OrderedDictionary<UInt64, [Int]> = [:]
        for (place, span) in spans.enumerated() {
            if let token = purchases[place].appAccountToken { tokens[token, default: []].append(place) }
            if span.kind == .subscription { members[span.subscription, default: []].append(place) }
        }
        var evidence = unordered
        evidence.purchases = purchases
        evidence.orderRenewals()
        let predecessors = Predecessors(members, purchases, spans)
        subscriptions = members.map { number, places in
            Subscription(
                places, &spans, evidence, predecessor: predecessors.names[number],
                successions: predecessors.successions(of: purchases[places[0]].originalTransactionID, except: number))
        }
        index = ProductIndex(
            purchases, spans, subscriptions, count: ordered.products.count, needsTrialFlag: !isXcode)
        owned = spans.enumerated().filter { $1.kind == .owned && !$1.isVoid }
            .map { ProductIndex.Span(start: $1.start, end: $1.end, position: $0) }
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
        subscriptionNumbers = Dictionary(
            zip(subscriptions.map { ByteString($0.originalTransactionID) }, subscriptions.indices),
            uniquingKeysWith: { first, _ in first })
        var renewing: [ByteString: [Int]] = [:]
        for (number, subscription) in subscriptions.enumerated() {
            for product in subscription.namedProducts {
                renewing[product, default: []].append(number)
            }
        }
        self.renewing = renewing
        changing = subscriptions.enumerated().filter(\.element.mayMissProductChange).map(\.offset)
        sources = evidence.sources.sorted(by: LedgerSource.precedes)
        (self.evidence, self.tokens, numbers) = (evidence, tokens, ordered.products)
    }

    /// The number of a product that any evidence names.
    func product(_ productID: String) -> Int? { numbers[ByteString(productID)] }

    /// The numbers of the subscriptions of which a renewal info names a product, in order.
    func subscriptions(naming productID: String) -> [Int] {
        renewing.isEmpty ? [] : renewing[ByteString(productID)] ?? []
    }

    /// True if the beginning of a subscription is missing (rule 57): its first transaction, the period that its original purchase began, or the
    /// subscription before it. Sandbox receipts are truncated in this way.
    func hasHole(_ subscription: Subscription) -> Bool {
        if let predecessor = subscription.predecessor, self.subscription(predecessor) == nil { return true }
        if subscription.start < subscription.periods[0].start - .day { return true }
        let original = ByteString(subscription.originalTransactionID)
        // Xcode gives every first purchase the identifier 0.
        if subscription.isXcode, original == ByteString("0") { return false }
        let purchases = subscription.periods.lazy.flatMap { $0.seats?.members ?? [$0.purchase] }
        return !purchases.contains { purchase in purchase.isAny { ByteString($0.transactionID) == original } }
    }

    /// The first subscription with an original transaction.
    func subscription(_ originalTransactionID: String) -> Int? {
        subscriptionNumbers[ByteString(originalTransactionID)]
    }
}
