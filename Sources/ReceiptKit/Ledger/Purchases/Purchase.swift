public import ReceiptEssentials
public import ReceiptFields

/// One purchase of a ledger, as all the evidence of it says: an app receipt, a signed transaction, an iOS 6 transaction receipt.
///
/// A field comes from the latest evidence whose kind can state it. Some are known of transactions alone: whether it was upgraded,
/// the subscription group, the `appAccountToken`, the price, and of a consumable whether it was refunded. Dates are in whole seconds,
/// since receipts have no more; the evidence itself has the rest.
public struct Purchase: Sendable {
    /// The preferred evidence.
    let latest: PurchaseClaim
    /// The other evidence, mostly none: then copies count no reference to it.
    let joined: [PurchaseClaim]?
    /// How many of ``others`` are the latest of a kind.
    let otherKinds: Int
    /// Whether it added seats to a period that another purchase began, which may have the same line item.
    var addsSeats = false

    init(_ latest: PurchaseClaim, others: [PurchaseClaim] = [], otherKinds: Int = 0) {
        (self.latest, joined, self.otherKinds) = (latest, others.isEmpty ? nil : others, otherKinds)
    }

    /// The latest of the other kinds, and then all that was overruled.
    var others: [PurchaseClaim] { joined ?? [] }

    // MARK: The evidence

    /// The purchase as the latest receipt has it.
    public var receipt: InAppPurchase? { first { $0.receipt } }
    /// The transaction that was signed last.
    public var transaction: TransactionPayload? { signedTransaction?.payload }
    /// The latest iOS 6 transaction receipt of the purchase. Its environment is not signed.
    public var transactionReceipt: TransactionReceiptPayload? { first { $0.transactionReceipt }?.payload }
    /// When the latest evidence was true: a receipt's creation date, a transaction's signed date, a transaction receipt's purchase
    /// date.
    public var evidenceDate: Date { Date(second: latest.date) }

    // MARK: What all evidence states

    /// Transaction identifier. A restored purchase has the one of its latest restoration that is known.
    public var transactionID: String { latest.transactionID }
    /// All transaction identifiers by which the evidence knows the purchase, each once: ``transactionID`` first, then the others, sorted.
    ///
    /// A restored purchase has one for each restoration, and that of the original transaction. The original transaction of a subscription
    /// is another period, and isn't among them.
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
    /// Transaction identifier of the first purchase; the same for all periods of a subscription. Where Xcode leaves it out,
    /// ``transactionID``.
    public var originalTransactionID: String { latest.originalTransactionID }
    /// Product identifier.
    public var productID: String { latest.productID }
    /// The start of a subscription's period, also when that lies ahead, or when the product was bought or last restored.
    public var purchaseDate: Date { Date(second: latest.purchaseDate) }
    /// Date of the first purchase.
    public var originalPurchaseDate: Date? { firstPurchase.map(Date.init(second:)) }
    /// End of the subscription period; nil for other products.
    public var expirationDate: Date? { expiration.map(Date.init(second:)) }
    /// Web order line item identifier: one for each subscription period, on all devices.
    public var webOrderLineItemID: String? { first { $0.lineItem }?.text }
    /// Quantity, from 1.
    public var purchasedQuantity: Int {
        first {
            $0.receipt?.purchasedQuantity ?? $0.transaction?.payload.purchasedQuantity
                ?? $0.transactionReceipt?.payload.purchasedQuantity
        } ?? 1
    }
    /// What kind of product it is. A type that this library knows is preferred to one that it doesn't. Xcode's receipts do not say.
    public var productType: ProductType? {
        if let type = latest.productType, type.isKnown { return type }
        let stated = ([latest] + others).lazy.compactMap(\.productType)
        return stated.first(where: \.isKnown) ?? stated.first
    }
    /// Whether it was bought, is shared by the family, or was assigned by an organization or group. All three give access alike.
    public var ownershipType: OwnershipType? {
        first {
            $0.receipt?.ownershipType ?? $0.transaction?.payload.ownershipType
                ?? $0.transactionReceipt?.payload.ownershipType
        }
    }

    /// When the App Store revoked the purchase: a refund, or a family share or an assignment that ended. See ``revocationType``.
    public var revocationDate: Date? { revocation.map(Date.init(second:)) }
    /// Why it was revoked.
    public var revocationReason: RevocationReason? {
        guard revocation != nil else { return nil }
        return first { claim in
            kind == .consumable && claim.source == .receipt
                ? nil : claim.receipt?.cancellationReason ?? claim.transaction?.payload.revocationReason
        }
    }

