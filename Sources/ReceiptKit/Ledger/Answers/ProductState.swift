public import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a receipt knows about a product at a date, with the purchase that shows it.
///
/// The cases stand in the order of precedence: the first that holds is the answer.
@nonexhaustive
public enum ProductState: Hashable, Sendable {
    /// A purchase that is not cancelled covers the date: until an expiration date, or, nil, for good (a non-consumable).
    case active(until: Date?, InAppPurchase)
    /// Bought and not cancelled, and the receipt does not say what that means at the date: a consumable, a subscription that
    /// does not renew, a free one, or a product of an unknown type. The purchase is the latest one.
    case indefinite(InAppPurchase)
    /// The date is inside of a period that was cancelled, or after the purchase of another product that was. On which date
    /// it was cancelled makes no difference, and may be later than the date asked about.
    case cancelled(on: Date, reason: CancellationReason?, InAppPurchase)
    /// All periods that are not cancelled are over, the last one since this date.
    case expired(since: Date, InAppPurchase)
    /// All purchases that are not cancelled begin later, the first one on this date. A renewal that was charged in advance is
    /// such a purchase.
    case notStarted(until: Date, InAppPurchase)
    /// No purchase, or none that was not cancelled.
    case neverPurchased

    /// Whether the product is ``active(until:_:)``.
    public var isActive: Bool { if case .active = self { true } else { false } }

    /// The purchase that shows the state.
    public var purchase: InAppPurchase? {
        switch self {
        case .active(_, let purchase), .indefinite(let purchase), .cancelled(_, _, let purchase),
            .expired(_, let purchase), .notStarted(_, let purchase):
            purchase
        case .neverPurchased: nil
        }
    }
}

extension PurchaseLedger {
    /// The state of a product at a date.
    ///
    /// This looks at the product alone: at the rows that cover the date (`purchaseDate <= date < expirationDate`). A product
    /// from which the customer has upgraded is active until its period ends; which period of a subscription counts is what
    /// ``currentEntitlements(at:nonRenewingExpiration:)`` and ``SubscriptionHistory/period(at:)`` say.
    public func state(of productID: String, at date: Date) -> ProductState {
        guard let product = storage.product(productID) else { return .neverPurchased }
        let instant = date.instant
        let definite = storage.products.rows(of: product, .definite, at: instant)
        if let row = definite.begun, let active = activeState(row, instant) { return active }
        let indefinite = storage.products.rows(of: product, .indefinite, at: instant)
        if let row = indefinite.begun { return .indefinite(self[row]) }
        if let row = storage.products.rows(of: product, .cancelled, at: instant).begun,
            instant < storage.rows.outlines[row].end, let cancellationDate = self[row].cancellationDate
        {
            return .cancelled(on: cancellationDate, reason: self[row].cancellationReason, self[row])
        }
        if let row = definite.begun {
            return .expired(since: Date(timeIntervalSinceReferenceDate: storage.rows.outlines[row].end), self[row])
        }
        guard let next = [definite.next, indefinite.next].compactMap(\.self).min(by: beginsBefore) else {
            return .neverPurchased
        }
        return .notStarted(
            until: Date(timeIntervalSinceReferenceDate: storage.rows.outlines[next].start), self[next])
    }

    private func activeState(_ row: Int, _ instant: TimeInterval) -> ProductState? {
        let end = storage.rows.outlines[row].end
        guard instant < end else { return nil }
        return .active(until: end < .infinity ? Date(timeIntervalSinceReferenceDate: end) : nil, self[row])
    }

    private func beginsBefore(_ a: Int, _ b: Int) -> Bool {
        (storage.rows.outlines[a].start, a) < (storage.rows.outlines[b].start, b)
    }
}
