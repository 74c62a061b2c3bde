public import ReceiptEssentials
public import ReceiptFields

/// The history of one auto-renewable subscription: all its periods, from the first purchase on.
///
/// The App Store keeps one original transaction for a customer and a subscription group: through renewals, changes of product,
/// lapses and refunds. So a history has the periods of all products of a group.
public struct SubscriptionHistory: Sendable {
    let storage: LedgerStorage
    let number: IndexOf<Subscription>
    var subscription: Subscription { storage.subscriptions[number] }

    /// Transaction identifier of the first purchase; where Xcode leaves it out, of this one.
    public var originalTransactionID: String { subscription.originalTransactionID }

    /// `previousOriginalTransactionId`: of the subscription that this one took the place of, in a migration or in a switch to or from a
    /// bundle. Nil if no transaction says.
    public var previousOriginalTransactionID: String? { subscription.predecessor }

    /// The subscription that this one replaced: see ``previousOriginalTransactionID``. Nil if there is none, or the ledger doesn't have it.
    ///
    /// Both stay in the ledger. From the start of this one the other renews no more, unless the customer returned to it: it has no grace
    /// period and no billing retry, ``SubscriptionStatus/willAutoRenew`` is false, and nothing of it is missing.
    public var predecessor: SubscriptionHistory? {
        previousOriginalTransactionID.flatMap(storage.subscription).flatMap { other in
            other == number ? nil : SubscriptionHistory(storage: storage, number: other)
        }
    }

    /// All periods in the order of the ledger, revoked ones too. Added seats are part of the period that they were added to.
    public var periods: [SubscriptionPeriod] { subscription.periods }

    /// The period that runs at a date. If several contain it, the one that starts last.
    ///
    /// Revoked periods don't run, and a period that another product replaced ended at that moment: see
    /// ``SubscriptionPeriod/effectiveEndDate``.
    public func period(at date: Date) -> SubscriptionPeriod? {
        subscription.timeline.row(at: date.instant).running.map { subscription.periods[$0] }
    }

    /// The latest period that has begun by a date, also if it was revoked. Periods that never ran because of a change of product are left out.
    public func latestPeriod(at date: Date) -> SubscriptionPeriod? {
        subscription.timeline.row(at: date.instant).latest.map { subscription.periods[$0] }
    }

    /// The latest renewal info: whether and how the subscription renews. Receipts and transactions do not say.
    public var renewal: RenewalInfoPayload? { subscription.renewals.latest?.info }

    /// The renewal info, if it is about the period that is the latest at a date.
    package func renewal(at date: Date) -> RenewalInfoPayload? {
        subscription.renewal(subscription.timeline.row(at: date.instant))?.info
    }

    /// The subscription group, as transactions name it.
    public var subscriptionGroupID: String? { subscription.group }

    /// The times without a period between those that count.
    public var gaps: [SubscriptionGap] { subscription.gaps }

    /// The changes of product, computed from the periods that do not count as never purchased.
    public var productChanges: [ProductChange] { subscription.changes }
}

extension SubscriptionHistory: Hashable, Identifiable {
    /// The original transaction; with the product where Xcode gives every first purchase the same.
    public var id: String { subscription.name }

    /// Whether both have the same periods with the same evidence.
    public static func == (a: Self, b: Self) -> Bool {
        a.subscription === b.subscription
            || ByteString(a.id) == ByteString(b.id) && a.subscription.periods == b.subscription.periods
                && a.subscription.evidenceDate == b.subscription.evidenceDate && a.renewal == b.renewal
    }

    /// Hashes the original transaction and the number of periods.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteString(id))
        hasher.combine(subscription.periods.count)
    }
}

extension PurchaseLedger {
    /// The auto-renewable subscriptions, by their first period.
    public var subscriptions: [SubscriptionHistory] {
        storage.subscriptions.places.map { SubscriptionHistory(storage: storage, number: $0) }
    }

    /// The subscription with an original transaction identifier, in constant time.
    ///
    /// In Xcode's receipts every first purchase has the identifier `0`. Subscriptions to several products then differ
    /// by product, and this gives the first of them.
    public func subscription(originalTransactionID: String) -> SubscriptionHistory? {
        storage.subscription(originalTransactionID).map { SubscriptionHistory(storage: storage, number: $0) }
    }

    /// The subscription with a period of this product. If there are several, such as the customer's own and a family-shared one, the one
    /// whose access to the product ends last.
    public func subscription(containing productID: String) -> SubscriptionHistory? {
        subscription(containing: CollectionOfOne(productID))
    }

    /// The subscription that has periods of any of these products: see ``subscription(containing:)-(String)``.
    public func subscription(containing productIDs: some Sequence<String>) -> SubscriptionHistory? {
        let subscribed = productIDs.compactMap { storage.product($0) }.flatMap { storage.index.products[$0].subscribed }
        let last = subscribed.max { a, b in
            let (one, two) = (storage.subscriptions[a.subscription], storage.subscriptions[b.subscription])
            return (a.timeline.lastEnd, one.periods.last?.start ?? 0, a.subscription)
                < (b.timeline.lastEnd, two.periods.last?.start ?? 0, b.subscription)
        }
        return last.map { SubscriptionHistory(storage: storage, number: $0.subscription) }
    }

    /// The subscriptions of a subscription group, by their first period. There are several where the customer has an own and a
    /// family-shared one, as StoreKit 2 answers. Transactions alone name groups; subscriptions that only receipts know are there if
    /// a transaction names the group of one of their products.
    public func subscriptions(inGroup subscriptionGroupID: String) -> [SubscriptionHistory] {
        let products = storage.index.groups[ByteString(subscriptionGroupID)] ?? []
        return Set(products.flatMap { storage.index.products[$0].subscribed }.map(\.subscription)).sorted()
            .map { SubscriptionHistory(storage: storage, number: $0) }
    }
}

extension SubscriptionHistory: CustomStringConvertible {
    /// One line: the original transaction, and how much there is.
    public var description: String {
        "subscription \(Escaped.text(originalTransactionID)), periods: \(periods.count), gaps: \(gaps.count), "
            + "changes of product: \(productChanges.count)"
    }
}
