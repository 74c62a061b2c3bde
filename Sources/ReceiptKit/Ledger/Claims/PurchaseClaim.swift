internal import ReceiptEssentials
internal import ReceiptFields

/// The statement of one piece of evidence about one purchase. Dates are truncated to whole seconds, the precision of receipts.
final class PurchaseClaim: Sendable {
    enum Evidence: Sendable {
        /// A purchase in a receipt: all purchases of the receipt, and the index of this one.
        case receipt([InAppPurchase], Int)
        case transaction(Checked<TransactionPayload>)
        case transactionReceipt(Checked<TransactionReceiptPayload>)
    }

    /// The kinds of evidence. If two claims have the same date and otherwise tie, the kind listed later is preferred.
    enum Source: Int {
        case transactionReceipt, receipt, transaction
    }

    let evidence: Evidence
    let source: Source
    /// The date of the evidence: a receipt's creation date, a transaction's signed date, an iOS 6 receipt's purchase date.
    let date: TimeInterval
    let transactionID: String
    let originalTransactionID: String
    let productID: String
    /// The web order line item identifier. Nil if it is 0, which identifies nothing.
    let lineItem: WebOrderLineItemID?
    let purchaseDate: TimeInterval
    let originalPurchaseDate: TimeInterval?
    let expirationDate: TimeInterval?
    let revocationDate: TimeInterval?
    /// True if the evidence decides whether the purchase is revoked. If it doesn't, an earlier revocation remains in effect. iOS 6 receipts
    /// can't state a revocation. Sandbox receipts never show that a purchase was canceled (Apple, `cancellation_date`), so a sandbox
    /// receipt without a cancellation date decides nothing.
    let statesRevocation: Bool
    let productType: ProductType?
    let kind: PurchaseKind
    /// True if the purchase was a trial or had an introductory price. Nil if a receipt doesn't state it.
    let hasOffer: Bool?
    /// True if the subscription is multiseat.
    let hasSeats: Bool
    /// True if the transaction's reason is that seats were added. Apple gives this reason to all transactions of such a period, including
    /// the one that began it.
    let isOfAddedSeats: Bool
    /// The `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    let predecessor: String?

    private init(
        _ evidence: Evidence, _ source: Source, on date: Date, transactionID: String, originalTransactionID: String,
        productID: String, lineItem: WebOrderLineItemID?, purchaseDate: Date, originalPurchaseDate: Date?,
        expirationDate: Date?,
        revocationDate: Date?, statesRevocation: Bool, productType: ProductType?, hasOffer: Bool?,
        hasSeats: Bool = false, isOfAddedSeats: Bool = false, predecessor: String? = nil
    ) {
        (self.evidence, self.source, self.date) = (evidence, source, date.second)
        (self.transactionID, self.originalTransactionID) = (transactionID, originalTransactionID)
        (self.productID, self.lineItem, self.predecessor) = (productID, lineItem, predecessor)
        self.purchaseDate = purchaseDate.second
        // If there is no date, Xcode writes a date in the year 0.
        self.originalPurchaseDate = originalPurchaseDate.flatMap { $0.timeIntervalSince1970 > 0 ? $0.second : nil }
        (self.expirationDate, self.revocationDate) = (expirationDate?.second, revocationDate?.second)
        (self.statesRevocation, self.hasOffer) = (statesRevocation, hasOffer)
        (self.productType, kind) = (productType, PurchaseKind(productType, expires: expirationDate != nil))
        self.hasSeats = hasSeats || isOfAddedSeats
        self.isOfAddedSeats = isOfAddedSeats && kind == .subscription
    }

    convenience init(_ rows: [InAppPurchase], _ place: Int, created: Date, isSandbox: Bool) {
        // Read the fields one at a time: a copy of the row would retain everything in it.
        self.init(
            .receipt(rows, place), .receipt, on: created, transactionID: rows[place].transactionID,
            originalTransactionID: rows[place].originalTransactionID ?? rows[place].transactionID,
            productID: rows[place].productID, lineItem: WebOrderLineItemID(rows[place].webOrderLineItemID),
            purchaseDate: rows[place].purchaseDate, originalPurchaseDate: rows[place].originalPurchaseDate,
            expirationDate: rows[place].expirationDate, revocationDate: rows[place].cancellationDate,
            statesRevocation: !isSandbox || rows[place].cancellationDate != nil,
            productType: rows[place].productType,
            hasOffer: Self.hasOffer(rows[place].isTrialPeriod, rows[place].isInIntroOfferPeriod))
    }

