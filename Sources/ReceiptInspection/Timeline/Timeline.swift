internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// One subscription, or all other purchases, as marks on a line of time, ready to be drawn with characters or as a picture.
struct Timeline {
    struct Mark {
        let start: Double
        /// The start of what is an instant; infinity of what has no end, or none that evidence knows.
        let end: Double
        let kind: Kind
        /// One line that says it in words.
        let title: String
    }

    /// One product.
    struct Lane {
        let productID: String
        var marks: [Mark] = []
        var revocations: [Date] = []

        /// When purchases of the product were revoked.
        var note: String? {
            if revocations.isEmpty { return nil }
            let days = revocations.prefix(6).map { Timestamp.string($0).prefix(10) }.joined(separator: ", ")
            return "revoked \(days)" + (revocations.count > 6 ? " and \(revocations.count - 6) more" : "")
        }
    }

    let name: String
    /// What holds at the date, in sentences.
    private(set) var status: [String] = []
    private(set) var lanes: [Lane] = []
    private var laneOfProduct: [String: Int] = [:]
    /// The first and the last instant of all marks.
    private(set) var start = Double.infinity
    private(set) var end = -Double.infinity
    private(set) var hasOpenEnd = false

    /// Nil if no period says when it ends.
    init?(_ history: SubscriptionHistory, asOf date: Date) {
        name = "Subscription \(history.originalTransactionID)"
        var productBefore: [Date: String] = [:]
        for period in history.periods {
            guard let end = period.endDate, end > period.startDate else { continue }
            let counted = min(end, max(period.startDate, period.effectiveEndDate ?? period.startDate))
            if let revoked = period.revocationDate { note(revoked, period.productID) }
            // A part that was revoked, or replaced by another product, looks different from the one that counts.
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
            let title = "No period: \(Timestamp.string(gap.startDate)) to \(Timestamp.string(gap.endDate))"
            add(gap.startDate.timeIntervalSince1970, gap.endDate.timeIntervalSince1970, .gap, title, product)
        }
        guard start < end else { return nil }
        status = TimelineStatus(history.status(at: date), isShort: end - start < 3 * 86_400).sentences
        for index in lanes.indices { lanes[index].marks.sort { $0.kind.rawValue < $1.kind.rawValue } }
    }

    /// What is no period of a subscription. Nil if there is nothing.
    init?(others ledger: PurchaseLedger, hasSubscriptions: Bool) {
        name = hasSubscriptions ? "Other purchases" : "Purchases"
        for purchase in ledger {
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
            if let revoked = purchase.revocationDate {
                note(revoked, purchase.productID)
                add(purchase, .revoked, from: purchase.firstDate, to: lasts ? revoked : purchase.firstDate)
            } else {
                add(purchase, kind, from: purchase.firstDate, to: lasts ? nil : purchase.firstDate)
            }
        }
        if lanes.isEmpty { return nil }
        if lanes.contains(where: { $0.marks.contains { $0.kind == .nonRenewing } }) {
            status = ["How long a non-renewing subscription lasts isn't known."]
        }
    }

    /// The kinds that occur, in the order of the legend.
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

    private mutating func add(_ purchase: Purchase, _ kind: Kind, from start: Date, to end: Date?) {
        var title = "\(purchase.productID), \(kind.name): \(Timestamp.string(start))"
        if let end, end > start { title += " to \(Timestamp.string(end))" }
        if purchase.purchasedQuantity != 1 { title += ", quantity \(purchase.purchasedQuantity)" }
        if let revoked = purchase.revocationDate { title += ", revoked \(Timestamp.string(revoked))" }
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

    private mutating func note(_ revoked: Date, _ product: String) { lanes[lane(product)].revocations.append(revoked) }

    private mutating func lane(_ product: String) -> Int {
        if let lane = laneOfProduct[product] { return lane }
        laneOfProduct[product] = lanes.count
        lanes.append(Lane(productID: product))
        return lanes.count - 1
    }
}

extension Purchase {
    /// Since when it is there: a restored one since the original purchase.
    fileprivate var firstDate: Date { min(purchaseDate, originalPurchaseDate ?? purchaseDate) }
}
