internal import OrderedCollections
internal import ReceiptEssentials
internal import ReceiptFields

/// The subscriptions that replaced others (rule 19). In a migration, and in a switch to or from a bundle, Apple begins a new subscription,
/// whose transactions name the previous one (`previousOriginalTransactionId`).
struct Predecessors {
    /// The original transaction identifier of each predecessor, by the ID of the subscription that names it.
    private(set) var names: [UInt64: String] = [:]
    private var successors: [ByteString: [(subscription: UInt64, start: TimeInterval)]] = [:]

    init(
        _ members: OrderedDictionary<UInt64, [IndexOf<Purchase>]>, _ purchases: [Purchase],
        _ spans: Column<Purchase, PurchaseSpan>
    ) {
        for (number, places) in members {
            let naming = places.filter { purchases[$0].predecessor != nil }
            if naming.isEmpty { continue }
            // The subscription may have begun before its first known purchase.
            let first = places.lazy.map { spans[$0].firstPurchase }.min()
            /// For each predecessor, the expiration dates of the periods that name it.
            var terms: [ByteString: Set<TimeInterval>] = [:]
            for place in naming {
                guard let name = purchases[place].predecessor else { continue }
                names[number] = name
                let span = spans[place]
                // A purchase that isn't a renewal shows that the customer had gone back to the predecessor and left it again.
                let isRenewal = terms[ByteString(name)].map { $0.contains(span.start) || span.isRenewal } ?? false
                for start in [first, isRenewal ? nil : span.start].compactMap(\.self) {
                    successors[ByteString(name), default: []].append((number, start))
                }
                terms[ByteString(name), default: []].insert(span.term)
            }
        }
    }

    /// Returns the dates on which other subscriptions replaced a subscription: the starts of the subscriptions that name it as their
    /// predecessor, and of the purchases in those subscriptions. The dates are sorted.
    func successions(of originalTransactionID: String, except number: UInt64) -> [TimeInterval] {
        guard !successors.isEmpty else { return [] }
        return (successors[ByteString(originalTransactionID)] ?? []).filter { $0.subscription != number }.map(\.start)
            .sorted()
    }

    /// Shortens the periods that began before a succeeding subscription, so that they end no later than that subscription's start.
    static func end(_ spans: inout [PurchaseSpan], before successions: [TimeInterval]) {
        guard !successions.isEmpty else { return }
        for place in spans.indices where !spans[place].isVoid {
            let next = partitionPoint(successions.indices) { successions[$0] <= spans[place].start }
            guard next < successions.count else { continue }
            // A revocation in the same second as the switch is part of the switch.
            let (date, end) = (successions[next], spans[place].end)
            guard date < end || date == end && end < spans[place].term else { continue }
            (spans[place].end, spans[place].isReplaced) = (date, true)
        }
    }
}
