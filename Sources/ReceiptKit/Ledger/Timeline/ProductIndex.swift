internal import ReceiptEssentials
internal import ReceiptFields

/// What the ledger knows about each product, by the product's number, made ready for questions at a date.
struct ProductIndex: Sendable {
    /// A product's periods in one subscription.
    struct Subscribed: Sendable {
        /// The number of the subscription.
        let subscription: Int
        let timeline: ProductTimeline
    }

    /// A purchase that is no period of a subscription.
    struct Span: Sendable {
        let start: TimeInterval
        let end: TimeInterval
        let position: Int
    }

    /// Positions are those in the ledger.
    struct Product: Sendable {
        /// The purchase with the last purchase date, and of those the greatest transaction. Nil where only overruled evidence names it.
        fileprivate(set) var latest: Int?
        /// The first period with a trial or an introductory price.
        fileprivate(set) var firstOffer: Int?
        /// The first period that does not say whether it has one.
        fileprivate(set) var firstUnreadable: Int?
        /// The group that transactions name.
        fileprivate(set) var group: String?
        fileprivate(set) var subscribed: [Subscribed] = []
        /// Of what is owned, the purchase that lasts longest, from one instant to the next.
        fileprivate(set) var owned: [Span] = []
        /// Of non-renewing subscriptions that were not revoked, the one that began last, from one instant to the next.
        fileprivate(set) var nonRenewing: [Span] = []
        /// All purchases that are no periods of a subscription, by their start.
        fileprivate(set) var others: [Span] = []
        /// Purchases of a type that this library doesn't know, and that has no expiration date, by their start.
        fileprivate(set) var unknown: [Span] = []
        fileprivate(set) var isOfUnknownType = false

        /// Whether it is known to be no auto-renewable subscription.
        var isOfOtherKind: Bool { latest != nil && subscribed.isEmpty && !isOfUnknownType }
    }

    private(set) var products: [Product]
    /// The products of each subscription group that transactions name. A subscription is in one group, so that one that only
    /// receipts have is in its products' group.
    private(set) var groups: [ByteString: Set<Int>] = [:]

    /// - Parameter needsTrialFlag: whether a purchase that says nothing of a trial is to be noted. Xcode's receipts never do.
    init(
        _ purchases: [Purchase], _ spans: [PurchaseSpan], _ subscriptions: [Subscription], count: Int,
        needsTrialFlag: Bool
    ) {
        products = Array(repeating: Product(), count: count)
        for (position, span) in spans.enumerated() {
            products[span.product].add(span, purchases[position], position, needsTrialFlag: needsTrialFlag)
            // The ledger's order has the later date later; of one date it asks for the expiration first.
            let other = products[span.product].latest.map { purchases[$0].latest }
            let new = purchases[position].latest
            let isLater = other.map { other in
                other.purchaseDate != new.purchaseDate
                    ? other.purchaseDate < new.purchaseDate
                    : !ByteString.precedes(new.transactionID, other.transactionID)
            }
            if isLater ?? true { products[span.product].latest = position }
        }
        for product in products.indices where !products[product].others.isEmpty { products[product].settle(spans) }
        for (number, subscription) in subscriptions.enumerated() {
            for (product, timeline) in subscription.products {
                products[product].subscribed.append(Subscribed(subscription: number, timeline: timeline))
            }
            guard let group = subscription.group else { continue }
            groups[ByteString(group), default: []].formUnion(subscription.products.lazy.map(\.product))
        }
    }
}

extension ProductIndex.Product {
    fileprivate mutating func add(_ span: PurchaseSpan, _ purchase: Purchase, _ position: Int, needsTrialFlag: Bool) {
        switch span.kind {
        case .subscription:
            if let hasOffer = purchase.hasOffer {
                if hasOffer { firstOffer = firstOffer ?? position }
            } else if needsTrialFlag {
                firstUnreadable = firstUnreadable ?? position
            }
            group = group ?? purchase.subscriptionGroupID
        default:
            others.append(ProductIndex.Span(start: span.start, end: span.end, position: position))
            if span.kind == .unknown || span.kind == .other && purchase.productType == nil { isOfUnknownType = true }
        }
    }

    /// Finds what counts from one instant to the next, now that all purchases are known.
    fileprivate mutating func settle(_ spans: [PurchaseSpan]) {
        // What was restored counts from the original purchase on.
        others.sort { ($0.start, $0.position) < ($1.start, $1.position) }
        let own = others
        for span in own where span.start < span.end && spans[span.position].kind == .owned {
            if let last = owned.last, span.end < last.end { continue }
            owned.append(span)
        }
        unknown = own.filter { spans[$0.position].kind == .unknown }
        let nonRenewable = own.indices.filter { spans[own[$0].position].kind == .nonRenewable }
        nonRenewing = PurchaseSpan.running(nonRenewable, { own[$0].start }, { own[$0].end }).map {
            ProductIndex.Span(
                start: $0.range.lowerBound, end: own[$0.place].end, position: own[$0.place].position)
        }
    }
}

extension [ProductIndex.Span] {
    /// The last one that has begun at an instant.
    func begun(at instant: TimeInterval) -> Element? {
        let count = partitionPoint(indices) { self[$0].start <= instant }
        return count > 0 ? self[count - 1] : nil
    }
}
