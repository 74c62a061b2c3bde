internal import ReceiptEssentials
internal import ReceiptFields

/// The values of a purchase that determine access: its kind, its start and end, and the event that ended it.
extension Purchase {
    var firstPurchase: TimeInterval? { first { $0.originalPurchaseDate } }

    var expiration: TimeInterval? { first { $0.expirationDate } }

    /// True if every product type that the evidence states is unknown to this library.
    var isOfUnknownType: Bool { productType.map { !$0.isKnown } ?? false }

    var kind: PurchaseKind { joined == nil ? latest.kind : PurchaseKind(productType, expires: expiration != nil) }

    /// The revocation date. A later copy without a revocation date restores the purchase (rule 8). Only transactions state the revocation
    /// of a consumable.
    var revocation: TimeInterval? {
        if kind == .consumable { return first(of: .transaction) { $0.revocationDate } }
        if latest.statesRevocation { return latest.revocationDate }
        return joined?.filter(\.statesRevocation).max { $0.isBefore($1) }?.revocationDate
    }

    /// The earliest date of a transaction with `isUpgraded` true.
    var upgraded: TimeInterval? {
        let first = latest.isUpgraded ? latest.date : nil
        return joined?.reduce(first) { $1.isUpgraded ? min($0 ?? $1.date, $1.date) : $0 } ?? first
    }

    /// The date of the latest transaction, which shows that nothing had replaced the purchase by then. Negative infinity if a transaction
    /// states an upgrade.
    var notUpgraded: TimeInterval {
        upgraded == nil ? first(of: .transaction) { $0.date } ?? -.infinity : -.infinity
    }

    /// The start of access. A restored product was owned before it was restored.
    var start: TimeInterval {
        kind == .owned || kind == .unknown
            ? min(latest.purchaseDate, firstPurchase ?? latest.purchaseDate) : latest.purchaseDate
    }

    /// The end of access if nothing ends it early. A subscription without an expiration date gives no access; such evidence has never been
    /// seen.
    var term: TimeInterval { kind == .subscription ? expiration ?? latest.purchaseDate : .infinity }

    /// The end of access, taking a revocation into account. The end of a void purchase is its start. A partial refund doesn't end a
    /// consumable.
    var end: TimeInterval {
        guard let revocation else { return term }
        if isFullRefund { return start }
        return kind == .consumable ? term : min(term, max(start, revocation))
    }

    /// Returns true if the purchase is revoked at an instant.
    func isRevoked(at instant: TimeInterval) -> Bool {
        revocation.map { isVoid || $0 <= instant && kind != .consumable } ?? false
    }

    /// True if any transaction states that seats were added to the period.
    var isOfAddedSeats: Bool { isAny(\.isOfAddedSeats) }

    /// True if a transaction doesn't state that seats were added: that transaction began the period.
    var hasTransactionBeforeAddedSeats: Bool { isAny { $0.source == .transaction && !$0.isOfAddedSeats } }

    /// Returns true if any evidence about the purchase satisfies the condition.
    func isAny(_ condition: (PurchaseClaim) -> Bool) -> Bool {
        condition(latest) || joined?.contains(where: condition) == true
    }

    /// The signing date of the first transaction that was signed at most a day before the purchase's start, because Apple charged it ahead.
    /// Nil if there is none.
    var firstSignedAhead: TimeInterval? {
        let start = start
        guard isAny({ $0.isSignedAhead(of: start) }) else { return nil }
        return ([latest] + others).lazy.filter { $0.isSignedAhead(of: start) }.map(\.date).min()
    }

    /// The creation date of the latest receipt that lists the purchase.
    var receiptDate: TimeInterval? { first(of: .receipt) { $0.date } }

    /// True if the latest transaction is of a multiseat subscription.
    var hasSeats: Bool { first(of: .transaction) { $0.hasSeats } == true }

    /// The `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    var predecessor: String? { first { $0.predecessor } }

    /// True if the revocation voids the purchase (rule 9). Any other revocation ends the purchase, and the time before it stays valid: a
    /// prorated refund, a family share or an assignment that ended, or a type or reason that is unknown or malformed.
    ///
    /// Receipts don't state a revocation type, and neither do transactions signed before 2026. Without a type, a family-shared or assigned
    /// purchase is treated as no longer shared or assigned, and an upgraded period as refunded for its remaining time. Purchases made with
    /// the Advanced Commerce API have no type either: they are refunded in full if all refunds of their items are full refunds.
    private var isFullRefund: Bool {
        if kind == .consumable, let percentage = signedTransaction?.payload.revocationPercentage {
            return percentage == 100_000
        }
        guard [nil, .other, .developerIssue].contains(revocationReason) else { return false }
        if let type = signedTransaction?.payload.revocationType { return type == .fullRefund }
        if isUpgraded || ownershipType == .familyShared || ownershipType == .assigned { return false }
        guard let transaction = signedTransaction?.payload else { return true }
        let refunds = (transaction.advancedCommerceInfo?.items ?? []).flatMap { $0.refunds ?? [] }
        return refunds.allSatisfy { $0.type == .full }
            && !transaction.diagnostics.contains { fault in
                guard case .member(let name) = fault.path else { return false }
                return name == "revocationReason" || name.hasPrefix("advancedCommerceInfo")
            }
    }

    /// True if the revocation's reason isn't a refund (0 or 1) but, for instance, a switch to a bundle.
    var isRevokedForChange: Bool {
        guard revocation != nil, let reason = revocationReason else { return false }
        return ![.other, .developerIssue].contains(reason)
    }

    /// True if the purchase is treated as never made.
    var isVoid: Bool { revocation != nil && end <= start }

    /// True if a trial or an introductory price was used; nil if no evidence states it.
    var hasOffer: Bool? {
        let other = first(of: .receipt) { $0.hasOffer } ?? first(of: .transactionReceipt) { $0.hasOffer }
        return other == true ? true : first(of: .transaction) { $0.hasOffer } ?? other
    }
}
