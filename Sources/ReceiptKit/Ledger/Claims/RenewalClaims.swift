internal import ReceiptEssentials
internal import ReceiptFields

/// The signed renewal infos and statuses of one subscription. The period that each describes isn't stored: later evidence may change it.
struct RenewalClaims: Hashable, Sendable {
    private(set) var infos: [RenewalClaim] = []
    private(set) var statuses: [StatusClaim] = []

    mutating func add(_ info: RenewalClaim) { infos.append(info) }
    mutating func add(_ status: StatusClaim) { statuses.append(status) }

    /// The same claims without duplicates, sorted by signing date, so that the order of merging never matters.
    func inOrder() -> RenewalClaims {
        var ordered = RenewalClaims()
        for claim in infos.sorted() {
            if let last = ordered.infos.indices.last, ordered.infos[last].info.json == claim.info.json {
                ordered.infos[last].formUnion(claim)
            } else {
                ordered.infos.append(claim)
            }
        }
        for claim in statuses.sorted(by: StatusClaim.precedes) where ordered.statuses.last != claim {
            ordered.statuses.append(claim)
        }
        return ordered
    }
}

/// A signed renewal info, with the statuses of the notifications that contained it.
struct RenewalClaim: Hashable, Comparable, Sendable {
    let info: RenewalInfoPayload
    private(set) var statuses: Set<SubscriptionStatusCode> = []

    init(_ info: RenewalInfoPayload, status: SubscriptionStatusCode? = nil) {
        self.info = info
        if let status { statuses.insert(status) }
    }

    var date: TimeInterval { info.signedDate.second }
    var renewalDate: TimeInterval? { info.renewalDate?.second }
    var graceEnd: TimeInterval? { info.gracePeriodExpirationDate?.second }
    var statesExpiration: Bool { info.expirationReason != nil }
    var isRenewalOff: Bool { info.willAutoRenew == false }

    /// The product that the subscription renews to; nil if it doesn't renew.
    var preference: String? { isRenewalOff ? nil : info.autoRenewProductID }

    fileprivate mutating func formUnion(_ other: Self) { statuses.formUnion(other.statuses) }

    /// True if the claim names the period's product, or no product.
    func isAboutProduct(of period: SubscriptionPeriod) -> Bool {
        info.productID.map { ByteString($0) == ByteString(period.productID) } ?? true
    }

    // MARK: Rules 24 to 27

    /// True if the grace period ends after the period's expiration and after the info's own signing date. Apple has signed such infos with
    /// `isInBillingRetryPeriod` false in production.
    private func announcesGrace(after expiration: TimeInterval) -> Bool {
        guard let graceEnd, graceEnd > expiration, graceEnd > date else { return false }
        return info.isInBillingRetry != false || info.expirationReason ?? .billingError == .billingError
    }

    /// True if the App Store retries the charge after a period with this expiration date.
    func isInRetry(after expiration: TimeInterval) -> Bool {
        info.isInBillingRetry == true || announcesGrace(after: expiration)
    }

    /// True if the info gives access until ``graceEnd``.
    func givesGrace(after expiration: TimeInterval) -> Bool {
        graceEnd != nil && info.isInBillingRetry != false || announcesGrace(after: expiration)
    }

    /// True if the info ends a grace period that an earlier claim announced. A missing date isn't enough.
    func endsGrace(after expiration: TimeInterval) -> Bool {
        if givesGrace(after: expiration) { return false }
        let isEnded = !statuses.isDisjoint(with: StatusClaim.denying) && !statuses.contains(.inGracePeriod)
        return isEnded || info.isInBillingRetry == false && (isRenewalOff || statesExpiration)
    }

    /// True if the info states that the App Store can't charge the customer.
    func statesBillingProblem(after expiration: TimeInterval) -> Bool {
        isInRetry(after: expiration) || info.expirationReason == .billingError
            || statuses.contains(.inBillingRetryPeriod) || statuses.contains(.inGracePeriod)
    }

    /// By signing date, then by encoding: the longer one is later, and of equal lengths the greater one.
    static func < (a: Self, b: Self) -> Bool {
        if a.date != b.date { return a.date < b.date }
        let (one, two) = (a.info.json, b.info.json)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }
}
