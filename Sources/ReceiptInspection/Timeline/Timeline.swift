internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// The history of one subscription as stretches of time, ready to be drawn with characters or as a picture.
struct Timeline {
    struct Bar {
        let start: Double
        let end: Double
        let kind: Kind
    }

    /// What the customer had, in the order in which bars are painted: the later ones cover the earlier.
    enum Kind: Int, CaseIterable {
        case revoked
        case overtaken
        case paid
        case promotional
        case introductory
        case trial

        /// Told apart without colour.
        var glyph: Character {
            switch self {
            case .revoked: "x"
            case .overtaken: "-"
            case .paid: "█"
            case .promotional: "▓"
            case .introductory: "▒"
            case .trial: "░"
            }
        }

        var name: String {
            switch self {
            case .revoked: "revoked"
            case .overtaken: "overtaken"
            case .paid: "paid"
            case .promotional: "offer"
            case .introductory: "introductory"
            case .trial: "trial"
            }
        }
    }

    /// One product of the subscription.
    struct Lane {
        let productID: String
        var bars: [Bar]
    }

    let name: String
    /// Whether and how it goes on, where renewal info tells.
    let intent: String?
    private(set) var lanes: [Lane] = []
    let gaps: [ClosedRange<Double>]
    let start: Double
    let end: Double

    /// Nil if no period says when it ends.
    init?(_ history: SubscriptionHistory, asOf date: Date) {
        name = history.originalTransactionID
        intent = Self.intent(history, date)
        var lanes: [Lane] = []
        var laneOfProduct: [String: Int] = [:]
        for period in history.periods {
            guard let end = period.endDate, end > period.startDate else { continue }
            let bar = Bar(
                start: period.startDate.timeIntervalSince1970, end: end.timeIntervalSince1970, kind: Self.kind(period))
            if let lane = laneOfProduct[period.productID] {
                lanes[lane].bars.append(bar)
            } else {
                laneOfProduct[period.productID] = lanes.count
                lanes.append(Lane(productID: period.productID, bars: [bar]))
            }
        }
        let bars = lanes.flatMap(\.bars)
        guard let start = bars.map(\.start).min(), let end = bars.map(\.end).max() else { return nil }
        self.start = start
        self.end = end
        for index in lanes.indices { lanes[index].bars.sort { $0.kind.rawValue < $1.kind.rawValue } }
        self.lanes = lanes
        gaps = history.gaps.filter { $0.startDate < $0.endDate }.map {
            $0.startDate.timeIntervalSince1970...$0.endDate.timeIntervalSince1970
        }
    }

    private static func intent(_ history: SubscriptionHistory, _ date: Date) -> String? {
        guard let renewal = history.renewal else { return nil }
        let status = history.status(at: date)
        let until = status.until.map { " until " + Timestamp.string($0).prefix(10) } ?? ""
        switch status.state {
        case .inGracePeriod: return "in grace period" + until
        case .inBillingRetryPeriod: return "in billing retry" + until
        case .subscribed:
            return status.willAutoRenew.map { willRenew in
                willRenew ? "will renew as \(renewal.autoRenewProductID)" : "will not renew"
            }
        default: return nil
        }
    }

    private static func kind(_ period: SubscriptionPeriod) -> Kind {
        if period.revocationDate != nil { return .revoked }
        if period.isOvertaken { return .overtaken }
        return switch period.kind {
        case .trial: .trial
        case .introductory: .introductory
        case .promotional, .offerCode, .winBack, .retention: .promotional
        case .regular: .paid
        @unknown default: .paid
        }
    }

    /// The kinds that occur, in the order of the legend.
    var kinds: [Kind] {
        let present = Set(lanes.flatMap(\.bars).map(\.kind))
        return Kind.allCases.reversed().filter(present.contains)
    }
}
