public import ReceiptEssentials
public import ReceiptFields

/// One purchase of a ledger, joined from all evidence of it: app receipts, signed transactions and iOS 6 transaction receipts.
///
/// Each field comes from the latest evidence whose kind can state it. Only transactions state some of them: an upgrade, the subscription group, the
/// `appAccountToken`, the price, and the refund of a consumable. Dates are in whole seconds, the precision of receipts; the evidence itself has the
/// fractions.
public struct Purchase: Sendable {
    /// The preferred evidence.
    let latest: PurchaseClaim
    /// The other evidence; nil if there is none, which makes copies cheaper.
    let joined: [PurchaseClaim]?
    /// The number of elements of ``others`` that are the latest of their kind.
    let otherKinds: Int
    /// True if the purchase added seats to a period that another purchase began, which may have the same line item.
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

    // MARK: What all evidence states

    /// The transaction identifier. A restored purchase has that of its latest known restoration.
    public var transactionID: String { latest.transactionID }
    /// All transaction identifiers that the evidence has for the purchase, without duplicates: ``transactionID`` first, then the others, sorted.
    ///
    /// A restored purchase has one for each restoration, and that of the original transaction. A subscription's original transaction is another
    /// period, and isn't included.
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
    /// The transaction identifier of the first purchase, the same for all periods of a subscription. If Xcode leaves it out, ``transactionID``.
    public var originalTransactionID: String { latest.originalTransactionID }
    /// The product identifier.
    public var productID: String { latest.productID }
    /// The start of a subscription's period, which may be in the future. For other products, the date of the purchase or of its last restoration.
    public var purchaseDate: Date { Date(second: latest.purchaseDate) }
    /// The date of the first purchase.
    public var originalPurchaseDate: Date? { firstPurchase.map(Date.init(second:)) }
    /// The end of the subscription period; nil for other products.
    public var expirationDate: Date? { expiration.map(Date.init(second:)) }
    /// The web order line item identifier: one for each subscription period, the same on all devices.
    public var webOrderLineItemID: String? { first { $0.lineItem }?.text }
    /// The quantity, at least 1.
    public var purchasedQuantity: Int {
        first {
            $0.receipt?.purchasedQuantity ?? $0.transaction?.payload.purchasedQuantity
                ?? $0.transactionReceipt?.payload.purchasedQuantity
        } ?? 1
    }
    /// The product type. A type that this library knows is preferred to an unknown one. Xcode's receipts don't state it.
    public var productType: ProductType? {
        if let type = latest.productType, type.isKnown { return type }
        let stated = ([latest] + others).lazy.compactMap(\.productType)
        return stated.first(where: \.isKnown) ?? stated.first
    }
    /// The way in which the customer came to own it: by buying it, by family sharing, or by an assignment of an organization or group. All three
    /// give the same access.
    public var ownershipType: OwnershipType? {
        first {
            $0.receipt?.ownershipType ?? $0.transaction?.payload.ownershipType
                ?? $0.transactionReceipt?.payload.ownershipType
        }
    }

    /// The date on which the App Store revoked the purchase: it was refunded, or a family share or an assignment ended. See ``revocationType``.
    public var revocationDate: Date? { revocation.map(Date.init(second:)) }
    /// The reason for the revocation.
    public var revocationReason: RevocationReason? {
        guard revocation != nil else { return nil }
        return first { claim in
            kind == .consumable && claim.source == .receipt
                ? nil : claim.receipt?.cancellationReason ?? claim.transaction?.payload.revocationReason
        }
    }

    /// True if the purchase is, or begins with, a free trial; nil if no evidence states it.
    public var isTrialPeriod: Bool? {
        offerStatement(\.isTrialPeriod, \.isTrialPeriod) { $0.paymentMode == .freeTrial }
    }
    /// True if the purchase has an introductory price; nil if no evidence states it.
    public var isInIntroOfferPeriod: Bool? {
        offerStatement(\.isInIntroOfferPeriod, \.isInIntroOfferPeriod) { $0.paymentMode != .freeTrial }
    }
    /// The identifier of the promotional offer that was redeemed.
    public var promotionalOfferID: String? {
        if let offer, offer.type == .promotional, let id = offer.id { return id }
        return receipt?.promotionalOfferID
    }

    // MARK: What transactions alone state

