internal import ReceiptEssentials
internal import ReceiptFields

/// The signed `status` of a notification, or the fact that the notification's type is GRACE_PERIOD_EXPIRED.
struct StatusClaim: Hashable, Sendable {
    /// The notification's signing date.
    let date: TimeInterval
    /// Nil if the status isn't one of the five that Apple documents.
    let code: SubscriptionStatusCode?
    /// True if the notification's type is GRACE_PERIOD_EXPIRED.
    let isGraceExpired: Bool
    /// The renewal info in the notification.
    let info: RenewalInfoPayload?
    /// The product that the renewal info names, or else the transaction's product.
    let productID: String?

    /// The documented statuses, the most favorable to the customer first. If several were signed in the same second, the most favorable one
    /// applies.
    private static let ranks: [SubscriptionStatusCode] = [
        .active, .inGracePeriod, .inBillingRetryPeriod, .expired, .revoked,
    ]
    /// The statuses that deny access.
    static let denying: Set<SubscriptionStatusCode> = [.expired, .revoked, .inBillingRetryPeriod]

    /// Creates a claim. Nil if the notification has no documented status and isn't of type GRACE_PERIOD_EXPIRED.
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

    /// Returns true if the claim names the period's product, or no product.
    func isAboutProduct(of period: SubscriptionPeriod) -> Bool {
        productID.map { ByteString($0) == ByteString(period.productID) } ?? true
    }

    /// True if the status is *expired* or *revoked*.
    var isOver: Bool { code == .expired || code == .revoked }

    private var rank: Int { code.flatMap(Self.ranks.firstIndex(of:)) ?? Self.ranks.count }

    /// Sorts in a total order, by date, then the most favorable status first.
    static func precedes(_ a: Self, _ b: Self) -> Bool {
        if a.date != b.date { return a.date < b.date }
        if a.rank != b.rank { return a.rank < b.rank }
        if a.isGraceExpired != b.isGraceExpired { return b.isGraceExpired }
        let (one, two) = (a.info?.json ?? [], b.info?.json ?? [])
        if one != two { return one.lexicographicallyPrecedes(two) }
        return ByteString.precedes(a.productID ?? "", b.productID ?? "")
    }
}
