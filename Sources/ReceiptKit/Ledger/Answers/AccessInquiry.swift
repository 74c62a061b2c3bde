internal import ReceiptEssentials
internal import ReceiptFields

/// Answers questions about access at one date, and computes intermediate results only once.
struct AccessInquiry {
    /// The greatest number of subscriptions that an answer names. No real customer has as many; the limit keeps crafted evidence from
    /// making answers long.
    static let mostIdentifiers = 100

    let dated: DatedLedger
    let instant: TimeInterval
    private var answers: [ByteString: Access] = [:]
    private var missing: [IndexOf<Subscription>: Access.Missing?] = [:]
    private var changes: Lacking?

    init(_ dated: DatedLedger) { (self.dated, instant) = (dated, dated.instant) }

    var ledger: PurchaseLedger { dated.ledger }
    var storage: LedgerStorage { ledger.storage }
    private var staleAfter: TimeInterval { dated.staleAfter }

    /// Returns the access to a product (rules 50 to 53).
    mutating func access(to productID: String) -> Access {
        if let answer = answers[ByteString(productID)] { return answer }
        let answer = findAccess(to: productID)
        answers[ByteString(productID)] = answer
        return answer
    }

    private mutating func findAccess(to productID: String) -> Access {
        let product = storage.product(productID)
        if let product, let found = dated.entitlement(to: product) {
            return .granted(found)
        }
        var denied = product.map { denial($0) } ?? noPurchase
        for number in storage.subscriptions(naming: productID) {
            denied.wasKnown(asOf: Date(second: storage.subscriptions[number].knownAsOf(at: instant)))
        }
        return undetermined(productID, product, denied).map(Access.undetermined) ?? .denied(denied)
    }

    /// Returns the access to any of several products (rule 54).
    mutating func access(toAny productIDs: some Sequence<String>) -> Access {
        var (granted, denials, undetermined): ([Entitlement], [Access.Denial], [Access.Undetermined]) = ([], [], [])
        var asked: Set<ByteString> = []
        for productID in productIDs where asked.insert(ByteString(productID)).inserted {
            switch access(to: productID) {
            case .granted(let entitlement): granted.append(entitlement)
            case .denied(let denial): denials.append(denial)
            case .undetermined(let answer): undetermined.append(answer)
            }
        }
        if let best = DatedLedger.best(granted) { return .granted(best) }
        if undetermined.isEmpty { return .denied(strongest(denials) ?? noPurchase) }
        return .undetermined(Access.Undetermined(joining: undetermined, denials))
    }

    // MARK: Missing evidence

    /// The subscriptions whose evidence may be incomplete.
    private struct Lacking {
        /// The first ``AccessInquiry/mostIdentifiers`` of these subscriptions.
        var numbers: [IndexOf<Subscription>] = []
        var missing: Set<Access.Missing> = []
        var knownAsOf = Date.distantPast
    }

    private mutating func missing(_ number: IndexOf<Subscription>) -> Access.Missing? {
        if let known = missing[number] { return known }
        let subscription = storage.subscriptions[number]
        let snapshot = subscription.snapshot(at: instant, staleAfter: staleAfter)
        let found = subscription.missing(snapshot, at: instant, staleAfter: staleAfter)
        missing[number] = .some(found)
        return found
    }

    /// Returns the subscriptions that may lack evidence, or only those that may lack evidence of a change of product.
    private mutating func lacking(
        _ numbers: some Sequence<IndexOf<Subscription>>, changeOnly: Bool = false
    ) -> Lacking {
        var lacking = Lacking()
        for number in numbers {
            guard let missing = missing(number), !changeOnly || missing == .productChange else { continue }
            lacking.missing.insert(missing)
            lacking.knownAsOf = max(
                lacking.knownAsOf, Date(second: storage.subscriptions[number].knownAsOf(at: instant)))
            if lacking.numbers.count < Self.mostIdentifiers { lacking.numbers.append(number) }
        }
        return lacking
    }

    /// Returns the subscriptions that may lack evidence of a change of product.
    private mutating func changing() -> Lacking {
        if let changes { return changes }
        let found = lacking(storage.changing, changeOnly: true)
        changes = found
        return found
    }

    /// Returns the evidence that may be missing, or nil if the evidence shows that the customer has no access.
    private mutating func undetermined(
        _ productID: String, _ product: IndexOf<ProductIndex.Product>?, _ denial: Access.Denial
    ) -> Access.Undetermined? {
        let name = ByteString(productID)
        var own: [IndexOf<Subscription>] = []
        var isOfUnknownType = false
        if let product {
            // A product that is known to be of another kind is never a subscription.
            if storage.index.products[product].isOfOtherKind { return nil }
            own = storage.index.products[product].subscribed.map(\.subscription)
            isOfUnknownType = storage.index.products[product].unknown.contains { span in
                span.start <= instant && !ledger[span.position].isRevoked(at: instant)
            }
        }
        let naming = storage.subscriptions(naming: productID).filter {
            storage.subscriptions[$0].productsToCome.contains(name)
        }
        var found = lacking(Set(own + naming).sorted())
        if product == nil {
            let changes = changing()
            found.numbers = Array(Set(found.numbers + changes.numbers).sorted().prefix(Self.mostIdentifiers))
            found.missing.formUnion(changes.missing)
            found.knownAsOf = max(found.knownAsOf, changes.knownAsOf)
        }
        if isOfUnknownType { found.missing.insert(.productType) }
        if found.missing.isEmpty { return nil }
        let subscriptions = found.numbers.map { storage.subscriptions[$0] }
        return Access.Undetermined(
            missing: found.missing,
            originalTransactionIDs: subscriptions.filter { !$0.isXcode }.map(\.originalTransactionID),
            since: denial.since, purchase: denial.purchase,
            knownAsOf: max(found.knownAsOf, denial.knownAsOf ?? .distantPast))
    }
}

extension Access.Undetermined {
    /// Joins the answers for several products. The purchase and the end of access are the latest of all answers, denials included.
    fileprivate init(joining answers: [Access.Undetermined], _ denials: [Access.Denial]) {
        let all = answers.map { ($0.since, $0.purchase) } + denials.map { ($0.since, $0.purchase) }
        let last = all.dropFirst().reduce(all.first) { last, other in
            (last?.0 ?? .distantPast) < other.0 ?? .distantPast ? other : last
        }
        var identifiers: Set<ByteString> = []
        let distinct = answers.flatMap(\.originalTransactionIDs).filter { identifiers.insert(ByteString($0)).inserted }
        let knownAsOf = answers.lazy.map(\.knownAsOf).max() ?? .distantPast
        self.init(
            missing: answers.reduce(into: []) { $0.formUnion($1.missing) },
            originalTransactionIDs: Array(distinct.prefix(AccessInquiry.mostIdentifiers)),
            since: last?.0, purchase: last?.1, knownAsOf: max(knownAsOf, last?.0 ?? .distantPast))
    }
}
