/// A purchase as the building of a ledger needs it: a few numbers, read once. ``Purchase`` explains those of its names.
struct LedgerRow {
    let product: Int
    let subscription: UInt64
    let kind: PurchaseKind
    let start: Instant
    let term: Instant
    /// Earlier where another product replaced it.
    var end: Instant
    let isVoid: Bool
    let revocation: Instant?
    let isSeatAddition: Bool
    /// Whether it is shown as part of another row's period: see ``SeatAdditions``.
    var isPart = false
    /// Whether a change of product overtook it, which is a renewal: see ``Subscription``.
    var isOvertaken = false
    let upgraded: Instant?
    let notUpgraded: Instant

    init(_ purchase: Purchase, product: Int, subscription: UInt64) {
        (self.product, self.subscription) = (product, subscription)
        (kind, start, term, end) = (purchase.kind, purchase.start, purchase.term, purchase.end)
        (isVoid, revocation) = (purchase.isVoid, purchase.revocation)
        (upgraded, notUpgraded) = (purchase.upgraded, purchase.notUpgraded)
        isSeatAddition = purchase.isSeatAddition
    }
}
