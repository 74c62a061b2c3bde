public import ReceiptEssentials

/// The status of a subscription at a date, as far as the evidence knows.
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
    /// The period that shows the state: the one that runs, or the latest. It begins up to a day after the date where the App Store
    /// charged a renewal ahead and no other period contains the date. Nil before the first period.
    public let period: SubscriptionPeriod?
    let outlook: Boxed<Outlook>
    /// Whether the App Store may have renewed the subscription without this evidence knowing: ask Apple before you lock the customer
    /// out.
    ///
    /// True in the grace period and in billing retry, after an upgrade to a product that no evidence shows, and after the latest
    /// period has ended, unless it was revoked or something rules a renewal out: another subscription that took its place, or, at or
    /// after that end, an app receipt that was created, or a renewal info that was signed and says that the subscription expired or will
    /// not renew.
    public let mayHaveRenewed: Bool
    /// When the youngest evidence was true that could have shown a change. What happened after this date, such as a renewal or a
    /// refund, is not in the answer.
    ///
    /// A transaction shows nothing that came after its period, however late Apple signed the copy.
    public let knownAsOf: Date

    /// The product of ``period``. Nil before the first period.
    public var productID: String? { period?.productID }
    /// Whether the App Store will renew the subscription (`autoRenewStatus`), as the renewal info says that is about this period. In a
    /// commitment this is about the next billing period. False once another subscription has taken its place: see
    /// ``SubscriptionHistory/predecessor``. Nil if no evidence says.
    public var willAutoRenew: Bool? { outlook.value?.willAutoRenew }
    /// The product that the subscription renews to (`autoRenewProductId`). Nil if no evidence says, or it does not renew.
    public var autoRenewPreference: String? { outlook.value?.autoRenewPreference }
    /// How many seats a multiseat subscription renews with (`renewalQuantity`). Nil if no evidence says, or it does not renew.
    public var renewalQuantity: Int? { outlook.value?.renewalQuantity }
    /// Whether another commitment will follow the one that runs (`commitmentAutoRenewStatus`). Nil if no evidence says, as outside of a
    /// commitment.
    public var commitmentWillAutoRenew: Bool? { outlook.value?.commitmentWillAutoRenew }
    /// The product of the next commitment (`commitmentAutoRenewProductId`). Nil if no evidence says, or none will follow.
    public var commitmentAutoRenewPreference: String? { outlook.value?.commitmentAutoRenewPreference }
}

extension SubscriptionHistory {
    /// The state of the subscription at a date.
    ///
    /// The renewal info is looked at if it is about the period that is the latest at that date. It is from the period's start on, or
    /// from when the period was first signed, up to a day ahead, and until another subscription takes the place of this one.
    public func status(at date: Date) -> SubscriptionStatus {
        let instant = date.instant
        let standing = subscription.standing(instant)
        let place = standing.place ?? subscription.latest(instant)
        return SubscriptionStatus(
            state: standing.state, until: subscription.end(of: standing, at: instant).map(Date.init(second:)),
            period: place.map { subscription.periods[$0] }, outlook: subscription.outlook(instant),
            mayHaveRenewed: subscription.mayHaveRenewed(instant), knownAsOf: Date(second: subscription.knownAsOf))
    }
}

extension Subscription {
    /// How long the App Store tries to charge a customer (Apple, *Reducing involuntary subscriber churn*).
    static let longestRetry: TimeInterval = 60 * 86_400

    /// The state at an instant, and the place of the period that shows it.
    struct Standing: Equatable {
        let state: SubscriptionStatus.State
        var place: Int?
    }

    func standing(_ instant: TimeInterval) -> Standing {
        if let counting = counting(instant) { return Standing(state: .subscribed, place: counting) }
        guard let place = latest(instant) else { return Standing(state: .expired) }
        let latest = periods[place]
        if latest.purchase.isRevoked(at: instant) { return Standing(state: .revoked, place: place) }
        let term = latest.purchase.term
        // What another product replaced is over, and the customer isn't charged for it.
        guard latest.end == term, let renewal = renewal(instant) else { return Standing(state: .expired) }
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
