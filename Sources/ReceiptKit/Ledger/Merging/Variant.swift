internal import ReceiptEssentials
internal import ReceiptFields

/// What one piece of evidence says about one purchase. Dates are in whole seconds, since receipts have no more.
final class Variant: Sendable {
    enum Evidence: Sendable {
        /// A purchase in a receipt, as its place among the receipt's purchases.
        case receipt([InAppPurchase], Int)
        indirect case transaction(TransactionPayload)
        indirect case transactionReceipt(TransactionReceiptPayload)
    }

    /// The kinds of evidence. Of two at once that disagree, the last one here is preferred.
    enum Form: Int {
        case transactionReceipt, receipt, transaction
    }

    let evidence: Evidence
    let form: Form
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
    let productType: ProductType?
    let kind: PurchaseKind
    /// Whether a trial or an introductory price was used; nil where a receipt does not say.
    let hasOffer: Bool?
    /// Whether it is of a multiseat subscription.
    let hasSeats: Bool
    /// Whether it adds seats to a period that another transaction began.
    let isSeatAddition: Bool
    /// `originalTransactionId` of the subscription before a migration, or before a switch to or from a bundle.
    let predecessor: String?

    private init(
        _ evidence: Evidence, _ form: Form, _ date: Date, _ ids: (one: String, original: String), _ productID: String,
        _ lineItem: LineItem?, _ dates: (purchase: Date, original: Date?, expiration: Date?, revocation: Date?),
        _ productType: ProductType?, hasOffer: Bool?, hasSeats: Bool = false, addsSeats: Bool = false,
        predecessor: String? = nil
    ) {
        (self.evidence, self.form, self.date) = (evidence, form, date.second)
        (transactionID, originalTransactionID, self.productID) = (ids.one, ids.original, productID)
        self.lineItem = lineItem
        purchaseDate = dates.purchase.second
        // Xcode writes a date of the year 0 for none.
        originalPurchaseDate = dates.original.flatMap { $0.timeIntervalSince1970 > 0 ? $0.second : nil }
        expirationDate = dates.expiration?.second
        revocationDate = dates.revocation?.second
        self.productType = productType
        kind = PurchaseKind(productType, expires: dates.expiration != nil)
        self.hasOffer = hasOffer
        self.hasSeats = hasSeats || addsSeats
        isSeatAddition = addsSeats && kind == .subscription
        self.predecessor = predecessor
    }

    convenience init(_ rows: [InAppPurchase], _ place: Int, created: Date) {
        let id = rows[place].transactionID
        self.init(
            .receipt(rows, place), .receipt, created, (id, rows[place].originalTransactionID ?? id),
            rows[place].productID, LineItem(rows[place].webOrderLineItemID),
            (
                rows[place].purchaseDate, rows[place].originalPurchaseDate, rows[place].expirationDate,
                rows[place].cancellationDate
            ), rows[place].productType,
            hasOffer: Self.hasOffer(rows[place].isTrialPeriod, rows[place].isInIntroOfferPeriod))
    }

    convenience init(_ payload: TransactionPayload) {
        self.init(
            .transaction(payload), .transaction, payload.signedDate,
            (payload.transactionID, payload.originalTransactionID), payload.productID,
            payload.webOrderLineItemID.flatMap(LineItem.init(text:)),
            (payload.purchaseDate, payload.originalPurchaseDate, payload.expirationDate, payload.revocationDate),
            payload.productType, hasOffer: payload.offer?.type == .introductory, hasSeats: payload.multiSeatInfo != nil,
            addsSeats: payload.additionalTransactionReason == .seatAddition,
            predecessor: payload.previousOriginalTransactionID)
    }

    convenience init(_ payload: TransactionReceiptPayload) {
        self.init(
            .transactionReceipt(payload), .transactionReceipt, payload.purchaseDate,
            (payload.transactionID, payload.originalTransactionID), payload.productID,
            LineItem(payload.webOrderLineItemID),
            (payload.purchaseDate, payload.originalPurchaseDate, payload.expirationDate, nil), nil,
            hasOffer: Self.hasOffer(payload.isTrialPeriod, payload.isInIntroOfferPeriod))
    }

    private static func hasOffer(_ isTrial: Bool?, _ isIntroductory: Bool?) -> Bool? {
        isTrial == true || isIntroductory == true ? true : isTrial
    }

    // MARK: The evidence

    var receipt: InAppPurchase? {
        if case .receipt(let rows, let place) = evidence { rows[place] } else { nil }
    }

    var transaction: TransactionPayload? {
        if case .transaction(let payload) = evidence { payload } else { nil }
    }

    var transactionReceipt: TransactionReceiptPayload? {
        if case .transactionReceipt(let payload) = evidence { payload } else { nil }
    }

    var isUpgraded: Bool { transaction?.isUpgraded == true }

    /// What was signed, as the evidence has it.
    var encoding: ArraySlice<UInt8> {
        switch evidence {
        case .receipt(let rows, let place): rows[place].contents
        case .transaction(let payload): payload.json[...]
        case .transactionReceipt(let payload): payload.propertyList[...]
        }
    }

    // MARK: Which is preferred

    /// Whether both say the same with the same bytes.
    func isSame(_ other: Variant) -> Bool { self === other || form == other.form && encoding == other.encoding }

    /// The order of encodings. A shorter one has the smaller length bytes.
    func isEncodedBefore(_ other: Variant) -> Bool {
        guard form == other.form else { return form.rawValue < other.form.rawValue }
        let (one, two) = (encoding, other.encoding)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }

    /// Whether the other one is preferred to this: it is the later one, or, of two at once, the one that knows more.
    func isBefore(_ other: Variant) -> Bool {
        if date != other.date { return date < other.date }
        let one = (originalPurchaseDate ?? -.infinity, revocationDate ?? -.infinity)
        let two = (other.originalPurchaseDate ?? -.infinity, other.revocationDate ?? -.infinity)
        return one != two ? one < two : isEncodedBefore(other)
    }
}

extension Purchase {
    /// One purchase from all evidence of it. Of what several receipts have with the same bytes, the latest counts.
    init(joining variants: [Variant]) {
        let sorted = variants.sorted { $1.isEncodedBefore($0) || $0.isSame($1) && $1.date < $0.date }
        var distinct: [Variant] = []
        for variant in sorted where distinct.last?.isSame(variant) != true { distinct.append(variant) }
        distinct.sort { $1.isBefore($0) }
        let latest = distinct.indices.filter { place in
            !distinct[..<place].contains { $0.form == distinct[place].form }
        }
        let others = latest.dropFirst() + distinct.indices.filter { !latest.contains($0) }
        self.init(distinct[0], others: others.map { distinct[$0] }, otherKinds: latest.count - 1)
    }
}
