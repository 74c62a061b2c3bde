internal import OrderedCollections
internal import ReceiptEssentials
internal import ReceiptFields

/// The contents of a ledger, computed once and shared by its copies and answers.
final class LedgerStorage: Sendable {
    /// The evidence. Its purchases are in the order of the ledger, without duplicates.
    let evidence: CollectedEvidence
    let sources: [LedgerSource]
    let index: ProductIndex
    let subscriptions: [Subscription]
    /// Non-consumables, sorted by the start of access.
    let owned: [ProductIndex.Span]
    private let numbers: Interner<ByteString>
    private let subscriptionNumbers: [ByteString: IndexOf<Subscription>]
    /// For each product, the subscriptions with a renewal info that names it.
    private let renewing: [ByteString: [IndexOf<Subscription>]]
    /// The subscriptions for which evidence of a change of product may be missing at some date.
    let changing: [IndexOf<Subscription>]
    /// For each `appAccountToken`, the positions of its purchases.
    let tokens: [UUID: [IndexOf<Purchase>]]

    init(_ unordered: CollectedEvidence) {
        let isXcode = unordered.subject.isXcode
        let ordered = PurchaseJoin(unordered)
        let purchases = ordered.purchases
        var spans = ordered.spans
        var tokens: [UUID: [IndexOf<Purchase>]] = [:]
        var members: OrderedDictionary<UInt64, [IndexOf<Purchase>]> = [:]
        for (place, span) in spans.indexed() {
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
        owned = spans.indexed().filter { $1.kind == .owned && !$1.isVoid }
            .map { ProductIndex.Span(start: $1.start, end: $1.end, position: $0) }
            .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
        subscriptionNumbers = Dictionary(
            zip(subscriptions.map { ByteString($0.originalTransactionID) }, subscriptions.places),
            uniquingKeysWith: { first, _ in first })
        var renewing: [ByteString: [IndexOf<Subscription>]] = [:]
        for (number, subscription) in subscriptions.indexed() {
            for product in subscription.namedProducts {
                renewing[product, default: []].append(number)
            }
        }
        self.renewing = renewing
        changing = subscriptions.indexed().filter(\.element.mayMissProductChange).map(\.index)
        sources = evidence.sources.sorted(by: LedgerSource.precedes)
        (self.evidence, self.tokens, numbers) = (evidence, tokens, ordered.products)
    }

    /// Returns the ID of a product that any evidence names.
    func product(_ productID: String) -> IndexOf<ProductIndex.Product>? {
        numbers[ByteString(productID)].map(IndexOf<ProductIndex.Product>.init)
    }

    /// Returns the subscriptions with a renewal info that names a product, sorted.
    func subscriptions(naming productID: String) -> [IndexOf<Subscription>] {
        renewing.isEmpty ? [] : renewing[ByteString(productID)] ?? []
    }

    /// Returns true if the beginning of a subscription is missing (rule 57): its first transaction, the period of its original purchase, or
    /// the subscription before it. Sandbox receipts are truncated in this way.
    func hasHole(_ subscription: Subscription) -> Bool {
        if let predecessor = subscription.predecessor, self.subscription(predecessor) == nil { return true }
        if subscription.start < subscription.periods[0].start - .day { return true }
        let original = ByteString(subscription.originalTransactionID)
        // In Xcode every first purchase has the identifier 0.
        if subscription.isXcode, original == ByteString("0") { return false }
        let purchases = subscription.periods.lazy.flatMap { $0.seats?.members ?? [$0.purchase] }
        return !purchases.contains { purchase in purchase.isAny { ByteString($0.transactionID) == original } }
    }

    /// Returns the first subscription with an original transaction identifier.
    func subscription(_ originalTransactionID: String) -> IndexOf<Subscription>? {
        subscriptionNumbers[ByteString(originalTransactionID)]
    }
}
