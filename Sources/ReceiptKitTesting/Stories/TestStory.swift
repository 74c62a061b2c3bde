public import ReceiptEssentials

/// The history of a purchase, built from events. For any date the story provides the receipt, the transactions and the renewal info that
/// Apple would provide then, and the notifications that Apple's server would have sent. All of this evidence is consistent.
///
/// ```swift
/// let monthly = TestPurchase.autoRenewable(
///     "com.example.monthly", on: .utc(2024, 1, 31))
/// let story = TestStory(monthly)
///     .renewing(times: 2)
///     .changing(
///         to: "com.example.yearly", on: .utc(2024, 4, 10),
///         every: .years(1)
///     )
///     .refunded(prorated: 75)
/// let authority = TestAuthority.standard
/// let receipt = try authority.sign(story.receipt())
/// let signed = try story.transactions().map { try authority.sign($0) }
/// let bodies = try story.notifications().map {
///     try authority.notificationBody($0)
/// }
/// ```
///
/// A story is about one purchase, or one subscription with all its changes of product. For a customer with several purchases, put the
/// ``purchases(at:)`` of several stories into one ``TestReceipt``. Nothing is checked: a story may contain events that can't occur in the
/// App Store.
public struct TestStory: TestModel, Hashable {
    /// One purchase of the receipt, with its transaction and later changes.
    struct Event: Hashable, Sendable {
        var purchase: TestPurchase
        /// True if the customer made the purchase, false if the App Store renewed it.
        var isBought: Bool
        /// The date when another product replaced it.
        var replacementDate: Date?
        var revocationType: String?
        var revocationPercentage: Int64?
        /// The date when the App Store reversed the revocation.
        var reversalDate: Date?
        /// The date of a late charge for a renewal, in the grace period, or nil if it was charged at its start.
        var chargeDate: Date?
        /// The failure to charge for the renewal that would follow this period.
        var failure: Failure?

        /// The date from which evidence shows the event.
        var knownDate: Date { chargeDate ?? purchase.purchaseDate }
    }

    /// A period in which the App Store retries a charge.
    struct Failure: Hashable, Sendable {
        var gracePeriodEnd: Date?
        /// The date when the charge succeeds, if a renewal follows, or else when the App Store stops retrying.
        var end: Date

        var endsInGracePeriod: Bool { gracePeriodEnd.map { end <= $0 } ?? false }
    }

    var events: [Event]
    /// The index of the event from which renewals are counted, so that a subscription that began on a 31st renews on a 31st again after
    /// February.
    private var anchor = 0
    private var period: TestPeriod
    /// The date when the customer comes back, if the subscription lapsed.
    var returnDate: Date?

    /// The account in your service that made the purchase: `appAccountToken` of the transactions and renewal infos. Receipts don't contain
    /// it.
    public var appAccountToken: UUID?

    /// Creates a story that begins with a purchase.
    ///
    /// Purchases of one product on one date have the same transaction identifier. If a second customer buys it then, give the purchase
    /// another `transactionID`.
    ///
    /// - Parameters:
    ///   - purchase: The purchase, or a subscription's first period.
    ///   - period: The length of each renewal.
    ///   - appAccountToken: The account in your service that made the purchase.
    public init(_ purchase: TestPurchase, every period: TestPeriod = .months(1), appAccountToken: UUID? = nil) {
        events = [Event(purchase: purchase, isBought: true)]
        self.period = period
        self.appAccountToken = appAccountToken
    }

    private mutating func changeLatest(_ change: (inout Event) -> Void) { change(&events[events.count - 1]) }

    private var latest: TestPurchase { events[events.count - 1].purchase }

    /// The end of the latest period.
    private var end: Date { latest.expirationDate ?? period.date(after: latest.purchaseDate) }
}

extension TestStory {
    /// Lets the App Store renew the subscription. After ``lapsing(for:)`` the customer first buys the subscription again; after
    /// ``failingToRenew(for:gracePeriod:)`` the first renewal is the recovery.
    public func renewing(times: Int = 1) -> Self {
        with { story in
            for _ in 0..<max(0, times) { story.renew() }
        }
    }

    private mutating func renew() {
        if let start = returnDate {
            returnDate = nil
            begin(latest.productID, on: start, isBought: true)
            return
        }
        let failure = events[events.count - 1].failure
        if let failure, !failure.endsInGracePeriod {
            begin(latest.productID, on: failure.end, isBought: false)
            return
        }
        let renewals = events[anchor].purchase.renewals(count: events.count - anchor, every: period)
        guard let renewal = renewals.last else { return }
        events.append(Event(purchase: renewal, isBought: false, chargeDate: failure?.end))
    }