    /// Whether it begins with, or is, a free trial. Nil where no evidence says.
    public var isTrialPeriod: Bool? {
        offerStatement(\.isTrialPeriod, \.isTrialPeriod) { $0.paymentMode == .freeTrial }
    }
    /// Whether it has an introductory price. Nil where no evidence says.
    public var isInIntroOfferPeriod: Bool? {
        offerStatement(\.isInIntroOfferPeriod, \.isInIntroOfferPeriod) { $0.paymentMode != .freeTrial }
    }
    /// Identifier of the promotional offer that was redeemed.
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
    /// The price, in units of ``currency``. Of a multiseat subscription it is the average of a seat: for all of them see
    /// ``ReceiptFields/MultiSeatInfo/totalPrice``.
    public var price: Decimal? { signedTransaction?.payload.price }
    package var priceMilliunits: Int64? { signedTransaction?.payload.priceMilliunits }
    /// ISO 4217 code of ``price``.
    public var currency: String? { signedTransaction?.payload.currency }
    /// Why there is another transaction for the same period: see ``SubscriptionPeriod/seatAdditions``.
    public var additionalTransactionReason: AdditionalTransactionReason? {
        signedTransaction?.payload.additionalTransactionReason
    }
    /// How a subscription is billed.
    public var billingPlanType: BillingPlanType? { signedTransaction?.payload.billingPlanType }
    /// The commitment for several billing periods that a subscription's period belongs to. Access ends with ``expirationDate``, the
    /// billing period's end, not with the commitment's.
    public var commitmentInfo: TransactionPayload.CommitmentInfo? { signedTransaction?.payload.commitmentInfo }

    /// What a purchase by the Advanced Commerce API consists of at a date: the items that were not revoked by then. Nil for other
    /// purchases.
    ///
    /// An item ends with its own revocation date, whatever was refunded of it; the other items go on. Whether the purchase as a whole
    /// gives access at the date, ask the ledger.
    public func items(at date: Date) -> [AdvancedCommerce.Item]? {
        signedTransaction?.payload.advancedCommerceInfo?.items?.filter { item in
            item.revocationDate.map { date.instant < $0.second } ?? true
        }
    }

    /// Whether this stands for a restoration: the purchase itself was made on ``originalPurchaseDate``.
    ///
    /// A restored product that is not a subscription has the date of its restoration as purchase date, and either keeps the
    /// transaction identifier or gets a new one. The periods of a subscription are never rewritten in this way.
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

    /// What the first states that can, of the latest of each kind.
    func first<Value>(_ field: (PurchaseClaim) -> Value?) -> Value? {
        if let value = field(latest) { return value }
        return joined?.prefix(otherKinds).lazy.compactMap(field).first
    }

    /// What the latest evidence of one kind states.
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
    /// Unique in its ledger, and the same after it was restored: the original transaction, and the line item of a subscription's
    /// period, else the product. Without a line item, in Xcode, and of added seats, it is one for each transaction.
    public var id: String {
        // Xcode's transactions are joined by nothing else, and so may have one line item or one original transaction.
        let isOneTransaction = addsSeats || signedTransaction?.payload.environment.isXcode ?? false
        if !isOneTransaction, let lineItem = first({ $0.lineItem }) {
            return "\(originalTransactionID)/\(lineItem.text)"
        }
        return isOneTransaction || [.subscription, .other, .unknown].contains(kind)
            ? "\(transactionID)/\(productID)/\(Timestamp.written(purchaseDate) ?? "\(purchaseDate.timeIntervalSince1970)")"
            : "\(originalTransactionID)/\(productID)"
    }

    /// Whether both are of the same evidence.
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
    /// One line: transaction, product and dates.
    public var description: String {
        var text = "transaction \(Escaped.text(transactionID)) of \(Escaped.text(productID))"
        text += ", purchased \(Timestamp.string(purchaseDate))"
        if let expirationDate { text += ", expires \(Timestamp.string(expirationDate))" }
        if let revocationDate { text += ", revoked \(Timestamp.string(revocationDate))" }
        return text + (isUpgraded ? ", upgraded" : "")
    }
}
