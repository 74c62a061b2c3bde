internal import ReceiptEssentials
internal import ReceiptFields

/// The App Store's durations: the longest grace period, the length of billing retry, and how early it charges. Sandbox has shorter
/// durations; Xcode has the same as production.
struct RenewalClock: Sendable {
    let isSandbox: Bool

    /// The longest grace period: 28 days (Apple, 2023-01-30).
    var longestGrace: TimeInterval { isSandbox ? .day : 28 * .day }

    /// Returns the end of billing retry: 60 days after the expiration (Apple, *Reducing involuntary subscriber churn*), or 90 days in a
    /// commitment that is billed monthly.
    func retryEnd(of period: SubscriptionPeriod) -> TimeInterval {
        period.term + (isSandbox ? .day : longestRetry(of: period))
    }

    /// Returns the first date on which a receipt proves, by listing no later purchase, that there is none. In sandbox, renewals have
    /// arrived days late.
    func receiptDecides(_ period: SubscriptionPeriod) -> TimeInterval {
        period.term + (isSandbox ? 7 * .day : longestRetry(of: period))
    }

    /// Returns the longest billing retry after a period. Receipts don't state the billing plan. Apple has offered commitments since May 2026.
    private func longestRetry(of period: SubscriptionPeriod) -> TimeInterval {
        let plan = period.purchase.billingPlanType
        return (plan == .monthly || plan == nil && period.start >= Self.firstCommitment ? 90 : 60) * .day
    }

    /// Returns true if a period was revoked before the App Store could charge the next one, which it does at most a day ahead.
    func isRevokedEarly(_ period: SubscriptionPeriod) -> Bool {
        let margin: TimeInterval = isSandbox ? min(.day, (period.term - period.start) / 10) : .day
        return period.revocation.map { $0 < period.term - margin } ?? false
    }

    /// 1 May 2026, in seconds since 2001.
    private static let firstCommitment: TimeInterval = 799_286_400
}
