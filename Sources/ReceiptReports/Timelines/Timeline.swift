internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// One subscription, or all other purchases, as marks on a line of time, ready to be drawn with characters or as a picture.
struct Timeline {
    struct Mark {
        let start: Double
        /// The end of the mark. For an instant, equal to its start; infinity if there is no end or the evidence doesn't
        /// show it.
        let end: Double
        let kind: Kind
        /// A description of the mark on one line.
        let title: String
    }

    struct Lane {
        let productID: String
        var marks: [Mark] = []
        private var dates: [(note: Note, date: Date)] = []

        init(productID: String) { self.productID = productID }

        mutating func add(_ note: Note, _ date: Date) { dates.append((note, date)) }

        /// The events in the purchases of the product, with their dates.
        var notes: [(note: Note, text: String)] {
            Note.allCases.compactMap { note in
                let own = dates.filter { $0.note == note }
                if own.isEmpty { return nil }
                let days = own.prefix(6).map { Timestamp.string($0.date).prefix(10) }.joined(separator: ", ")
                return (note, "\(note.rawValue) \(days)" + (own.count > 6 ? " and \(own.count - 6) more" : ""))
            }
        }
    }

    enum Note: String, CaseIterable {
        case revoked
        case partlyRefunded = "partly refunded"
        case grace = "grace period until"
        case commitmentEnd = "commitment until"
    }

    let name: String
    /// The state at the date, in sentences.
    private(set) var status: [String] = []
    private(set) var lanes: [Lane] = []
    private var laneOfProduct: [String: Int] = [:]
    /// The earliest start and latest end of all marks.
    private(set) var start = Double.infinity
    private(set) var end = -Double.infinity
    private(set) var hasOpenEnd = false

    /// Creates a subscription's timeline, or returns nil if no period has an expiration date.
    init?(_ history: SubscriptionHistory, _ question: LedgerQuestion) {
        name = "Subscription \(history.originalTransactionID)"
        var productBefore: [Date: String] = [:]
        for period in history.periods {
            guard let end = period.endDate, end > period.startDate else { continue }
            let counted = min(end, max(period.startDate, period.effectiveEndDate ?? period.startDate))
            if let revoked = period.revocationDate { note(.revoked, revoked, period.productID) }
            // Draw periods that were revoked or replaced by another product differently from the one in effect.
            let kind = Self.kind(period)
            let rest: Kind = period.revocationDate != nil ? .revoked : .overtaken
            if period.startDate < counted {
                productBefore[counted] = period.productID
                add(period.purchase, kind, from: period.startDate, to: counted)
            }
            if counted < end { add(period.purchase, kind == .overtaken ? kind : rest, from: counted, to: end) }
        }
        for gap in history.gaps where gap.startDate < gap.endDate {
            guard let product = productBefore[gap.startDate] else { continue }
            add(.gap, "No period", product, from: gap.startDate, to: gap.endDate)
        }
        guard start < end else { return nil }
        addAccess(history)
        addCommitments(history)
        status = TimelineStatus.sentences(history, question, isShort: end - start < 3 * 86_400)
        for index in lanes.indices { lanes[index].marks.sort { $0.kind.rawValue < $1.kind.rawValue } }
    }

    /// Creates a timeline of all purchases that aren't subscription periods, or returns nil if there are none.
    init?(others ledger: PurchaseLedger, _ question: LedgerQuestion, hasSubscriptions: Bool) {
        name = hasSubscriptions ? "Other purchases" : "Purchases"
        let dated = question.dated(ledger)
        for (position, purchase) in ledger.enumerated() {
            let kind: Kind
            switch purchase.productType {
            case .nonConsumable?: kind = .owned
            case .nonRenewable?: kind = .nonRenewing
            case .consumable?: kind = .consumable
            case .autoRenewable?: continue
            case nil where purchase.expirationDate != nil: continue
            default: kind = .other
            }
            let lasts = kind == .owned || kind == .nonRenewing
            if let revoked = purchase.revocationDate, !purchase.isPartlyRefundedConsumable {
                note(.revoked, revoked, purchase.productID)
                add(purchase, .revoked, from: purchase.firstDate, to: lasts ? revoked : purchase.firstDate)
            } else {
                if let refunded = purchase.revocationDate { note(.partlyRefunded, refunded, purchase.productID) }
                let end = kind == .nonRenewing ? dated.end(ofNonRenewingAt: position) : nil
                add(purchase, kind, from: purchase.firstDate, to: lasts ? end : purchase.firstDate)
            }
        }
        if lanes.isEmpty { return nil }
        if lanes.contains(where: { $0.marks.contains { $0.kind == .nonRenewing && $0.end == .infinity } }) {
            status = ["How long a non-renewing subscription lasts isn't known."]
        }
    }

