/// A purchase as the building of a ledger needs it: a few numbers, read once.
struct LedgerRow {
    let product: Int
    let subscription: UInt64
    let kind: PurchaseKind
    /// When the row begins to count.
    let start: Instant
    /// When it would stop to count, had nothing happened to it.
    let term: Instant
    /// When it stops to count: at the start, if it never counts.
    var end: Instant
    let isVoid: Bool
    let revocation: Instant?
    /// Whether it adds seats to a period that another row began.
    let isSeatAddition: Bool
    /// Whether it is shown as part of another row's period: see ``SeatAdditions``.
    var isPart = false
    /// Whether a change of product overtook it, which is a renewal: see ``Subscription``.
    var isOvertaken = false
    /// When a transaction first said that it was upgraded.
    let upgraded: Instant?
    /// Until when a transaction knows that it was not.
    let notUpgraded: Instant

    init(_ purchase: Purchase, product: Int, subscription: UInt64) {
        (self.product, self.subscription) = (product, subscription)
        (kind, start, term, end) = (purchase.kind, purchase.start, purchase.term, purchase.end)
        (isVoid, revocation) = (purchase.isVoid, purchase.revocation)
        (upgraded, notUpgraded) = (purchase.upgraded, purchase.notUpgraded)
        isSeatAddition = purchase.isSeatAddition
    }
}
