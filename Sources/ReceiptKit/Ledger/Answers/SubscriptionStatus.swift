public import ReceiptEssentials
internal import ReceiptFields

/// The status of a subscription at a date, according to the evidence.
public struct SubscriptionStatus: Hashable, Sendable {
    /// A state of a subscription, one of StoreKit 2's five (`Product.SubscriptionInfo.RenewalState`).
    @nonexhaustive
    public enum State: String, Hashable, Sendable {
        /// No period is running, and the latest one was refunded, or is no longer shared or assigned. No access.
        case revoked
        /// A period is running.
        case subscribed
        /// The latest period has expired, and the customer keeps access while the App Store retries the charge.
        case inGracePeriod
        /// The latest period has expired, and the App Store retries the charge, for at most 60 days, or 90 in a commitment that is billed
        /// monthly. No access.
        case inBillingRetryPeriod
        /// No period is running, or none has begun yet. No access.
        case expired

        /// True if the customer has access.
        public var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }
    }

    /// The state at the date.
    public let state: State
    /// The date on which the state, or the period that determines it, changes next: the end of the period, of the grace period or of
    /// billing retry, or the start of another period. Nil if no evidence shows a change.
    public let until: Date?
    /// The period that determines the state: the running one, or the latest. It may begin up to a day after the date, if the App Store
    /// charged a renewal ahead and no other period contains the date. Nil before the first period.
    public let period: SubscriptionPeriod?
    let nextRenewal: NextRenewal?
    /// The kind of evidence that may be missing and that would show access or another product. Nil if the ledger's evidence is enough to
    /// decide the state.
    public let missing: Access.Missing?
    /// The date of the latest evidence that could have shown a change, or the start of the latest period if Apple signed that evidence
    /// before the start. The answer doesn't reflect later events, such as a renewal or a refund.
    ///
    /// A transaction shows nothing that happened after its period, except a revocation, however late Apple signed the copy.
    public let knownAsOf: Date
    /// The date since which all of Apple's renewal infos state that the customer turned auto-renewal off: the signing date of the first of
    /// these infos. Nil unless this is the reason why ``willAutoRenew`` is false.
    public let renewalOffSince: Date?
    /// The start of the App Store's billing problem with the latest period. All renewal infos about the period since then state the
    /// problem. If the first of these is also the first one signed after the period's expiration, the problem started at the expiration;
    /// otherwise, on the signing date of that info. Nil if the latest renewal info about the period states no problem.
    public let billingIssueSince: Date?

    /// The product of ``period``. Nil before the first period.
    public var productID: String? { period?.productID }
    /// True if the App Store will renew the subscription (`autoRenewStatus`), from the renewal info about this period. In a commitment,
    /// this is about the next billing period. Apple signs the value as true while a price increase awaits consent, and sometimes for a
    /// revoked period. False once another subscription has replaced this one. See ``SubscriptionHistory/predecessor``. Nil if no evidence
    /// states it.
    public var willAutoRenew: Bool? { nextRenewal?.willAutoRenew }
    /// The product that the subscription renews to (`autoRenewProductId`). Nil if no evidence states it, or if the subscription doesn't
    /// renew.
    public var autoRenewPreference: String? { nextRenewal?.autoRenewPreference }
    /// The number of seats that a multiseat subscription renews with (`renewalQuantity`). Nil if no evidence states it, or if the
    /// subscription doesn't renew.
    public var renewalQuantity: Int? { nextRenewal?.renewalQuantity }
    /// True if another commitment will follow the running one (`commitmentAutoRenewStatus`). Nil if no evidence states it, as for a
    /// subscription without a commitment.
    public var commitmentWillAutoRenew: Bool? { nextRenewal?.commitmentWillAutoRenew }
    /// The product of the next commitment (`commitmentAutoRenewProductId`). Nil if no evidence states it, or if no commitment will follow.
    public var commitmentAutoRenewPreference: String? { nextRenewal?.commitmentAutoRenewPreference }
}

extension SubscriptionHistory {
    /// Returns the status of the subscription at a date. Nil before the subscription began, at its original purchase or at its first known
    /// period, whichever is earlier.
    ///
    /// The status uses the renewal info only if it is about the latest period at that date. A period becomes the latest one at its start,
    /// or up to a day earlier if Apple signed its transaction then. No period is the latest one any more once another subscription replaces
    /// this subscription.
    ///
    /// - Parameter date: the date to ask about, for instance now. ``DatedLedger/status(of:)`` also takes into account how often you ask
    ///   Apple.
    public func status(at date: Date) -> SubscriptionStatus? { status(at: date, staleAfter: 0) }

    package func status(at date: Date, staleAfter: TimeInterval) -> SubscriptionStatus? {
        let (instant, subscription) = (date.instant, subscription)
        let snapshot = subscription.snapshot(at: instant, staleAfter: staleAfter)
        if instant < subscription.start, snapshot.row.access == nil { return nil }
        return SubscriptionStatus(
            state: snapshot.row.state, until: subscription.end(of: snapshot).map(Date.init(second:)),
            period: snapshot.row.shown.map { subscription.periods[$0] },
            nextRenewal: subscription.nextRenewal(snapshot.row),
            missing: subscription.missing(snapshot, at: instant, staleAfter: staleAfter),
            knownAsOf: Date(second: subscription.knownAsOf(snapshot.row)),
            renewalOffSince: subscription.renewalOffSince(snapshot.row, at: instant).map(Date.init(second:)),
            billingIssueSince: subscription.billingIssueSince(snapshot.row, at: instant).map(Date.init(second:)))
    }
}

extension DatedLedger {
    /// Returns the status of a subscription of the ledger. Nil before the subscription began. See ``SubscriptionHistory/status(at:)``.
    public func status(of subscription: SubscriptionHistory) -> SubscriptionStatus? {
        subscription.status(at: date, staleAfter: staleAfter)
    }
}

extension SubscriptionStatus: CustomStringConvertible {
    /// One line: the state, its end, the renewal if known, and ``knownAsOf``.
    public var description: String {
        var text = productID.map { SafeText.quoted($0) + " " } ?? ""
        text += state.rawValue
        if let until { text += " until \(Timestamp.string(until))" }
        text += (nextRenewal?.words ?? "") + (missing.map { ", \($0.words)" } ?? "")
        return text + ", known as of \(Timestamp.string(knownAsOf))"
    }
}
