internal import ReceiptFields

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What one piece of evidence says about one purchase. Dates are in whole seconds, since receipts have no more.
final class Variant: Sendable {
    enum Evidence: Sendable {
        /// A row of a receipt, as its place among the receipt's purchases.
        case receipt([InAppPurchase], Int)
        indirect case transaction(TransactionPayload)
        indirect case transactionReceipt(TransactionReceiptPayload)
    }

    /// The kinds of evidence. Of two at once that disagree, the last one here is believed.
    enum Form: Int {
        case transactionReceipt, receipt, transaction
    }

    let evidence: Evidence
    /// When it was true: a receipt's creation date, a transaction's signed date, a transaction receipt's purchase date.
    let date: TimeInterval
    let transactionID: ExactText
    let originalTransactionID: ExactText
    let productID: ExactText
    /// Nil where it is 0, which names nothing.
    let lineItem: ExactText?
    let purchaseDate: TimeInterval
    let originalPurchaseDate: TimeInterval?
    let expirationDate: TimeInterval?
    let revocationDate: TimeInterval?
    let productType: ProductType?
    let kind: RowKind
    /// Whether a trial or an introductory price was used; nil where a receipt does not say.
    let hasOffer: Bool?
    let form: Form
    // What transactions alone tell, and the indices ask for.
    let isUpgraded: Bool
    let group: ExactText?
    let token: UUID?
    /// Whether what came before the revocation stays.
    let isRevokedInPart: Bool

    /// - Parameter previous: another row of the receipt, which is likely to have the same texts.
    init(_ rows: [InAppPurchase], _ place: Int, created: Date, previous: Variant?) {
        evidence = .receipt(rows, place)
        date = created.second
        transactionID = ExactText(rows[place].transactionID)
        originalTransactionID =
            rows[place].originalTransactionID.map { ExactText($0, like: previous?.originalTransactionID) }
            ?? transactionID
        productID = ExactText(rows[place].productID, like: previous?.productID)
        lineItem = rows[place].webOrderLineItemID.flatMap { $0 == 0 ? nil : ExactText(String($0)) }
        purchaseDate = rows[place].purchaseDate.second
        originalPurchaseDate = Self.known(rows[place].originalPurchaseDate)
        expirationDate = rows[place].expirationDate?.second
        revocationDate = rows[place].cancellationDate?.second
        productType = rows[place].productType
        kind = RowKind(productType, expires: expirationDate != nil)
        hasOffer =
            rows[place].isTrialPeriod == true || rows[place].isInIntroOfferPeriod == true
            ? true : rows[place].isTrialPeriod
        form = .receipt
        (isUpgraded, group, token, isRevokedInPart) = (false, nil, nil, false)
    }

    init(_ payload: TransactionPayload) {
        evidence = .transaction(payload)
        date = payload.signedDate.second
        transactionID = ExactText(payload.transactionID)
        originalTransactionID = ExactText(payload.originalTransactionID)
        productID = ExactText(payload.productID)
        lineItem = payload.webOrderLineItemID.flatMap { text in
            // A receipt has the same as a number.
            Int64(text).map { $0 == 0 ? nil : ExactText(String($0)) } ?? ExactText(text)
        }
        purchaseDate = payload.purchaseDate.second
        originalPurchaseDate = Self.known(payload.originalPurchaseDate)
        expirationDate = payload.expirationDate?.second
        revocationDate = payload.revocationDate?.second
        productType = payload.productType
        kind = RowKind(productType, expires: expirationDate != nil)
        hasOffer = payload.offer?.type == .introductory
        form = .transaction
        isUpgraded = payload.isUpgraded == true
        group = payload.subscriptionGroupID.map { ExactText($0) }
        token = payload.appAccountToken
        isRevokedInPart = payload.revocationType == .familySharing || payload.revocationType == .proratedRefund
    }

    init(_ payload: TransactionReceiptPayload) {
        evidence = .transactionReceipt(payload)
        date = payload.purchaseDate.second
        transactionID = ExactText(payload.transactionID)
        originalTransactionID = ExactText(payload.originalTransactionID)
        productID = ExactText(payload.productID)
        lineItem = payload.webOrderLineItemID.flatMap { $0 == 0 ? nil : ExactText(String($0)) }
        purchaseDate = payload.purchaseDate.second
        originalPurchaseDate = Self.known(payload.originalPurchaseDate)
        expirationDate = payload.expirationDate?.second
        revocationDate = nil
        productType = nil
        kind = RowKind(nil, expires: expirationDate != nil)
        hasOffer =
            payload.isTrialPeriod == true || payload.isInIntroOfferPeriod == true ? true : payload.isTrialPeriod
        form = .transactionReceipt
        (isUpgraded, group, token, isRevokedInPart) = (false, nil, nil, false)
    }

