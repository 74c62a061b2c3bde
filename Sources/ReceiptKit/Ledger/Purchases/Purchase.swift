public import ReceiptEssentials
public import ReceiptFields

/// One purchase in a ledger, joined from all evidence about it: app receipts, signed transactions and iOS 6 transaction receipts.
///
/// Each field comes from the latest evidence of a kind that can state it. Only transactions state an upgrade, the subscription group, the
/// `appAccountToken`, the price, and the refund of a consumable. Dates are in whole seconds, the precision of receipts; the evidence itself
/// has the fractions of a second.
public struct Purchase: Sendable {
    /// The preferred evidence.
    let latest: PurchaseClaim
    /// The other evidence. Nil if there is no other evidence, because copying nil is cheaper.
    let joined: [PurchaseClaim]?
    /// The number of leading elements of ``others`` that are the latest of their kind.
    let otherKinds: Int
    /// True if the purchase added seats to a period that another purchase began. The two purchases may have the same line item.
    var addsSeats = false

    init(_ latest: PurchaseClaim, others: [PurchaseClaim] = [], otherKinds: Int = 0) {
        (self.latest, joined, self.otherKinds) = (latest, others.isEmpty ? nil : others, otherKinds)
    }

    /// The latest evidence of each other kind, followed by all superseded evidence.
    var others: [PurchaseClaim] { joined ?? [] }

    // MARK: The evidence

    /// The purchase as the latest receipt lists it.
    public var receipt: InAppPurchase? { first { $0.receipt } }
    /// The transaction with the latest signing date.
    public var transaction: TransactionPayload? { signedTransaction?.payload }
    /// The latest iOS 6 transaction receipt of the purchase. Its environment is not signed.
    public var transactionReceipt: TransactionReceiptPayload? { first { $0.transactionReceipt }?.payload }
    /// The date of the latest evidence: a receipt's creation date, a transaction's signed date, an iOS 6 transaction receipt's purchase date.
    public var evidenceDate: Date { Date(second: latest.date) }

    // MARK: Fields of all evidence

    /// The transaction identifier. For a restored purchase, the identifier of the latest known restoration.
    public var transactionID: String { latest.transactionID }
    /// All transaction identifiers of the purchase in the evidence, without duplicates: ``transactionID`` first, then the others, sorted.
    ///
    /// A restored purchase has an identifier for each restoration, and the identifier of the original transaction. The original transaction
    /// of a subscription is a different period, so its identifier isn't included.
    public var transactionIDs: [String] {
        var found: Set<ByteString> = [ByteString(latest.transactionID)]
        var others: [String] = []
        func add(_ identifier: String) {
            if found.insert(ByteString(identifier)).inserted { others.append(identifier) }
        }
        for claim in joined ?? [] { add(claim.transactionID) }
        if kind != .subscription {
            add(latest.originalTransactionID)
            for claim in joined ?? [] { add(claim.originalTransactionID) }
        }
        return [latest.transactionID] + others.sorted(by: ByteString.precedes)
    }
    /// The transaction identifier of the first purchase, which is the same for all periods of a subscription. If Xcode leaves this
    /// identifier out, the property equals ``transactionID``.
    public var originalTransactionID: String { latest.originalTransactionID }
    /// The product identifier.
    public var productID: String { latest.productID }
    /// The start of a subscription period, which may be in the future. For other products, the date of the purchase or of its last
    /// restoration.
    public var purchaseDate: Date { Date(second: latest.purchaseDate) }
    /// The date of the first purchase.
    public var originalPurchaseDate: Date? { firstPurchase.map(Date.init(second:)) }
    /// The end of the subscription period. Nil for other products.
    public var expirationDate: Date? { expiration.map(Date.init(second:)) }
    /// The web order line item identifier. Each subscription period has one, which is the same on all devices.
    public var webOrderLineItemID: String? { first { $0.lineItem }?.text }
    /// The quantity, at least 1.
    public var purchasedQuantity: Int {
        first {
            $0.receipt?.purchasedQuantity ?? $0.transaction?.payload.purchasedQuantity
                ?? $0.transactionReceipt?.payload.purchasedQuantity
        } ?? 1
    }
    /// The product type. If the evidence disagrees, a type that this library knows is preferred. Xcode's receipts don't state it.
    public var productType: ProductType? {
        if let type = latest.productType, type.isKnown { return type }
        let stated = ([latest] + others).lazy.compactMap(\.productType)
        return stated.first(where: \.isKnown) ?? stated.first
    }
    /// The way in which the customer obtained the purchase: by buying it, by family sharing, or by an assignment from an organization or
    /// group. All three give the same access.
    public var ownershipType: OwnershipType? {
        first {
            $0.receipt?.ownershipType ?? $0.transaction?.payload.ownershipType
                ?? $0.transactionReceipt?.payload.ownershipType
        }
    }

