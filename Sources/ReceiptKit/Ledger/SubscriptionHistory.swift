internal import OrderedCollections
internal import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The history of one auto-renewable subscription: all its periods, from the first purchase on.
///
/// The App Store keeps one original transaction for a customer and a subscription group: through renewals, changes of product,
/// lapses and refunds. So a history has the periods of all products of a group.
public struct SubscriptionHistory: Sendable {
    let storage: LedgerStorage
    let number: Int

    private var chain: ChainIndex.Chain { storage.chains.chains[number] }
    private var members: Range<Int> { storage.chains.groups.range(number) }

    /// Transaction identifier of the first purchase (attribute 1705; where Xcode leaves it out, attribute 1703).
    public var originalTransactionID: String {
        let first = storage.chains.groups.members[members.lowerBound]
        return storage.pool.names.transactions[storage.pool.names.chainOf[storage.rows.order[first]]].string
    }

    /// All periods in the order of the ledger, cancelled ones too.
    public var periods: Periods { Periods(storage: storage, members: members, overtaken: chain.overtaken) }

    /// The period that runs at a date: the one that counts, of those that contain the date and are not cancelled.
    ///
    /// That is the one with the latest start. Only a renewal that was charged in advance yields to the period of another
    /// product that began before it: see ``SubscriptionPeriod/isOvertaken``.
    public func period(at date: Date) -> SubscriptionPeriod? {
        let stretches = chain.stretches
        let instant = date.instant
        let place = partitionPoint(stretches.indices) { stretches[$0].start <= instant }
        guard place > 0, instant < stretches[place - 1].end else { return nil }
        let row = stretches[place - 1].row
        return SubscriptionPeriod(purchase: storage.rows[row], isOvertaken: chain.overtaken.contains(row))
    }

    /// The times without a period between the periods that are not cancelled.
    public var gaps: [SubscriptionGap] { chain.gaps }

    /// The gaps of more than some seconds, for sandbox, where renewals are late.
    public func gaps(longerThan tolerance: TimeInterval) -> [SubscriptionGap] {
        chain.gaps.filter { $0.duration > tolerance }
    }

    /// The changes of product, told from the periods that are not cancelled.
    public var productChanges: [ProductChange] { chain.changes }
}

extension SubscriptionHistory {
    /// The periods of a subscription in the order of the ledger.
    public struct Periods: RandomAccessCollection, Sendable {
        let storage: LedgerStorage
        let members: Range<Int>
        let overtaken: Set<Int>

        /// Always 0.
        public var startIndex: Int { 0 }
        /// The number of periods.
        public var endIndex: Int { members.count }
        /// The period at a place in the history.
        public subscript(position: Int) -> SubscriptionPeriod {
            let row = storage.chains.groups.members[members.lowerBound + position]
            return SubscriptionPeriod(purchase: storage.rows[row], isOvertaken: overtaken.contains(row))
        }
    }
}

extension PurchaseLedger {
    /// The auto-renewable subscriptions, by their first period.
    public var subscriptions: Subscriptions { Subscriptions(storage: storage) }

    /// The auto-renewable subscriptions of a ledger.
    public struct Subscriptions: RandomAccessCollection, Sendable {
        let storage: LedgerStorage

        /// Always 0.
        public var startIndex: Int { 0 }
        /// The number of subscriptions.
        public var endIndex: Int { storage.chains.chains.count }
        /// The subscription at a place in the order of first periods.
        public subscript(position: Int) -> SubscriptionHistory {
            SubscriptionHistory(storage: storage, number: position)
        }

        /// The subscription with an original transaction identifier, in constant time.
        ///
        /// In Xcode's receipts every first purchase has the identifier `0`. Subscriptions to several products are then told
        /// apart by product, and this gives the first of them.
        public subscript(originalTransactionID: String) -> SubscriptionHistory? {
            storage.chain(originalTransactionID).map {
                SubscriptionHistory(storage: storage, number: $0)
            }
        }
    }
}
