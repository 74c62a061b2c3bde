internal import ReceiptEssentials
internal import ReceiptFields

/// The signed `status` of a notification, or the fact that its type is GRACE_PERIOD_EXPIRED.
struct StatusClaim: Hashable, Sendable {
    /// The notification's signing date.
    let date: TimeInterval
    /// Nil if the status isn't one of the five that Apple documents.
    let code: SubscriptionStatusCode?
    /// True if the notification says that a grace period has ended.
    let isGraceExpired: Bool
    /// The renewal info in the notification.
    let info: RenewalInfoPayload?
    /// The product of the renewal info, else of the transaction.
    let productID: String?

    /// The documented statuses, the most favorable to the customer first. Of several that were signed in one second, that one applies.
    private static let ranks: [SubscriptionStatusCode] = [
        .active, .inGracePeriod, .inBillingRetryPeriod, .expired, .revoked,
    ]
    /// The statuses that deny access.
    static let denying: Set<SubscriptionStatusCode> = [.expired, .revoked, .inBillingRetryPeriod]

    /// Nil if the notification states neither.
    init?(_ notification: NotificationPayload, _ transaction: TransactionPayload?, _ info: RenewalInfoPayload?) {
        date = notification.signedDate.second
        code = Self.code(notification)
        isGraceExpired = notification.notificationType == .gracePeriodExpired
        self.info = info
        productID = info?.productID ?? transaction?.productID
        if code == nil, !isGraceExpired { return nil }
    }

    static func code(_ notification: NotificationPayload) -> SubscriptionStatusCode? {
        guard case .data(let data) = notification.body, let status = data.status, ranks.contains(status) else {
            return nil
        }
        return status
    }

    /// True if it names the product of a period, or none.
    func isAboutProduct(of period: SubscriptionPeriod) -> Bool {
        productID.map { ByteString($0) == ByteString(period.productID) } ?? true
    }

    /// True if the status is *expired* or *revoked*.
    var isOver: Bool { code == .expired || code == .revoked }

    private var rank: Int { code.flatMap(Self.ranks.firstIndex(of:)) ?? Self.ranks.count }

    /// A total order: by date, then the most favorable status first.
    static func precedes(_ a: Self, _ b: Self) -> Bool {
        if a.date != b.date { return a.date < b.date }
        if a.rank != b.rank { return a.rank < b.rank }
        if a.isGraceExpired != b.isGraceExpired { return b.isGraceExpired }
        let (one, two) = (a.info?.json ?? [], b.info?.json ?? [])
        if one != two { return one.lexicographicallyPrecedes(two) }
        return ByteString.precedes(a.productID ?? "", b.productID ?? "")
    }
}
