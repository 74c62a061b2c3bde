internal import ReceiptEssentials
internal import ReceiptFields

/// The purchases of each product, by its ID, prepared for questions at a date.
struct ProductIndex: Sendable {
    /// A product's periods in one subscription.
    struct Subscribed: Sendable {
        let subscription: IndexOf<Subscription>
        let timeline: ProductTimeline
    }

    /// A purchase that isn't a subscription period.
    struct Span: Sendable {
        let start: TimeInterval
        let end: TimeInterval
        let position: IndexOf<Purchase>
    }

    struct Product: Sendable {
        /// The purchase with the latest purchase date; if several purchases have that date, the one with the greatest transaction
        /// identifier. Nil if only superseded evidence names the product.
        fileprivate(set) var latest: IndexOf<Purchase>?
        /// The first period with a trial or an introductory price.
        fileprivate(set) var firstOffer: IndexOf<Purchase>?
        /// The first period for which the evidence doesn't state whether it has such an offer.
        fileprivate(set) var firstUnreadable: IndexOf<Purchase>?
        /// The subscription group, from transactions.
        fileprivate(set) var group: String?
        fileprivate(set) var subscribed: [Subscribed] = []
        /// For each instant, the owned purchase that lasts longest.
        fileprivate(set) var owned: [Span] = []
        /// For each instant, the unrevoked purchase of a non-renewing subscription that began last.
        fileprivate(set) var nonRenewing: [Span] = []
        /// All purchases that aren't subscription periods, sorted by start.
        fileprivate(set) var others: [Span] = []
        /// Purchases of an unknown type without an expiration date, sorted by start.
        fileprivate(set) var unknown: [Span] = []
        fileprivate(set) var isOfUnknownType = false

        /// True if the product is known not to be an auto-renewable subscription.
        var isOfOtherKind: Bool { latest != nil && subscribed.isEmpty && !isOfUnknownType }
    }

    private(set) var products: [Product]
    /// The products of each subscription group that transactions name. A subscription that only receipts contain belongs to the group of
    /// its products.
    private(set) var groups: [ByteString: Set<IndexOf<Product>>] = [:]

    /// - Parameter needsTrialFlag: true to record the purchases whose evidence doesn't state whether they were a trial. Xcode's receipts
    ///   never state it.
    init(
        _ purchases: [Purchase], _ spans: Column<Purchase, PurchaseSpan>, _ subscriptions: [Subscription], count: Int,
        needsTrialFlag: Bool
    ) {
        products = Array(repeating: Product(), count: count)
        for (position, span) in spans.indexed() {
            products[span.product].add(span, purchases[position], position, needsTrialFlag: needsTrialFlag)
            // The ledger sorts by purchase date and then by expiration date; here the transaction identifier is compared second.
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
        for (number, subscription) in subscriptions.indexed() {
            for (product, timeline) in subscription.products {
                products[product].subscribed.append(Subscribed(subscription: number, timeline: timeline))
            }
            guard let group = subscription.group else { continue }
            groups[ByteString(group), default: []].formUnion(subscription.products.lazy.map(\.product))
        }
    }
}

extension ProductIndex.Product {
    fileprivate mutating func add(
        _ span: PurchaseSpan, _ purchase: Purchase, _ position: IndexOf<Purchase>, needsTrialFlag: Bool
    ) {
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

    /// Computes the answers for each instant, after all purchases are added.
    fileprivate mutating func settle(_ spans: Column<Purchase, PurchaseSpan>) {
        // A restored purchase gives access from its original purchase date.
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
    /// Returns the last span that has begun at an instant.
    func begun(at instant: TimeInterval) -> Element? {
        let count = partitionPoint(indices) { self[$0].start <= instant }
        return count > 0 ? self[count - 1] : nil
    }
}
