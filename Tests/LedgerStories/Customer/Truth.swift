/// The customer's access over time, derived only from the events, as it is known in the end: a full refund voids a
/// purchase at every date.
package struct Truth: Sendable {
    package struct Span: Sendable {
        package let start: Seconds
        package let end: Seconds
        let purchase: Int
        package let state: String
        /// True if it is a grace period whose end Apple didn't sign.
        var isDateMissing = false
    }

    /// The periods of access, by product.
    package private(set) var spans: [String: [Span]] = [:]
    /// The times at which access is undefined: in a grace period that was recovered with another product, and in the
    /// last hours before an upgrade.
    private var unclear: [String: [(start: Seconds, end: Seconds)]] = [:]

    init(_ customer: Customer, passLength: Seconds) {
        for (index, purchase) in customer.purchases.enumerated() {
            guard let (start, end) = purchase.access(passLength: passLength) else { continue }
            let state =
                switch purchase.product.kind {
                case .nonConsumable: "owned"
                case .nonRenewing: "nonRenewing"
                default: "subscribed"
                }
            spans[purchase.product.id, default: []].append(
                Span(start: start, end: end, purchase: index, state: state))
            if purchase.isQuietlyReplaced, let last = purchase.end {
                unclear[purchase.product.id, default: []].append((end, last))
            }
        }
        for grace in customer.subscriptions.flatMap(\.graces) where grace.start < grace.end {
            let purchase = customer.purchases[grace.purchase]
            let recovery = grace.recovery.map { customer.purchases[$0] }
            // From the period's end on, the recovered period is in effect, whatever its product, and a refund of either
            // voids it.
            if purchase.isRevoked || recovery.map({ $0.product != purchase.product || $0.isRevoked }) ?? false {
                unclear[purchase.product.id, default: []].append((grace.start, grace.end))
                continue
            }
            if recovery != nil { continue }
            // Only the notification at the end of grace shows when it ended.
            if grace.isDateMissing {
                unclear[purchase.product.id, default: []].append((grace.end, grace.end + customer.pace.hour))
            }
            spans[purchase.product.id, default: []].append(
                Span(
                    start: grace.start, end: grace.end, purchase: grace.purchase, state: "inGracePeriod",
                    isDateMissing: grace.isDateMissing))
        }
    }

    package func isUnclear(_ product: String, at time: Seconds) -> Bool {
        unclear[product]?.contains { $0.start <= time && time < $0.end } ?? false
            || running(product, at: time).contains(where: \.isDateMissing)
    }

    package func running(_ product: String, at time: Seconds) -> [Span] {
        spans[product]?.filter { $0.start <= time && time < $0.end } ?? []
    }
}
