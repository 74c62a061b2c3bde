public import ReceiptFields

/// The purchases of one customer of an app, in order and without duplicates, with methods that answer what the customer owns at a date.
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
/// A ledger is created only from verified evidence. It is a collection of purchases, sorted by purchase date, then expiration date (absent
/// last), then transaction identifier as a string, then product.
///
/// The order of the evidence doesn't matter, and duplicates are ignored. A ledger reflects what was true when Apple signed its evidence,
/// and nothing later. See ``SubscriptionStatus/knownAsOf``.
///
/// Creating a ledger takes time proportional to *n* log *n*. A question takes time proportional to log *n* for each subscription that it is
/// about, with these exceptions: ``currentEntitlements(at:)`` examines every subscription and non-consumable, ``firstAcquired(before:)``
/// all sources, and ``DatedLedger/introductoryOfferEligibility(in:assumingCompleteHistory:)-(String,_)`` and ``purchase(transactionID:)``
/// all purchases.
public struct PurchaseLedger: Sendable {
    let storage: LedgerStorage

    init(_ evidence: CollectedEvidence) { storage = LedgerStorage(evidence) }

    /// The purchases, without duplicates, in the ledger's order.
    public var purchases: [Purchase] { storage.evidence.purchases }
    /// The app's bundle identifier.
    public var bundleIdentifier: String { storage.evidence.subject.bundleIdentifier.string }
    /// The environment that issued the evidence. Volume purchases belong to production.
    public var environment: StoreEnvironment { storage.evidence.subject.environment }
    /// The trust store with which the evidence was verified: a hash over the mode of the ``TrustStore``, and the names and keys of its
    /// certificates. Renewing a root certificate under its old name and key doesn't change the hash.
    public var trust: Fingerprint { storage.evidence.subject.trust }
    /// The receipts and app transactions that the ledger was created from, the oldest first.
    public var sources: [LedgerSource] { storage.sources }
    /// The `appTransactionId` of all transactions, renewal infos and app transactions. All purchases of one customer in one app have the
    /// same `appTransactionId`, so two different values mean that evidence of two customers was merged.
    public var appTransactionIDs: Set<String> { storage.evidence.appTransactionIDs }
    /// True if the ledger contains an iOS 6 transaction receipt. Apple doesn't sign the environment of these receipts.
    public var hasUnsignedEnvironment: Bool { storage.evidence.hasUnsignedEnvironment }
    /// The platform on which the customer first acquired the app, from the latest app transaction that names it.
    public var originalPlatform: AppPlatform? { storage.sources.lazy.reversed().compactMap(\.originalPlatform).first }

    /// Older copies of the purchases, each superseded by later evidence of the same kind. The copies are in the ledger's order, and those
    /// of one purchase are sorted with the latest first. Rows that are identical in several receipts are included once.
    package var superseded: [Purchase] {
        flatMap { purchase in purchase.others.dropFirst(purchase.otherKinds).map { Purchase($0) } }
    }
}

extension PurchaseLedger: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of purchases.
    public var endIndex: Int { storage.evidence.purchases.count }
    /// The purchase at an index, in the ledger's order.
    public subscript(position: Int) -> Purchase { storage.evidence.purchases[position] }
    subscript(position: IndexOf<Purchase>) -> Purchase { storage.evidence.purchases[position] }
}

extension PurchaseLedger: Hashable {
    /// Returns true if both ledgers are about the same app and have the same evidence.
    public static func == (a: Self, b: Self) -> Bool {
        a.storage === b.storage || a.storage.evidence == b.storage.evidence
    }

    /// Hashes the app, the environment, the trust store, the sources, and the number of purchases.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.evidence.subject)
        hasher.combine(storage.evidence.sources)
        hasher.combine(count)
    }
}

extension PurchaseLedger: CustomStringConvertible {
    /// One line: the app, the environment, and the numbers of receipts, purchases, subscriptions and superseded copies.
    public var description: String {
        "ledger of \(SafeText.quoted(bundleIdentifier)), environment \(environment), receipts: \(sources.count), "
            + "purchases: \(count), subscriptions: \(subscriptions.count), superseded: \(superseded.count)"
    }
}
