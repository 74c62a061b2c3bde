public import ReceiptFields

/// The purchases of an app's customer, in order and each once, with methods that say what the customer owns at a date.
///
/// ```swift
/// let ledger = try PurchaseLedger(merging: [receipt])
/// for purchase in ledger.purchases {
///     print(purchase.productID, purchase.purchaseDate)
/// }
/// switch ledger.access(to: "com.example.pro", at: now) {
/// case .granted(let entitlement): unlock(entitlement.productID)
/// case .denied, .undetermined: break
/// }
/// ```
///
/// Only verified evidence makes a ledger. It is a collection of purchases, ordered by purchase date, then expiration date (absent last),
/// then transaction identifier as a text, then product.
///
/// The order of the evidence doesn't matter, and a piece that comes twice counts once. The ledger knows what was true when Apple signed its
/// evidence, and nothing later: see ``SubscriptionStatus/knownAsOf``.
///
/// Building takes time proportional to *n* log *n*, and questions to log *n* for each subscription that they are about.
/// ``currentEntitlements(at:)`` looks at every subscription and everything that was bought for good, ``firstAcquired(before:)`` at all
/// sources, ``DatedLedger/introductoryOfferEligibility(in:assumingCompleteHistory:)-(String,_)`` and ``purchase(transactionID:)`` at all
/// purchases.
public struct PurchaseLedger: Sendable {
    let storage: LedgerStorage

    init(_ evidence: CollectedEvidence) { storage = LedgerStorage(evidence) }

    /// The purchases, each once, in the ledger's order.
    public var purchases: [Purchase] { storage.evidence.purchases }
    /// Bundle identifier of the app.
    public var bundleIdentifier: String { storage.evidence.subject.bundleIdentifier.string }
    /// Environment that issued the evidence. Volume purchases are production's.
    public var environment: StoreEnvironment { storage.evidence.subject.environment }
    /// The trust store with which the evidence was verified: a hash over the mode of the ``TrustStore``, and the names and keys of its
    /// certificates. A root that was renewed under its old name and key is the same.
    public var trust: Fingerprint { storage.evidence.subject.trust }
    /// The receipts and app transactions that the ledger was made of, the oldest first.
    public var sources: [LedgerSource] { storage.sources }
    /// `appTransactionId` of all transactions, renewal infos and app transactions: the same for all purchases of one customer
    /// in one app. Two mean that two customers were merged.
    public var appTransactionIDs: Set<String> { storage.evidence.appTransactionIDs }
    /// Whether the ledger contains an iOS 6 transaction receipt. Apple doesn't sign their environment.
    public var hasUnsignedEnvironment: Bool { storage.evidence.hasUnsignedEnvironment }
    /// The platform on which the customer first acquired the app, from the latest app transaction that names it.
    public var originalPlatform: AppPlatform? { storage.sources.lazy.reversed().compactMap(\.originalPlatform).first }

    /// Purchases as older evidence has them, which later evidence of the same kind overruled, in the order of the ledger, of one purchase the
    /// latest first. Rows that are identical in several receipts are one row, not two.
    package var superseded: [Purchase] {
        flatMap { purchase in purchase.others.dropFirst(purchase.otherKinds).map { Purchase($0) } }
    }
}

extension PurchaseLedger: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of purchases.
    public var endIndex: Int { storage.evidence.purchases.count }
    /// The purchase at a place in the ledger's order.
    public subscript(position: Int) -> Purchase { storage.evidence.purchases[position] }
    subscript(position: IndexOf<Purchase>) -> Purchase { storage.evidence.purchases[position] }
}

extension PurchaseLedger: Hashable {
    /// Whether both are about the same app and have the same evidence.
    public static func == (a: Self, b: Self) -> Bool {
        a.storage === b.storage || a.storage.evidence == b.storage.evidence
    }

    /// Hashes the app and the receipts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.evidence.subject)
        hasher.combine(storage.evidence.sources)
        hasher.combine(count)
    }
}

extension PurchaseLedger: CustomStringConvertible {
    /// One line: the app, the environment, and how much there is.
    public var description: String {
        "ledger of \(Escaped.text(bundleIdentifier)), environment \(environment), receipts: \(sources.count), "
            + "purchases: \(count), subscriptions: \(subscriptions.count), superseded: \(superseded.count)"
    }
}