    /// The date on which the App Store revoked the purchase: it was refunded, or a family share or an assignment ended. See
    /// ``revocationType``.
    public var revocationDate: Date? { revocation.map(Date.init(second:)) }
    /// The reason for the revocation.
    public var revocationReason: RevocationReason? {
        guard revocation != nil else { return nil }
        return first { claim in
            kind == .consumable && claim.source == .receipt
                ? nil : claim.receipt?.cancellationReason ?? claim.transaction?.payload.revocationReason
        }
    }

    /// True if the purchase is, or begins with, a free trial. Nil if no evidence states it.
    public var isTrialPeriod: Bool? {
        offerStatement(\.isTrialPeriod, \.isTrialPeriod) { $0.paymentMode == .freeTrial }
    }
    /// True if the purchase has an introductory price. Nil if no evidence states it.
    public var isInIntroOfferPeriod: Bool? {
        offerStatement(\.isInIntroOfferPeriod, \.isInIntroOfferPeriod) { $0.paymentMode != .freeTrial }
    }
    /// The identifier of the promotional offer that was redeemed.
    public var promotionalOfferID: String? {
        if let offer, offer.type == .promotional, let id = offer.id { return id }
        return receipt?.promotionalOfferID
    }

    // MARK: Fields of transactions only

    /// True if a transaction states that another product of the group replaced the period. The period then ended for good.
    public var isUpgraded: Bool { upgraded != nil }
    /// The type of the revocation: a refund of all or part of the purchase, or the end of a family share or an assignment. Nil if no
    /// transaction states it. In that case, a purchase that was shared, assigned or upgraded ended on its ``revocationDate``, and so did
    /// one with partial refunds in ``ReceiptFields/TransactionPayload/advancedCommerceInfo``. Any other purchase was refunded in full.
    public var revocationType: RevocationType? { revocation == nil ? nil : signedTransaction?.payload.revocationType }
    /// The refunded part of the price, in thousandths of a percent.
    public var revocationPercentage: Int? { revocation == nil ? nil : signedTransaction?.payload.revocationPercentage }
    /// The identifier of the subscription group.
    public var subscriptionGroupID: String? { signedTransaction?.payload.subscriptionGroupID }
    /// The UUID that the app attached to the purchase to identify the app account.
    public var appAccountToken: UUID? { signedTransaction?.payload.appAccountToken }
    /// The offer that the customer redeemed.
    public var offer: TransactionOffer? { signedTransaction?.payload.offer }
    /// The price, in units of ``currency``. For a multiseat subscription, it is the average price of a seat;
    /// ``ReceiptFields/MultiSeatInfo/totalPrice`` is the total.
    public var price: Decimal? { signedTransaction?.payload.price }
    package var priceMilliunits: Int64? { signedTransaction?.payload.priceMilliunits }
    /// The ISO 4217 code of the currency of ``price``.
    public var currency: String? { signedTransaction?.payload.currency }
    /// The reason for another transaction in the same period. See ``SubscriptionPeriod/seatAdditions``.
    public var additionalTransactionReason: AdditionalTransactionReason? {
        signedTransaction?.payload.additionalTransactionReason
    }
    /// The billing plan of a subscription.
    public var billingPlanType: BillingPlanType? { signedTransaction?.payload.billingPlanType }
    /// The commitment to several billing periods that this period belongs to. Access ends at ``expirationDate``, the end of the billing
    /// period, not at the end of the commitment.
    public var commitmentInfo: TransactionPayload.CommitmentInfo? { signedTransaction?.payload.commitmentInfo }

