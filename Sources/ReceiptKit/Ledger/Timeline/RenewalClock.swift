internal import ReceiptEssentials
internal import ReceiptFields

/// How long the App Store gives grace and retries a charge, and how early it charges. Sandbox is faster; Xcode has production's numbers.
struct RenewalClock: Sendable {
    let isSandbox: Bool

    /// The longest grace period: 28 days (Apple, 2023-01-30).
    var longestGrace: TimeInterval { isSandbox ? .day : 28 * .day }

    /// When the App Store no longer tries to charge the customer: after 60 days (Apple, *Reducing involuntary subscriber churn*), or 90
    /// where a commitment is billed monthly.
    func retryEnd(of period: SubscriptionPeriod) -> TimeInterval {
        period.term + (isSandbox ? .day : longestRetry(of: period))
    }

    /// When a receipt without a later purchase shows that none is to come. In sandbox renewals have come days late.
    func receiptDecides(_ period: SubscriptionPeriod) -> TimeInterval {
        period.term + (isSandbox ? 7 * .day : longestRetry(of: period))
    }

    /// Receipts don't say how a subscription is billed. Apple offers commitments since May 2026.
    private func longestRetry(of period: SubscriptionPeriod) -> TimeInterval {
        let plan = period.purchase.billingPlanType
        return (plan == .monthly || plan == nil && period.start >= Self.firstCommitment ? 90 : 60) * .day
    }

    /// True if a period was revoked before the App Store can have charged the next one, at most a day ahead.
    func isRevokedEarly(_ period: SubscriptionPeriod) -> Bool {
        let margin: TimeInterval = isSandbox ? min(.day, (period.term - period.start) / 10) : .day
        return period.revocation.map { $0 < period.term - margin } ?? false
    }

    /// 1 May 2026, from 2001 on.
    private static let firstCommitment: TimeInterval = 799_286_400
}
