public import ReceiptEssentials
public import ReceiptFields

/// What the evidence knows about a product at a date, with the purchase that shows it.
///
/// The cases stand in the order of precedence: the first that holds is the answer.
@nonexhaustive
public enum ProductState: Hashable, Sendable {
    /// A purchase that was not revoked covers the date: until an expiration date, or, nil, for good (a non-consumable).
    case active(until: Date?, Purchase)
    /// Bought and not revoked, and the evidence does not say what that means at the date: a consumable, a subscription that
    /// does not renew, a free one, or a product of an unknown type. The purchase is the latest one.
    case indefinite(Purchase)
    /// The date is inside of a period that was revoked, or after the purchase of another product that was. A full refund voids the
    /// purchase at every date, also before the revocation. Every other revocation leaves what came before it.
    case revoked(on: Date, reason: RevocationReason?, Purchase)
    /// All periods that were not revoked are over, the last one since this date.
    case expired(since: Date, Purchase)
    /// All purchases that were not revoked begin later, the first one on this date. A renewal that was charged in advance is
    /// such a purchase.
    case notStarted(until: Date, Purchase)
    /// No purchase, or none that was not revoked.
    case neverPurchased

    /// Whether the product is ``active(until:_:)``.
    public var isActive: Bool { if case .active = self { true } else { false } }

    /// The purchase that shows the state.
    public var purchase: Purchase? {
        switch self {
        case .active(_, let purchase), .indefinite(let purchase), .revoked(_, _, let purchase),
            .expired(_, let purchase), .notStarted(_, let purchase):
            purchase
        case .neverPurchased: nil
        }
    }
}

extension PurchaseLedger {
    /// The state of a product at a date.
    ///
    /// This looks at the product alone. A product from which the customer has upgraded expired when the new one began; in the
    /// grace period after its end a subscription is active.
    public func state(of productID: String, at date: Date) -> ProductState {
        guard let product = storage.product(productID) else { return .neverPurchased }
        let instant = date.instant
        if let (place, until) = access(to: product, instant) {
            return .active(until: until < .infinity ? Date(second: until) : nil, self[place])
        }
        let indefinite = storage.products.rows(of: product, .indefinite, at: instant)
        if let row = indefinite.lastRunning { return .indefinite(self[row.row]) }
        let revoked = storage.products.rows(of: product, .revoked, at: instant)
        if let row = revoked.longest, instant < row.end, let date = self[row.row].revocationDate {
            return .revoked(on: date, reason: self[row.row].revocationReason, self[row.row])
        }
        let definite = storage.products.rows(of: product, .definite, at: instant)
        if let row = definite.longest { return .expired(since: Date(second: row.end), self[row.row]) }
        let next = [definite.next, indefinite.next].compactMap(\.self).min { ($0.start, $0.row) < ($1.start, $1.row) }
        return next.map { .notStarted(until: Date(second: $0.start), self[$0.row]) } ?? .neverPurchased
    }
}
