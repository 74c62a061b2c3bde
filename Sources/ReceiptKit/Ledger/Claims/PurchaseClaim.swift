internal import ReceiptEssentials
internal import ReceiptFields

/// One piece of evidence's statement about one purchase. Dates are cut to whole seconds, the precision of receipts.
final class PurchaseClaim: Sendable {
    enum Evidence: Sendable {
        /// A purchase in a receipt, by its index among the receipt's purchases.
        case receipt([InAppPurchase], Int)
        case transaction(Checked<TransactionPayload>)
        case transactionReceipt(Checked<TransactionReceiptPayload>)
    }

    /// The kinds of evidence. If two of one date disagree, the later case is preferred.
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
    /// Nil if it is 0, which identifies nothing.
    let lineItem: LineItem?
    let purchaseDate: TimeInterval
    let originalPurchaseDate: TimeInterval?
    let expirationDate: TimeInterval?
    let revocationDate: TimeInterval?
    /// True if the evidence can state a revocation. iOS 6 receipts can't, and sandbox receipts never show that a purchase was canceled (Apple,
    /// `cancellation_date`): if they state none, an earlier revocation still holds.
    let statesRevocation: Bool
    let productType: ProductType?
    let kind: PurchaseKind
    /// True if a trial or an introductory price was used; nil if a receipt doesn't state it.
    let hasOffer: Bool?
    /// True if the subscription is multiseat.
    let hasSeats: Bool
    /// True if the period had seats added. Apple marks all transactions of such a period, also the one that began it.
    let isOfAddedSeats: Bool
    /// `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    let predecessor: String?

    private init(
        _ evidence: Evidence, _ source: Source, on date: Date, transactionID: String, originalTransactionID: String,
        productID: String, lineItem: LineItem?, purchaseDate: Date, originalPurchaseDate: Date?, expirationDate: Date?,
        revocationDate: Date?, statesRevocation: Bool, productType: ProductType?, hasOffer: Bool?,
        hasSeats: Bool = false, isOfAddedSeats: Bool = false, predecessor: String? = nil
    ) {
        (self.evidence, self.source, self.date) = (evidence, source, date.second)
        (self.transactionID, self.originalTransactionID) = (transactionID, originalTransactionID)
        (self.productID, self.lineItem, self.predecessor) = (productID, lineItem, predecessor)
        self.purchaseDate = purchaseDate.second
        // Xcode writes a date in the year 0 if there is none.
        self.originalPurchaseDate = originalPurchaseDate.flatMap { $0.timeIntervalSince1970 > 0 ? $0.second : nil }
        (self.expirationDate, self.revocationDate) = (expirationDate?.second, revocationDate?.second)
        (self.statesRevocation, self.hasOffer) = (statesRevocation, hasOffer)
        (self.productType, kind) = (productType, PurchaseKind(productType, expires: expirationDate != nil))
        self.hasSeats = hasSeats || isOfAddedSeats
        self.isOfAddedSeats = isOfAddedSeats && kind == .subscription
    }

    convenience init(_ rows: [InAppPurchase], _ place: Int, created: Date, isSandbox: Bool) {
        // Field by field: copying the row would retain everything in it.
        self.init(
            .receipt(rows, place), .receipt, on: created, transactionID: rows[place].transactionID,
            originalTransactionID: rows[place].originalTransactionID ?? rows[place].transactionID,
            productID: rows[place].productID, lineItem: LineItem(rows[place].webOrderLineItemID),
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
            lineItem: payload.webOrderLineItemID.flatMap(LineItem.init(text:)), purchaseDate: payload.purchaseDate,
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
            productID: payload.productID, lineItem: LineItem(payload.webOrderLineItemID),
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

    /// True if the evidence is dated at or after the purchase's start, and calls it neither revoked nor upgraded.
    func isShownAfter(_ start: TimeInterval) -> Bool { start <= date && revocationDate == nil && !isUpgraded }

    /// True for a transaction that was signed at most a day before its period.
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

    // MARK: Which is preferred

    /// True if both have the same bytes.
    func isSame(_ other: PurchaseClaim) -> Bool {
        self === other || source == other.source && encoding == other.encoding
    }

    /// The order of encodings: shorter before longer, because of the length bytes.
    func isEncodedBefore(_ other: PurchaseClaim) -> Bool {
        guard source == other.source else { return source.rawValue < other.source.rawValue }
        let (one, two) = (encoding, other.encoding)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }

    /// True if the other claim is preferred: it is later, or of the same date and a kind that states more.
    func isBefore(_ other: PurchaseClaim) -> Bool {
        if date != other.date { return date < other.date }
        let one = (originalPurchaseDate ?? -.infinity, revocationDate ?? -.infinity)
        let two = (other.originalPurchaseDate ?? -.infinity, other.revocationDate ?? -.infinity)
        return one != two ? one < two : isEncodedBefore(other)
    }
}
