internal import ReceiptEssentials
internal import ReceiptFields

/// What one piece of evidence says about one purchase. Dates are in whole seconds, since receipts have no more.
final class PurchaseClaim: Sendable {
    enum Evidence: Sendable {
        /// A purchase in a receipt, as its place among the receipt's purchases.
        case receipt([InAppPurchase], Int)
        case transaction(Checked<TransactionPayload>)
        case transactionReceipt(Checked<TransactionReceiptPayload>)
    }

    /// The kinds of evidence. Of two at once that disagree, the last one here is preferred.
    enum Source: Int {
        case transactionReceipt, receipt, transaction
    }

    let evidence: Evidence
    let source: Source
    /// When it was true: a receipt's creation date, a transaction's signed date, a transaction receipt's purchase date.
    let date: TimeInterval
    let transactionID: String
    let originalTransactionID: String
    let productID: String
    /// Nil where it is 0, which names nothing.
    let lineItem: LineItem?
    let purchaseDate: TimeInterval
    let originalPurchaseDate: TimeInterval?
    let expirationDate: TimeInterval?
    let revocationDate: TimeInterval?
    /// Whether it says if the purchase is revoked. iOS 6 receipts never do, and sandbox receipts never show that a purchase was canceled
    /// (Apple, `cancellation_date`): their silence undoes nothing.
    let statesRevocation: Bool
    let productType: ProductType?
    let kind: PurchaseKind
    /// Whether a trial or an introductory price was used; nil where a receipt does not say.
    let hasOffer: Bool?
    /// Whether it is of a multiseat subscription.
    let hasSeats: Bool
    /// Whether it is of a period to which seats were added. All transactions of such a period say so, also the one from before.
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
        // Xcode writes a date of the year 0 for none.
        self.originalPurchaseDate = originalPurchaseDate.flatMap { $0.timeIntervalSince1970 > 0 ? $0.second : nil }
        (self.expirationDate, self.revocationDate) = (expirationDate?.second, revocationDate?.second)
        (self.statesRevocation, self.hasOffer) = (statesRevocation, hasOffer)
        (self.productType, kind) = (productType, PurchaseKind(productType, expires: expirationDate != nil))
        self.hasSeats = hasSeats || isOfAddedSeats
        self.isOfAddedSeats = isOfAddedSeats && kind == .subscription
    }

    convenience init(_ rows: [InAppPurchase], _ place: Int, created: Date, isSandbox: Bool) {
        // Each field by itself: a copy of the whole row would count references to all that is in it.
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

    /// Whether it was true when the purchase had begun, and calls it neither revoked nor upgraded.
    func isShownAfter(_ start: TimeInterval) -> Bool { start <= date && revocationDate == nil && !isUpgraded }

    /// Whether it is a transaction that was signed up to a day before its period.
    func isSignedAhead(of start: TimeInterval) -> Bool {
        start - 86_400 <= date && date < start && source == .transaction
    }

    /// What was signed, as the evidence has it.
    var encoding: ArraySlice<UInt8> {
        switch evidence {
        case .receipt(let rows, let place): rows[place].contents
        case .transaction(let transaction): transaction.payload.json[...]
        case .transactionReceipt(let transactionReceipt): transactionReceipt.payload.propertyList[...]
        }
    }

    // MARK: Which is preferred

    /// Whether both say the same with the same bytes.
    func isSame(_ other: PurchaseClaim) -> Bool {
        self === other || source == other.source && encoding == other.encoding
    }

    /// The order of encodings. A shorter one has the smaller length bytes.
    func isEncodedBefore(_ other: PurchaseClaim) -> Bool {
        guard source == other.source else { return source.rawValue < other.source.rawValue }
        let (one, two) = (encoding, other.encoding)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }

    /// Whether the other one is preferred to this: it is the later one, or, of two at once, the one that knows more.
    func isBefore(_ other: PurchaseClaim) -> Bool {
        if date != other.date { return date < other.date }
        let one = (originalPurchaseDate ?? -.infinity, revocationDate ?? -.infinity)
        let two = (other.originalPurchaseDate ?? -.infinity, other.revocationDate ?? -.infinity)
        return one != two ? one < two : isEncodedBefore(other)
    }
}
