public import ReceiptEssentials
public import ReceiptFields

/// A period of an auto-renewable subscription: one purchase, seen as a stretch of time.
public struct SubscriptionPeriod: Hashable, Sendable {
    /// What the customer paid for the period.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The regular price.
        case regular
        /// Nothing: a free trial. The period may go on beyond the trial, up to a year and 14 days in one.
        case trial
        /// An introductory price.
        case introductory
        /// The price of a promotional offer.
        case promotional(offerID: String)
        /// What an offer code, by its reference name, grants. Only transactions say so.
        case offerCode(String?)
        /// The price of a win-back offer. Only transactions say so.
        case winBack(offerID: String?)
        /// The price of a retention offer, which keeps customers who were about to leave. Only transactions say so.
        case retention(offerID: String?)
    }

    /// The purchase, with all its fields.
    public let purchase: Purchase
    let start: TimeInterval
    let end: TimeInterval
    /// When it would have ended, had nothing happened to it.
    let term: TimeInterval
    let revocation: TimeInterval?
    /// Whether it counts as never purchased.
    let isVoid: Bool
    /// Whether it never ran.
    let wasOvertaken: Bool
    /// Whether another product, billing plan or subscription took its place before it was over.
    let isReplaced: Bool
    /// True if it can't be the latest period: it never ran, or is a voided renewal beside a period of another product that ran on.
    let isLeftAside: Bool
    /// All purchases of a period that seats were added to. Nil for other periods.
    let seats: SeatedPeriod?
    /// The purchases that added seats to the period, in the order of the ledger. Both transactions hold: neither replaces the other, and
    /// a refund of one doesn't end the other. They're no periods of their own, unless they outlast this one. What was added after such a one is
    /// listed there.
    public let seatAdditions: [Purchase]

    init(_ purchase: Purchase, _ span: PurchaseSpan, seats: SeatedPeriod? = nil, seatAdditions: [Purchase] = []) {
        (self.purchase, self.seats, self.seatAdditions) = (purchase, seats, seatAdditions)
        (start, end, term, revocation) = (span.start, span.end, span.term, span.revocation)
        (isVoid, wasOvertaken, isReplaced) = (span.isVoid, span.isOvertaken, span.isReplaced)
        isLeftAside = span.isOvertaken || span.isVoidedBeside
    }

    /// Whether this period never ran, because the customer had another product by then: a renewal that was charged ahead and overtaken
    /// by a change of product, or a period that a transaction marks as upgraded (`isUpgraded`) and that only the other product can have replaced.
    public var isOvertaken: Bool { wasOvertaken && !isVoid }

    /// Product identifier.
    public var productID: String { purchase.productID }
    /// First instant of the period. Of added seats that outlast the period they were added to, it is that period's, unless that was
    /// refunded in full.
    public var startDate: Date { seats?.startDate(of: purchase) ?? purchase.purchaseDate }
    /// First instant after the period; nil if no evidence says, and then the period never counts.
    public var endDate: Date? { purchase.expirationDate }
    /// First instant at which the period counts no more: its end, or before that, when an upgrade replaced it, or when its rest
    /// was refunded or no longer shared. Nil if it never counts.
    public var effectiveEndDate: Date? { start < end ? Date(second: end) : nil }
    /// When the App Store revoked the period: before, during or after it. Unless only its rest was revoked, it counts as never purchased.
    public var revocationDate: Date? { purchase.revocationDate }
    /// Why it was revoked.
    public var revocationReason: RevocationReason? { purchase.revocationReason }

    /// What the customer paid. A promotional offer is named before a trial, which it may be as well.
    public var kind: Kind {
        if let offerID = purchase.promotionalOfferID { return .promotional(offerID: offerID) }
        let offer = purchase.offer
        if offer?.type == .code { return .offerCode(offer?.id) }
        if offer?.type == .winBack { return .winBack(offerID: offer?.id) }
        if offer?.type == .retention { return .retention(offerID: offer?.id) }
        if purchase.isTrialPeriod == true { return .trial }
        return purchase.isInIntroOfferPeriod == true ? .introductory : .regular
    }

    /// True if it isn't revoked before its expiration, and nothing took its place (rule 28).
    var endsByItself: Bool { end == term && !isReplaced && !isVoid }

    func isRevoked(at instant: TimeInterval) -> Bool { revocation.map { isVoid || $0 <= instant } ?? false }

    // MARK: Seats

    /// The seats that the customer bought, less those that were refunded, over all transactions of the period that aren't revoked at an
    /// instant. Nil if that isn't known: the transaction of a purchase is missing, or the customer isn't the purchaser.
    func seats(at instant: TimeInterval) -> Int? {
        guard purchase.hasSeats || seats != nil, purchase.ownershipType ?? .purchased == .purchased else {
            return nil
        }
        var seats: Int64 = 0
        for member in self.seats?.members ?? [purchase]
        where member.start <= max(instant, start) && !member.isRevoked(at: instant) {
            guard let transaction = member.transaction else { return nil }
            // Both are numbers of 32 bits, and not negative.
            let bought = (transaction.purchasedQuantity ?? 1) - (transaction.multiSeatInfo?.revokedSeatQuantity ?? 0)
            seats += Int64(max(0, bought))
        }
        return Int(exactly: seats)
    }
}

extension SubscriptionPeriod.Kind: CustomStringConvertible {
    /// A stable name: `regular`, `trial`, `introductory`, `promotional`, `offerCode`, `winBack` or `retention`.
    public var name: String { words.name }

    /// The name, with the offer where there is one.
    public var description: String { words.name + (words.offer.map { " " + Escaped.text($0) } ?? "") }

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
    /// One line: product, dates, and what is special about the period.
    public var description: String {
        var text = "\(Escaped.text(productID)) from \(Timestamp.string(startDate))"
        if let endDate { text += " to \(Timestamp.string(endDate))" }
        if kind != .regular { text += ", \(kind)" }
        if let revocationDate { text += ", revoked \(Timestamp.string(revocationDate))" }
        return text + (isOvertaken ? ", overtaken" : "")
    }
}
