internal import ReceiptEssentials
internal import ReceiptFields

/// The signed renewal infos and statuses of one subscription. The period that each is about is never stored, because it depends on evidence that may
/// come later.
struct RenewalClaims: Hashable, Sendable {
    private(set) var infos: [RenewalClaim] = []
    private(set) var statuses: [StatusClaim] = []

    mutating func add(_ info: RenewalClaim) { infos.append(info) }
    mutating func add(_ status: StatusClaim) { statuses.append(status) }

    /// The same claims, each once and in the order of signing, so that the order of merging never matters.
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

/// A signed renewal info, with the statuses of the notifications that it came in.
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

    /// The product that the subscription renews to, if it does.
    var preference: String? { isRenewalOff ? nil : info.autoRenewProductID }

    fileprivate mutating func formUnion(_ other: Self) { statuses.formUnion(other.statuses) }

    /// True if it names the product of a period, or none.
    func isAboutProduct(of period: SubscriptionPeriod) -> Bool {
        info.productID.map { ByteString($0) == ByteString(period.productID) } ?? true
    }

    // MARK: Rules 24 to 27

    /// True if its grace period ends after both the expiration of its period and its own signing. Production has signed such infos that deny
    /// billing retry.
    private func announcesGrace(after expiration: TimeInterval) -> Bool {
        guard let graceEnd, graceEnd > expiration, graceEnd > date else { return false }
        return info.isInBillingRetry != false || info.expirationReason ?? .billingError == .billingError
    }

    /// True if the App Store retries the charge of a period with this expiration date.
    func isInRetry(after expiration: TimeInterval) -> Bool {
        info.isInBillingRetry == true || announcesGrace(after: expiration)
    }

    /// True if it gives access until its ``graceEnd``.
    func givesGrace(after expiration: TimeInterval) -> Bool {
        graceEnd != nil && info.isInBillingRetry != false || announcesGrace(after: expiration)
    }

    /// True if it ends a grace period that an earlier claim announced. A missing date alone doesn't.
    func endsGrace(after expiration: TimeInterval) -> Bool {
        if givesGrace(after: expiration) { return false }
        let isEnded = !statuses.isDisjoint(with: StatusClaim.denying) && !statuses.contains(.inGracePeriod)
        return isEnded || info.isInBillingRetry == false && (isRenewalOff || statesExpiration)
    }

    /// True if it states that the App Store can't charge the customer.
    func statesBillingProblem(after expiration: TimeInterval) -> Bool {
        isInRetry(after: expiration) || info.expirationReason == .billingError
            || statuses.contains(.inBillingRetryPeriod) || statuses.contains(.inGracePeriod)
    }

    /// Of two that were signed in one second, the one with the longer or else greater encoding is later.
    static func < (a: Self, b: Self) -> Bool {
        if a.date != b.date { return a.date < b.date }
        let (one, two) = (a.info.json, b.info.json)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }
}
