#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is known of a subscription at a date.
public struct SubscriptionStatus: Hashable, Sendable {
    /// StoreKit 2's five states (`Product.SubscriptionInfo.RenewalState`).
    @nonexhaustive
    public enum State: String, Hashable, Sendable {
        /// No period runs, and the latest one was refunded, or is no longer shared or assigned. No access.
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
    /// When the state, or the period that shows it, changes next: at the end of the period, of the grace period, or of the 60
    /// days, or at the start of another period. Nil if no evidence tells of a change.
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
        let standing = chain.standing(date.instant)
        return SubscriptionStatus(
            state: standing.state, until: chain.end(of: standing, at: date.instant).map(Date.init(second:)),
            knownAsOf: Date(second: chain.knownAsOf))
    }
}

extension Chain {
    /// How long the App Store tries to charge a customer (Apple, *Reducing involuntary subscriber churn*).
    static let longestRetry: TimeInterval = 60 * 86_400

    /// The state at an instant, and the place of the period that shows it.
    struct Standing: Equatable {
        let state: SubscriptionStatus.State
        var place: Int?
    }

    func standing(_ instant: TimeInterval) -> Standing {
        if let running = running(instant) { return Standing(state: .subscribed, place: running) }
        guard let place = latest(instant) else { return Standing(state: .expired) }
        let latest = periods[place]
        if let revocation = latest.purchase.revocation, latest.purchase.isVoid || revocation <= instant {
            return Standing(state: .revoked, place: place)
        }
        let term = latest.purchase.term
        // What another product replaced is over, and nobody is charged for it.
        guard let renewal, latest.end == term, self.latest(renewal.signedDate.second) == place else {
            return Standing(state: .expired)
        }
        if let grace = renewal.graceEnd, instant < grace { return Standing(state: .inGracePeriod, place: place) }
        if renewal.isInBillingRetry == true, instant < term + Self.longestRetry {
            return Standing(state: .inBillingRetryPeriod, place: place)
        }
        return Standing(state: .expired)
    }

    /// When the standing at an instant ends, as far as is known.
    func end(of standing: Standing, at instant: TimeInterval) -> TimeInterval? {
        var instant = instant
        while let next = nextBoundary(after: instant) {
            if self.standing(next) != standing { return next }
            instant = next
        }
        return nil
    }
}
