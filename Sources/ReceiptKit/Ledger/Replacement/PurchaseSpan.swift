internal import ReceiptEssentials
internal import ReceiptFields

/// A purchase as a stretch of time, while the ledger finds out what replaced it: a few values, read once. ``Purchase`` explains those of
/// its names.
struct PurchaseSpan {
    let product: Int
    let subscription: UInt64
    let kind: PurchaseKind
    /// A number for how it is billed; 0 where no evidence says.
    let billingPlan: UInt8
    let start: TimeInterval
    let term: TimeInterval
    /// Earlier where something replaced it.
    var end: TimeInterval
    let isVoid: Bool
    let revocation: TimeInterval?
    let isOfAddedSeats: Bool
    /// Whether it is shown as part of another purchase's period: see ``SeatAdditions``.
    var isPart = false
    /// Whether it never ran: see ``ReplacedPeriods``.
    var isOvertaken = false
    /// True if it is a voided renewal that began while a period of another product ran on.
    var isVoidedBeside = false
    /// True if Apple's type for it is unknown: then only a transaction's word makes it replace something, or be replaced.
    let isOfUnknownType: Bool
    /// Whether another product, billing plan or subscription took its place before it was over.
    var isReplaced: Bool
    /// Whether a transaction says that the App Store renewed the subscription.
    let isRenewal: Bool
    /// When the App Store first signed a renewal that it charged before its period, as far as that is known.
    let chargedAhead: TimeInterval?
    /// Whether the customer bought it, as a transaction says.
    let isPurchase: Bool
    /// Whether a transaction shows it after its start, and calls it neither revoked nor upgraded.
    let isShownAfterStart: Bool
    /// Whether any evidence does.
    let ran: Bool
    /// True if any evidence after its start calls it revoked or upgraded.
    let isTakenBack: Bool
    let upgraded: TimeInterval?
    let notUpgraded: TimeInterval

    /// The first purchase, as far as it is known: the original one, or this.
    let firstPurchase: TimeInterval
    /// When the latest receipt was created that has it.
    let receiptDate: TimeInterval
    /// The latest instant at which the evidence could have shown a change: a transaction shows nothing that came after its period, because
    /// Apple signs it anew for each request, but for the revocation that it states or undoes.
    let shownUntil: TimeInterval

    init(_ purchase: Purchase, product: Int, subscription: UInt64) {
        (self.product, self.subscription) = (product, subscription)
        (kind, start, term, revocation) = (purchase.kind, purchase.start, purchase.term, purchase.revocation)
        end = revocation == nil ? term : purchase.end
        isVoid = revocation != nil && end <= start
        billingPlan =
            switch purchase.billingPlanType {
            case nil: 0
            case .billedUpfront?: 1
            case .monthly?: 2
            default: 3
            }
        (upgraded, notUpgraded, isReplaced) = (purchase.upgraded, purchase.notUpgraded, purchase.isUpgraded)
        isOfAddedSeats = purchase.isOfAddedSeats
        isRenewal = purchase.isAny { $0.transaction?.payload.reason == .renewal }
        let latest = purchase.latest
        firstPurchase = min(latest.purchaseDate, purchase.firstPurchase ?? .infinity)
        receiptDate = purchase.receiptDate ?? -.infinity
        let isRestored = revocation == nil && purchase.isAny { $0.revocationDate != nil }
        shownUntil =
            isRestored ? latest.date : max(min(latest.date, max(term, latest.purchaseDate)), revocation ?? -.infinity)
        isPurchase = purchase.isAny { $0.transaction?.payload.reason == .purchase }
        let start = start
        chargedAhead = isRenewal ? purchase.firstSignedAhead : nil
        isShownAfterStart = purchase.isAny { $0.source == .transaction && $0.isShownAfter(start) }
        ran = isShownAfterStart || purchase.isAny { $0.isShownAfter(start) }
        isTakenBack = purchase.isAny { start <= $0.date && ($0.revocationDate != nil || $0.isUpgraded) }
        isOfUnknownType = purchase.isOfUnknownType
    }

    /// Whether it replaced nothing: a renewal that was refunded in full, or what was revoked before it began.
    var isVoidRenewal: Bool { isVoid && (isRenewal || !isPurchase && revocation.map { $0 <= start } ?? false) }

    /// True if neither is of an unknown type, or a transaction calls the other one upgraded.
    func mayEnd(_ other: Self) -> Bool { !isOfUnknownType && !other.isOfUnknownType || other.upgraded != nil }

    /// Whether the other one is of another product, or of another billing plan of the same one.
    func differs(from other: Self) -> Bool {
        if product != other.product { return true }
        return billingPlan != other.billingPlan && billingPlan != 0 && other.billingPlan != 0
    }

    /// The one that began last, of those that run, from one instant to the next, in the order of time.
    ///
    /// - Parameter places: in the order of starts. Those that end as they begin are passed over.
    static func running(
        _ places: some Sequence<Int>, _ start: (Int) -> TimeInterval, _ end: (Int) -> TimeInterval
    ) -> [(range: Range<TimeInterval>, place: Int)] {
        var found: [(range: Range<TimeInterval>, place: Int)] = []
        found.reserveCapacity(places.underestimatedCount)
        /// Those that have begun and may run still, the last one to begin last.
        var begun: [Int] = []
        var now = -TimeInterval.infinity
        func follow(until limit: TimeInterval) {
            while now < limit, let place = begun.last {
                let next = min(end(place), limit)
                if now < next {
                    found.append((now..<next, place))
                    now = next
                }
                if end(place) <= now { begun.removeLast() }
            }
        }
        for place in places where start(place) < end(place) {
            follow(until: start(place))
            now = start(place)
            begun.append(place)
        }
        follow(until: .infinity)
        return found
    }
}
