public import ReceiptEssentials

/// What happened to a purchase, told one thing after the other. At any date it gives the receipt, the transactions and the renewal info
/// that Apple would hand out then, and the notifications that its server would have sent. They agree.
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
/// A story is about one purchase, or one subscription whatever products it goes through. For a customer with more of them, put the
/// ``purchases(at:)`` of several into one ``TestReceipt``. Nothing is checked: a story may tell what Apple would never do.
public struct TestStory: TestModel, Hashable {
    /// One purchase of the receipt, one transaction, and what became of it.
    struct Event: Hashable, Sendable {
        var purchase: TestPurchase
        /// Whether the customer did it, and not the App Store by itself.
        var isBought: Bool
        /// When another product took its place.
        var replacementDate: Date?
        var revocationType: String?
        var revocationPercentage: Int64?
        /// When the App Store reversed the revocation.
        var reversalDate: Date?
        /// When the App Store charged a renewal late, in the grace period. Nil is when it begins.
        var chargeDate: Date?
        /// Of a period whose renewal the App Store could not charge.
        var failure: Failure?

        /// From when on it can be known.
        var knownDate: Date { chargeDate ?? purchase.purchaseDate }
    }

    /// The App Store tries to charge for a renewal.
    struct Failure: Hashable, Sendable {
        var gracePeriodEnd: Date?
        /// When it succeeds, if the story goes on with a renewal, or else gives up.
        var end: Date

        var endsInGracePeriod: Bool { gracePeriodEnd.map { end <= $0 } ?? false }
    }

    var events: [Event]
    /// From which event on the renewals are counted, so that a 31st comes back after February.
    private var anchor = 0
    private var period: TestPeriod
    /// When the customer comes back, of a subscription that lapsed.
    var returnDate: Date?

    /// The account of your service that bought it: `appAccountToken` of the transactions and renewal infos. Receipts have none.
    public var appAccountToken: UUID?

    /// A story that begins with a purchase.
    ///
    /// - Parameters:
    ///   - purchase: the purchase, or a subscription's first period.
    ///   - period: how long its renewals last.
    ///   - appAccountToken: the account of your service that bought it.
    public init(_ purchase: TestPurchase, every period: TestPeriod = .months(1), appAccountToken: UUID? = nil) {
        events = [Event(purchase: purchase, isBought: true)]
        self.period = period
        self.appAccountToken = appAccountToken
    }

    private mutating func changeLatest(_ change: (inout Event) -> Void) { change(&events[events.count - 1]) }

    private var latest: TestPurchase { events[events.count - 1].purchase }

    /// When the latest period ends.
    private var end: Date { latest.expirationDate ?? period.date(after: latest.purchaseDate) }
}

extension TestStory {
    /// The App Store renews the subscription. After ``lapsing(for:)`` the customer buys it again, and then it renews; after
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

    /// The customer changes to another product of the group: at a date, which is an upgrade and ends the period before; or without
    /// one when that ends, as a downgrade does.
    ///
    /// - Parameters:
    ///   - productID: the other product.
    ///   - date: when it begins. Nil is when the period ends, after ``lapsing(for:)`` when the customer comes back, and after
    ///     ``failingToRenew(for:gracePeriod:)`` the recovery.
    ///   - period: how long it lasts; nil is as long as the one before.
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

    /// A new period that follows no other in time, with the next identifiers.
    private mutating func begin(_ productID: String, on start: Date, isBought: Bool) {
        guard var purchase = latest.renewals(count: 1, every: period).first else { return }
        purchase.productID = productID
        purchase.purchaseDate = start
        purchase.expirationDate = period.date(after: start)
        events.append(Event(purchase: purchase, isBought: isBought))
        anchor = events.count - 1
    }

    /// The customer turns renewal off, and the subscription ends with its period. If anything follows, the customer comes back after
    /// this time.
    public func lapsing(for time: TestPeriod) -> Self { with { $0.returnDate = time.date(after: $0.end) } }

    /// The App Store can't charge for the renewal, and retries. If ``renewing(times:)`` follows, it succeeds in the end: within the grace
    /// period the periods go on as if nothing had happened, later the next one begins then. If nothing follows, it gives up.
    ///
    /// Source: Apple, *Reducing involuntary subscriber churn*.
    ///
    /// - Parameters:
    ///   - time: how long it retries, from the end of the period; at most, and unless you say otherwise, 60 days.
    ///   - gracePeriod: how long the customer keeps access meanwhile, from the end of the period: 3, 16 or 28 days, of weekly
    ///     subscriptions at most 6. Nil if the app has no grace period.
    public func failingToRenew(for time: TestPeriod = .days(60), gracePeriod: TestPeriod? = nil) -> Self {
        with { story in
            let end = story.end
            story.changeLatest {
                $0.failure = Failure(
                    gracePeriodEnd: gracePeriod?.date(after: end), end: time.date(after: end))
            }
        }
    }

    /// The App Store refunds the latest transaction.
    ///
    /// - Parameters:
    ///   - percentage: how much of the price, for the time that was left: what came before stays the customer's. Nil refunds all of
    ///     it, as if it had never been bought.
    ///   - date: when. Nil is when so much of a subscription's period is left; a day after the purchase, where all is refunded.
    ///   - reason: 1 for a fault of the app, 0 for any other.
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

    /// The App Store takes the latest refund back.
    public func reversingRefund(on date: Date) -> Self { with { $0.changeLatest { $0.reversalDate = date } } }

    /// All of it is shared by a family member.
    public func familyShared() -> Self {
        with { story in
            for index in story.events.indices { story.events[index].purchase.ownershipType = 1 }
        }
    }

    /// All of it is shared by a family member, who stops doing so: what came before stays.
    public func revokingFamilyShare(on date: Date) -> Self {
        familyShared().with {
            $0.changeLatest {
                $0.purchase = $0.purchase.refunded(on: date)
                $0.revocationType = "FAMILY_REVOKE"
            }
        }
    }
}
