public import ReceiptEssentials
public import ReceiptFields

/// The history of one auto-renewable subscription, with all its periods from the first purchase on.
///
/// The App Store keeps one original transaction for each customer and subscription group, through renewals, changes of product, lapses and
/// refunds. A history therefore contains the periods of all products of a group.
public struct SubscriptionHistory: Sendable {
    let storage: LedgerStorage
    let number: IndexOf<Subscription>
    var subscription: Subscription { storage.subscriptions[number] }

    /// The transaction identifier of the first purchase. If Xcode leaves this identifier out, it is the transaction identifier of the
    /// subscription's own purchase.
    public var originalTransactionID: String { subscription.originalTransactionID }

    /// `previousOriginalTransactionId`: the original transaction identifier of the subscription that this one replaced, in a migration or
    /// in a switch to or from a bundle. Nil if no transaction states one.
    public var previousOriginalTransactionID: String? { subscription.predecessor }

    /// The subscription that this one replaced. See ``previousOriginalTransactionID``. Nil if this subscription replaced none, or if the
    /// ledger doesn't contain the replaced one.
    ///
    /// Both subscriptions stay in the ledger. Once this subscription starts, the replaced one no longer renews, unless the customer
    /// returned to it: the replaced subscription has no grace period and no billing retry, its ``SubscriptionStatus/willAutoRenew`` is
    /// false, and none of its evidence is reported as missing.
    public var predecessor: SubscriptionHistory? {
        previousOriginalTransactionID.flatMap(storage.subscription).flatMap { other in
            other == number ? nil : SubscriptionHistory(storage: storage, number: other)
        }
    }

    /// All periods in the ledger's order, including revoked ones. Added seats are part of the period that they were added to.
    public var periods: [SubscriptionPeriod] { subscription.periods }

    /// Returns the period that is running at a date. If several periods contain the date, the method returns the one that starts last.
    ///
    /// Revoked periods don't run, and a period that another product replaced ended at the replacement. See
    /// ``SubscriptionPeriod/effectiveEndDate``.
    public func period(at date: Date) -> SubscriptionPeriod? {
        subscription.timeline.row(at: date.instant).running.map { subscription.periods[$0] }
    }

    /// Returns the latest period that has begun by a date, even if it was revoked. Periods that never ran because of a change of product
    /// are left out.
    public func latestPeriod(at date: Date) -> SubscriptionPeriod? {
        subscription.timeline.row(at: date.instant).latest.map { subscription.periods[$0] }
    }

    /// The latest renewal info, which states whether and how the subscription renews. Receipts and transactions don't state it.
    public var renewal: RenewalInfoPayload? { subscription.renewals.latest?.info }

    /// Returns the renewal info about the period that is the latest one at a date, or nil if there is no such info.
    package func renewal(at date: Date) -> RenewalInfoPayload? {
        subscription.renewal(subscription.timeline.row(at: date.instant))?.info
    }

    /// The subscription group's identifier, from transactions.
    public var subscriptionGroupID: String? { subscription.group }

    /// The gaps between periods. Periods that never ran, or are treated as never purchased, leave a gap too.
    public var gaps: [SubscriptionGap] { subscription.gaps }

    /// The changes of product, computed from the periods that aren't treated as never purchased.
    public var productChanges: [ProductChange] { subscription.changes }
}

extension SubscriptionHistory: Hashable, Identifiable {
    /// The original transaction identifier. In Xcode, where every first purchase has the same identifier, the product is added to it.
    public var id: String { subscription.name }

    /// Returns true if both have the same periods with the same evidence.
    public static func == (a: Self, b: Self) -> Bool {
        a.subscription === b.subscription
            || ByteString(a.id) == ByteString(b.id) && a.subscription.periods == b.subscription.periods
                && a.subscription.evidenceDate == b.subscription.evidenceDate && a.renewal == b.renewal
    }

    /// Hashes the identifier and the number of periods.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteString(id))
        hasher.combine(subscription.periods.count)
    }
}

extension PurchaseLedger {
    /// The auto-renewable subscriptions, sorted by their first period.
    public var subscriptions: [SubscriptionHistory] {
        storage.subscriptions.places.map { SubscriptionHistory(storage: storage, number: $0) }
    }

    /// Returns the subscription with an original transaction identifier, in constant time.
    ///
    /// In Xcode's receipts every first purchase has the identifier `0`. Subscriptions to several products then share this identifier, and
    /// the method returns the first of these subscriptions.
    public func subscription(originalTransactionID: String) -> SubscriptionHistory? {
        storage.subscription(originalTransactionID).map { SubscriptionHistory(storage: storage, number: $0) }
    }

    /// Returns the subscription with a period of this product. If there are several, such as the customer's own and a family-shared one,
    /// the method returns the one whose access to the product ends last.
    public func subscription(containing productID: String) -> SubscriptionHistory? {
        subscription(containing: CollectionOfOne(productID))
    }

    /// Returns the subscription with a period of any of these products. See ``subscription(containing:)-(String)``.
    public func subscription(containing productIDs: some Sequence<String>) -> SubscriptionHistory? {
        let subscribed = productIDs.compactMap { storage.product($0) }.flatMap { storage.index.products[$0].subscribed }
        let last = subscribed.max { a, b in
            let (one, two) = (storage.subscriptions[a.subscription], storage.subscriptions[b.subscription])
            return (a.timeline.lastEnd, one.periods.last?.start ?? 0, a.subscription)
                < (b.timeline.lastEnd, two.periods.last?.start ?? 0, b.subscription)
        }
        return last.map { SubscriptionHistory(storage: storage, number: $0.subscription) }
    }

    /// Returns the subscriptions of a subscription group, sorted by their first period. There are several if the customer has one of their
    /// own and a family-shared one, as in StoreKit 2. Only transactions name groups: a subscription that only receipts contain is included
    /// if a transaction names the group of one of its products.
    public func subscriptions(inGroup subscriptionGroupID: String) -> [SubscriptionHistory] {
        let products = storage.index.groups[ByteString(subscriptionGroupID)] ?? []
        return Set(products.flatMap { storage.index.products[$0].subscribed }.map(\.subscription)).sorted()
            .map { SubscriptionHistory(storage: storage, number: $0) }
    }
}

extension SubscriptionHistory: CustomStringConvertible {
    /// One line: the original transaction and the numbers of periods, gaps and changes of product.
    public var description: String {
        "subscription \(SafeText.quoted(originalTransactionID)), periods: \(periods.count), gaps: \(gaps.count), "
            + "changes of product: \(productChanges.count)"
    }
}