    /// The kinds of mark on this timeline, in the order of the legend.
    var kinds: [Kind] {
        let present = Set(lanes.lazy.flatMap(\.marks).map(\.kind))
        return Kind.legend.filter(present.contains)
    }

    private static func kind(_ period: SubscriptionPeriod) -> Kind {
        if period.isOvertaken { return .overtaken }
        return switch period.kind {
        case .trial: .trial
        case .introductory: .introductory
        case .promotional, .offerCode, .winBack, .retention: .promotional
        case .regular: .paid
        @unknown default: .paid
        }
    }

    /// Adds access outside of any period: in grace periods, and in renewals that were charged ahead.
    private mutating func addAccess(_ history: SubscriptionHistory) {
        // Go from one change of status to the next.
        var next = history.periods.first?.purchase.firstDate
        while let date = next, let status = history.status(at: date), let end = status.until, date < end {
            next = end
            guard let period = status.period else { continue }
            if status.state == .inGracePeriod {
                note(.grace, end, period.productID)
                add(.grace, "\(period.productID), \(Kind.grace.name)", period.productID, from: date, to: end)
            } else if status.state == .subscribed, date < period.startDate {
                let (kind, start) = (Kind.chargedAhead, min(end, period.startDate))
                add(kind, "\(period.productID), \(kind.name)", period.productID, from: date, to: start)
            }
        }
    }

    /// Adds the end of the commitment. Access ends with the billing period.
    private mutating func addCommitments(_ history: SubscriptionHistory) {
        var known: Set<Date> = []
        for period in history.periods where !period.isOvertaken && period.effectiveEndDate != nil {
            guard let end = period.commitmentEnd, known.insert(end).inserted else { continue }
            note(.commitmentEnd, end, period.productID)
            let title = "\(period.productID), \(Kind.commitmentEnd.name)"
            add(.commitmentEnd, title, period.productID, from: end, to: end)
        }
    }

    private mutating func add(_ kind: Kind, _ title: String, _ product: String, from start: Date, to end: Date) {
        let until = end > start ? " to \(Timestamp.string(end))" : ""
        add(
            start.timeIntervalSince1970, end.timeIntervalSince1970, kind,
            "\(title): \(Timestamp.string(start))\(until)",
            product)
    }

    private mutating func add(_ purchase: Purchase, _ kind: Kind, from start: Date, to end: Date?) {
        var title = "\(purchase.productID), \(kind.name): \(Timestamp.string(start))"
        if let end, end > start { title += " to \(Timestamp.string(end))" }
        if purchase.purchasedQuantity != 1 { title += ", quantity \(purchase.purchasedQuantity)" }
        if let revoked = purchase.revocationDate {
            title +=
                ", \(purchase.isPartlyRefundedConsumable ? "partly refunded" : "revoked") \(Timestamp.string(revoked))"
        }
        let last = end.map { max(start, $0).timeIntervalSince1970 } ?? .infinity
        let mark = "\(title), transaction \(purchase.transactionID)"
        add(start.timeIntervalSince1970, last, kind, mark, purchase.productID)
    }

    private mutating func add(_ start: Double, _ end: Double, _ kind: Kind, _ title: String, _ product: String) {
        lanes[lane(product)].marks.append(Mark(start: start, end: end, kind: kind, title: title))
        self.start = min(self.start, start)
        self.end = max(self.end, end == .infinity ? start : end)
        if end == .infinity { hasOpenEnd = true }
    }

    private mutating func note(_ note: Note, _ date: Date, _ product: String) { lanes[lane(product)].add(note, date) }

    private mutating func lane(_ product: String) -> Int {
        if let lane = laneOfProduct[product] { return lane }
        laneOfProduct[product] = lanes.count
        lanes.append(Lane(productID: product))
        return lanes.count - 1
    }
}

extension Purchase {
    /// The date from which the product was owned. For a restored purchase, this is the date of the original purchase.
    fileprivate var firstDate: Date { min(purchaseDate, originalPurchaseDate ?? purchaseDate) }

    /// True if part of a consumable was refunded. The customer keeps the rest, so the purchase isn't revoked.
    package var isPartlyRefundedConsumable: Bool {
        guard productType == .consumable, revocationDate != nil else { return false }
        guard [nil, .other, .developerIssue].contains(revocationReason) else { return true }
        if let revocationPercentage { return revocationPercentage != 100_000 }
        return revocationType.map { $0 != .fullRefund } ?? false
    }
}

extension SubscriptionPeriod {
    /// The end of the commitment that the period belongs to.
    var commitmentEnd: Date? { purchase.commitmentInfo?.expirationDate }
}
