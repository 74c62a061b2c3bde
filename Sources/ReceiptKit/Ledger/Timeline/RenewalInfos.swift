internal import ReceiptEssentials
internal import ReceiptFields

/// Which period each renewal info of a subscription is about.
///
/// Its `renewalDate` is when the most recent purchase expires (Apple). So it is about the period any copy of which expires then, because
/// renewals are extended; of several, the one of its product, or the latest. If none does, and the date is later than the end of every known
/// period, at which it expired, was replaced or was revoked, it is about a period that no evidence shows. Genuine are twelve of the first
/// kind, and two of the second: a CONSUMPTION_REQUEST and a REFUND about an older period. Otherwise it is about no known period.
///
/// One without the member, signed before 2023, is about the period that was known last when it was signed.
struct RenewalInfos: Sendable {
    /// What is known of the renewal of one period.
    struct Renewal: Sendable {
        /// The latest renewal info about it.
        fileprivate(set) var latest: RenewalClaim
        /// The end of the grace period after it, or of the second at which it was known.
        fileprivate(set) var graceEnd: TimeInterval?
        /// When the App Store said that the subscription is in the grace period, and not until when.
        fileprivate(set) var graceWithoutEnd: TimeInterval?
        /// When a later renewal info said that such a grace period is over.
        fileprivate(set) var graceOver: TimeInterval?
    }

    /// The latest of all.
    let latest: RenewalClaim?
    /// When the last notification was signed that says *in the grace period*, and not until when.
    let latestNotice: TimeInterval?
    /// Those about a period that no evidence shows, the latest last.
    private(set) var unseen: [RenewalClaim] = []
    /// By the place of the period.
    private(set) var byPeriod: [Int: Renewal] = [:]

    /// - Parameters:
    ///   - claims: of one subscription.
    ///   - periods: in the ledger's order.
    ///   - ahead: those of them that were known before they began.
    ///   - successions: when other subscriptions took the place of this one.
    init(
        _ claims: RenewalClaims?, _ periods: [SubscriptionPeriod], _ ahead: RenewalsAhead, successions: [TimeInterval]
    ) {
        let claims = claims?.inOrder ?? []
        (latest, latestNotice) = (claims.last, claims.lazy.compactMap(\.graceWithoutEnd).max())
        guard latest != nil else { return }
        let places = claims.contains { $0.info.renewalDate != nil } ? Self.placesByExpiration(periods) : [:]
        let lastEnd = periods.lazy.map(\.end).max() ?? -.infinity
        var about: [Int: [RenewalClaim]] = [:]
        for claim in claims {
            guard let date = claim.info.renewalDate?.second else {
                if let place = ahead.lastKnown(at: claim.date, in: periods) { about[place, default: []].append(claim) }
                continue
            }
            if let places = places[date], let last = places.last {
                let own = claim.info.productID.flatMap { product in
                    places.last { ByteString(periods[$0].productID) == ByteString(product) }
                }
                about[own ?? last, default: []].append(claim)
            } else if date > lastEnd {
                unseen.append(claim)
            }
        }
        byPeriod = about.compactMapValues { claims in claims.last.map { Renewal(latest: $0) } }
        for (place, claims) in about { findGrace(claims, place, periods, successions) }
    }

    /// The places of the periods any copy of which expires at an instant.
    private static func placesByExpiration(_ periods: [SubscriptionPeriod]) -> [TimeInterval: [Int]] {
        var places: [TimeInterval: [Int]] = [:]
        for (place, period) in periods.enumerated() {
            for purchase in period.members.isEmpty ? [period.purchase] : period.members {
                for claim in [purchase.latest] + purchase.others {
                    guard let expiration = claim.expirationDate else { continue }
                    if places[expiration]?.last != place { places[expiration, default: []].append(place) }
                }
            }
        }
        return places
    }

    /// The grace period belongs to the product of the period, and is none of that product's where the renewal info names another. A later
    /// renewal info that isn't in billing retry ended it: the customer turned renewal off.
    private mutating func findGrace(
        _ claims: [RenewalClaim], _ place: Int, _ periods: [SubscriptionPeriod], _ successions: [TimeInterval]
    ) {
        let own = claims.filter { $0.isAboutProduct(of: periods[place]) }
        let (stating, notice) = (own.last { $0.graceEnd != nil }, own.lazy.compactMap(\.graceWithoutEnd).max())
        func over(after date: TimeInterval) -> TimeInterval? { claims.first { date < $0.date && $0.isOver }?.date }
        let end: TimeInterval
        if let stating, let stated = stating.graceEnd {
            end = min(stated, over(after: stating.date) ?? stated)
        } else if let notice {
            end = notice + 1
            byPeriod[place]?.graceWithoutEnd = notice
            byPeriod[place]?.graceOver = over(after: notice)
        } else {
            return
        }
        byPeriod[place]?.graceEnd = ReplacedGracePeriod.end(end, place, periods, successions)
    }
}