    /// Lets the customer change to another product of the group. With a date, the change is an upgrade and ends the
    /// current period. Without one, it is a downgrade and takes effect when the period ends.
    ///
    /// - Parameters:
    ///   - productID: The other product.
    ///   - date: The start of the other product. Nil means the end of the current period, the customer's return after
    ///     ``lapsing(for:)``, or the recovery after ``failingToRenew(for:gracePeriod:)``.
    ///   - period: The length of the other product's periods, or nil for the current length.
    public func changing(to productID: String, on date: Date? = nil, every period: TestPeriod? = nil) -> Self {
        with { story in
            let failure = date == nil && story.returnDate == nil ? story.events[story.events.count - 1].failure : nil
            let recovery = failure.flatMap { $0.endsInGracePeriod ? nil : $0.end }
            let start = date ?? story.returnDate ?? recovery ?? story.end
            let isRenewal = failure != nil || start == story.end
            if start < story.end { story.changeLatest { $0.replacementDate = start } }
            if let period { story.period = period }
            story.returnDate = nil
            story.begin(productID, on: start, isBought: !isRenewal)
            if recovery == nil { story.changeLatest { $0.chargeDate = failure?.end } }
        }
    }

    /// Adds a period that isn't a continuation of another, with the next identifiers.
    private mutating func begin(_ productID: String, on start: Date, isBought: Bool) {
        guard var purchase = latest.renewals(count: 1, every: period).first else { return }
        purchase.productID = productID
        purchase.purchaseDate = start
        purchase.expirationDate = period.date(after: start)
        events.append(Event(purchase: purchase, isBought: isBought))
        anchor = events.count - 1
    }

    /// Lets the customer turn renewal off, so that the subscription ends with the current period. If more events follow, the customer comes
    /// back after this time.
    public func lapsing(for time: TestPeriod) -> Self { with { $0.returnDate = time.date(after: $0.end) } }

    /// Lets the App Store fail to charge for the renewal and retry. If ``renewing(times:)`` follows, a retry succeeds:
    /// within the grace period the periods continue without a gap; after it, the next period begins with the charge. If
    /// nothing follows, the App Store stops retrying.
    ///
    /// Source: Apple, *Reducing involuntary subscriber churn*.
    ///
    /// - Parameters:
    ///   - time: How long the App Store retries, from the end of the period: at most 60 days, which is the default.
    ///   - gracePeriod: How long the customer keeps access meanwhile, from the end of the period: 3, 16 or 28 days, and
    ///     for weekly subscriptions at most 6. Nil if the app has no grace period.
    public func failingToRenew(for time: TestPeriod = .days(60), gracePeriod: TestPeriod? = nil) -> Self {
        with { story in
            let end = story.end
            story.changeLatest {
                $0.failure = Failure(
                    gracePeriodEnd: gracePeriod?.date(after: end), end: time.date(after: end))
            }
        }
    }

    /// Lets the App Store refund the latest transaction.
    ///
    /// - Parameters:
    ///   - percentage: The refunded share of the price, for the remaining time. The customer keeps the time before. Nil
    ///     refunds the whole price, as if the purchase had never been made.
    ///   - date: The date of the refund. Nil means the date when that share of the period remains, or, for a full
    ///     refund, a day after the purchase.
    ///   - reason: 1 for an issue with the app, 0 for any other.
    public func refunded(prorated percentage: Int? = nil, on date: Date? = nil, reason: Int64 = 0) -> Self {
        with { story in
            let start = story.latest.purchaseDate
            let left = percentage.map { Double($0) / 100 * story.end.timeIntervalSince(start) }
            let usual =
                left.map { story.end.addingTimeInterval(-$0.rounded()) } ?? TestPeriod.days(1).date(after: start)
            story.changeLatest {
                $0.purchase = $0.purchase.refunded(on: date ?? usual, reason: reason)
                $0.revocationType = percentage == nil ? "REFUND_FULL" : "REFUND_PRORATED"
                $0.revocationPercentage = Int64(percentage ?? 100) * 1000
            }
        }
    }

    /// Lets the App Store reverse the latest refund.
    public func reversingRefund(on date: Date) -> Self { with { $0.changeLatest { $0.reversalDate = date } } }

    /// Makes all purchases shared by a family member.
    public func familyShared() -> Self {
        with { story in
            for index in story.events.indices { story.events[index].purchase.ownershipType = 1 }
        }
    }

    /// Makes all purchases shared by a family member, who stops sharing at a date. The customer keeps the time before.
    public func revokingFamilyShare(on date: Date) -> Self {
        familyShared().with {
            $0.changeLatest {
                $0.purchase = $0.purchase.refunded(on: date)
                $0.revocationType = "FAMILY_REVOKE"
            }
        }
    }
}
