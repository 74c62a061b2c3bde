public import ReceiptEssentials
internal import ReceiptFields

/// The status of a subscription at a date, as the evidence shows it.
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
        /// The latest period has expired, and the App Store tries to charge the customer, for at most 60 days, or 90 in a
        /// commitment that is billed monthly. No access.
        case inBillingRetryPeriod
        /// No period runs, or none has begun yet. No access.
        case expired

        /// Whether the customer has access.
        public var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }
    }

    /// The state at the date asked.
    public let state: State
    /// When the state, or the period that shows it, changes next: at the end of the period, of the grace period or billing
    /// retry, or at the start of another period. Nil if no evidence shows a change.
    public let until: Date?
    /// The period that shows the state: the one that runs, or the latest. If the App Store charged a renewal ahead and no other period
    /// contains the date, it begins up to a day after the date. Nil before the first period.
    public let period: SubscriptionPeriod?
    let nextRenewal: NextRenewal?
    /// What evidence may be missing that would show access, or another product. Nil if the evidence shows the state.
    public let missing: Access.Missing?
    /// The date of the latest evidence that could have shown a change, or the start of the latest period, where Apple had signed that
    /// before. The answer doesn't reflect what happened later, such as a renewal or a refund.
    ///
    /// A transaction shows nothing that came after its period, however late Apple signed the copy, but for its revocation.
    public let knownAsOf: Date
    /// When Apple first signed, in the unbroken last run of renewal infos that say so, that the customer turned renewal off. Nil unless
    /// ``willAutoRenew`` is false for that reason.
    public let renewalOffSince: Date?
    /// When the App Store's billing problem with the latest period began: the period's expiration, or the signing date of the first of the unbroken last run of
    /// renewal infos that say so, if others came between. Nil if the latest one about the period states none.
    public let billingIssueSince: Date?

    /// The product of ``period``. Nil before the first period.
    public var productID: String? { period?.productID }
    /// Whether the App Store will renew the subscription (`autoRenewStatus`), from the renewal info of this period. In a
    /// commitment this is about the next billing period. It is true beside a price increase that awaits consent, and may be beside a revoked
    /// period: that is what Apple signs. False once another subscription has taken its place: see
    /// ``SubscriptionHistory/predecessor``. Nil if no evidence says.
    public var willAutoRenew: Bool? { nextRenewal?.willAutoRenew }
    /// The product that the subscription renews to (`autoRenewProductId`). Nil if no evidence says, or it does not renew.
    public var autoRenewPreference: String? { nextRenewal?.autoRenewPreference }
    /// How many seats a multiseat subscription renews with (`renewalQuantity`). Nil if no evidence says, or it does not renew.
    public var renewalQuantity: Int? { nextRenewal?.renewalQuantity }
    /// Whether another commitment will follow the running one (`commitmentAutoRenewStatus`). Nil if no evidence says, as outside of a commitment.
    public var commitmentWillAutoRenew: Bool? { nextRenewal?.commitmentWillAutoRenew }
    /// The product of the next commitment (`commitmentAutoRenewProductId`). Nil if no evidence says, or none will follow.
    public var commitmentAutoRenewPreference: String? { nextRenewal?.commitmentAutoRenewPreference }
}

extension SubscriptionHistory {
    /// The state of the subscription at a date. Nil before the subscription began: its original purchase, or its first known period if that
    /// began earlier.
    ///
    /// The status uses the renewal info only if it belongs to the latest period at that date: from the period's start, or up to a day earlier
    /// if Apple had already signed the period, until another subscription replaces this one.
    ///
    /// - Parameter date: the date to ask about, for instance now. ``DatedLedger/status(of:)`` also takes into account how often you ask Apple.
    public func status(at date: Date) -> SubscriptionStatus? { status(at: date, staleAfter: 0) }

    package func status(at date: Date, staleAfter: TimeInterval) -> SubscriptionStatus? {
        let (instant, subscription) = (date.instant, subscription)
        let moment = subscription.moment(at: instant, staleAfter: staleAfter)
        if instant < subscription.start, moment.row.access == nil { return nil }
        return SubscriptionStatus(
            state: moment.row.state, until: subscription.end(of: moment).map(Date.init(second:)),
            period: moment.row.shown.map { subscription.periods[$0] },
            nextRenewal: subscription.nextRenewal(moment.row),
            missing: subscription.missing(moment, at: instant, staleAfter: staleAfter),
            knownAsOf: Date(second: subscription.knownAsOf(moment.row)),
            renewalOffSince: subscription.renewalOffSince(moment.row, at: instant).map(Date.init(second:)),
            billingIssueSince: subscription.billingIssueSince(moment.row, at: instant).map(Date.init(second:)))
    }
}

extension DatedLedger {
    /// The state of a subscription of the ledger. Nil before the subscription began: see ``SubscriptionHistory/status(at:)``.
    public func status(of subscription: SubscriptionHistory) -> SubscriptionStatus? {
        subscription.status(at: date, staleAfter: staleAfter)
    }
}

extension SubscriptionStatus: CustomStringConvertible {
    /// One line: the state, until when, what is known of the renewal, and how old the knowledge is.
    public var description: String {
        var text = productID.map { Escaped.text($0) + " " } ?? ""
        text += state.rawValue
        if let until { text += " until \(Timestamp.string(until))" }
        text += (nextRenewal?.words ?? "") + (missing.map { ", \($0.words)" } ?? "")
        return text + ", known as of \(Timestamp.string(knownAsOf))"
    }
}