    /// Whether another product of the group replaced the period, as a transaction says. It then ended for good.
    public var isUpgraded: Bool { upgraded != nil }
    /// What was revoked: all, a part, a family share or an assignment. Nil where no transaction says. A purchase that was shared, assigned
    /// or upgraded then ended on its ``revocationDate``, and so did one with partial refunds in
    /// ``ReceiptFields/TransactionPayload/advancedCommerceInfo``; any other was refunded in full.
    public var revocationType: RevocationType? { revocation == nil ? nil : signedTransaction?.payload.revocationType }
    /// How much of the price was refunded, in thousandths of a percent.
    public var revocationPercentage: Int? { revocation == nil ? nil : signedTransaction?.payload.revocationPercentage }
    /// The group that a subscription belongs to.
    public var subscriptionGroupID: String? { signedTransaction?.payload.subscriptionGroupID }
    /// The UUID that the app gave the purchase, which names the app account.
    public var appAccountToken: UUID? { signedTransaction?.payload.appAccountToken }
    /// The offer that the customer redeemed.
    public var offer: TransactionOffer? { signedTransaction?.payload.offer }
    /// The price, in units of ``currency``. For a multiseat subscription it is the average price of a seat;
    /// ``ReceiptFields/MultiSeatInfo/totalPrice`` has the total.
    public var price: Decimal? { signedTransaction?.payload.price }
    package var priceMilliunits: Int64? { signedTransaction?.payload.priceMilliunits }
    /// The ISO 4217 code of the currency of ``price``.
    public var currency: String? { signedTransaction?.payload.currency }
    /// The reason for another transaction in the same period. See ``SubscriptionPeriod/seatAdditions``.
    public var additionalTransactionReason: AdditionalTransactionReason? {
        signedTransaction?.payload.additionalTransactionReason
    }
    /// How a subscription is billed.
    public var billingPlanType: BillingPlanType? { signedTransaction?.payload.billingPlanType }
    /// The commitment to several billing periods that this period belongs to. Access ends at ``expirationDate``, the end of the billing period, not
    /// at the commitment's end.
    public var commitmentInfo: TransactionPayload.CommitmentInfo? { signedTransaction?.payload.commitmentInfo }

    /// The items of a purchase by the Advanced Commerce API that aren't revoked at a date; nil for other purchases.
    ///
    /// An item ends at its own revocation date, however much of it was refunded; the others continue. To find out whether the whole purchase gives
    /// access at the date, ask the ledger.
    public func items(at date: Date) -> [AdvancedCommerce.Item]? {
        signedTransaction?.payload.advancedCommerceInfo?.items?.filter { item in
            item.revocationDate.map { date.instant < $0.second } ?? true
        }
    }

    /// True if the purchase was restored: it was made on ``originalPurchaseDate``.
    ///
    /// For a restored product that isn't a subscription, the purchase date is the date of its restoration, and the transaction identifier may be a
    /// new one. Subscription periods never change in this way.
    public var isRestored: Bool {
        guard kind != .subscription else { return false }
        if let original = firstPurchase, original < latest.purchaseDate { return true }
        return ByteString(latest.originalTransactionID) != ByteString(latest.transactionID)
    }
}

// MARK: - Fields by evidence

extension Purchase {
    /// The same as ``transaction``, shared.
    var signedTransaction: Checked<TransactionPayload>? { first { $0.transaction } }

    /// The value of the first evidence that states one, among the latest evidence of each kind.
    func first<Value>(_ field: (PurchaseClaim) -> Value?) -> Value? {
        if let value = field(latest) { return value }
        return joined?.prefix(otherKinds).lazy.compactMap(field).first
    }

    /// The value that the latest evidence of one kind states.
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
    /// Unique in the ledger, and stable when the purchase is restored: the original transaction and the line item for a subscription period,
    /// otherwise the original transaction and the product. Without a line item, in Xcode, and for added seats, each transaction has its own.
    public var id: String {
        // Nothing else joins Xcode's transactions, so several may have the same line item or original transaction.
        let isOneTransaction = addsSeats || signedTransaction?.payload.environment.isXcode ?? false
        if !isOneTransaction, let lineItem = first({ $0.lineItem }) {
            return "\(originalTransactionID)/\(lineItem.text)"
        }
        return isOneTransaction || [.subscription, .other, .unknown].contains(kind)
            ? "\(transactionID)/\(productID)/\(Timestamp.written(purchaseDate) ?? "\(purchaseDate.timeIntervalSince1970)")"
            : "\(originalTransactionID)/\(productID)"
    }

    /// True if both have the same evidence.
    public static func == (a: Self, b: Self) -> Bool {
        func isEqual(_ a: PurchaseClaim, _ b: PurchaseClaim) -> Bool { a.date == b.date && a.isSame(b) }
        return isEqual(a.latest, b.latest) && a.others.elementsEqual(b.others, by: isEqual)
    }

    /// Hashes the transaction and the date of the latest evidence.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(latest.transactionID)
        hasher.combine(latest.date)
    }
}

extension Purchase: CustomStringConvertible {
    /// One line with transaction, product and dates.
    public var description: String {
        var text = "transaction \(Escaped.text(transactionID)) of \(Escaped.text(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        if let revocationDate { text += ", revoked \(Timestamp.string(revocationDate))" }
        return text + (isUpgraded ? ", upgraded" : "")
    }
}
