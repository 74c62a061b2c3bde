internal import ReceiptEssentials
internal import ReceiptFields

/// The values of a purchase that decide access: its kind, its start and end, and what ended it.
extension Purchase {
    var firstPurchase: TimeInterval? { first { $0.originalPurchaseDate } }

    var expiration: TimeInterval? { first { $0.expirationDate } }

    /// True if every product type that the evidence states is unknown to this library.
    var isOfUnknownType: Bool { productType.map { !$0.isKnown } ?? false }

    var kind: PurchaseKind { joined == nil ? latest.kind : PurchaseKind(productType, expires: expiration != nil) }

    /// A later copy without a revocation date restores the purchase (rule 8). A consumable's revocation comes from transactions only.
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

    /// The date of the latest transaction, if none calls the purchase upgraded: nothing had replaced it by then.
    var notUpgraded: TimeInterval {
        upgraded == nil ? first(of: .transaction) { $0.date } ?? -.infinity : -.infinity
    }

    /// The start of access. A restored product was owned before it was restored.
    var start: TimeInterval {
        kind == .owned || kind == .unknown
            ? min(latest.purchaseDate, firstPurchase ?? latest.purchaseDate) : latest.purchaseDate
    }

    /// The end of access if nothing ends it early. A subscription without an expiration date, which no evidence has shown yet, gives no access.
    var term: TimeInterval { kind == .subscription ? expiration ?? latest.purchaseDate : .infinity }

    /// The end of access, revocation included: the start, if the purchase is void. A partly refunded consumable isn't ended.
    var end: TimeInterval {
        guard let revocation else { return term }
        if isFullRefund { return start }
        return kind == .consumable ? term : min(term, max(start, revocation))
    }

    /// True if the purchase is revoked at an instant.
    func isRevoked(at instant: TimeInterval) -> Bool {
        revocation.map { isVoid || $0 <= instant && kind != .consumable } ?? false
    }

    /// True if any transaction says that seats were added to the period.
    var isOfAddedSeats: Bool { isAny(\.isOfAddedSeats) }

    /// True if a transaction lacks that reason: it began the period.
    var hasTransactionBeforeAddedSeats: Bool { isAny { $0.source == .transaction && !$0.isOfAddedSeats } }

    /// True if the condition holds for any evidence of the purchase.
    func isAny(_ condition: (PurchaseClaim) -> Bool) -> Bool {
        condition(latest) || joined?.contains(where: condition) == true
    }

    /// The earliest signing date at most a day before the purchase's start: Apple charged it ahead.
    var firstSignedAhead: TimeInterval? {
        let start = start
        guard isAny({ $0.isSignedAhead(of: start) }) else { return nil }
        return ([latest] + others).lazy.filter { $0.isSignedAhead(of: start) }.map(\.date).min()
    }

    /// The creation date of the latest receipt that lists the purchase.
    var receiptDate: TimeInterval? { first(of: .receipt) { $0.date } }

    /// True if the latest transaction is of a multiseat subscription.
    var hasSeats: Bool { first(of: .transaction) { $0.hasSeats } == true }

    /// `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    var predecessor: String? { first { $0.predecessor } }

    /// True if the revocation voids the purchase (rule 9). Any other revocation ends it and keeps the time before: a prorated refund, a family share
    /// or an assignment that ended, and a type or reason that is unknown or malformed.
    ///
    /// Receipts have no revocation type, and neither have transactions before 2026. Without a type, a purchase that the customer didn't buy is no
    /// longer shared, and an upgraded period had its remaining time refunded. Purchases by the Advanced Commerce API have no type either: they are
    /// refunded in full if all refunds of their items are.
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

    /// True if the revocation's reason isn't that of a refund (0 or 1): for instance a switch to a bundle.
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
