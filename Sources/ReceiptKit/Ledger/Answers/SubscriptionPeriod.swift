public import ReceiptEssentials
public import ReceiptFields

/// A period of an auto-renewable subscription: one purchase, seen as an interval of time.
public struct SubscriptionPeriod: Hashable, Sendable {
    /// The price that the customer paid for a period.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The regular price.
        case regular
        /// Nothing: a free trial. One period may contain the trial and the paid time after it, such as 14 days and a year.
        case trial
        /// An introductory price.
        case introductory
        /// The price of a promotional offer.
        case promotional(offerID: String)
        /// The price of an offer code, identified by its reference name. Only transactions state it.
        case offerCode(String?)
        /// The price of a win-back offer. Only transactions state it.
        case winBack(offerID: String?)
        /// The price of a retention offer, made to customers who are about to leave. Only transactions state it.
        case retention(offerID: String?)
    }

    /// The purchase, with all its fields.
    public let purchase: Purchase
    let start: TimeInterval
    let end: TimeInterval
    /// The end of the period if nothing ends it early.
    let term: TimeInterval
    let revocation: TimeInterval?
    /// True if the period is treated as never purchased.
    let isVoid: Bool
    /// True if the period never ran.
    let wasOvertaken: Bool
    /// True if another product, billing plan or subscription replaced the period before its end.
    let isReplaced: Bool
    /// True if the period can't be the latest one: it never ran, or it is a voided renewal next to a period of another product that
    /// continued.
    let isLeftAside: Bool
    /// All purchases of a period that seats were added to. Nil for other periods.
    let seats: SeatedPeriod?
    /// The purchases that added seats to the period, in the ledger's order. The transaction that began the period and those that added
    /// seats are all valid: none replaces another, and a refund of one doesn't end the others. An addition is a period of its own only if
    /// it outlasts this period. Seats added after such an addition are listed with it.
    public let seatAdditions: [Purchase]

    init(_ purchase: Purchase, _ span: PurchaseSpan, seats: SeatedPeriod? = nil, seatAdditions: [Purchase] = []) {
        (self.purchase, self.seats, self.seatAdditions) = (purchase, seats, seatAdditions)
        (start, end, term, revocation) = (span.start, span.end, span.term, span.revocation)
        (isVoid, wasOvertaken, isReplaced) = (span.isVoid, span.isOvertaken, span.isReplaced)
        isLeftAside = span.isOvertaken || span.isVoidedBeside
    }

    /// True if this period never ran because the customer had another product by then. Such a period is either a renewal that was charged
    /// ahead and overtaken by a change of product, or a period that a transaction marks as upgraded (`isUpgraded`) and that only the other
    /// product can have replaced.
    public var isOvertaken: Bool { wasOvertaken && !isVoid }

    /// The product identifier.
    public var productID: String { purchase.productID }
    /// The first instant of the period. For added seats that outlast their period, it is that period's first instant, unless that period
    /// was refunded in full.
    public var startDate: Date { seats?.startDate(of: purchase) ?? purchase.purchaseDate }
    /// The first instant after the period. Nil if no evidence states it; the period then gives no access.
    public var endDate: Date? { purchase.expirationDate }
    /// The first instant at which the period no longer gives access: the end of the period, or an earlier instant if an upgrade replaced
    /// the period, or if the rest of the period was refunded or is no longer shared. Nil if it never gives access.
    public var effectiveEndDate: Date? { start < end ? Date(second: end) : nil }
    /// The date on which the App Store revoked the period. This date may be before the period's start, during the period, or after its end.
    /// Unless only the rest of the period was revoked, the period is treated as never purchased.
    public var revocationDate: Date? { purchase.revocationDate }
    /// The reason for the revocation.
    public var revocationReason: RevocationReason? { purchase.revocationReason }

    /// The price that the customer paid. An offer that is both promotional and a trial is returned as promotional.
    public var kind: Kind {
        if let offerID = purchase.promotionalOfferID { return .promotional(offerID: offerID) }
        let offer = purchase.offer
        if offer?.type == .code { return .offerCode(offer?.id) }
        if offer?.type == .winBack { return .winBack(offerID: offer?.id) }
        if offer?.type == .retention { return .retention(offerID: offer?.id) }
        if purchase.isTrialPeriod == true { return .trial }
        return purchase.isInIntroOfferPeriod == true ? .introductory : .regular
    }

    /// True if the period isn't revoked before its expiration, and nothing replaced it (rule 28).
    var endsByItself: Bool { end == term && !isReplaced && !isVoid }

    func isRevoked(at instant: TimeInterval) -> Bool { revocation.map { isVoid || $0 <= instant } ?? false }

    // MARK: Seats

    /// Returns the number of seats bought minus the number refunded, over all transactions of the period that aren't revoked at an instant.
    /// Nil if the number isn't known because the transaction of a purchase is missing, or if the customer isn't the purchaser.
    func seats(at instant: TimeInterval) -> Int? {
        guard purchase.hasSeats || seats != nil, purchase.ownershipType ?? .purchased == .purchased else {
            return nil
        }
        var seats: Int64 = 0
        for member in self.seats?.members ?? [purchase]
        where member.start <= max(instant, start) && !member.isRevoked(at: instant) {
            guard let transaction = member.transaction else { return nil }
            // Both operands are nonnegative 32-bit integers.
            let bought = (transaction.purchasedQuantity ?? 1) - (transaction.multiSeatInfo?.revokedSeatQuantity ?? 0)
            seats += Int64(max(0, bought))
        }
        return Int(exactly: seats)
    }
}

extension SubscriptionPeriod.Kind: CustomStringConvertible {
    /// A stable name: `regular`, `trial`, `introductory`, `promotional`, `offerCode`, `winBack` or `retention`.
    public var name: String { words.name }

    /// The name, followed by the offer if there is one.
    public var description: String { words.name + (words.offer.map { " " + SafeText.quoted($0) } ?? "") }

    private var words: (name: String, offer: String?) {
        switch self {
        case .regular: ("regular", nil)
        case .trial: ("trial", nil)
        case .introductory: ("introductory", nil)
        case .promotional(let offer): ("promotional", offer)
        case .offerCode(let offer): ("offerCode", offer)
        case .winBack(let offer): ("winBack", offer)
        case .retention(let offer): ("retention", offer)
        }
    }
}

extension SubscriptionPeriod: CustomStringConvertible {
    /// One line: the product, the dates, and anything unusual about the period.
    public var description: String {
        var text = "\(SafeText.quoted(productID)) from \(Timestamp.string(startDate))"
        if let endDate { text += " to \(Timestamp.string(endDate))" }
        if kind != .regular { text += ", \(kind)" }
        if let revocationDate { text += ", revoked \(Timestamp.string(revocationDate))" }
        return text + (isOvertaken ? ", overtaken" : "")
    }
}
