internal import ReceiptEssentials
internal import ReceiptFields

/// The signed `status` of a notification, or its type GRACE_PERIOD_EXPIRED.
struct StatusClaim: Hashable, Sendable {
    /// Signing date of the notification.
    let date: TimeInterval
    /// Nil if it is none of the five that Apple documents.
    let code: SubscriptionStatusCode?
    /// True if the notification says that a grace period has ended.
    let isGraceExpired: Bool
    /// The renewal info in the notification.
    let info: RenewalInfoPayload?
    /// The product of the renewal info, else of the transaction.
    let productID: String?

    /// The documented statuses, the least denying first: of several that were signed in one second, the first one counts.
    private static let ranks: [SubscriptionStatusCode] = [
        .active, .inGracePeriod, .inBillingRetryPeriod, .expired, .revoked,
    ]
    /// The statuses without access.
    static let denying: Set<SubscriptionStatusCode> = [.expired, .revoked, .inBillingRetryPeriod]

    /// Nil if the notification says neither.
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

    /// True if it says that the subscription has expired or was revoked.
    var isOver: Bool { code == .expired || code == .revoked }

    private var rank: Int { code.flatMap(Self.ranks.firstIndex(of:)) ?? Self.ranks.count }

    /// An order in which no two different claims are equal, by date and then the least denying first.
    static func precedes(_ a: Self, _ b: Self) -> Bool {
        if a.date != b.date { return a.date < b.date }
        if a.rank != b.rank { return a.rank < b.rank }
        if a.isGraceExpired != b.isGraceExpired { return b.isGraceExpired }
        let (one, two) = (a.info?.json ?? [], b.info?.json ?? [])
        if one != two { return one.lexicographicallyPrecedes(two) }
        return ByteString.precedes(a.productID ?? "", b.productID ?? "")
    }
}