    convenience init(_ transaction: Checked<TransactionPayload>) {
        let payload = transaction.payload
        self.init(
            .transaction(transaction), .transaction, on: payload.signedDate, transactionID: payload.transactionID,
            originalTransactionID: payload.originalTransactionID, productID: payload.productID,
            lineItem: payload.webOrderLineItemID.flatMap(WebOrderLineItemID.init(text:)),
            purchaseDate: payload.purchaseDate,
            originalPurchaseDate: payload.originalPurchaseDate, expirationDate: payload.expirationDate,
            revocationDate: payload.revocationDate, statesRevocation: true, productType: payload.productType,
            hasOffer: payload.offer?.type == .introductory, hasSeats: payload.multiSeatInfo != nil,
            isOfAddedSeats: payload.additionalTransactionReason == .seatAddition,
            predecessor: payload.previousOriginalTransactionID)
    }

    convenience init(_ transactionReceipt: Checked<TransactionReceiptPayload>) {
        let payload = transactionReceipt.payload
        self.init(
            .transactionReceipt(transactionReceipt), .transactionReceipt, on: payload.purchaseDate,
            transactionID: payload.transactionID, originalTransactionID: payload.originalTransactionID,
            productID: payload.productID, lineItem: WebOrderLineItemID(payload.webOrderLineItemID),
            purchaseDate: payload.purchaseDate, originalPurchaseDate: payload.originalPurchaseDate,
            expirationDate: payload.expirationDate, revocationDate: nil, statesRevocation: false, productType: nil,
            hasOffer: Self.hasOffer(payload.isTrialPeriod, payload.isInIntroOfferPeriod))
    }

    private static func hasOffer(_ isTrial: Bool?, _ isIntroductory: Bool?) -> Bool? {
        isTrial == true || isIntroductory == true ? true : isTrial
    }

    // MARK: The evidence

    var receipt: InAppPurchase? {
        if case .receipt(let rows, let place) = evidence { rows[place] } else { nil }
    }

    var transaction: Checked<TransactionPayload>? {
        if case .transaction(let transaction) = evidence { transaction } else { nil }
    }

    var transactionReceipt: Checked<TransactionReceiptPayload>? {
        if case .transactionReceipt(let transactionReceipt) = evidence { transactionReceipt } else { nil }
    }

    var isUpgraded: Bool { transaction?.payload.isUpgraded == true }

    /// Returns true if the evidence is dated at or after the purchase's start, and states neither a revocation nor an upgrade.
    func isShownAfter(_ start: TimeInterval) -> Bool { start <= date && revocationDate == nil && !isUpgraded }

    /// Returns true for a transaction that was signed at most a day before its period.
    func isSignedAhead(of start: TimeInterval) -> Bool {
        start - 86_400 <= date && date < start && source == .transaction
    }

    /// The signed bytes.
    var encoding: ArraySlice<UInt8> {
        switch evidence {
        case .receipt(let rows, let place): rows[place].contents
        case .transaction(let transaction): transaction.payload.json[...]
        case .transactionReceipt(let transactionReceipt): transactionReceipt.payload.propertyList[...]
        }
    }

    // MARK: Precedence

    /// Returns true if both claims have the same signed bytes.
    func isSame(_ other: PurchaseClaim) -> Bool {
        self === other || source == other.source && encoding == other.encoding
    }

    /// Returns true if this claim's signed bytes sort first: by kind of evidence, then by length, then byte by byte.
    func isEncodedBefore(_ other: PurchaseClaim) -> Bool {
        guard source == other.source else { return source.rawValue < other.source.rawValue }
        let (one, two) = (encoding, other.encoding)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }

    /// Returns true if the other claim is preferred: the other claim has the later date; if the dates are equal, the later original
    /// purchase date, then the later revocation date, and then the encoding that sorts later.
    func isBefore(_ other: PurchaseClaim) -> Bool {
        if date != other.date { return date < other.date }
        let one = (originalPurchaseDate ?? -.infinity, revocationDate ?? -.infinity)
        let two = (other.originalPurchaseDate ?? -.infinity, other.revocationDate ?? -.infinity)
        return one != two ? one < two : isEncodedBefore(other)
    }
}
