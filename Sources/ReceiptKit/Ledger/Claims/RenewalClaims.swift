internal import ReceiptEssentials
internal import ReceiptFields

/// What one signed renewal info says of a subscription.
struct RenewalClaim: Hashable, Comparable, Sendable {
    let info: RenewalInfoPayload
    /// When Apple signed the last notification with this renewal info that had the status *in the grace period*.
    let inGraceOn: TimeInterval?

    var date: TimeInterval { info.signedDate.second }

    /// The end of the grace period, in which the App Store retries the charge.
    var graceEnd: TimeInterval? { info.isInBillingRetry == false ? nil : info.gracePeriodExpirationDate?.second }

    /// The date of a notification that says *in the grace period*, where the renewal info does not say until when. Production has sent such.
    var graceWithoutEnd: TimeInterval? { info.gracePeriodExpirationDate == nil ? inGraceOn : nil }

    /// Whether the App Store does not try to charge the customer, or no longer does.
    var isOver: Bool { info.isInBillingRetry != true && graceWithoutEnd == nil }

    /// Whether a period had expired when Apple signed it, or the App Store tried to charge the customer. A notification's status is of the
    /// product that the renewal info names.
    func statesEnd(of period: SubscriptionPeriod) -> Bool {
        info.isInBillingRetry == true || info.expirationReason != nil || graceEnd != nil
            || graceWithoutEnd != nil && isAboutProduct(of: period)
    }

    /// Whether it names the product of a period, or none.
    func isAboutProduct(of period: SubscriptionPeriod) -> Bool {
        info.productID.map { ByteString($0) == ByteString(period.productID) } ?? true
    }

    /// The product that the subscription renews to, if it does.
    var preference: String? { info.willAutoRenew == false ? nil : info.autoRenewProductID }

    /// Of two at once, the one with the greater encoding is the later.
    static func < (a: Self, b: Self) -> Bool {
        if a.date != b.date { return a.date < b.date }
        let (one, two) = (a.info.json, b.info.json)
        if one.count != two.count { return one.count < two.count }
        if one != two { return one.lexicographicallyPrecedes(two) }
        return a.inGraceOn ?? -.infinity < b.inGraceOn ?? -.infinity
    }
}

/// The renewal infos of one subscription that can decide an answer: the latest of each renewal date, the latest that states a grace period
/// for it, with an end or without one, the first after that date that ends it, and each without a renewal date, which Apple signs since 2023.
/// Which period each is about is never stored: it depends on what other evidence comes.
struct RenewalClaims: Hashable, Sendable {
    private var dated: [TimeInterval: [RenewalClaim]] = [:]
    private var undated: [[UInt8]: RenewalClaim] = [:]

    mutating func add(_ claim: RenewalClaim) {
        guard let date = claim.info.renewalDate?.second else {
            return undated.merge([claim.info.json: claim], uniquingKeysWith: max)
        }
        let all = (dated[date] ?? []) + [claim]
        let notices = all.filter { $0.graceWithoutEnd != nil }
        let kept = [
            all.max(), all.filter { $0.isOver && date <= $0.date }.min(), all.filter { $0.graceEnd != nil }.max(),
            notices.max { ($0.inGraceOn ?? 0, $0) < ($1.inGraceOn ?? 0, $1) },
        ]
        dated[date] = kept.compactMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// All that are kept, the earlier before the later.
    var inOrder: [RenewalClaim] { (Array(undated.values) + dated.values.joined()).sorted() }
}
