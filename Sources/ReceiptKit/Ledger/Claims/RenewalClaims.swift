internal import ReceiptEssentials
internal import ReceiptFields

/// The signed renewal infos and statuses of one subscription. A claim doesn't store the period that it describes, because later evidence
/// may show that it describes another one.
struct RenewalClaims: Hashable, Sendable {
    private(set) var infos: [RenewalClaim] = []
    private(set) var statuses: [StatusClaim] = []

    mutating func add(_ info: RenewalClaim) { infos.append(info) }
    mutating func add(_ status: StatusClaim) { statuses.append(status) }

    /// Returns the claims without duplicates, sorted by signing date, so that the order of merging doesn't matter.
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

    /// The product that the subscription renews to. Nil if it doesn't renew.
    var preference: String? { isRenewalOff ? nil : info.autoRenewProductID }

    fileprivate mutating func formUnion(_ other: Self) { statuses.formUnion(other.statuses) }

    /// Returns true if the claim names the period's product, or no product.
    func isAboutProduct(of period: SubscriptionPeriod) -> Bool {
        info.productID.map { ByteString($0) == ByteString(period.productID) } ?? true
    }

    // MARK: Rules 24 to 27

    /// Returns true if the info states a grace period that ends after the period's expiration and after the info was signed. In production,
    /// Apple has signed such infos with `isInBillingRetryPeriod` false.
    private func announcesGrace(after expiration: TimeInterval) -> Bool {
        guard let graceEnd, graceEnd > expiration, graceEnd > date else { return false }
        return info.isInBillingRetry != false || info.expirationReason ?? .billingError == .billingError
    }

    /// Returns true if the info states that the App Store retries the charge after a period with this expiration date.
    func isInRetry(after expiration: TimeInterval) -> Bool {
        info.isInBillingRetry == true || announcesGrace(after: expiration)
    }

    /// Returns true if the info gives access until ``graceEnd``.
    func givesGrace(after expiration: TimeInterval) -> Bool {
        graceEnd != nil && info.isInBillingRetry != false || announcesGrace(after: expiration)
    }

    /// Returns true if the info ends a grace period that an earlier claim announced. An info doesn't end the grace period merely by
    /// omitting the date.
    func endsGrace(after expiration: TimeInterval) -> Bool {
        if givesGrace(after: expiration) { return false }
        let isEnded = !statuses.isDisjoint(with: StatusClaim.denying) && !statuses.contains(.inGracePeriod)
        return isEnded || info.isInBillingRetry == false && (isRenewalOff || statesExpiration)
    }

    /// Returns true if the info, or a status signed with it, states that the App Store can't charge the customer.
    func statesBillingProblem(after expiration: TimeInterval) -> Bool {
        isInRetry(after: expiration) || info.expirationReason == .billingError
            || statuses.contains(.inBillingRetryPeriod) || statuses.contains(.inGracePeriod)
    }

    /// Sorts by signing date, then by encoding: the shorter one first, and for equal lengths byte by byte.
    static func < (a: Self, b: Self) -> Bool {
        if a.date != b.date { return a.date < b.date }
        let (one, two) = (a.info.json, b.info.json)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }
}
