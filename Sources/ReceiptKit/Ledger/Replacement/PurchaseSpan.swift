internal import ReceiptEssentials
internal import ReceiptFields

/// The values of a purchase that determine what replaced it, computed once. Properties named like those of ``Purchase`` have the same
/// meaning.
struct PurchaseSpan {
    let product: IndexOf<ProductIndex.Product>
    let subscription: UInt64
    let kind: PurchaseKind
    /// An ID of the billing plan; 0 if no evidence states it.
    let billingPlan: UInt8
    let start: TimeInterval
    let term: TimeInterval
    /// The end of access, which is earlier if something replaced the purchase.
    var end: TimeInterval
    let isVoid: Bool
    let revocation: TimeInterval?
    let isOfAddedSeats: Bool
    /// True if the purchase is shown as part of another purchase's period. See ``SeatAdditions``.
    var isPart = false
    /// True if the period never ran. See ``ReplacedPeriods``.
    var isOvertaken = false
    /// True for a voided renewal that began while a period of another product was running.
    var isVoidedBeside = false
    /// True if the product type is unknown. Such a period replaces another, or is replaced, only if a transaction states the upgrade.
    let isOfUnknownType: Bool
    /// True if another product, billing plan or subscription replaced it before its end.
    var isReplaced: Bool
    /// True if a transaction's reason is `RENEWAL`.
    let isRenewal: Bool
    /// The first known signing date of a renewal that Apple charged ahead of its period.
    let chargedAhead: TimeInterval?
    /// True if a transaction's reason is `PURCHASE`.
    let isPurchase: Bool
    /// True if a transaction that is dated at or after the start states neither a revocation nor an upgrade.
    let isShownAfterStart: Bool
    /// True if any evidence that is dated at or after the start states neither a revocation nor an upgrade.
    let ran: Bool
    /// True if any evidence that is dated at or after the start states a revocation or an upgrade.
    let isTakenBack: Bool
    let upgraded: TimeInterval?
    let notUpgraded: TimeInterval

    /// The original purchase date if it is known, otherwise the start.
    let firstPurchase: TimeInterval
    /// The creation date of the latest receipt that lists the purchase.
    let receiptDate: TimeInterval
    /// The latest date at which the evidence could have shown a change. Apple signs a transaction anew for each request, so a copy that was
    /// signed after the period shows nothing more about it, except a revocation, or that a revocation was reversed.
    let shownUntil: TimeInterval

    init(_ purchase: Purchase, product: IndexOf<ProductIndex.Product>, subscription: UInt64) {
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

    /// True if the purchase replaced nothing, because it is a renewal that was refunded in full, or was revoked before it began.
    var isVoidRenewal: Bool { isVoid && (isRenewal || !isPurchase && revocation.map { $0 <= start } ?? false) }

    /// Returns true if both product types are known, or if a transaction states that the other purchase was upgraded.
    func mayEnd(_ other: Self) -> Bool { !isOfUnknownType && !other.isOfUnknownType || other.upgraded != nil }

    /// Returns true if the other purchase has another product, or another billing plan of the same product.
    func differs(from other: Self) -> Bool {
        if product != other.product { return true }
        return billingPlan != other.billingPlan && billingPlan != 0 && other.billingPlan != 0
    }

    /// Returns intervals in chronological order, each with the running span that began last.
    ///
    /// - Parameter places: sorted by start. Empty spans are skipped.
    static func running<Place>(
        _ places: some Sequence<Place>, _ start: (Place) -> TimeInterval, _ end: (Place) -> TimeInterval
    ) -> [(range: Range<TimeInterval>, place: Place)] {
        var found: [(range: Range<TimeInterval>, place: Place)] = []
        found.reserveCapacity(places.underestimatedCount)
        /// Spans that have begun and may still run, sorted by start.
        var begun: [Place] = []
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
