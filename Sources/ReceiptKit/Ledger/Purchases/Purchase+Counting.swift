internal import ReceiptEssentials
internal import ReceiptFields

/// What the ledger reads of a purchase: what it counts as, from when until when, and what ended it.
extension Purchase {
    var firstPurchase: TimeInterval? { first { $0.originalPurchaseDate } }

    var expiration: TimeInterval? { first { $0.expirationDate } }

    /// True if all evidence that states a product type states one that this library doesn't know.
    var isOfUnknownType: Bool { productType.map { !$0.isKnown } ?? false }

    var kind: PurchaseKind { joined == nil ? latest.kind : PurchaseKind(productType, expires: expiration != nil) }

    /// Absence counts here: what is later and not revoked was given back. Of a consumable only transactions know it.
    var revocation: TimeInterval? {
        if kind == .consumable { return first(of: .transaction) { $0.revocationDate } }
        if latest.statesRevocation { return latest.revocationDate }
        return joined?.filter(\.statesRevocation).max { $0.isBefore($1) }?.revocationDate
    }

    /// When a transaction first said that the row was upgraded.
    var upgraded: TimeInterval? {
        let first = latest.isUpgraded ? latest.date : nil
        return joined?.reduce(first) { $1.isUpgraded ? min($0 ?? $1.date, $1.date) : $0 } ?? first
    }

    /// Until when the latest transaction knows that nothing replaced it.
    var notUpgraded: TimeInterval {
        upgraded == nil ? first(of: .transaction) { $0.date } ?? -.infinity : -.infinity
    }

    /// When the row begins to count. What was restored was owned before.
    var start: TimeInterval {
        kind == .owned || kind == .unknown
            ? min(latest.purchaseDate, firstPurchase ?? latest.purchaseDate) : latest.purchaseDate
    }

    /// When the row would stop to count, had nothing happened to it. A subscription without an expiration date, which was never
    /// seen, counts at no time.
    var term: TimeInterval { kind == .subscription ? expiration ?? latest.purchaseDate : .infinity }

    /// When it stops to count, as far as revocation goes: where it begins, if it counts as never purchased. A consumable of which a part was
    /// refunded goes on.
    var end: TimeInterval {
        guard let revocation else { return term }
        if isFullRefund { return start }
        return kind == .consumable ? term : min(term, max(start, revocation))
    }

    /// Whether it is revoked at an instant.
    func isRevoked(at instant: TimeInterval) -> Bool {
        revocation.map { isVoid || $0 <= instant && kind != .consumable } ?? false
    }

    /// Whether any transaction says that seats were added to the period.
    var isOfAddedSeats: Bool { isAny(\.isOfAddedSeats) }

    /// True if a transaction doesn't say that it adds seats: it began the period.
    var hasTransactionBeforeAddedSeats: Bool { isAny { $0.source == .transaction && !$0.isOfAddedSeats } }

    /// Whether something holds for any evidence.
    func isAny(_ condition: (PurchaseClaim) -> Bool) -> Bool {
        condition(latest) || joined?.contains(where: condition) == true
    }

    /// When Apple first signed a transaction of it that begins later, within a day.
    var firstSignedAhead: TimeInterval? {
        let start = start
        guard isAny({ $0.isSignedAhead(of: start) }) else { return nil }
        return ([latest] + others).lazy.filter { $0.isSignedAhead(of: start) }.map(\.date).min()
    }

    /// When the latest receipt was created that has it.
    var receiptDate: TimeInterval? { first(of: .receipt) { $0.date } }

    /// Whether the latest transaction is of a multiseat subscription.
    var hasSeats: Bool { first(of: .transaction) { $0.hasSeats } == true }

    /// `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    var predecessor: String? { first { $0.predecessor } }

    /// Whether the revocation takes back all of the purchase. Every other revocation ends it and leaves what came before: a
    /// prorated refund, a family share or an assignment that ended, and every type and reason that is not known yet, or malformed.
    ///
    /// Receipts have no type, nor have transactions before 2026. Without one, what the customer did not buy was no longer shared, and of a
    /// period that was upgraded the rest was refunded. Apple writes no type for a purchase by the Advanced Commerce API either: it was
    /// refunded in full if all refunds of its items were.
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

    /// True if it was revoked for a reason that Apple doesn't give for refunds, such as a switch to a bundle.
    var isRevokedForChange: Bool {
        guard revocation != nil, let reason = revocationReason else { return false }
        return ![.other, .developerIssue].contains(reason)
    }

    /// Whether it counts as never purchased.
    var isVoid: Bool { revocation != nil && end <= start }

    /// Whether a trial or an introductory price was used; nil where no evidence says.
    var hasOffer: Bool? {
        let other = first(of: .receipt) { $0.hasOffer } ?? first(of: .transactionReceipt) { $0.hasOffer }
        return other == true ? true : first(of: .transaction) { $0.hasOffer } ?? other
    }
}
