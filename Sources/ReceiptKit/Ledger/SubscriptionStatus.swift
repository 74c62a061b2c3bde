#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is known of a subscription at a date.
public struct SubscriptionStatus: Hashable, Sendable {
    /// StoreKit 2's five states (`Product.SubscriptionInfo.RenewalState`). Where several hold, the first of them counts.
    @nonexhaustive
    public enum State: String, Hashable, Sendable {
        /// The latest period was refunded, or taken from family sharing. No access.
        case revoked
        /// A period runs.
        case subscribed
        /// The latest period has expired, and the App Store tries to charge the customer, who keeps access meanwhile.
        case inGracePeriod
        /// The latest period has expired, and the App Store tries to charge the customer, for at most 60 days. No access.
        case inBillingRetryPeriod
        /// No period runs, or none has begun yet. No access.
        case expired

        /// Whether the customer has access.
        public var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }
    }

    /// The state at the date asked.
    public let state: State
    /// When that ends: the end of the period, of the grace period, or of the 60 days, or the start of the next period. Nil if
    /// nothing is known that would end it.
    public let until: Date?
    /// When the youngest evidence was true: the App Store may know more by now. What happened after this date, such as a
    /// renewal or a refund, is not in the answer.
    public let knownAsOf: Date
}

extension SubscriptionHistory {
    /// The state of the subscription at a date.
    ///
    /// The latest period is the latest that has begun by then. The renewal info is looked at if it was signed while that was
    /// the latest: one that was signed before knows nothing of it, and one that was signed after a later period began is about
    /// that one.
    public func status(at date: Date) -> SubscriptionStatus {
        let (state, until) = chain.status(date.instant)
        return SubscriptionStatus(
            state: state, until: until.map(Date.init(second:)), knownAsOf: Date(second: chain.knownAsOf))
    }
}

extension Chain {
    /// How long the App Store tries to charge a customer (Apple, *Reducing involuntary subscriber churn*).
    private static let longestRetry: TimeInterval = 60 * 86_400

    func status(_ instant: TimeInterval) -> (state: SubscriptionStatus.State, until: TimeInterval?) {
        let next = next(instant)
        guard let place = latest(instant) else { return (.expired, next) }
        let latest = periods[place]
        if let revocation = latest.purchase.revocation, latest.purchase.isVoid || revocation <= instant {
            return (.revoked, next)
        }
        if let running = running(instant) { return (.subscribed, periods[running].end) }
        let term = latest.purchase.term
        // What another product replaced is over, and nobody is charged for it.
        guard let renewal, latest.end == term, self.latest(renewal.signedDate.second) == place else {
            return (.expired, next)
        }
        func untilNext(_ end: TimeInterval) -> TimeInterval { min(end, next ?? end) }
        if let grace = renewal.graceEnd, instant < grace { return (.inGracePeriod, untilNext(grace)) }
        if renewal.isInBillingRetry == true, instant < term + Self.longestRetry {
            return (.inBillingRetryPeriod, untilNext(term + Self.longestRetry))
        }
        return (.expired, next)
    }
}
