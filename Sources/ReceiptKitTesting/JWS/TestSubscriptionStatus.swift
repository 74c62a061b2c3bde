/// The status of one subscription in a response of Apple's server: the latest transaction, its renewal info, and an
/// unsigned status code.
///
/// ```swift
/// let month = TestPurchase.autoRenewable(
///     "com.example.monthly", on: .utc(2024, 4, 1))
/// let story = TestStory(month)
///     .failingToRenew(gracePeriod: .days(16))
/// let body = try TestAuthority.standard.statusesBody(
///     story.statuses(at: .utc(2024, 5, 2)))
/// ```
public struct TestSubscriptionStatus: Hashable, Sendable {
    /// The latest transaction.
    public var transaction: TestTransaction
    /// The renewal info.
    public var renewalInfo: TestRenewalInfo
    /// The status code: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    public var status: Int64

    /// Creates the status of a transaction's subscription. By default the subscription is active, or revoked if the
    /// transaction is, and will renew.
    public init(_ transaction: TestTransaction, renewalInfo: TestRenewalInfo? = nil, status: Int64? = nil) {
        self.transaction = transaction
        self.renewalInfo = renewalInfo ?? TestRenewalInfo(of: transaction)
        self.status = status ?? (transaction.revocationDate == nil ? 1 : 5)
    }
}