    /// Xcode writes a date of the year 0 for none.
    private static func known(_ date: Date?) -> TimeInterval? {
        date.flatMap { $0.timeIntervalSince1970 > 0 ? $0.second : nil }
    }

    var receipt: InAppPurchase? {
        if case .receipt(let rows, let place) = evidence { rows[place] } else { nil }
    }

    var transaction: TransactionPayload? {
        if case .transaction(let payload) = evidence { payload } else { nil }
    }

    var transactionReceipt: TransactionReceiptPayload? {
        if case .transactionReceipt(let payload) = evidence { payload } else { nil }
    }

    /// What was signed, as the evidence has it.
    private var encoding: ArraySlice<UInt8> {
        switch evidence {
        case .receipt(let rows, let place): rows[place].contents
        case .transaction(let payload): payload.json[...]
        case .transactionReceipt(let payload): payload.propertyList[...]
        }
    }

    /// Whether both say the same with the same octets.
    func isSame(_ other: Variant) -> Bool {
        self === other || form == other.form && encoding == other.encoding
    }

    /// The order of encodings. A shorter one has the smaller length octets.
    func isEncodedBefore(_ other: Variant) -> Bool {
        guard form == other.form else { return form.rawValue < other.form.rawValue }
        let (one, two) = (encoding, other.encoding)
        return one.count != two.count ? one.count < two.count : one.lexicographicallyPrecedes(two)
    }

    /// Whether the other one is believed rather than this: it is the later one, or, of two at once, the one that knows more.
    func isBefore(_ other: Variant) -> Bool {
        if date != other.date { return date < other.date }
        let one = (originalPurchaseDate ?? -.infinity, revocationDate ?? -.infinity)
        let two = (other.originalPurchaseDate ?? -.infinity, other.revocationDate ?? -.infinity)
        return one != two ? one < two : isEncodedBefore(other)
    }
}

/// What a row means for ownership.
enum RowKind: Hashable, Sendable {
    /// A period of an auto-renewable subscription.
    case subscription
    /// A non-consumable: owned for good.
    case owned
    /// A subscription whose end only the app knows.
    case nonRenewable
    /// A consumable: used up.
    case consumable
    /// A free subscription, or a type that nobody knows.
    case other

    /// The product type where it is known, else whether there is an expiration date: Xcode's receipts have no attribute 1707.
    init(_ productType: ProductType?, expires: Bool) {
        self =
            switch productType {
            case .autoRenewable: .subscription
            case .nonConsumable: .owned
            case .nonRenewable: .nonRenewable
            case .consumable: .consumable
            case nil: expires ? .subscription : .other
            default: .other
            }
    }
}

/// A text as a key: two are the same if their bytes are, where `String` asks for canonical equivalence. Hashed once.
struct ExactText: Hashable, Sendable {
    let string: String
    private let hash: Int

    init(_ string: String) {
        self.string = string
        hash = string.hashValue
    }

    /// The same, if it has the same text as another one, is not hashed again.
    init(_ string: String, like other: ExactText?) {
        if let other, Self.areSame(string, other.string) { self = other } else { self.init(string) }
    }

    static func == (a: Self, b: Self) -> Bool { a.hash == b.hash && areSame(a.string, b.string) }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

    /// Only ASCII has as many UTF-8 as UTF-16 units, and of one length nothing else is equivalent to it.
    private static func areSame(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && a == b && (a.utf8.count == a.utf16.count || a.utf8.elementsEqual(b.utf8))
    }
}

extension Date {
    /// The second that the date is in, since 2001.
    var second: TimeInterval { timeIntervalSinceReferenceDate.rounded(.down) }

    /// The date as a number to compare: `Date`'s own `<=` holds for one that is not a number. No instant is at or behind the
    /// end of what is owned for good.
    var instant: TimeInterval {
        timeIntervalSinceReferenceDate == .infinity ? .greatestFiniteMagnitude : timeIntervalSinceReferenceDate
    }

    init(second: TimeInterval) { self.init(timeIntervalSinceReferenceDate: second) }
}