    /// Returns those items of a purchase made with the Advanced Commerce API that aren't revoked at a date. Nil for other purchases.
    ///
    /// An item ends at its own revocation date, however much of it was refunded; the other items continue. To find out whether the whole
    /// purchase gives access at the date, ask the ledger.
    public func items(at date: Date) -> [AdvancedCommerce.Item]? {
        signedTransaction?.payload.advancedCommerceInfo?.items?.filter { item in
            item.revocationDate.map { date.instant < $0.second } ?? true
        }
    }

    /// True if this is a restoration of a purchase that was made on ``originalPurchaseDate``.
    ///
    /// For a restored product that isn't a subscription, the purchase date is the date of its restoration, and the transaction identifier
    /// may be a new one. Restoring doesn't change subscription periods in this way.
    public var isRestored: Bool {
        guard kind != .subscription else { return false }
        if let original = firstPurchase, original < latest.purchaseDate { return true }
        return ByteString(latest.originalTransactionID) != ByteString(latest.transactionID)
    }
}

// MARK: - Fields by evidence

extension Purchase {
    /// The payload in ``transaction``, without copying it.
    var signedTransaction: Checked<TransactionPayload>? { first { $0.transaction } }

    /// Returns the first value that the latest evidence of each kind states, beginning with the preferred evidence.
    func first<Value>(_ field: (PurchaseClaim) -> Value?) -> Value? {
        if let value = field(latest) { return value }
        return joined?.prefix(otherKinds).lazy.compactMap(field).first
    }

    /// Returns the value that the latest evidence of one kind states.
    func first<Value>(of source: PurchaseClaim.Source, _ field: (PurchaseClaim) -> Value?) -> Value? {
        first { $0.source == source ? field($0) : nil }
    }

    private func offerStatement(
        _ row: KeyPath<InAppPurchase, Bool?>, _ pair: KeyPath<TransactionReceiptPayload, Bool?>,
        _ isMeant: (TransactionOffer) -> Bool
    ) -> Bool? {
        let stated = receipt.flatMap { $0[keyPath: row] } ?? transactionReceipt.flatMap { $0[keyPath: pair] }
        if stated == true { return true }
        guard let signedTransaction else { return stated }
        return signedTransaction.payload.offer.map { $0.type == .introductory && isMeant($0) } ?? false
    }
}

extension Purchase: Hashable, Identifiable {
    /// An identifier that is unique in the ledger and doesn't change when the purchase is restored. For a subscription period, the
    /// identifier consists of the original transaction and the line item; for other purchases, it consists of the original transaction and
    /// the product. Each transaction has its own identifier in Xcode, for added seats, and if a period has no line item.
    public var id: String {
        // Xcode's transactions are joined only by transaction identifier, so several may have the same line item or original transaction.
        let isOneTransaction = addsSeats || signedTransaction?.payload.environment.isXcode ?? false
        if !isOneTransaction, let lineItem = first({ $0.lineItem }) {
            return "\(originalTransactionID)/\(lineItem.text)"
        }
        return isOneTransaction || [.subscription, .other, .unknown].contains(kind)
            ? "\(transactionID)/\(productID)/\(Timestamp.written(purchaseDate) ?? "\(purchaseDate.timeIntervalSince1970)")"
            : "\(originalTransactionID)/\(productID)"
    }

    /// Returns true if both purchases have the same evidence.
    public static func == (a: Self, b: Self) -> Bool {
        func isEqual(_ a: PurchaseClaim, _ b: PurchaseClaim) -> Bool { a.date == b.date && a.isSame(b) }
        return isEqual(a.latest, b.latest) && a.others.elementsEqual(b.others, by: isEqual)
    }

    /// Hashes the transaction identifier and the date of the latest evidence.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(latest.transactionID)
        hasher.combine(latest.date)
    }
}

extension Purchase: CustomStringConvertible {
    /// One line: the transaction, the product, and the dates.
    public var description: String {
        var text = "transaction \(SafeText.quoted(transactionID)) of \(SafeText.quoted(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        if let revocationDate { text += ", revoked \(Timestamp.string(revocationDate))" }
        return text + (isUpgraded ? ", upgraded" : "")
    }
}
